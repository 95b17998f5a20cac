"""How a word sounds that no dictionary knows, by its letters: rough, but near enough to be compared."""

import re

_PHONES = {
    "tch": "CH", "igh": "AY", "ch": "CH", "sh": "SH", "th": "TH", "ph": "F", "gh": "", "wh": "W", "ck": "K", "ng": "NG",
    "qu": "K W", "ee": "IY", "ea": "IY", "ie": "IY", "ei": "EY", "ey": "IY", "ai": "EY", "ay": "EY", "oo": "UW",
    "ou": "AW", "ow": "AW", "oa": "OW", "oi": "OY", "oy": "OY", "au": "AO", "aw": "AO", "er": "ER", "ir": "ER",
    "ur": "ER", "a": "AE", "e": "EH", "i": "IH", "o": "AA", "u": "AH", "y": "IY", "b": "B", "c": "K", "d": "D",
    "f": "F", "g": "G", "h": "HH", "j": "JH", "k": "K", "l": "L", "m": "M", "n": "N", "p": "P", "q": "K", "r": "R",
    "s": "S", "t": "T", "v": "V", "w": "W", "x": "K S", "z": "Z",
}  # fmt: skip
"""Phones of the CMU dictionary by letters, the longest groups first."""
_GROUP = re.compile("|".join(_PHONES))
_DOUBLED = re.compile(r"([b-df-hj-np-tv-z])\1")
_SILENT_E = re.compile(r"(?<=[aeiouy][b-df-hj-np-tv-z])e$")


def sound_of_letters(word: str) -> str:
    """Return the phones of a word by its letters, separated by spaces; empty for one without any."""
    spelled = _SILENT_E.sub("", _DOUBLED.sub(r"\1", word.casefold()))
    return " ".join(phone for group in _GROUP.findall(spelled) if (phone := _PHONES[group]))
