"""From sound to what a picture of it holds: an outline and a spectrogram of few columns."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ, Samples

WINDOW_SAMPLES = 400
"""25 ms: harmonics of a low voice melt together, syllables stay apart."""
HIGHEST_HZ = 6_000
"""Above this speech has little but hiss, which the bands below show as well."""
RANGE_DB = 55.0
"""So far below the loudest point of a lane the spectrogram is white."""
SILENT_LANE_DB = 10.0
"""A lane whose peak is further below the loudest lane is drawn quieter: bleed must not look like a voice."""
SILENCE_DB = -60.0
"""The power that stands for digital silence, on the scale of `levels_db`."""


def outline(samples: Samples, columns: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the lowest and the highest sample of each of `columns` stretches, both of shape (columns,)."""
    if not len(samples):
        return np.zeros(columns, np.float32), np.zeros(columns, np.float32)
    edges = np.linspace(0, len(samples), columns + 1).astype(int)[:-1]
    return np.minimum.reduceat(samples, edges), np.maximum.reduceat(samples, edges)


def levels_db(samples: Samples, columns: int, rows: int, rate_hz: int = SAMPLE_RATE_HZ) -> NDArray[np.float32]:
    """Return how loud the sound is by pitch and time, in dB, shape (rows, columns), the lowest pitch first.

    Args:
        samples: mono.
        columns: how many points in time.
        rows: how many bands between 0 and HIGHEST_HZ.
        rate_hz: samples a second.
    """
    if len(samples) < WINDOW_SAMPLES:
        return np.full((rows, columns), SILENCE_DB, np.float32)
    padded = np.pad(samples, WINDOW_SAMPLES // 2)
    starts = np.linspace(0, len(padded) - WINDOW_SAMPLES, columns).astype(int)
    windows = padded[starts[:, None] + np.arange(WINDOW_SAMPLES)] * np.hanning(WINDOW_SAMPLES)
    powers = np.abs(np.fft.rfft(windows, axis=1)) ** 2
    bins = min(powers.shape[1], HIGHEST_HZ * WINDOW_SAMPLES // rate_hz)
    edges = np.linspace(0, bins, rows + 1).astype(int)[:-1]
    banded = np.add.reduceat(powers[:, :bins], edges, axis=1).T
    return np.asarray(10 * np.log10(banded + 10 ** (SILENCE_DB / 10)), dtype=np.float32)


def spectrograms(lanes: Sequence[Samples], columns: int, rows: int, rate_hz: int) -> tuple[NDArray[np.float32], ...]:
    """Return the spectrogram of every lane, 0.0 (white) to 1.0 (black), shape (rows, columns), the lowest pitch first.

    A lane is as black as its own loudest point, unless that is far below the loudest of all: then it was silent.
    """
    levels = [levels_db(lane, columns, rows, rate_hz) for lane in lanes]
    loudest_db = max((float(lane.max()) for lane in levels), default=SILENCE_DB)
    tops_db = [max(float(lane.max()), loudest_db - SILENT_LANE_DB, SILENCE_DB + RANGE_DB) for lane in levels]
    shaded = [np.clip((lane - top + RANGE_DB) / RANGE_DB, 0.0, 1.0) for lane, top in zip(levels, tops_db, strict=True)]
    return tuple(np.asarray(lane, dtype=np.float32) for lane in shaded)


def scales(lanes: Sequence[Samples]) -> tuple[float, ...]:
    """Return the sample that fills the height of each lane's waveform: its own peak, but for silent lanes."""
    peaks = [float(np.abs(lane).max()) if len(lane) else 0.0 for lane in lanes]
    least = max(peaks, default=0.0) * 10 ** (-SILENT_LANE_DB / 20)
    return tuple(max(peak, least, 1e-4) for peak in peaks)
