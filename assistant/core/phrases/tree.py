"""The tree of a template: what its text means, free of how it was written."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Literal:
    """One word that must be said."""

    word: str
    """The word, plain."""


@dataclass(frozen=True, slots=True)
class NumberSlot:
    """A number that must be said."""

    name: str
    """What the number is called."""
    low: int
    """The least it may be."""
    high: int
    """The most it may be."""
    many: bool = False
    """Whether one or more numbers may follow one another."""


@dataclass(frozen=True, slots=True)
class ListSlot:
    """One entry of a list that must be said."""

    name: str
    """What the entry is called."""
    list_name: str
    """Which list; "players" is the table's own."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Exactly one of several."""

    options: tuple["Node", ...]
    """At least one."""


@dataclass(frozen=True, slots=True)
class Maybe:
    """Something that may be left out."""

    node: "Node"
    """What."""


@dataclass(frozen=True, slots=True)
class Row:
    """One after another."""

    nodes: tuple["Node", ...]
    """In order."""


Node = Literal | NumberSlot | ListSlot | Choice | Maybe | Row

Entry = tuple[str, ...]
"""One entry of a list, in plain words."""
Lists = Mapping[str, tuple[Entry, ...]]
"""The entries of every list by its name."""

SlotValue = int | str | tuple[int, ...]
Slots = tuple[tuple[str, SlotValue], ...]
"""Values by slot, sorted by name."""


def slot_names(node: Node) -> tuple[str, ...]:
    """Return the names of all slots in the order of the template, each once."""
    match node:
        case NumberSlot(name=name) | ListSlot(name=name):
            return (name,)
        case Maybe(node=inner):
            return slot_names(inner)
        case Choice(options=nodes) | Row(nodes=nodes):
            return tuple(dict.fromkeys(name for inner in nodes for name in slot_names(inner)))
        case _:
            return ()


def list_names(node: Node) -> tuple[str, ...]:
    """Return the names of all lists that the template draws on, each once."""
    match node:
        case ListSlot(list_name=name):
            return (name,)
        case Maybe(node=inner):
            return list_names(inner)
        case Choice(options=nodes) | Row(nodes=nodes):
            return tuple(dict.fromkeys(name for inner in nodes for name in list_names(inner)))
        case _:
            return ()


Leaf = Literal | NumberSlot | ListSlot


def rows_of(node: Node) -> tuple[tuple[Leaf, ...], ...]:
    """Return every way through the tree as a row of words and slots, with its choices made; each once."""
    match node:
        case Choice(options=options):
            found = [row for option in options for row in rows_of(option)]
        case Maybe(node=inner):
            found = [(), *rows_of(inner)]
        case Row(nodes=nodes):
            found = [()]
            for inner in nodes:
                found = [(*row, *more) for row in found for more in rows_of(inner)]
        case _:
            found = [(node,)]
    return tuple(dict.fromkeys(found))
