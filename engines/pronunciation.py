"""How well each word of a call fits its usual sound: forced alignment by PocketSphinx, with its acoustic scores.

The decoder's score of a frame is its distance from the best-fitting sound of all, so that a word's mean score is its
goodness of pronunciation (Witt and Young 2000): 0 where no other sound fits better, lower where others do.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engines.base import Samples
from engines.pocketsphinx import PocketsphinxAligner

WORST_NATS = -700.0
"""The decoder gives likelihoods as floating-point numbers, which end here."""


@dataclass(frozen=True, slots=True)
class PronouncedWord:
    """A word and how well its sound fits it."""

    text: str
    """The word."""
    per_frame: float
    """Mean log-likelihood below the best-fitting sounds, nats a frame of 10 ms, 0 at best."""
    frames: int
    """How many frames it lasts, at least 1."""


class PronunciationScorer(PocketsphinxAligner):
    """Scores the words of an utterance."""

    def score(self, samples: Samples, words: Sequence[str]) -> tuple[PronouncedWord, ...]:
        """Return every word with its score, or nothing when the sound does not fit the words.

        Args:
            samples: the utterance, mono, 16 kHz.
            words: what was said, in order, lower case.
        """
        if self.align(samples, 0, words) is None:
            return ()
        found = []
        for segment in self._decoder.seg() or ():
            if not segment.word.startswith(("<", "[", "(")):
                frames = segment.end_frame - segment.start_frame + 1
                nats = math.log(segment.ascore) if segment.ascore > 0 else WORST_NATS
                found.append((nats, frames))
        return tuple(
            PronouncedWord(word, nats / frames, frames) for word, (nats, frames) in zip(words, found, strict=True)
        )
