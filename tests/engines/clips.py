"""Reads the recordings that `make_clips.py` made."""

from pathlib import Path

import numpy as np
import soundfile

from engines.base import SAMPLE_RATE_HZ, Samples

FOLDER = Path(__file__).parent / "recordings"
LEAD_MS = 300
"""Where the speech begins in every clip."""


def clip(name: str) -> Samples:
    samples, rate_hz = soundfile.read(FOLDER / f"{name}.flac", dtype="float32")
    assert rate_hz == SAMPLE_RATE_HZ
    return np.asarray(samples, dtype=np.float32)


def length_ms(samples: Samples) -> int:
    return len(samples) * 1000 // SAMPLE_RATE_HZ


def noise(peak: float, seconds: float, seed: int = 7) -> Samples:
    drawn = np.random.default_rng(seed).uniform(-peak, peak, int(seconds * SAMPLE_RATE_HZ))
    return drawn.astype(np.float32)
