"""Where the sound of a drill comes from: a microphone or a recording; the drill does not know which."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.audio.files import Recording
from assistant.audio.microphones import Microphones
from engines.base import SAMPLE_RATE_HZ

REAL_TIME_BLOCK_MS = 20
"""As a microphone delivers."""

Mono = NDArray[np.float32]
"""Shape (n, 1), at SAMPLE_RATE_HZ."""


class Source(Protocol):
    """What a drill listens to."""

    @property
    def live(self) -> bool:
        """Whether the sound is made while the drill runs, so that the player sees the cues."""

    @property
    def paced(self) -> bool:
        """Whether blocks come as fast as they were spoken, so that nothing may wait."""

    @property
    def trouble(self) -> str:
        """Why the sound of the latest block is not whole, in a few words; empty while all is well."""

    def blocks(self) -> Iterator[Mono]:
        """Yield the sound, from where it was left when it is asked again; raises RefereeError where it breaks off."""

    def now_ms(self, heard_ms: int) -> int:
        """Return the present moment on the session clock.

        Args:
            heard_ms: how much sound has come in.
        """


@dataclass(slots=True)
class RecordingInput:
    """A recording; several channels are mixed into one."""

    recording: Recording
    """The file."""
    paced: bool = False
    """Whether it is played at the speed at which it was recorded."""
    _began_s: float = field(default=0.0, init=False)

    @property
    def live(self) -> bool:
        """Nobody sees the cues."""
        return False

    @property
    def trouble(self) -> str:
        """A file is whole, or was refused."""
        return ""

    def blocks(self) -> Iterator[Mono]:
        """See Source."""
        self._began_s = time.monotonic()
        sent = 0
        if not self.paced:
            for block in self.recording.blocks():
                yield block.mean(axis=1, keepdims=True)
            return
        for block in self.recording.blocks(REAL_TIME_BLOCK_MS):
            sent += len(block)
            wait_s = self._began_s + sent / SAMPLE_RATE_HZ - time.monotonic()
            if wait_s > 0:
                time.sleep(wait_s)
            yield block.mean(axis=1, keepdims=True)

    def now_ms(self, heard_ms: int) -> int:
        """See Source."""
        return round((time.monotonic() - self._began_s) * 1000) if self.paced else heard_ms


@dataclass(slots=True)
class MicrophoneInput:
    """One microphone, open while the drill runs."""

    microphones: Microphones
    """The opened microphone."""
    name: str = ""
    """What it is called, for people."""
    trouble: str = field(default="", init=False)
    """See Source."""
    _stream: Iterator[Mono] | None = field(default=None, init=False)

    @property
    def live(self) -> bool:
        """The player sees the cues."""
        return True

    @property
    def paced(self) -> bool:
        """It comes as it is spoken."""
        return True

    def blocks(self) -> Iterator[Mono]:
        """See Source."""
        if self._stream is None:
            self._stream = self._mono()
        return self._stream

    def _mono(self) -> Iterator[Mono]:
        for block in self.microphones.blocks():
            reasons = [outage.reason for outage in block.outages] + [gap.reason for gap in block.gaps]
            self.trouble = reasons[0] or "sound was lost" if reasons else ""
            yield block.samples[:, :1]

    def now_ms(self, heard_ms: int) -> int:
        """See Source."""
        now_ms = self.microphones.session_ms()
        return heard_ms if now_ms is None else now_ms
