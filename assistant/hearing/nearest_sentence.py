"""The sentence of a template that sounds nearest to what was heard, found without listing all of them.

An edit distance over phones runs along the template's tree as it would along a word: before each part stands the least
cost at which everything so far can have ended at each phone that was heard, and each part moves that front on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from assistant.core.phrases.match import Words
from assistant.core.phrases.numbers import spell
from assistant.core.phrases.tree import Choice, Lists, ListSlot, Literal, Maybe, Node, NumberSlot, Row
from assistant.hearing.sounds import Sounds

LARGEST_OF_ONE_WORD = 20
"""From here on only the tens are numbers of one word."""
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
    _passed: dict[tuple[Node, int], tuple[_Front, _Front]] = field(default_factory=dict, compare=False)
    """Fronts that were moved on before, by the part and the front: most facts begin alike."""
    _costs: dict[str, tuple[float, ...]] = field(default_factory=dict, compare=False)
    """By phone: its distance from every phone that was heard."""

    start: _Front = field(init=False, compare=False)
    """The front before the first word."""

    def __post_init__(self) -> None:
        """Begin at the first phone."""
        object.__setattr__(self, "start", tuple((float(at), ()) for at in range(len(self.phones) + 1)))

    def passed(self, node: Node, front: _Front) -> _Front:
        """Return a front moved on by a part of a template."""
        key = (node, id(front))
        if key not in self._passed:
            self._passed[key] = (front, _pass(node, self, front))  # the front is kept, so that its id stays its own
        return self._passed[key][1]

    def costs(self, phone: str) -> tuple[float, ...]:
        """Return how far a phone is from every phone that was heard."""
        if phone not in self._costs:
            self._costs[phone] = tuple(phone_distance(phone, each) for each in self.phones)
        return self._costs[phone]


def phone_distance(one: str, other: str) -> float:
    """Return how far two phones are apart: 0 the same, 1 unlike, ALIKE for two vowels and for pairs that blur."""
    if one == other:
        return 0.0
    alike = (one[0] in VOWEL_LETTERS and other[0] in VOWEL_LETTERS) or frozenset((one, other)) in BLURRED
    return ALIKE if alike else 1.0


def nearest_sentence(node: Node, heard: Sounding) -> tuple[float, Words]:
    """Return the least edit distance in phones that a sentence of the tree has from what was heard, and the sentence.

    The distance is infinite where every sentence is further off than `heard.most`.
    """
    return heard.passed(node, heard.start)[-1]


def _pass(node: Node, heard: Sounding, front: _Front) -> _Front:
    match node:
        case Literal(word=word):
            return _say((word,), heard, front)
        case NumberSlot():
            return _count(node, heard, front)
        case ListSlot(list_name=list_name):
            return _best(front, [_say(entry, heard, front) for entry in heard.lists.get(list_name, ())])
        case Choice(options=options):
            return _best(front, [heard.passed(option, front) for option in options])
        case Maybe(node=inner):
            return _best(front, [front, heard.passed(inner, front)])
        case Row(nodes=nodes):
            for inner in nodes:
                if min(front)[0] > heard.most:
                    return _nowhere(front)
                front = heard.passed(inner, front)
            return front


def _count(slot: NumberSlot, heard: Sounding, front: _Front) -> _Front:
    fronts = [_number(slot, heard, front)]
    while slot.many and len(fronts) < MOST_NUMBERS and min(fronts[-1])[0] <= heard.most:
        fronts.append(_number(slot, heard, fronts[-1]))
    return _best(front, fronts)


def _number(slot: NumberSlot, heard: Sounding, front: _Front) -> _Front:
    """Move a front on by one number; of two words, it may be one that lies outside of the slot's bounds."""
    small = [(spell(number),) for number in range(slot.low, min(slot.high, LARGEST_OF_ONE_WORD - 1) + 1)]
    tens = [(spell(number),) for number in range(LARGEST_OF_ONE_WORD, slot.high + 1, 10) if number >= slot.low]
    after_tens = _best(front, [_say(entry, heard, front) for entry in tens])
    ones = [(spell(number),) for number in range(1, 10)] if tens else []
    both = [_say(entry, heard, after_tens) for entry in ones]
    return _best(front, [*(_say(entry, heard, front) for entry in small), after_tens, *both])


def _best(front: _Front, fronts: Sequence[_Front]) -> _Front:
    """Return the cheapest ending at each phone; none where there is no way on from `front`."""
    return tuple(min(places) for places in zip(*fronts, strict=True)) if fronts else _nowhere(front)


def _nowhere(front: _Front) -> _Front:
    return (_IMPOSSIBLE,) * len(front)


def _say(words: Words, heard: Sounding, front: _Front) -> _Front:
    """Move a front on by some words."""
    costs, texts = [cost for cost, _ in front], [(*before, *words) for _, before in front]
    if min(costs) > heard.most:
        return _nowhere(front)
    for phone in heard.sound(words):
        cost, text = costs[0] + 1, texts[0]
        new_costs, new_texts = [cost], [text]
        for at, change in enumerate(heard.costs(phone)):
            changed, skipped, missed = costs[at] + change, costs[at + 1] + 1, cost + 1
            if changed <= skipped and changed <= missed:
                cost, text = changed, texts[at]
            elif skipped <= missed:
                cost, text = skipped, texts[at + 1]
            else:
                cost = missed
            new_costs.append(cost)
            new_texts.append(text)
        costs, texts = new_costs, new_texts
    return tuple(zip(costs, texts, strict=True))
