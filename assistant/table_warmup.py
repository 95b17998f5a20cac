"""The warm-up's calls: which ones a player is asked to say, and which of them were understood. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.core.observations import Call, Verdict
from assistant.core.phrases.book import GameBook
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.tree import Slots

MOST_LINES = 5
"""So many calls fit into a warm-up of twenty seconds with a pause after each."""


@dataclass(frozen=True, slots=True)
class Line:
    """A call that a player is asked to say."""

    text: str
    """As the phrase book writes it, such as "Five to the graveyard!"."""
    phrase: str
    """The id of its phrase."""
    slots: Slots
    """What its slots hold."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What became of a player's lines."""

    heard: tuple[Line, ...]
    """Understood word for word, on the player's own microphone."""
    missed: tuple[Line, ...]
    """Not heard, or not word for word."""
    strayed: tuple[str, ...] = ()
    """The players on whose microphones some of the missed ones were heard."""


def lines_to_say(book: GameBook, most: int = MOST_LINES) -> tuple[Line, ...]:
    """Return examples of a game's calls, `most` at most: the first of each in the book's order, then more."""
    lines: dict[tuple[str, Slots], Line] = {}
    for number in range(most):
        for phrase in book.phrases:
            for example in phrase.examples[number : number + 1]:
                for each, slots in book.exact(plain_words(example)):
                    lines.setdefault((each.id, slots), Line(example, each.id, slots))
    return tuple(lines.values())[:most]


def understood(lines: Sequence[Line], calls: Iterable[Call], player: str | None) -> Understood:
    """Return which lines were understood.

    Args:
        lines: what the player was asked to say, in any order.
        calls: what was heard on all microphones while the player spoke.
        player: whose microphone it should have been; None: a shared one.
    """
    exact = [call for call in calls if call.verdict is Verdict.EXACT]
    own = [call for call in exact if call.player == player]
    heard = tuple(line for line in lines if any(_is(call, line) for call in own))
    missed = tuple(line for line in lines if line not in heard)
    strayed = [call.player for call in exact if call.player != player and any(_is(call, line) for line in missed)]
    return Understood(heard, missed, tuple(dict.fromkeys(name for name in strayed if name is not None)))


def _is(call: Call, line: Line) -> bool:
    return call.phrase == line.phrase and call.slots == line.slots
