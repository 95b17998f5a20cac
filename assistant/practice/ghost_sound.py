"""How a ghost sounds: its opening and its line, so placed that the line is complete when its speed says so."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import soxr

from assistant.announce.player import Played, Player, Report, Sound
from assistant.practice.duels import Rival
from engines.base import Samples

MOST_SPEECH = 0.8
"""A ghost speaks for so much of its time at most; what would last longer is hurried, pitch and all."""


def scene_sound(opening: Samples, line: Samples, rate_hz: int, complete_ms: int) -> Samples:
    """Return the opening, and a line that is complete `complete_ms` after the opening's end.

    Args:
        opening: mono, at `rate_hz`; may be empty.
        line: mono, at `rate_hz`.
        rate_hz: samples a second.
        complete_ms: when the line is complete.
    """
    room = complete_ms * rate_hz // 1000
    most = max(1, int(room * MOST_SPEECH))
    if len(line) > most:
        line = np.asarray(soxr.resample(line, len(line), most), dtype=np.float32)[:room]
    quiet = np.zeros(room - len(line), dtype=np.float32)
    return np.concatenate((opening, quiet, line)).astype(np.float32)


@dataclass(slots=True)
class SpokenGhost:
    """Lets the player hear the ghost; what was heard when is known once it is over."""

    opening: Samples
    """The opening, mono, at `rate_hz`; empty where the player is taken to have said it."""
    line: Samples
    """The ghost's line, mono, at `rate_hz`."""
    rate_hz: int
    """Samples a second."""
    build: Callable[[Callable[[Report], None]], Player]
    """Builds what plays, given who is told."""
    _player: Player = field(init=False)
    _cue_ms: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """Begin to play."""
        self._player = self.build(self._reported)

    def start(self, rival: Rival) -> None:
        """See races.GhostVoice."""
        self._cue_ms = None
        self._player.play(Sound(scene_sound(self.opening, self.line, self.rate_hz, rival.complete_ms), self.rate_hz))

    def cue_ms(self) -> int | None:
        """See races.GhostVoice."""
        return self._cue_ms

    def close(self) -> None:
        """Fall silent."""
        self._player.close()

    def _reported(self, report: Report) -> None:
        if isinstance(report, Played):
            self._cue_ms = report.start_ms + len(self.opening) * 1000 // self.rate_hz
