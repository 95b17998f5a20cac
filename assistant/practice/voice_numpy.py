"""A voice measured without Praat: the same three figures by plainer means, for those who cannot have the extra.

Pitch and harmonics-to-noise come from the autocorrelation of Hann windows, corrected for the window (Boersma 1993),
without his search for the best path; jitter from periods that are matched one after the other by correlation.
"""

import numpy as np
from numpy.typing import NDArray

from assistant.practice.creepy import VoiceMeasure
from assistant.practice.voice_sound import FRAME_SAMPLES, HIGHEST_HZ, LOWEST_HZ, sounding, tilt_db
from engines.base import SAMPLE_RATE_HZ, Samples

NAME = "numpy"
WINDOW = round(3 * SAMPLE_RATE_HZ / LOWEST_HZ)
"""Three periods of the lowest pitch."""
VOICED = 0.45
"""Boersma's threshold: a weaker correlation is no voice."""
OCTAVE_COST = 0.01
"""Boersma's: a period twice as long must fit so much better."""
MOST_CORRELATION = 0.9999
"""40 dB: nothing that was recorded is purer."""
LEAST_VOICED_FRAMES = 5
LEAST_PERIODS = 4
STRETCH = 0.2
"""A period differs from what its frame's pitch promises by no more than a fifth."""
MOST_NEIGHBOURS = 1.3
"""Praat's: neighbours that differ by a larger factor are a slip of the measure, and no jitter."""
LEAST_FIT = 0.2
"""Two neighbouring periods that correlate less are no voice."""

Floats = NDArray[np.float64]


def measure(samples: Samples) -> VoiceMeasure | None:
    """Return what can be measured on an utterance without Praat, or None where there is no sound.

    Args:
        samples: mono, 16 kHz, with silence around it.
    """
    voice = sounding(samples)
    if len(voice) < SAMPLE_RATE_HZ // 10:
        return None
    length_ms = len(voice) * 1000 // SAMPLE_RATE_HZ
    hz, strength = _track(np.pad(voice.astype(np.float64), WINDOW // 2))
    voiced = np.flatnonzero(strength >= VOICED)
    centres_s = voiced * FRAME_SAMPLES / SAMPLE_RATE_HZ
    if len(voiced) < LEAST_VOICED_FRAMES:
        return VoiceMeasure(NAME, length_ms, tilt_db(voice, np.zeros(0)))
    purity = np.minimum(strength[voiced], MOST_CORRELATION)
    hnr_db = float((10 * np.log10(purity / (1 - purity))).mean())
    tilt = tilt_db(voice, centres_s)
    return VoiceMeasure(NAME, length_ms, tilt, float(np.median(hz[voiced])), hnr_db, _jitter(voice, hz, voiced))


def _track(padded: Floats) -> tuple[Floats, Floats]:
    """Return the pitch of every frame, in hertz, and the correlation at its period."""
    window = np.hanning(WINDOW)
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::FRAME_SAMPLES]
    frames = (frames - frames.mean(axis=1, keepdims=True)) * window
    size = 2 * WINDOW
    power = np.fft.irfft(np.abs(np.fft.rfft(frames, size, axis=1)) ** 2, axis=1)[:, :WINDOW]
    own = np.fft.irfft(np.abs(np.fft.rfft(window, size)) ** 2)[:WINDOW]
    shortest, longest = round(SAMPLE_RATE_HZ / HIGHEST_HZ), round(SAMPLE_RATE_HZ / LOWEST_HZ)
    loud = np.maximum(power[:, :1], 1e-30)
    kept = slice(longest + 2)
    correlation = np.clip(power[:, kept] / loud / (own[kept] / own[0]), -1.0, 1.0)
    lags = np.arange(longest + 2)
    weighed = correlation - OCTAVE_COST * np.log2(np.maximum(lags, 1) / shortest)
    weighed[:, :shortest] = -1.0
    peaks = (weighed[:, 1:-1] >= weighed[:, :-2]) & (weighed[:, 1:-1] > weighed[:, 2:])
    best = 1 + np.where(peaks, weighed[:, 1:-1], -1.0).argmax(axis=1)
    rows = np.arange(len(best))
    left, middle, right = (correlation[rows, best + offset] for offset in (-1, 0, 1))
    bend = left - 2 * middle + right
    shift = np.where(bend < 0, 0.5 * (left - right) / np.where(bend < 0, bend, 1.0), 0.0)
    shift = np.clip(shift, -0.5, 0.5)  # the cost of octaves can make a peak where the correlation itself only rises
    strength = np.where(peaks.any(axis=1), middle - 0.25 * (left - right) * shift, 0.0)
    return SAMPLE_RATE_HZ / (best + shift), strength


def _jitter(voice: Samples, hz: Floats, voiced: NDArray[np.intp]) -> float | None:
    """Return the mean difference of neighbouring periods as a share of a period, over every voiced stretch."""
    differences: list[Floats] = []
    lengths: list[Floats] = []
    for stretch in np.split(voiced, np.flatnonzero(np.diff(voiced) > 1) + 1):
        sound = voice[stretch[0] * FRAME_SAMPLES : (stretch[-1] + 1) * FRAME_SAMPLES].astype(np.float64)
        for periods in _runs(sound, SAMPLE_RATE_HZ / hz[stretch]):
            alike = np.maximum(periods[1:], periods[:-1]) <= MOST_NEIGHBOURS * np.minimum(periods[1:], periods[:-1])
            differences.append(np.abs(np.diff(periods))[alike])
            lengths.append(periods)
    found = np.concatenate(differences) if differences else np.zeros(0)
    return float(found.mean() / np.concatenate(lengths).mean()) if len(found) >= LEAST_PERIODS else None


def _runs(sound: Floats, expected: Floats) -> list[Floats]:
    """Return the length of every period in samples: each is where the sound fits the period before it best.

    Args:
        sound: a voiced stretch.
        expected: the period at each of its frames, in samples.

    Returns:
        Runs of periods without a gap; where no period fits, one run ends and another begins.
    """
    runs: list[list[float]] = [[]]
    at = 0.0
    while (frame := int(at) // FRAME_SAMPLES) < len(expected):
        period = _period(sound, at, expected[frame])
        if period is None:
            runs.append([])
        else:
            runs[-1].append(period)
        at += expected[frame] if period is None else period
    return [np.array(run) for run in runs if len(run) > 1]


def _period(sound: Floats, at: float, expected: float) -> float | None:
    """Return the length of the period at a place, or None where none fits, or the sound ends."""
    width, start = round(expected), round(at)
    low, high = round(expected * (1 - STRETCH)), round(expected * (1 + STRETCH))
    if start + high + width > len(sound):
        return None
    before = sound[start : start + width]
    fits = np.array([_fit(before, sound[start + lag : start + lag + width]) for lag in range(low, high + 1)])
    best = int(fits.argmax())
    if not 0 < best < len(fits) - 1 or fits[best] < LEAST_FIT:
        return None
    left, middle, right = fits[best - 1 : best + 2]
    bend = left - 2 * middle + right
    return float(low + best + (0.5 * (left - right) / bend if bend < 0 else 0.0))


def _fit(one: Floats, other: Floats) -> float:
    size = float(np.sqrt((one @ one) * (other @ other)))
    return float(one @ other) / size if size else 0.0
