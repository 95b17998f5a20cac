"""Where live sound comes from: the microphones, or a recording that plays as if it were they."""

from collections.abc import Callable, Iterator
from threading import Event
from time import monotonic_ns
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.audio.blocks import Block
from assistant.audio.files import Recording
from engines.base import SAMPLE_RATE_HZ

PIECE_SAMPLES = SAMPLE_RATE_HZ * 40 // 1000
"""A recording comes in pieces of 40 ms, as a sound card delivers them."""
NS_PER_S = 1_000_000_000


class Sound(Protocol):
    """Sound in the order of the session clock; `assistant.audio.microphones.Microphones` is one."""

    @property
    def channels(self) -> int:
        """How many channels a block has."""

    def blocks(self) -> Iterator[Block]:
        """Yield the sound as it comes, until `stop` or its end."""

    def session_ms(self, time_ns: int | None = None) -> int | None:
        """Return which moment of the session arrives at a moment of the monotonic clock; None before the first sound.

        Args:
            time_ns: the monotonic clock; now, unless given.
        """

    def stop(self) -> None:
        """Let `blocks` end; safe from any thread and from a signal's handler."""


class PlayedRecording:
    """A recording that comes in as fast as it was spoken."""

    def __init__(
        self,
        recording: Recording,
        channels: int,
        clock_ns: Callable[[], int] = monotonic_ns,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        """Play the first `channels` channels of `recording`.

        Args:
            recording: the file.
            channels: how many of its channels are heard.
            clock_ns: the monotonic clock.
            wait: waits for so many seconds, or until it is stopped, and returns whether it was; real time unless given.
        """
        self._recording = recording
        self._channels = channels
        self._clock_ns = clock_ns
        self._stopped = Event()
        self._wait = wait or self._stopped.wait
        self._began_ns: int | None = None

    @property
    def channels(self) -> int:
        """How many channels a block has."""
        return self._channels

    def session_ms(self, time_ns: int | None = None) -> int | None:
        """See `Sound.session_ms`."""
        if self._began_ns is None:
            return None
        return ((self._clock_ns() if time_ns is None else time_ns) - self._began_ns) * 1000 // NS_PER_S

    def stop(self) -> None:
        """See `Sound.stop`."""
        self._stopped.set()

    def blocks(self) -> Iterator[Block]:
        """Yield each piece once its last sample would have been spoken.

        Raises:
            RecordingError: the file was changed since it was opened.
        """
        start = 0
        self._began_ns = began_ns = self._clock_ns()
        for piece in _pieces(self._recording):
            due_ns = began_ns + (start + len(piece)) * NS_PER_S // SAMPLE_RATE_HZ
            early_s = (due_ns - self._clock_ns()) / NS_PER_S
            if (early_s > 0 and self._wait(early_s)) or self._stopped.is_set():
                return
            yield Block(start, piece[:, : self._channels])
            start += len(piece)


def _pieces(recording: Recording) -> Iterator[NDArray[np.float32]]:
    for block in recording.blocks():
        for first in range(0, len(block), PIECE_SAMPLES):
            yield block[first : first + PIECE_SAMPLES]
