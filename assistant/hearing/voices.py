"""Whether one person speaks or two at once: on a shared microphone a louder call may cover another.

A voiced sound repeats itself with the period of its pitch, so the sound minus itself one period ago is next to nothing.
Of two voices one is left over by that, and it goes when the period of the second is taken out in the same way
(de Cheveigné 1993, "Separation of concurrent harmonic sounds"). Noise and hiss are left over both times, and count for
nothing.
"""

import numpy as np
import soxr
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ, Samples

RATE_HZ = 8_000
"""Enough for the lower harmonics, which are the strong ones."""
FRAME = RATE_HZ * 40 // 1000
HOP = RATE_HZ * 20 // 1000
LAGS = np.arange(RATE_HZ // 400, RATE_HZ // 70 + 1)
"""Periods of voices from 400 down to 70 Hz."""
LOUD_DB = 20.0
"""Only frames within so much of the loudest are looked at."""
ONE_VOICE = 0.15
"""Where taking out one period leaves less than this share of the power, one voice is all there is."""
TWO_VOICES = 0.1
"""... and where two periods leave less than this, two voices are."""
LIKELIEST = 3
"""So many first periods are tried."""
APART = 4
"""Periods nearer to each other than so many samples are one voice's."""


def second_voice_share(samples: Samples) -> float:
    """Return in which share of the loud frames two voices are heard at once, 0.0 to 1.0; 0.0 for silence.

    Args:
        samples: one channel around one call, mono, 16 kHz.
    """
    sound = np.asarray(soxr.resample(samples, SAMPLE_RATE_HZ, RATE_HZ), dtype=np.float64)
    history = 2 * int(LAGS[-1])
    if len(sound) < history + FRAME:
        return 0.0
    frames = np.lib.stride_tricks.sliding_window_view(sound, history + FRAME)[::HOP]
    powers = (frames[:, history:] ** 2).mean(axis=1)
    loud = powers > max(powers.max() * 10 ** (-LOUD_DB / 10), np.finfo(np.float64).tiny)
    if not loud.any():
        return 0.0
    return float(np.mean([_has_two(frame, power) for frame, power in zip(frames[loud], powers[loud], strict=True)]))


def _has_two(frame: NDArray[np.float64], power: float) -> bool:
    one = _left_over(frame) / (2 * power)
    if one.min() < ONE_VOICE:
        return False
    for lag in LAGS[np.argsort(one)[:LIKELIEST]]:
        rest = frame[lag:] - frame[:-lag]
        two = _left_over(rest) / (4 * power)
        if two[np.abs(LAGS - lag) >= APART].min() < TWO_VOICES:
            return True
    return False


def _left_over(sound: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the power of the last FRAME samples minus those one period ago, for each of LAGS."""
    earlier = np.lib.stride_tricks.sliding_window_view(sound, FRAME)[-1 - LAGS]
    return np.asarray(((sound[-FRAME:] - earlier) ** 2).mean(axis=1))
