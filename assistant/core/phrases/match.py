"""Words against a tree: every way in which they match, and every sentence that would."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from assistant.core.phrases.alikes import NUMBER_ALIKES, WORD_ALIKES
from assistant.core.phrases.numbers import SPELLED, spell
from assistant.core.phrases.tree import (
    Choice,
    Lists,
    ListSlot,
    Literal,
    Maybe,
    Node,
    NumberSlot,
    Row,
    Slots,
    SlotValue,
)

Words = tuple[str, ...]
_Found = tuple[int, tuple[tuple[str, SlotValue], ...]]


@dataclass(frozen=True, slots=True)
class _Heard:
    """What is matched, and how."""

    words: Words
    lists: Lists
    by_sound: bool = False


def full_matches(node: Node, words: Words, lists: Lists, by_sound: bool = False) -> tuple[Slots, ...]:
    """Return the slots of every way in which all of `words` match, each once; empty where there is none.

    Args:
        node: the tree.
        words: plain words.
        lists: the entries of every list that the tree draws on.
        by_sound: whether a word counts as another one that sounds the same (see `alikes`).
    """
    found = [sort_slots(slots) for end, slots in _match(node, _Heard(words, lists, by_sound), 0) if end == len(words)]
    return tuple(dict.fromkeys(found))


def prefix_matches(
    node: Node, words: Words, start: int, lists: Lists, by_sound: bool = False
) -> Iterator[tuple[int, Slots]]:
    """Yield (end, slots) of every way in which the tree matches words[start:end]."""
    for end, slots in _match(node, _Heard(words, lists, by_sound), start):
        yield end, sort_slots(slots)


def begins(node: Node, words: Words, lists: Lists) -> bool:
    """Tell whether `words` are, or sound like, the beginning of a longer sentence of the tree."""
    return bool(words) and _runs_out(node, _Heard(words, lists, by_sound=True), 0)


def sort_slots(slots: tuple[tuple[str, SlotValue], ...]) -> Slots:
    """Return slots sorted by name."""
    return tuple(sorted(slots, key=lambda pair: pair[0]))


def _match(node: Node, heard: _Heard, at: int) -> Iterator[_Found]:
    match node:
        case Literal(word=word):
            if at < len(heard.words) and _is_word(heard, at, word):
                yield at + 1, ()
        case NumberSlot():
            yield from _match_number(node, heard, at)
        case ListSlot():
            yield from _match_entry(node, heard, at)
        case Choice(options=options):
            for option in options:
                yield from _match(option, heard, at)
        case Maybe(node=inner):
            yield at, ()
            yield from _match(inner, heard, at)
        case Row(nodes=nodes):
            yield from _match_row(nodes, heard, at)


def _is_word(heard: _Heard, at: int, wanted: str) -> bool:
    word = heard.words[at]
    return word == wanted or (heard.by_sound and word in WORD_ALIKES.get(wanted, ()))


def _match_row(nodes: tuple[Node, ...], heard: _Heard, at: int) -> Iterator[_Found]:
    if not nodes:
        yield at, ()
        return
    for middle, slots in _match(nodes[0], heard, at):
        for end, more in _match_row(nodes[1:], heard, middle):
            yield end, slots + more


def _match_entry(slot: ListSlot, heard: _Heard, at: int) -> Iterator[_Found]:
    if at >= len(heard.words):
        return
    first = heard.words[at]
    for entry in heard.lists.get(slot.list_name, ()):
        if entry[0] != first and not heard.by_sound:
            continue
        end = at + len(entry)
        if heard.words[at:end] == entry or (heard.by_sound and _sounds_like(entry, heard, at)):
            yield end, ((slot.name, " ".join(entry)),)


def _sounds_like(entry: Words, heard: _Heard, at: int) -> bool:
    if WORD_ALIKES.keys().isdisjoint(entry):
        return False
    end = at + len(entry)
    return end <= len(heard.words) and all(_is_word(heard, place, word) for place, word in enumerate(entry, at))


def _match_number(slot: NumberSlot, heard: _Heard, at: int) -> Iterator[_Found]:
    for end, number in _numbers_at(slot, heard, at):
        yield end, ((slot.name, (number,) if slot.many else number),)
        if slot.many:
            for further, ((_, rest),) in _match_number(slot, heard, end):
                if isinstance(rest, tuple):
                    yield further, ((slot.name, (number, *rest)),)


def _numbers_at(slot: NumberSlot, heard: _Heard, at: int) -> Iterator[tuple[int, int]]:
    for length in (1, 2):
        number = SPELLED.get(heard.words[at : at + length])
        if number is not None and slot.low <= number <= slot.high and at + length <= len(heard.words):
            yield at + length, number
    alike = NUMBER_ALIKES.get(heard.words[at]) if heard.by_sound and at < len(heard.words) else None
    if alike is not None and slot.low <= alike <= slot.high:
        yield at + 1, alike


def _runs_out(node: Node, heard: _Heard, at: int) -> bool:
    """Tell whether the words from `at` on end before the tree does."""
    rest = heard.words[at:]
    match node:
        case Literal():
            return not rest
        case NumberSlot(low=low, high=high):
            return any(_is_proper_beginning(rest, tuple(spell(number).split())) for number in range(low, high + 1))
        case ListSlot(list_name=list_name):
            return any(_is_proper_beginning(rest, entry) for entry in heard.lists.get(list_name, ()))
        case Choice(options=options):
            return any(_runs_out(option, heard, at) for option in options)
        case Maybe(node=inner):
            return _runs_out(inner, heard, at)
        case Row(nodes=nodes):
            return bool(nodes) and (
                _runs_out(nodes[0], heard, at)
                or any(_runs_out(Row(nodes[1:]), heard, middle) for middle, _ in _match(nodes[0], heard, at))
            )


def _is_proper_beginning(words: Words, whole: Words) -> bool:
    return len(words) < len(whole) and whole[: len(words)] == words


def sentences(node: Node, lists: Lists) -> Iterator[str]:
    """Yield every sentence that matches; a slot for many numbers gives single numbers only."""
    match node:
        case Literal(word=word):
            yield word
        case NumberSlot(low=low, high=high):
            yield from (spell(number) for number in range(low, high + 1))
        case ListSlot(list_name=list_name):
            yield from (" ".join(entry) for entry in lists.get(list_name, ()))
        case Choice(options=options):
            for option in options:
                yield from sentences(option, lists)
        case Maybe(node=inner):
            yield ""
            yield from sentences(inner, lists)
        case Row(nodes=nodes):
            for parts in product(*(tuple(sentences(inner, lists)) for inner in nodes)):
                yield " ".join(part for part in parts if part)
