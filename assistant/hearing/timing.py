"""When a call was complete: the end of its sound on its own channel, and how far that may be off.

Decoders end a final "s" 150 to 200 ms early, so the end is taken from the energy of the channel once the words are
known. Noise hides the decay of a sound, by an amount that depends on the sound; that bias, and what is left of the
error, were measured on the benchmark's corpus and lie in `fitted.toml`.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from assistant.hearing.levels import WINDOW_SAMPLES, band_powers, decibels
from engines.base import SAMPLE_RATE_HZ, Samples

HOP_SAMPLES = 80
"""5 ms, the step of the search."""
HALF_WINDOW_MS = WINDOW_SAMPLES * 1000 // SAMPLE_RATE_HZ // 2
BELOW_PEAK_DB = 52.0
"""A sound is over when its power has decayed so far below its loudest 20 ms: that is where a sample last reaches 45 dB
below the peak sample, which is how the bench defines a true end."""
ABOVE_ROOM_DB = 3.0
"""... or when it no longer stands so far above the room."""


class FinalSound(StrEnum):
    """How a call's last word ends; each kind decays in its own way."""

    HISS = "hiss"
    """s, z, sh, ch, x."""
    STOP = "stop"
    """b, d, g, k, p, t."""
    VOICED = "voiced"
    """Vowels, nasals and the rest."""


def final_sound(word: str) -> FinalSound:
    """Return how a word ends, judged by its spelling."""
    if word.endswith(("s", "z", "x", "ce", "se", "ze", "sh", "ch")):
        return FinalSound.HISS
    if word.rstrip("e").endswith(tuple("bdgkpt")):
        return FinalSound.STOP
    return FinalSound.VOICED


@dataclass(frozen=True, slots=True)
class TimingFit:
    """The measured error of ends, by final sound and loudness above the room."""

    snr_edges_db: tuple[float, ...]
    """Where one class of loudness ends and the next begins, rising."""
    bias_ms: dict[FinalSound, tuple[int, ...]]
    """Median of (found - true), one figure a class: what is subtracted."""
    error_ms: tuple[int, ...]
    """95 % of what is left lies within, one figure a class."""

    def correct(self, end_ms: int, last_word: str, snr_db: float) -> tuple[int, int]:
        """Return the corrected end and how far it may be off, both in milliseconds."""
        kind = int(np.searchsorted(self.snr_edges_db, snr_db))
        return end_ms - self.bias_ms[final_sound(last_word)][kind], self.error_ms[kind]


def sound_bounds_ms(samples: Samples, start_ms: int, room_power: tuple[float, ...]) -> tuple[int, int] | None:
    """Return where the sound in `samples` begins and ends on the session clock, or None where there is none.

    Args:
        samples: one channel around one call, mono, 16 kHz.
        start_ms: where the first sample lies on the session clock.
        room_power: the room's power in each band, relative to full scale.
    """
    if len(samples) < WINDOW_SAMPLES:
        return None
    windows = np.lib.stride_tricks.sliding_window_view(samples, WINDOW_SAMPLES)[::HOP_SAMPLES]
    powers = band_powers(windows)
    peak = powers.sum(axis=1).max()
    floor = np.maximum(np.asarray(room_power) * 10 ** (ABOVE_ROOM_DB / 10), peak * 10 ** (-BELOW_PEAK_DB / 10))
    heard = np.flatnonzero((powers > floor).any(axis=1))
    if not len(heard):
        return None
    first_ms, last_ms = (int(index) * HOP_SAMPLES * 1000 // SAMPLE_RATE_HZ + HALF_WINDOW_MS for index in heard[[0, -1]])
    return start_ms + first_ms, start_ms + last_ms


def peak_db(samples: Samples) -> float:
    """Return the level of the loudest 20 ms, in dBFS; -100 for silence or for less than 20 ms."""
    if len(samples) < WINDOW_SAMPLES:
        return -100.0
    windows = np.lib.stride_tricks.sliding_window_view(samples, WINDOW_SAMPLES)[::HOP_SAMPLES]
    return float(decibels(band_powers(windows).sum(axis=1)).max())
