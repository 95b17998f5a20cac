"""English: the one place to translate. A file holds the rulings of one game."""

from types import MappingProxyType

from assistant.core.wording.en.grave_feast import GRAVE_FEAST, GRAVE_FEAST_TERMS
from assistant.core.wording.en.referee import REFEREE
from assistant.core.wording.language import Language

ENGLISH = Language(
    code="en",
    catalogue=MappingProxyType({**REFEREE, **GRAVE_FEAST}),
    somebody="somebody",
    seconds="{number} seconds",
    second="{number} second",
    change="{player} {was} to {now}",
    terms=MappingProxyType({**GRAVE_FEAST_TERMS}),
)
"""Everything that is said in English."""
