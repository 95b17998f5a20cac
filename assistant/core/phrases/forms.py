"""Forms of one word: "brain" and "brains", "seduce" and "seduced", which a lenient table lets pass."""

import re

from assistant.core.observations import WordDiff

SHORTEST_STEM = 3
"""Below so many letters a stem proves nothing."""
_OLD_FORMS = {"thee": "you", "ye": "you", "thy": "your"}
"""What prayers say for a word of today."""
_ENDING = re.compile(r"(?:ing|ed|es|s|e)$")
_DOUBLED = re.compile(r"([b-df-hj-np-tv-z])\1$")


def differs_in_forms(diff: WordDiff) -> bool:
    """Return whether nothing is wrong but the forms of some words."""
    changed = bool(diff.changed) and not diff.missing and not diff.added
    return changed and all(same_word(wanted, said) for wanted, said in diff.changed)


def same_word(wanted: str, said: str) -> bool:
    """Return whether two words are forms of one: by the same stem, which endings and doubled letters leave."""
    if _OLD_FORMS.get(said) == wanted:
        return True
    return len(_stem(wanted)) >= SHORTEST_STEM and _stem(wanted) == _stem(said)


def _stem(word: str) -> str:
    while (shorter := _ENDING.sub("", word)) != word and len(shorter) >= SHORTEST_STEM:
        word = shorter
    return _DOUBLED.sub(r"\1", word)
