"""What there is to hear in an utterance at all: the same gate for every engine."""

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ, Samples

MIN_SAMPLES = SAMPLE_RATE_HZ // 10
"""Nothing shorter than 100 ms is a word."""
QUIETEST_PEAK = 1e-4
"""-80 dBFS: below it there is only silence."""
LOUDEST_PEAK = 8.0
"""Eight times full scale: resampling overshoots by less, and what is above it is no sound but a broken file."""
FULL_SCALE = 32767
"""Of 16-bit samples."""
TARGET_PEAK = 0.5
"""Of `even_pcm`: half of full scale."""


def is_audible(samples: Samples) -> bool:
    """Return whether an utterance is long enough, loud enough, and sound at all."""
    if len(samples) < MIN_SAMPLES or not np.isfinite(samples).all():
        return False
    return QUIETEST_PEAK <= float(np.abs(samples).max()) <= LOUDEST_PEAK


def even_pcm(samples: Samples) -> NDArray[np.int16]:
    """Return an audible utterance as 16-bit samples that peak at TARGET_PEAK: quiet voices are heard like loud ones."""
    peak = float(np.abs(samples).max())
    return (samples * (TARGET_PEAK * FULL_SCALE / peak)).astype("<i2")
