"""The log-mel spectrogram that Whisper was trained on (Radford et al. 2022, section 2.2), in numpy alone."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ, Samples

WINDOW_SAMPLES = 400
"""25 ms, the analysis window."""
HOP_SAMPLES = 160
"""10 ms, the step from frame to frame."""
MEL_BANDS = 80
"""Bands of the models up to "large-v2"."""
FLOOR = 1e-10
"""The smallest mel energy, so that silence has a logarithm."""
RANGE_DECADES = 8.0
"""Whatever lies further than this below the loudest cell counts as that far below."""

_LINEAR_HZ_PER_MEL = 200.0 / 3.0
_BREAK_HZ = 1000.0
_BREAK_MEL = _BREAK_HZ / _LINEAR_HZ_PER_MEL
_LOG_STEP = np.log(6.4) / 27.0
"""Slaney's auditory scale: linear to 1 kHz, then 27 steps for each factor of 6.4."""


def _mel_to_hz(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    above = _BREAK_HZ * np.exp(_LOG_STEP * (mel - _BREAK_MEL))
    return np.where(mel < _BREAK_MEL, mel * _LINEAR_HZ_PER_MEL, above)


@lru_cache(maxsize=1)
def _filter_bank() -> NDArray[np.float64]:
    """Return the triangular filters, shape (MEL_BANDS, WINDOW_SAMPLES // 2 + 1), each of unit area."""
    top_mel = _BREAK_MEL + np.log(SAMPLE_RATE_HZ / 2 / _BREAK_HZ) / _LOG_STEP
    edges_hz = _mel_to_hz(np.linspace(0.0, top_mel, MEL_BANDS + 2))
    bins_hz = np.linspace(0.0, SAMPLE_RATE_HZ / 2, WINDOW_SAMPLES // 2 + 1)
    low, centre, high = edges_hz[:-2, None], edges_hz[1:-1, None], edges_hz[2:, None]
    rising = (bins_hz - low) / (centre - low)
    falling = (high - bins_hz) / (high - centre)
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    return np.asarray(triangles * (2.0 / (high - low)))


def log_mel(samples: Samples, frames: int) -> NDArray[np.float32]:
    """Return the log-mel spectrogram of `samples`, padded with silence or cut to `frames` steps of 10 ms.

    Returns:
        Shape (MEL_BANDS, frames), scaled about to -1.0 .. 1.0 as the model expects.
    """
    padded = np.zeros(frames * HOP_SAMPLES, dtype=np.float32)
    kept = samples[: len(padded)]
    padded[: len(kept)] = kept
    centred = np.pad(padded, WINDOW_SAMPLES // 2, mode="reflect")
    slices = np.lib.stride_tricks.sliding_window_view(centred, WINDOW_SAMPLES)[::HOP_SAMPLES][:frames]
    hann = np.hanning(WINDOW_SAMPLES + 1)[:-1].astype(np.float32)
    power = np.abs(np.fft.rfft(slices * hann, axis=1)) ** 2
    decades = np.log10(np.maximum(power @ _filter_bank().T, FLOOR))
    decades = np.maximum(decades, decades.max() - RANGE_DECADES)
    return np.ascontiguousarray(((decades + 4.0) / 4.0).T, dtype=np.float32)
