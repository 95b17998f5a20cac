"""An ear for single words: a shout has too few sounds for an ear that writes down sentences.

Google's speech embedding (Lin et al., "Training keyword spotters with limited and synthesized speech data", ICASSP
2020; Apache 2.0, `speech_embedding.LICENSE`) turns 0.8 s of sound into 96 numbers that tell words apart, whoever says
them. It was learned from people's videos. What it makes of a shout is weighed by small networks of one hidden layer,
learned from synthetic people (`python -m bench.shouts`, `keywords.npz`): one for each part of these people, learned
from all the others, so that what the network makes of strangers can be measured on those that it was not learned from.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.base import OTHER, SAMPLE_RATE_HZ, Samples
from engines.network import load_arrays, load_network

LONGEST_S = 2.2
"""No single word is longer, however creepily it is said: two words and a pause."""
PEAK = 0.4
"""Every stretch is brought to this peak, of full scale."""
LEAD_SAMPLES, TAIL_SAMPLES = SAMPLE_RATE_HZ * 8 // 5, SAMPLE_RATE_HZ // 5
"""A silence is put around it, so that all windows are full."""
SILENCE = 1e-4
"""... as loud as a good microphone's own noise."""
FRAME_HZ = 100
WINDOW_FRAMES = 76
STRIDE_S = 0.08
PLACES = 7
"""The word may end so many strides before the stretch does, which may end with a breath."""
TAPS = (0, 2, 4)
"""Seen from each place: the window that ends there, and those that end so many strides before it."""
BANDS = 32
EMBEDDING = 96

Numbers = NDArray[np.float32]


class KeywordEar:
    """Tells which of a few words a short stretch of speech is. Deterministic, on one thread."""

    def __init__(self, only: int | None = None) -> None:
        """Hear with all networks together, or with one of them only.

        Args:
            only: the number of the network, from 0: as strangers to it are heard.
        """
        self._only = only

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it knows."""
        return tuple(str(word) for word in self._learned["words"])

    def log_chances(self, samples: Samples) -> Mapping[str, float]:
        """Return the log-probability of each word, and of OTHER, in nats; nothing for a stretch longer than a word."""
        if not self.fits(samples):
            return {}
        learned = self._learned
        inputs = (self.embedding(samples) - learned["mean"]) / learned["scale"]
        heads = range(len(learned["hidden"])) if self._only is None else [self._only]
        chances = np.mean([head(inputs, learned["hidden"][k], learned["output"][k]) for k in heads], axis=0)
        return dict(zip((*self.words, OTHER), np.log(chances + 1e-9).tolist(), strict=True))

    @staticmethod
    def fits(samples: Samples) -> bool:
        """Tell whether a stretch may be a single word."""
        return 0 < len(samples) <= LONGEST_S * SAMPLE_RATE_HZ

    def embedding(self, samples: Samples) -> Numbers:
        """Return what the embedding makes of a stretch, shape (PLACES, len(TAPS) * EMBEDDING)."""
        silence = np.random.default_rng(0).normal(0.0, SILENCE, LEAD_SAMPLES).astype(np.float32)
        loud = samples * (PEAK / max(float(np.abs(samples).max()), 1e-9))
        padded = np.concatenate((silence, loud, silence[:TAIL_SAMPLES])).astype(np.float32)
        bands = self._mel.run(None, {"input": padded[np.newaxis] * 32_767})[0].reshape(-1, BANDS) / 10 + 2
        last = (LEAD_SAMPLES + len(samples)) / SAMPLE_RATE_HZ
        strides = np.arange(PLACES + max(TAPS))
        ends = np.minimum(len(bands), ((last - strides * STRIDE_S) * FRAME_HZ).astype(int))
        windows = np.array([bands[end - WINDOW_FRAMES : end, :, np.newaxis] for end in ends], dtype=np.float32)
        seen = np.asarray(self._embedding.run(None, {"input_1": windows})[0], dtype=np.float32).reshape(-1, EMBEDDING)
        return np.hstack([seen[tap : tap + PLACES] for tap in TAPS])

    @cached_property
    def _mel(self) -> Any:
        return load_network("speech_mel.onnx", "hearing shouts")

    @cached_property
    def _embedding(self) -> Any:
        return load_network("speech_embedding.onnx", "hearing shouts")

    @cached_property
    def _learned(self) -> Mapping[str, NDArray[Any]]:
        return load_arrays("keywords.npz")


def head(inputs: Numbers, hidden: Numbers, output: Numbers) -> Numbers:
    """Return the chances of each word and of OTHER that one network gives.

    Each word is looked for at the place where it fits best. The last row of each layer is added to whatever comes in.

    Args:
        inputs: scaled to mean 0.0 and deviation 1.0, shape (places, numbers).
        hidden: shape (numbers + 1, hidden numbers).
        output: shape (hidden numbers + 1, words).
    """
    middle = np.maximum(inputs @ hidden[:-1] + hidden[-1], 0.0)
    totals = np.append((middle @ output[:-1] + output[-1]).max(axis=0), 0.0)
    odds = np.exp(totals - totals.max())
    return np.asarray(odds / odds.sum(), dtype=np.float32)
