"""What a player is asked to say: sentences of the phrase book."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.core.phrases.book import GameBook, Phrase
from assistant.core.phrases.match import sentences
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.tree import Slots, list_names
from assistant.errors import RefereeError


class PracticeError(RefereeError):
    """What was asked for cannot be practised: says what, and what can."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A sentence to be said."""

    phrase: str
    """The id of its phrase."""
    text: str
    """The sentence as it is shown."""
    words: tuple[str, ...]
    """Its plain words."""
    slots: Slots = ()
    """What its slots hold."""


def prompt_for(book: GameBook, text: str) -> Prompt:
    """Return the prompt of a phrase's id, or of a sentence that is one of the book's phrases.

    Raises:
        PracticeError: it is neither.
    """
    known = [phrase for phrase in book.phrases if text.strip() in (phrase.id, phrase.id.partition(".")[2])]
    if known:
        return prompts_of(book, known[0])[0]
    words = plain_words(text)
    found = book.exact(words)
    if len(found) != 1:
        names = ", ".join(phrase.id for phrase in book.phrases)
        raise PracticeError(
            f"{text.strip()!r}: no phrase of {book.game}; give a sentence of the game, or one of {names}"
        )
    (phrase, slots), *_ = found
    return Prompt(phrase.id, text.strip(), words, slots)


def prompts_of(book: GameBook, phrase: Phrase) -> tuple[Prompt, ...]:
    """Return the sentences that stand for a phrase: its examples, then, where only numbers vary, all the others.

    Words from a list are not gone through: a list of swear words is for those who choose them.
    """
    shown = {plain_words(example): example for example in phrase.examples}
    for tree in phrase.trees:
        if not list_names(tree):
            for line in sentences(tree, book.list_map):
                shown.setdefault(tuple(line.split()), f"{line.capitalize()}!")
    made = []
    for words, text in shown.items():
        slots = [slots for found, slots in book.exact(words) if found.id == phrase.id]
        made.append(Prompt(phrase.id, text, words, slots[0] if slots else ()))
    return tuple(made)


def chosen_phrases(book: GameBook, ids: Sequence[str]) -> tuple[Phrase, ...]:
    """Return the phrases to be practised: those named, or all.

    Args:
        book: the game's book.
        ids: ids such as "grave-feast.brains", or "brains" for short; none: all phrases of the game.

    Raises:
        PracticeError: an id is unknown, or the game has no phrases.
    """
    if not ids:
        if not book.phrases:
            raise PracticeError(f"{book.game}: nothing has to be said in this game; choose another with --game")
        return book.phrases
    by_name = {name: phrase for phrase in book.phrases for name in (phrase.id, phrase.id.partition(".")[2])}
    for phrase_id in ids:
        if phrase_id not in by_name:
            raise PracticeError(
                f"{phrase_id!r}: no phrase of {book.game}; choose from {', '.join(p.id for p in book.phrases)}"
            )
    return tuple(dict.fromkeys(by_name[phrase_id] for phrase_id in ids))
