"""The sentence of a template that sounds nearest to what was heard, found without listing all of them.

An edit distance over phones runs along the template's tree as it would along a word: before each part stands the least
cost at which everything so far can have ended at each phone that was heard, and each part moves that front on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assistant.core.phrases.match import Words
from assistant.core.phrases.numbers import spell
from assistant.core.phrases.tree import Choice, Lists, ListSlot, Literal, Maybe, Node, NumberSlot, Row
from assistant.hearing.sounds import Sounds

MOST_NUMBERS = 6
"""A slot for several numbers takes so many at most: nobody holds more cards."""

ALIKE = 0.5
"""What it costs to take a phone for one that is like it."""
VOWEL_LETTERS = frozenset("AEIOU")
"""What the names of vowels begin with, in the notation of the CMU dictionary."""
BLURRED = frozenset(
    frozenset(pair.split())
    for pair in ("B P", "D T", "G K", "Z S", "V F", "DH TH", "ZH SH", "JH CH", "M N", "N NG", "W L", "L R", "DH D")
)
"""Pairs of consonants that noise, accents and synthesisers blur most."""

Sound = Callable[[Words], Sounds]
"""How words sound."""

_Place = tuple[float, Words]
"""The least cost of an ending at one phone, and the words that it takes."""
_Front = tuple[_Place, ...]
"""The places before the first phone, and behind each of them."""
_IMPOSSIBLE: _Place = (float("inf"), ())


@dataclass(frozen=True, slots=True)
class Sounding:
    """What was heard, and what it takes to compare words with it."""

    phones: Sounds
    """The phones that were heard."""
    lists: Lists
    """The lists that templates draw on."""
    sound: Sound
    """How a word of a template sounds."""
    most: float
    """Sentences that are further off than so many phones are given up."""


def phone_distance(one: str, other: str) -> float:
    """Return how far two phones are apart: 0 the same, 1 unlike, ALIKE for two vowels and for pairs that blur."""
    if one == other:
        return 0.0
    alike = (one[0] in VOWEL_LETTERS and other[0] in VOWEL_LETTERS) or frozenset((one, other)) in BLURRED
    return ALIKE if alike else 1.0


def distance(words: Words, heard: Sounding) -> float:
    """Return the edit distance in phones of given words from what was heard."""
    return _say(words, heard, _start(heard))[-1][0]


def nearest_sentence(node: Node, heard: Sounding) -> tuple[float, Words]:
    """Return the least edit distance in phones that a sentence of the tree has from what was heard, and the sentence.

    The distance is infinite where every sentence is further off than `heard.most`.
    """
    return _pass(node, heard, _start(heard))[-1]


def _start(heard: Sounding) -> _Front:
    return tuple((float(at), ()) for at in range(len(heard.phones) + 1))


def _pass(node: Node, heard: Sounding, front: _Front) -> _Front:
    match node:
        case Literal(word=word):
            return _say((word,), heard, front)
        case NumberSlot():
            return _count(node, heard, front)
        case ListSlot(list_name=list_name):
            return _best(front, [_say(entry, heard, front) for entry in heard.lists.get(list_name, ())])
        case Choice(options=options):
            return _best(front, [_pass(option, heard, front) for option in options])
        case Maybe(node=inner):
            return _best(front, [front, _pass(inner, heard, front)])
        case Row(nodes=nodes):
            for inner in nodes:
                if min(front)[0] > heard.most:
                    return _nowhere(front)
                front = _pass(inner, heard, front)
            return front


def _count(slot: NumberSlot, heard: Sounding, front: _Front) -> _Front:
    entries = [tuple(spell(number).split()) for number in range(slot.low, slot.high + 1)]
    fronts = [_best(front, [_say(entry, heard, front) for entry in entries])]
    while slot.many and len(fronts) < MOST_NUMBERS and min(fronts[-1])[0] <= heard.most:
        fronts.append(_best(front, [_say(entry, heard, fronts[-1]) for entry in entries]))
    return _best(front, fronts)


def _best(front: _Front, fronts: Sequence[_Front]) -> _Front:
    """Return the cheapest ending at each phone; none where there is no way on from `front`."""
    return tuple(min(places) for places in zip(*fronts, strict=True)) if fronts else _nowhere(front)


def _nowhere(front: _Front) -> _Front:
    return (_IMPOSSIBLE,) * len(front)


def _say(words: Words, heard: Sounding, front: _Front) -> _Front:
    """Move a front on by some words."""
    said = [(cost, (*before, *words)) for cost, before in front]
    for phone in heard.sound(words):
        row: list[_Place] = [(said[0][0] + 1, said[0][1])]
        for at, heard_phone in enumerate(heard.phones):
            row.append(
                min(
                    (said[at][0] + phone_distance(phone, heard_phone), said[at][1]),
                    (said[at + 1][0] + 1, said[at + 1][1]),
                    (row[at][0] + 1, row[at][1]),
                )
            )
        said = row
    return tuple(said)
