"""An ear that hears what it is told: for tests of everything behind the ears, without a model and without a wait."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from engines.base import SAMPLE_RATE_HZ, Propose, Samples, Settle, Transcript, Word, never_settled
from engines.level import is_audible

NAME = "scripted"
NO_SCORES: Mapping[str, float] = MappingProxyType({})


class ScriptedEngine:
    """Hears canned words, by their times on the session clock, wherever there is any sound."""

    def __init__(
        self,
        words: Iterable[Word],
        *,
        name: str = NAME,
        scores: Mapping[str, float] = NO_SCORES,
        vocabulary: Iterable[str] | None = None,
    ) -> None:
        """Keep the words.

        Args:
            words: what is said, with times on the session clock; `said` makes them from a sentence.
            name: what its transcripts are signed with, such as the engine whose place it takes.
            scores: the log-probability of sentences that are scored, in nats; sentences that are not in it get none.
            vocabulary: the only words that it knows, or None to know them all.
        """
        self.name = name
        self._words = tuple(sorted(words, key=lambda word: (word.start_ms, word.end_ms)))
        self._scores = dict(scores)
        self._vocabulary = None if vocabulary is None else frozenset(vocabulary)

    def transcribe(self, samples: Samples, start_ms: int) -> Transcript:
        """Return the words whose middle lies in the utterance, cut to its bounds."""
        if not is_audible(samples):
            return Transcript(self.name, ())
        end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
        return Transcript(
            self.name,
            tuple(
                Word(word.text, max(start_ms, word.start_ms), min(end_ms, word.end_ms), word.confidence)
                for word in self._words
                if start_ms <= (word.start_ms + word.end_ms) // 2 < end_ms
            ),
        )

    def transcribe_and_score(
        self, samples: Samples, start_ms: int, propose: Propose, settle: Settle = never_settled
    ) -> tuple[Transcript, Transcript, dict[str, float]]:
        """See `engines.base.Scorer.transcribe_and_score`; it hears the same with and without being primed."""
        transcript = self.transcribe(samples, start_ms)
        proposed = propose(transcript, transcript) if is_audible(samples) and not settle(transcript) else ()
        return transcript, transcript, {line: self._scores[line] for line in proposed if line in self._scores}

    def unknown_words(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the words outside of its vocabulary."""
        if self._vocabulary is None:
            return ()
        return tuple(word for word in dict.fromkeys(words) if word not in self._vocabulary)

    def close(self) -> None:
        """Nothing to free."""


def said(text: str, start_ms: int, end_ms: int) -> tuple[Word, ...]:
    """Return the words of a sentence, spread evenly over its time.

    Raises:
        ValueError: it ends before it starts.
    """
    if end_ms < start_ms:
        raise ValueError(f"{text!r} ends at {end_ms} ms, before it starts at {start_ms} ms")
    words = text.split()
    edges = [start_ms + (end_ms - start_ms) * i // max(1, len(words)) for i in range(len(words) + 1)]
    return tuple(Word(word, edges[i], edges[i + 1]) for i, word in enumerate(words))
