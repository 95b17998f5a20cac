"""What a judged utterance can be: calls, almost a call, more than one thing, or (None) no call at all."""

from dataclasses import dataclass

from assistant.core.observations import WordDiff
from assistant.core.phrases.book import Phrase
from assistant.core.phrases.tree import Slots


@dataclass(frozen=True, slots=True)
class Exact:
    """Some of the words are a phrase of the game."""

    phrase: Phrase
    """Which."""
    slots: Slots
    """Its slots."""
    start: int
    """The first of its words, counted in the utterance from 0; fillers and a false start come before it."""
    end: int
    """One past the last of its words."""
    by_sound: bool = False
    """Whether a word was written as another one that sounds the same: "free to the graveyard"."""


@dataclass(frozen=True, slots=True)
class Near:
    """The words come near a phrase of the game."""

    phrase: Phrase
    """The nearest."""
    diff: WordDiff
    """What is wrong."""
    distance: float
    """How far from it, 0.0 (exclusive) upwards; see `assistant.core.phrases.near`."""
    slots: Slots = ()
    """The slots that can be told in spite of the fault."""
    start: int = 0
    """The first of its words, counted in the utterance from 0."""
    before: tuple[Exact, ...] = ()
    """Exact calls that came before it in the same breath: "brains, five to the grave"."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The words are, or come equally near to, more than one phrase."""

    phrases: tuple[Phrase, ...]
    """Which, in the order of the book."""


Judgement = tuple[Exact, ...] | Near | Ambiguous | None
"""One or more exact calls in a row; a near miss; more than one meaning; or no call."""
