"""Words that sound the same: an ear that writes one of them may have heard the other.

They are a table for what ears write, never a spelling that the book accepts: a match by sound is tried only where no
match by spelling is found, and says that it is one (`Exact.by_sound`).
"""

from collections.abc import Mapping
from types import MappingProxyType

NUMBER_ALIKES: Mapping[str, int] = MappingProxyType(
    {"won": 1, "wan": 1, "to": 2, "too": 2, "free": 3, "tree": 3, "for": 4, "fore": 4, "ate": 8}
)
"""What may be written where a number was said: counts only where a slot wants a number and all the rest fits."""

WORD_ALIKES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "to": frozenset(("two", "too")),
        "no": frozenset(("know",)),
        "need": frozenset(("knead",)),
        "brains": frozenset(("brain's",)),
        "flee": frozenset(("flea",)),
    }
)
"""What may be written where a word of a phrase was said, by that word: only words of the very same sound."""

_WRITTEN = frozenset(NUMBER_ALIKES) | frozenset(word for words in WORD_ALIKES.values() for word in words)


def may_sound_alike(words: tuple[str, ...]) -> bool:
    """Tell whether any of `words` sounds like another one."""
    return not _WRITTEN.isdisjoint(words)
