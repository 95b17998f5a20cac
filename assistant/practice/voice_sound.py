"""What both measures of a voice share: length, voiced frames, spectral tilt. Nothing depends on loudness."""

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ, Samples

FRAME_SAMPLES = SAMPLE_RATE_HZ // 100
"""10 ms."""
SOUND_BELOW_PEAK_DB = 30.0
"""Frames so far below the loudest one are silence: room, echo, breath between words."""
LOWEST_HZ = 50.0
"""The deepest growl that is still a pitch."""
HIGHEST_HZ = 600.0
"""The highest voice: a child that squeals."""
LOW_BAND_HZ = (80.0, 1_000.0)
HIGH_BAND_HZ = (1_000.0, 3_500.0)
"""The tilt is the one against the other; above lies the hiss of "s"."""
TILT_WINDOW = 1_024


def sounding(samples: Samples) -> Samples:
    """Return an utterance from its first to its last frame near its loudest; empty where there is no sound.

    Args:
        samples: mono, 16 kHz, with silence around it.
    """
    frames = samples[: len(samples) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES).astype(np.float64)
    powers = np.square(frames - frames.mean()).mean(axis=1) if len(frames) else np.zeros(0)
    if not len(powers) or powers.max() <= 0:
        return samples[:0]
    loud = np.flatnonzero(powers >= powers.max() * 10 ** (-SOUND_BELOW_PEAK_DB / 10))
    return samples[loud[0] * FRAME_SAMPLES : (loud[-1] + 1) * FRAME_SAMPLES]


def tilt_db(samples: Samples, centres_s: NDArray[np.float64]) -> float:
    """Return the level of HIGH_BAND_HZ against that of LOW_BAND_HZ, in dB.

    Args:
        samples: mono, 16 kHz.
        centres_s: the middles of the voiced frames, in seconds; none: the whole sound counts.
    """
    padded = np.pad(samples.astype(np.float64), TILT_WINDOW // 2)
    starts = np.round(centres_s * SAMPLE_RATE_HZ).astype(int)
    if not len(starts):
        starts = np.arange(0, len(samples), FRAME_SAMPLES)
    starts = starts[(starts >= 0) & (starts + TILT_WINDOW <= len(padded))]
    windows = np.stack([padded[start : start + TILT_WINDOW] for start in starts]) * np.hanning(TILT_WINDOW)
    power = (np.abs(np.fft.rfft(windows, axis=1)) ** 2).sum(axis=0)
    hz = np.fft.rfftfreq(TILT_WINDOW, 1 / SAMPLE_RATE_HZ)
    low, high = (power[(hz >= band[0]) & (hz < band[1])].sum() for band in (LOW_BAND_HZ, HIGH_BAND_HZ))
    return float(10 * np.log10(max(high, 1e-30) / max(low, 1e-30)))
