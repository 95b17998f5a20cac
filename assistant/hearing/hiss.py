"""Whether speech ends with a hiss: ears that know the game hear "graveyard" where "graveyards" was said.

An s, a z and their like put their power above 3.5 kHz, every other sound below 2.5 kHz; a t may do either.
"""

import numpy as np

from assistant.core.phrases.match import Words
from assistant.hearing.sounds import Sounds
from engines.base import SAMPLE_RATE_HZ, Samples

HISSING = frozenset(("S", "Z", "SH", "ZH", "CH", "JH"))
"""Phones that end with a hiss; one that may end with one tells nothing."""
UNTOLD = frozenset(("T",))
FRAME, HOP = SAMPLE_RATE_HZ // 40, SAMPLE_RATE_HZ // 100
HIGH_HZ, LOW_HZ = (3_500, 7_800), (200, 2_500)
END_MS = 250
"""The hiss is looked for in so much of the end."""
LASTS_FRAMES = 6
"""It lasts 60 ms."""
END_BELOW_DB = 40.0
"""Speech ends where it was last so far below its loudest frame."""
EVEN_DB, CLEAR_DB = 5.0, 10.0
"""A final hiss stands so high above the low sounds where nothing is to be told (of the fitting voices' final hisses
5 % stand lower, of other ends 8 % higher), and so much more or less where all is."""
DEAF_FROM_HZ, DEAF_BELOW_DB = 4_500, 60.0
"""A microphone that has nothing above this, not even so far below the rest, has no hiss to tell of."""
CONTRADICTS_FROM = 0.5
"""A sentence that ends otherwise, by this or more, is not taken on trust."""


def final_hiss(samples: Samples) -> float | None:
    """Return how clearly a stretch of speech ends with a hiss (1.0) or without (-1.0).

    Args:
        samples: the stretch, mono, 16 kHz, in a quiet room.

    Returns:
        -1.0 to 1.0, or None where it cannot be told: the stretch is too short, or the microphone hears no high sounds.
    """
    if len(samples) < FRAME + LASTS_FRAMES * HOP:
        return None
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME)[::HOP] * np.hanning(FRAME)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    hertz = np.fft.rfftfreq(FRAME, 1 / SAMPLE_RATE_HZ)
    high, low = (power[:, (hertz > band[0]) & (hertz < band[1])].sum(axis=1) for band in (HIGH_HZ, LOW_HZ))
    audible = power[:, hertz > DEAF_FROM_HZ].sum(axis=1).max()
    if audible <= max(low.max(), high.max()) * 10 ** (-DEAF_BELOW_DB / 10):
        return None
    loud = high + low
    end = int(np.flatnonzero(loud > loud.max() * 10 ** (-END_BELOW_DB / 10))[-1]) + 1
    begin = max(0, end - END_MS * SAMPLE_RATE_HZ // 1000 // HOP)
    if end - begin < LASTS_FRAMES:
        return None
    lasting = np.ones(LASTS_FRAMES)
    highs, lows = (np.convolve(band[begin:end], lasting, "valid") for band in (high, low))
    ratio_db = float((10 * np.log10(highs / np.maximum(lows, 1e-12) + 1e-12)).max())
    return float(np.clip((ratio_db - EVEN_DB) / CLEAR_DB, -1.0, 1.0))


def agreement(hiss: float | None, sounds: Sounds) -> float:
    """Return how well a sentence ends as was heard: -1.0 to 1.0; 0.0 where that tells nothing."""
    if hiss is None or not sounds or sounds[-1] in UNTOLD:
        return 0.0
    return hiss if sounds[-1] in HISSING else -hiss


def ending_otherwise(words: Words) -> Words:
    """Return the sentence that differs by an s at its end, as most that is said wrongly does."""
    last = words[-1]
    return (*words[:-1], last[:-1] if last.endswith("s") else f"{last}s")


def contradicts(hiss: float | None, sounds: Sounds) -> bool:
    """Return whether a sentence cannot be taken on trust, for it should end otherwise."""
    return agreement(hiss, sounds) <= -CONTRADICTS_FROM
