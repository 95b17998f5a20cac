"""Short beeps, made of pure tones: what is said while words would get in the players' way.

Each sign has a melody of its own, told apart by direction and number of tones, not by pitch alone.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from engines.base import Samples

BEEP_RATE_HZ = 48_000
"""Samples a second: the rate of most devices, so that a beep needs no resampling."""
LEVEL = 0.25
"""-12 dBFS: audible across a table, and far below a voice that shouts."""
FADE_MS = 27
"""Each tone rises and falls in so long, which is half of it: what rises faster spreads over so many pitches that it
cannot be taken out of what the microphones hear (`hearing.tones` leaves 24 dB more of a tone that rises in 8 ms)."""
TONE_MS = 55
"""The length of a tone."""
REST_MS = 25
"""Between two tones."""


class Sign(StrEnum):
    """What a beep means."""

    OPEN = "open"
    """A race or a reply is open: rising."""
    STANDS = "stands"
    """A call counts, a ruling is made: one tone."""
    UNCLEAR = "unclear"
    """The referee needs it said again, or has a question: the same tone three times."""
    PAUSE = "pause"
    """The match stands still, or goes on: falling."""


MELODIES_HZ: Mapping[Sign, tuple[float, ...]] = MappingProxyType(
    {
        Sign.OPEN: (880.0, 1318.5),
        Sign.STANDS: (1046.5,),
        Sign.UNCLEAR: (659.3, 659.3, 659.3),
        Sign.PAUSE: (1046.5, 698.5, 523.3),
    }
)
"""The tones of each sign, in hertz: notes of C major, below the hiss of consonants and above most voices' pitch."""


def beep(sign: Sign) -> Samples:
    """Return the sound of a sign: mono, at BEEP_RATE_HZ, full scale -1.0 to 1.0, less than a quarter of a second."""
    rest = np.zeros(BEEP_RATE_HZ * REST_MS // 1000, dtype=np.float32)
    parts: list[Samples] = []
    for pitch_hz in MELODIES_HZ[sign]:
        parts += [_tone(pitch_hz), rest]
    return np.concatenate(parts[:-1])


def _tone(pitch_hz: float) -> Samples:
    """Return one tone with raised-cosine edges."""
    seconds = np.arange(BEEP_RATE_HZ * TONE_MS // 1000) / BEEP_RATE_HZ
    edge = np.minimum(seconds, seconds[-1] - seconds) / (FADE_MS / 1000)
    envelope = 0.5 - 0.5 * np.cos(np.pi * np.clip(edge, 0.0, 1.0))
    return np.asarray(LEVEL * envelope * np.sin(2 * np.pi * pitch_hz * seconds), dtype=np.float32)
