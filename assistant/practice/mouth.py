"""What the player hears at practice: how a phrase is said, and oneself."""

import time
from collections.abc import Callable
from threading import Lock

from assistant.announce.output import Loudspeaker
from assistant.announce.player import Output, Player, Queued, Report, Sound, Unheard
from assistant.announce.voice import Voice, VoiceError
from engines.base import SAMPLE_RATE_HZ, Samples

ECHO_S = 0.25
"""The microphone hears the room's echo for so long after the loudspeaker."""


class LoudMouth:
    """Speaks and plays in the background; the first failure is told once, and the drill goes on as text."""

    def __init__(self, advise: Callable[[str], None], voice: Voice | None = None, output: Output | None = None) -> None:
        """Prepare the voice and the loudspeaker.

        Args:
            advise: is told once why nothing can be heard.
            voice: what renders sentences.
            output: what plays.
        """
        self._advise = advise
        self._voice = voice or Voice()
        self._lock = Lock()
        self._waiting = 0
        self._over_s = 0.0
        self._advised = False
        self._player = Player(output or Loudspeaker(), lambda at_s: round(at_s * 1000), self._reported, time.monotonic)

    @property
    def busy(self) -> bool:
        """Whether it sounds, or its echo does."""
        with self._lock:
            return self._waiting > 0 or time.monotonic() < self._over_s

    def say(self, text: str) -> None:
        """Speak a sentence in the background."""
        try:
            rendered = self._voice.render(text)
        except VoiceError as error:
            self._tell(str(error))
            return
        self._player.play(Sound(rendered.samples, rendered.rate_hz, text))

    def play(self, samples: Samples) -> None:
        """Play a recording in the background."""
        self._player.play(Sound(samples, SAMPLE_RATE_HZ))

    def close(self) -> None:
        """Fall silent, and end the voice."""
        self._player.close()
        self._voice.close()

    def _reported(self, report: Report) -> None:
        with self._lock:
            if isinstance(report, Queued):
                self._waiting += 1
                return
            self._waiting -= 1
            self._over_s = time.monotonic() + (0 if isinstance(report, Unheard) else ECHO_S)
        if isinstance(report, Unheard) and report.advice:
            self._tell(report.advice)

    def _tell(self, advice: str) -> None:
        if not self._advised:
            self._advised = True
            self._advise(advice)
