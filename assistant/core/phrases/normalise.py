"""From any spelling to plain words: lower case, no punctuation, numbers spelled out, compounds in one form."""

import re
import unicodedata

from assistant.core.phrases.numbers import LARGEST, spell

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "`": "'"})

COMPOUNDS = {
    ("grave", "yard"): "graveyard",
    ("grave", "yards"): "graveyards",
    ("head", "shot"): "headshot",
}
"""Compounds that ears write in two words or in one; said aloud there is no difference."""


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of `text`: Unicode NFKC, casefolded, without punctuation, digits up to LARGEST spelled out."""
    folded = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).casefold()
    words: list[str] = []
    for word in _WORD.findall(folded):
        if word.isdecimal() and int(word) <= LARGEST:
            words.extend(spell(int(word)).split())
        else:
            words.append(word)
    return join_compounds(tuple(words))


def join_compounds(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words with every pair of COMPOUNDS written as one."""
    joined: list[str] = []
    for word in words:
        compound = COMPOUNDS.get((joined[-1], word)) if joined else None
        if compound:
            joined[-1] = compound
        else:
            joined.append(word)
    return tuple(joined)
