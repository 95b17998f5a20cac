"""A moment of a match as it is played back: all microphones in one, as fast as it was or slower."""

import numpy as np

from assistant.announce.player import Sound as Playable
from assistant.disputes.clips import HEADROOM, MOST_GAIN
from assistant.disputes.sound import Sound

AROUND_MS = 300
"""So much is played before and after a moment."""
SLOW = 1 / 3
"""The slower speed: slow enough to tell "the grave" from "the graveyard"."""


def playable(sound: Sound, rate_hz: int, speed: float = 1.0, channel: int | None = None) -> Playable:
    """Return a stretch of sound for a loudspeaker; slower means lower, like a tape.

    Args:
        sound: shape (frames, channels).
        rate_hz: samples a second.
        speed: 1.0 as it was.
        channel: only this microphone; None: all of them.
    """
    mixed = sound.sum(axis=1) if channel is None else sound[:, channel]
    peak = float(np.abs(mixed).max()) if len(mixed) else 0.0
    samples = mixed * min(MOST_GAIN, HEADROOM / peak) if peak else mixed
    return Playable(samples.astype(np.float32), max(1, round(rate_hz * speed)))
