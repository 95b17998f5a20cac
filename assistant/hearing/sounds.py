"""How words sound, and how far two utterances are from each other in sound."""

import re
from collections.abc import Callable

from rapidfuzz.distance import Levenshtein

from assistant.core.phrases.match import Words

Sounds = tuple[str, ...]
"""Phones in the notation of the CMU dictionary, without stress marks."""

Lookup = Callable[[str], str | None]
"""Gives a word's phones, separated by spaces, or None for an unknown word."""

_ALIKE = {"Z": "S", "D": "T", "G": "K", "B": "P", "V": "F", "DH": "TH", "ZH": "SH", "JH": "CH", "AO": "AA", "AH": "AE"}
"""Pairs that noise and accents blur most: told apart by half a step only."""
_LETTERS = re.compile(r"[a-z]")


class Pronouncer:
    """Words to phones, by an engine's dictionary; what it lacks is taken letter by letter."""

    def __init__(self, lookup: Lookup | None) -> None:
        """Use the dictionary given, or letters alone."""
        self._lookup = lookup
        self._known: dict[str, Sounds] = {}

    def sounds(self, words: Words) -> Sounds:
        """Return the phones of several words in a row."""
        return tuple(phone for word in words for phone in self._word(word))

    def _word(self, word: str) -> Sounds:
        if word not in self._known:
            found = self._lookup(word) if self._lookup else None
            self._known[word] = tuple(found.split()) if found else tuple(_LETTERS.findall(word.lower()))
        return self._known[word]


def sound_distance(one: Sounds, other: Sounds) -> float:
    """Return how far two utterances are apart: 0.0 alike, 1.0 nothing in common.

    The mean of two edit distances, in phones and in classes of phones that are easily taken for each other, per phone
    of the longer one.
    """
    longest = max(len(one), len(other), 1)
    exact = Levenshtein.distance(one, other)
    blurred = Levenshtein.distance(_blur(one), _blur(other))
    return (exact + blurred) / 2 / longest


def _blur(sounds: Sounds) -> Sounds:
    return tuple(_ALIKE.get(phone, phone) for phone in sounds)
