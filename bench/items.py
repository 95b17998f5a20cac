"""What is said on the bench: every call and every near miss of a game's phrase book, and table talk."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from assistant.core.phrases.book import GameBook, Phrase
from assistant.core.phrases.judge import judge_words
from assistant.core.phrases.match import full_matches, sentences
from assistant.core.phrases.normalise import plain_words

TALK = Path(__file__).parent / "table_talk.txt"
MOST_SENTENCES = 9
"""A phrase with more sentences than that is said with so many of them, drawn anew for every voice."""
TAKES = (1.0, 0.92, 1.1)
"""A phrase with few sentences is said so often, at these tempos."""
RUN_ON_GAP_MS = 60
"""Two calls in one breath are so far apart: not even a stop consonant's closure."""
PAUSE_MS = 400
"""A pause within a call: "no ... more brains" (house rule test ZB-01)."""
RUN_ONS = 3
"""So many run-ons a voice."""


class Kind(StrEnum):
    """What an utterance is."""

    CALL = "call"
    """Word for word a call of the game."""
    NEAR = "near"
    """Almost a call."""
    TALK = "talk"
    """Table talk."""


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of speech, from one call of the synthesiser."""

    text: str
    """What is spoken."""
    phrase: str | None = None
    """The phrase that is complete with this part, or that a near miss misses; None for talk and for beginnings."""
    slots: tuple[tuple[str, int | str], ...] = ()
    """The slots of an exact call."""


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance."""

    kind: Kind
    """What it is."""
    parts: tuple[Part, ...]
    """What is spoken, one after another."""
    gap_ms: int = 0
    """The silence between the parts."""
    tempo: float = field(default=1.0)
    """How much faster than usual."""

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(part.text for part in self.parts)


def calls(book: GameBook, rng: random.Random) -> Iterator[Line]:
    """Yield the calls of a game as one voice says them: every phrase about as often as any other."""
    lists = book.list_map
    for phrase in book.phrases:
        said = list(dict.fromkeys(line for tree in phrase.trees for line in sentences(tree, lists)))
        if len(said) > MOST_SENTENCES:
            said = rng.sample(said, MOST_SENTENCES)
        for tempo in TAKES if len(said) <= len(TAKES) else TAKES[:1]:
            for text in said:
                yield Line(Kind.CALL, (exact_part(book, text),), tempo=tempo)
    run_ons = list(book.run_on_sentences())
    for text in rng.sample(run_ons, min(RUN_ONS, len(run_ons))):
        first, rest = text.split(" ", 1)
        yield Line(Kind.CALL, (exact_part(book, first), exact_part(book, rest)), RUN_ON_GAP_MS)
    for text in ("no more brains", "the power of christ compels you"):
        if book.exact(plain_words(text)):
            first, rest = text.rsplit(" ", 2)[0], " ".join(text.rsplit(" ", 2)[1:])
            whole = exact_part(book, text)
            yield Line(Kind.CALL, (Part(_shouted(first)), Part(_shouted(rest), whole.phrase, whole.slots)), PAUSE_MS)


def near_misses(book: GameBook, rng: random.Random) -> Iterator[Line]:
    """Yield one sentence of every near-miss template of a game."""
    lists = book.list_map
    for phrase in book.phrases:
        for tree in phrase.near_misses:
            text = rng.choice(list(sentences(tree, lists)))
            if not is_exact(book, text):
                yield Line(Kind.NEAR, (Part(_shouted(text), phrase.id),))


def table_talk(book: GameBook) -> Iterator[Line]:
    """Yield the table talk that is no call of this game."""
    for line in lines_in(TALK):
        if not is_exact(book, line):
            yield Line(Kind.TALK, (Part(line),))


def lines_in(path: Path) -> list[str]:
    """Return the lines of a text file, but for empty ones and remarks."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def is_exact(book: GameBook, text: str) -> bool:
    """Tell whether the book takes these words for one call or several."""
    return isinstance(judge_words(book, plain_words(text)), tuple)


def exact_part(book: GameBook, text: str) -> Part:
    """Return a call, with its phrase and the slots in which it matters what they hold.

    Raises:
        ValueError: the text is no call, or more than one.
    """
    found = [(phrase, slots) for phrase in book.phrases for slots in _slots(book, phrase, text)]
    if len(found) != 1:
        raise ValueError(f'"{text}" is {len(found)} calls of {book.game}')
    phrase, slots = found[0]
    matters = ((key, value) for key, value in slots if key not in phrase.any_of and isinstance(value, int | str))
    return Part(_shouted(text), phrase.id, tuple(matters))


def _slots(book: GameBook, phrase: Phrase, text: str) -> Iterator[tuple[tuple[str, object], ...]]:
    for tree in phrase.trees:
        yield from full_matches(tree, plain_words(text), book.list_map)


def _shouted(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}!"
