"""The one small protocol that every engine obeys, and the plain values that pass through it.

An engine is given one whole utterance (a stretch of speech cut out by the endpointer) and returns its words with
times on the session's clock. It keeps no memory from one utterance to the next, so that the same audio gives the same
words, the first or the tenth time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE_HZ = 16_000
"""The rate of all audio that reaches an engine, in hertz."""

Samples = NDArray[np.float32]
"""Mono audio, shape (n,), at SAMPLE_RATE_HZ, full scale -1.0 to 1.0."""


class EngineError(Exception):
    """An engine cannot be built or cannot go on; `str()` says what, where and what to do, in one line."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word as an engine heard it."""

    text: str
    """The word, lower case, without punctuation and without pronunciation marks such as "(2)"."""
    start_ms: int
    """Where it begins on the session clock, in milliseconds."""
    end_ms: int
    """Where it ends on the session clock, in milliseconds; never before `start_ms`."""
    confidence: float | None = None
    """The engine's own figure, 0.0 to 1.0, or None where it gives none. Never evidence by itself."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What one engine heard in one utterance."""

    engine: str
    """The engine's name, as in the models' manifest."""
    words: tuple[Word, ...]
    """The words in the order of their times; empty where nothing was heard."""
    score: float | None = None
    """How well the words fit: a mean log-probability in nats, of a frame or a word piece, whatever the engine counts in
    (negative; nearer to 0 is surer); None where it does not tell."""
    notes: tuple[str, ...] = field(default=())
    """Faults that the engine noticed in its own answer, such as "repetition-loop"; empty when none."""

    @property
    def text(self) -> str:
        """The words joined by single spaces."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the engine should expect to hear: made from one game's phrase book."""

    phrases: tuple[str, ...]
    """Every legal sentence of the game, spelled in lower-case words."""
    near_misses: tuple[str, ...]
    """Sentences that are almost legal, as competitors to the legal ones, spelled likewise."""
    prompt: str = ""
    """A few of both in ordinary spelling, for engines that are primed with text."""

    @property
    def words(self) -> tuple[str, ...]:
        """Every distinct word, sorted."""
        return tuple(sorted({word for line in (*self.phrases, *self.near_misses) for word in line.split()}))


class Engine(Protocol):
    """An ear. Not safe for use by two threads at once; build one for each worker."""

    @property
    def name(self) -> str:
        """The engine's name, as on the command line."""

    def transcribe(self, samples: Samples, start_ms: int) -> Transcript:
        """Return the words in one utterance.

        Args:
            samples: the utterance, mono, 16 kHz.
            start_ms: where its first sample lies on the session clock.

        Raises:
            EngineError: the engine broke down. Speech that it cannot make out is an empty transcript, not an error.
        """

    def unknown_words(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return those of `words` that the engine can never hear, because its vocabulary lacks them."""

    def close(self) -> None:
        """Free what the engine holds; calling it twice does no harm."""


def said_once(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return one round of words that go in circles, as a decoder's may: it counts neither loops nor repetitions.

    A period of words, at least twice in a row from the first word on, counts as a repetition; the last round, and in it
    the last word, may be cut off, where the decoder ran out of room.
    """
    for period in range(1, len(words) // 2 + 1):
        turns = [words[at % period] for at in range(len(words))]
        if list(words[:-1]) == turns[:-1] and turns[-1].startswith(words[-1]):
            return words[:period]
    return words


Propose = Callable[[Transcript, Transcript], Sequence[str]]
"""Given what an ear hears primed and plain, names the sentences (lower-case words) to be scored; may name none."""
Settle = Callable[[Transcript], bool]
"""Given what an ear hears primed, tells whether that is enough, so that it need not listen on."""


def never_settled(primed: Transcript) -> bool:
    """Listen on, whatever was heard."""
    return False


OTHER = ""
"""Stands for everything that is none of the words that a Spotter knows."""


class Spotter(Protocol):
    """An ear that knows single words only."""

    def log_chances(self, samples: Samples) -> Mapping[str, float]:
        """Return the log-probability of each word that it knows, in nats, and of all else under OTHER.

        Nothing for a stretch of speech that is longer than a word.

        Args:
            samples: the stretch, mono, 16 kHz, with no more silence around it than an endpointer leaves.

        Raises:
            EngineError: the ear broke down.
        """


class PhoneScorer(Protocol):
    """An ear that tells how well given phones fit, and writes nothing down."""

    def scores(self, samples: Samples, sentences: Sequence[Sequence[str]]) -> tuple[float, tuple[float, ...]]:
        """Return the log-probability of the phones that fit best of all, and of each sentence's, in nats.

        Args:
            samples: the stretch, mono, 16 kHz, as the microphone heard it.
            sentences: the phones of each.

        Raises:
            EngineError: the ear broke down.
        """


class Scorer(Engine, Protocol):
    """An ear that can also say how well given sentences fit what it heard."""

    def transcribe_and_score(
        self, samples: Samples, start_ms: int, propose: Propose, settle: Settle = never_settled
    ) -> tuple[Transcript, Transcript, dict[str, float]]:
        """Return the words in one utterance, and how well some sentences fit it.

        Args:
            samples: the utterance, mono, 16 kHz.
            start_ms: where its first sample lies on the session clock.
            propose: given both transcripts, names the sentences to be scored.
            settle: given the first, tells whether that is enough.

        Returns:
            What it hears when it is primed with the game's phrases, what it hears without, and each proposed sentence's
            log-probability, in nats, comparable within this utterance. Where the first was enough, it is also the
            second, and nothing was scored.

        Raises:
            EngineError: the engine broke down.
        """


class Aligner(Protocol):
    """Finds where each of the known words of an utterance lies."""

    def align(self, samples: Samples, start_ms: int, words: Sequence[str]) -> tuple[Word, ...] | None:
        """Return the words with their times, or None when the sound does not fit them.

        Args:
            samples: the utterance, mono, 16 kHz.
            start_ms: where its first sample lies on the session clock.
            words: what was said, in order, lower case.
        """
