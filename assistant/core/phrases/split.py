"""An utterance that is nothing but calls, one after another: "brains, three to the graveyard"."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from assistant.core.phrases.alikes import may_sound_alike
from assistant.core.phrases.book import GameBook, Phrase
from assistant.core.phrases.match import Words, begins
from assistant.core.phrases.outcomes import Ambiguous, Exact
from assistant.core.phrases.tree import Slots

FILLERS = frozenset(
    (
        *("oh", "ooh", "o", "uh", "um", "umm", "er", "erm", "ah", "ahh", "aah", "aha", "eh", "hm", "hmm", "mm", "mmm"),
        *("hey", "ha", "haha", "hahaha", "hah", "heh", "hehe", "muahaha", "mwahaha"),
        *("so", "well", "and", "now", "then", "ok", "okay", "yes", "yeah", "right", "alright"),
    )
)
"""Words that may come before a call without spoiling it (house rule exact.leading_filler)."""
MOST_FILLERS = 3
"""So many fillers in a row are still a run-up; more are talk."""

JOIN_MS = 700
"""What stops short of the end of a call waits so long for the rest of it ("No ... more brains!")."""

_Found = dict[int, tuple[tuple[Phrase, Slots, bool], ...]]
"""Phrases with their slots, and whether they are so only by sound, by where they end."""


def split_calls(book: GameBook, words: Words) -> tuple[Exact, ...]:
    """Return the calls that `words` are when they are nothing but calls in a row, the longest first; else ().

    "no more brains" is one call and no "more brains"; "brains brains" are two. Before each call there may be fillers
    and one false start, as far as the book's strictness allows. Where one stretch of words is more than one phrase,
    there is no answer (see `split_or_rivals`).
    """
    found = split_or_rivals(book, words)
    return found if isinstance(found, tuple) else ()


def split_or_rivals(book: GameBook, words: Words) -> tuple[Exact, ...] | Ambiguous | None:
    """Return the calls that `words` are, or the phrases between which nobody can tell, or None for anything else."""
    splitter = _Splitter(book, words)
    calls = splitter.calls(0, splitter.length)
    if calls is not None or not splitter.is_undecided:
        return splitter.placed(calls) if calls else None
    for call in splitter.calls(0, splitter.length, decided=False) or ():
        rivals = tuple(dict.fromkeys(phrase for phrase, _, _ in splitter.found(call.start)[call.end]))
        if len(rivals) > 1:
            return Ambiguous(rivals)
    return None


def exact_beginning(book: GameBook, words: Words) -> tuple[Exact, ...]:
    """Return the calls that `words` begin with, as far as they go and leave two words or more; else ()."""
    splitter = _Splitter(book, words)
    for stop in range(splitter.length - 2, 0, -1):
        calls = splitter.calls(0, stop)
        if calls:
            return splitter.placed(calls)
    return ()


def is_unfinished(book: GameBook, words: Words) -> bool:
    """Tell whether `words` are the beginning of a longer call, so that the rest may yet come.

    "the power of evil compels you" is one, since its last word is still to come; "brains" is none.
    """
    lists = book.list_map
    rest = words[leading_fillers(words) :]
    return any(begins(tree, rest, lists) for phrase in book.phrases for tree in phrase.trees)


def leading_fillers(words: Words) -> int:
    """Return how many fillers `words` begin with, at most MOST_FILLERS."""
    count = 0
    while count < min(MOST_FILLERS, len(words)) and words[count] in FILLERS:
        count += 1
    return count


class _Splitter:
    """Splits one utterance, remembering what it has tried."""

    def __init__(self, book: GameBook, words: Words) -> None:
        """Split `words`; where fillers within a call are allowed, as if they were not there."""
        self._book = book
        self._places = tuple(
            at for at, word in enumerate(words) if not (book.strictness.inner_filler and word in FILLERS)
        )
        self._words = tuple(words[at] for at in self._places)
        self._by_sound = may_sound_alike(words)
        self.length = len(self._words)
        self.is_undecided = False
        self.calls = cache(self._calls)
        self.found = cache(self._found)

    def placed(self, calls: tuple[Exact, ...]) -> tuple[Exact, ...]:
        """Return calls by their places in the utterance as it was said."""
        return tuple(
            replace(call, start=self._places[call.start], end=self._places[call.end - 1] + 1) for call in calls
        )

    def _calls(self, at: int, stop: int, decided: bool = True) -> tuple[Exact, ...] | None:
        """Return the calls from word `at` to before `stop`, or None where they are anything else.

        Unless `decided`, a stretch that is more than one phrase counts as the first of them.
        """
        if at == stop:
            return ()
        for start in self._starts(at, stop):
            found = self.found(start)
            for end in sorted((end for end in found if end <= stop), reverse=True):
                matches = found[end]
                self.is_undecided |= len(matches) > 1
                if decided and len(matches) > 1:
                    continue
                rest = self.calls(end, stop, decided)
                if rest is not None:
                    phrase, slots, by_sound = matches[0]
                    return (Exact(phrase, slots, start, end, by_sound), *rest)
        return None

    def _starts(self, at: int, stop: int) -> Iterator[int]:
        """Yield where a call may begin when the one before it ended at `at`."""
        fillers = leading_fillers(self._words[at:stop]) if self._book.strictness.leading_filler else 0
        yield from range(at, min(at + fillers + 1, stop))
        if self._book.strictness.restart:
            yield from self._false_starts(at + fillers, stop)

    def _false_starts(self, at: int, stop: int) -> Iterator[int]:
        """Yield where a call begins anew after its first words were said in vain."""
        for length in range(1, (stop - at) // 2 + 1):
            begun = self._words[at : at + length]
            if begun == self._words[at + length : at + 2 * length] and is_unfinished(self._book, begun):
                yield at + length

    def _found(self, start: int) -> _Found:
        """Return what begins at word `start`, by where it ends; by sound only where nothing is by spelling."""
        found = _by_end(self._book, self._words, start, by_sound=False)
        if self._by_sound:
            found = {**_by_end(self._book, self._words, start, by_sound=True), **found}
        return found


def _by_end(book: GameBook, words: Words, start: int, by_sound: bool) -> _Found:
    found: dict[int, dict[tuple[Phrase, Slots, bool], None]] = {}
    for end, phrase, slots in book.calls_at(words, start, by_sound):
        found.setdefault(end, {})[phrase, slots, by_sound] = None
    return {end: tuple(matches) for end, matches in found.items()}
