"""From a ruling to its sentence, and to the longer explanation on request."""

from dataclasses import replace
from types import MappingProxyType

from assistant.core.referee_codes import AGAIN, SAY_AGAIN, SAY_WHY
from assistant.core.rulings import Ruling
from assistant.core.wording.en import ENGLISH
from assistant.core.wording.language import Language, Names, brief, fill, values_of

NO_OTHER_NAMES: Names = MappingProxyType({})
"""Every player is said as the table writes the name."""


def render(ruling: Ruling, names: Names = NO_OTHER_NAMES, language: Language = ENGLISH) -> str:
    """Return the sentence that is spoken for a ruling; a code that the catalogue lacks is said as it is written."""
    wording = language.catalogue.get(ruling.code)
    values = {**values_of(ruling, names, language), **_of_repeated(ruling, names, language)}
    if wording is None:
        plain = ruling.code.replace("/", " ").replace("-", " ")
        return _capital(fill("{code}: {player}.", {**values, "code": plain}))
    return _capital(fill(wording.short, brief(values)))


def explain(ruling: Ruling, names: Names = NO_OTHER_NAMES, language: Language = ENGLISH, meaning: str = "") -> str:
    """Return the longer explanation of a ruling.

    Args:
        ruling: what was ruled.
        names: how to say the players' names.
        language: the catalogue.
        meaning: what the game declares the code to mean; it serves for a code that the catalogue lacks.
    """
    wording = language.catalogue.get(ruling.code)
    if wording is None:
        return meaning or render(ruling, names, language)
    values = {**values_of(ruling, names, language), **_of_repeated(ruling, names, language)}
    return _capital(fill(wording.long, values))


def _of_repeated(ruling: Ruling, names: Names, language: Language) -> dict[str, str]:
    """Return the sentence and the explanation of the ruling that this one repeats; nothing for any other."""
    if ruling.code not in (SAY_AGAIN, SAY_WHY):
        return {}
    repeated = replace(ruling, code=str(dict(ruling.data)[AGAIN]))
    return {"said": render(repeated, names, language), "why": explain(repeated, names, language)}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
