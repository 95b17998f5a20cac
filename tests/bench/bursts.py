"""A voice that needs no synthesiser: a burst of noise, 60 ms a letter, that begins and ends at full strength."""

import hashlib

import numpy as np

from assistant.core.observations import Call, Verdict
from bench.voices import PEAK, Voice
from engines.base import SAMPLE_RATE_HZ, Samples

LETTER_MS = 60
LOUD = 0.02
FRAME_SAMPLES = SAMPLE_RATE_HZ // 100
GAP_FRAMES = 30


def burst_of(text: str, voice: Voice, tempo: float = 1.0) -> Samples:
    """Return the burst for a sentence."""
    letters = sum(letter.isalpha() for letter in text)
    length = round(letters * LETTER_MS * SAMPLE_RATE_HZ / 1000 / tempo)
    seed = int.from_bytes(hashlib.sha256(f"{text} {voice.name}".encode()).digest()[:4])
    sound = np.random.default_rng(seed).uniform(-PEAK, PEAK, length)
    sound[[0, -1]] = PEAK
    return np.asarray(sound, dtype=np.float32)


def hear_bursts(samples: Samples, phrase: str, player: str) -> list[Call]:
    """A listener with no ears: every stretch of energy on one channel is an exact call."""
    frames = samples[: len(samples) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
    loud = np.flatnonzero(np.sqrt((frames**2).mean(axis=1)) > LOUD)
    groups = np.split(loud, np.flatnonzero(np.diff(loud) > GAP_FRAMES) + 1) if len(loud) else []
    return [
        Call(player, phrase, Verdict.EXACT, phrase, int(group[0]) * 10, (int(group[-1]) + 1) * 10, error_ms=10)
        for group in groups
    ]
