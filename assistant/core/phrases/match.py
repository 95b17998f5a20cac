"""Words against a tree: every way in which they match, and every sentence that would."""

from collections.abc import Iterator
from itertools import product

from assistant.core.phrases.numbers import SOUND_ALIKES, SPELLED, spell
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


def full_matches(node: Node, words: Words, lists: Lists) -> tuple[Slots, ...]:
    """Return the slots of every way in which all of `words` match, each once; empty where there is none."""
    found = [sort_slots(slots) for end, slots in _match(node, words, 0, lists) if end == len(words)]
    return tuple(dict.fromkeys(found))


def prefix_matches(node: Node, words: Words, start: int, lists: Lists) -> Iterator[tuple[int, Slots]]:
    """Yield (end, slots) of every way in which the tree matches words[start:end]."""
    for end, slots in _match(node, words, start, lists):
        yield end, sort_slots(slots)


def sort_slots(slots: tuple[tuple[str, SlotValue], ...]) -> Slots:
    """Return slots sorted by name."""
    return tuple(sorted(slots, key=lambda pair: pair[0]))


def _match(node: Node, words: Words, at: int, lists: Lists) -> Iterator[_Found]:
    match node:
        case Literal(word=word):
            if at < len(words) and words[at] == word:
                yield at + 1, ()
        case NumberSlot():
            yield from _match_number(node, words, at)
        case ListSlot():
            yield from _match_entry(node, words, at, lists)
        case Choice(options=options):
            for option in options:
                yield from _match(option, words, at, lists)
        case Maybe(node=inner):
            yield at, ()
            yield from _match(inner, words, at, lists)
        case Row(nodes=nodes):
            yield from _match_row(nodes, words, at, lists)


def _match_row(nodes: tuple[Node, ...], words: Words, at: int, lists: Lists) -> Iterator[_Found]:
    if not nodes:
        yield at, ()
        return
    for middle, slots in _match(nodes[0], words, at, lists):
        for end, more in _match_row(nodes[1:], words, middle, lists):
            yield end, slots + more


def _match_entry(slot: ListSlot, words: Words, at: int, lists: Lists) -> Iterator[_Found]:
    for entry in lists.get(slot.list_name, ()):
        if words[at : at + len(entry)] == entry:
            yield at + len(entry), ((slot.name, " ".join(entry)),)


def _match_number(slot: NumberSlot, words: Words, at: int) -> Iterator[_Found]:
    for end, number in _numbers_at(slot, words, at):
        yield end, ((slot.name, (number,) if slot.many else number),)
        if slot.many:
            for further, ((_, rest),) in _match_number(slot, words, end):
                if isinstance(rest, tuple):
                    yield further, ((slot.name, (number, *rest)),)


def _numbers_at(slot: NumberSlot, words: Words, at: int) -> Iterator[tuple[int, int]]:
    for length in (1, 2):
        number = SPELLED.get(words[at : at + length])
        if number is not None and slot.low <= number <= slot.high and at + length <= len(words):
            yield at + length, number
    alike = SOUND_ALIKES.get(words[at]) if at < len(words) else None
    if alike is not None and slot.low <= alike <= slot.high:
        yield at + 1, alike


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
