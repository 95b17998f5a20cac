"""What is measured on the sound of one attempt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.core.phrases.normalise import plain_words
from assistant.practice.creepy import CREEPY_PHRASES, Creepiness
from assistant.practice.prompts import Prompt
from assistant.practice.scoring import Lookup, Measured, Stretch, WordScore, judge, syllables_in
from engines.base import SAMPLE_RATE_HZ, Samples

FRAME_SAMPLES = SAMPLE_RATE_HZ // 100
SPEECH_BELOW_PEAK_DB = 25.0
"""Frames so far below the loudest one are pauses and room, and no part of the level."""

Creep = Callable[[Samples], Creepiness | None]
"""Measures how creepy a sound is; None where there is none."""

ScoreWords = Callable[[Samples, Sequence[str]], Sequence[WordScore]]
"""Scores the sound of each word; empty where the words do not fit."""


@dataclass(frozen=True, slots=True)
class Meter:
    """Measures attempts."""

    score_words: ScoreWords
    """Scores the sound of each word."""
    pronounce: Lookup
    """Gives the phones of a word."""
    creep: Creep | None = None
    """Measures how creepy a call is, where the player's everyday voice is known."""

    def measure(self, prompt: Prompt, stretch: Stretch, samples: Samples) -> Measured:
        """Return what was measured on an attempt.

        Args:
            prompt: what was asked for.
            stretch: what was heard.
            samples: its sound, mono, 16 kHz.
        """
        _, call, _ = judge(prompt, stretch)
        words = plain_words(call.heard) if call else stretch.words
        scores = tuple(self.score_words(samples, words)) if words else ()
        creepy = None
        if self.creep and prompt.phrase in CREEPY_PHRASES and (call or not set(prompt.words).isdisjoint(words)):
            creepy = self.creep(samples)
        return Measured(syllables_in(words, self.pronounce), level_dbfs(samples), scores, creepy)


def level_dbfs(samples: Samples) -> float | None:
    """Return the mean level of the speech in a sound, in dB below full scale; None where there is none."""
    frames = samples[: len(samples) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
    powers = np.square(frames, dtype=np.float64).mean(axis=1)
    if not len(powers) or powers.max() <= 0:
        return None
    spoken = powers[powers >= powers.max() * 10 ** (-SPEECH_BELOW_PEAK_DB / 10)]
    return round(float(10 * np.log10(spoken.mean())), 1)
