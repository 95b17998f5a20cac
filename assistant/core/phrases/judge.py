"""Heard words against the book: exact, almost, ambiguous, or no call at all."""

from dataclasses import replace

from assistant.core.observations import WordDiff
from assistant.core.phrases.book import GameBook
from assistant.core.phrases.forms import differs_in_forms
from assistant.core.phrases.match import Words
from assistant.core.phrases.near import nearest
from assistant.core.phrases.outcomes import Ambiguous, Exact, Judgement, Near
from assistant.core.phrases.split import (
    FILLERS,
    exact_beginning,
    is_unfinished,
    leading_fillers,
    split_calls,
    split_or_rivals,
)

__all__ = [
    "FILLERS",
    "Ambiguous",
    "Exact",
    "Judgement",
    "Near",
    "is_unfinished",
    "judge_words",
    "nearest",
    "split_calls",
]


def judge_words(book: GameBook, words: Words) -> Judgement:
    """Judge what was said in one utterance.

    The whole utterance counts: "stop it" is no "stop", and "no more brains" is no "more brains". What is nothing but
    calls in a row is those calls; fillers and one false start before each of them do no harm, as far as the book's
    strictness allows. What tells the referee a fact, or asks something of it, is no failed call.

    Args:
        book: the game's book at this table.
        words: plain words, in order (see `normalise.plain_words`).

    Returns:
        The calls in order, with the words that each is; or the phrase that the words come near, with what is wrong;
        or the phrases between which nobody can tell; or None for silence, facts and table talk.
    """
    calls = split_or_rivals(book, words)
    if calls is not None:
        return calls
    spoiled = _spoiled(book, words)
    if spoiled is not None:
        return spoiled
    start = leading_fillers(words)
    rest = words[start:]
    near = _nearest(book, rest, start) if rest else None
    if isinstance(near, Near) and book.strictness.other_forms and differs_in_forms(near.diff):
        return (*near.before, Exact(near.phrase, near.slots, near.start, len(words)))
    return None if near is None or book.fact(words) or (start and book.fact(rest)) else near


def _spoiled(book: GameBook, words: Words) -> Near | None:
    """Return what would be a call but for fillers before or in it, or a false start, that the book does not allow."""
    strict = book.strictness
    if strict.leading_filler and strict.inner_filler and strict.restart:
        return None
    lenient = replace(strict, leading_filler=True, inner_filler=True, restart=True)
    calls = split_calls(replace(book, strictness=lenient), words)
    if not calls or calls[-1].end < len(words):
        return None
    said = {at for call in calls for at in range(call.start, call.end)}
    added = tuple(word for at, word in enumerate(words) if at not in said or word in FILLERS)
    return Near(calls[0].phrase, WordDiff(added=added), len(added) / len(words), calls[0].slots)


def _nearest(book: GameBook, words: Words, start: int) -> Near | Ambiguous | None:
    """Return what the words come near, whole or behind exact calls, whichever is nearer; they begin at word `start`."""
    best = nearest(book, words)
    if isinstance(best, Ambiguous):
        return best
    if best:
        best = replace(best, start=start)
    calls = exact_beginning(book, words)
    rest = nearest(book, words[calls[-1].end :]) if calls else None
    if isinstance(rest, Near) and (best is None or rest.distance < best.distance):
        before = tuple(replace(call, start=call.start + start, end=call.end + start) for call in calls)
        best = replace(rest, start=before[-1].end, before=before)
    return best
