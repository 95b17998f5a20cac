"""What may be wrong with a phrase book that loads: sentences that mean two things, and words that no ear knows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assistant.core.phrases.book import GameBook
from assistant.errors import RefereeError

Knows = Callable[[str], bool]
"""Tells whether the ears know a word."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that its author should look at; the book works in spite of it."""

    game: str
    """The game's id."""
    where: str
    """The phrase, or phrases, that it is about; empty for the whole game."""
    what: str
    """What was found, and what follows from it."""


def check_game(book: GameBook, knows: Knows) -> tuple[Finding, ...]:
    """Return everything worth a look in the book of one game.

    Args:
        book: a book that the loader has accepted.
        knows: tells whether the ears know a word.
    """
    return (*_double_meanings(book), *_near_and_exact(book), *_unknown_words(book, knows))


def words_of(book: GameBook) -> tuple[str, ...]:
    """Return every word that the ears listen for in a game, sorted, each once."""
    lines = (
        *(line for line, _ in book.sentences()),
        *(line for line, _ in book.near_misses()),
        *book.run_on_sentences(),
    )
    return tuple(sorted({word for line in lines for word in line.split()}))


def ears_dictionary() -> Knows:
    """Return what tells whether the dictionary of the built-in ear has a word.

    Raises:
        RefereeError: the built-in ear is not installed.
    """
    from engines.base import EngineError
    from engines.pocketsphinx import PocketsphinxAligner

    try:
        aligner = PocketsphinxAligner()
    except EngineError as error:
        raise RefereeError(str(error)) from error
    return lambda word: aligner.pronunciation(word) is not None


def _double_meanings(book: GameBook) -> Iterator[Finding]:
    for sentence in dict.fromkeys(line for line, _ in book.sentences()):
        meant = tuple(dict.fromkeys(phrase.id for phrase, _ in book.exact(tuple(sentence.split()))))
        if len(meant) > 1:
            yield Finding(book.game, ", ".join(meant), f'"{sentence}" is both: such a call is ambiguous')


def _near_and_exact(book: GameBook) -> Iterator[Finding]:
    for sentence, missed in book.near_misses():
        for phrase in dict.fromkeys(phrase for phrase, _ in book.exact(tuple(sentence.split()))):
            yield Finding(book.game, missed.id, f'its near miss "{sentence}" is {phrase.id}, and is judged as that')


def _unknown_words(book: GameBook, knows: Knows) -> Iterator[Finding]:
    for word in words_of(book):
        if not knows(word):
            where = tuple(dict.fromkeys(phrase.id for line, phrase in book.sentences() if word in line.split()))
            yield Finding(
                book.game, ", ".join(where), f'"{word}" is in no dictionary of the ears: they leave its sentence out'
            )
