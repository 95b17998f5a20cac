"""English: the one place to translate. A file holds the rulings of one game, a file in `rules/` its rules."""

from types import MappingProxyType

from assistant.core.wording.en.grave_feast import GRAVE_FEAST, GRAVE_FEAST_TERMS
from assistant.core.wording.en.house_blitz import HOUSE_BLITZ, HOUSE_BLITZ_TERMS
from assistant.core.wording.en.in_cahoots import IN_CAHOOTS, IN_CAHOOTS_TERMS
from assistant.core.wording.en.need_more_brains import NEED_MORE_BRAINS, NEED_MORE_BRAINS_TERMS
from assistant.core.wording.en.referee import REFEREE, REFEREE_TERMS
from assistant.core.wording.en.rules import RULES
from assistant.core.wording.en.shared import SHARED
from assistant.core.wording.language import Language

ENGLISH = Language(
    code="en",
    catalogue=MappingProxyType({**REFEREE, **SHARED, **GRAVE_FEAST, **NEED_MORE_BRAINS, **HOUSE_BLITZ, **IN_CAHOOTS}),
    somebody="somebody",
    seconds="{number} seconds",
    second="{number} second",
    change="{player} {was} to {now}",
    points="{player} {points}",
    call_of="{player}'s call",
    the_call="it",
    terms=MappingProxyType(
        {**REFEREE_TERMS, **GRAVE_FEAST_TERMS, **NEED_MORE_BRAINS_TERMS, **HOUSE_BLITZ_TERMS, **IN_CAHOOTS_TERMS}
    ),
    rules=RULES,
    no_rule="I have no rule on {topic} in this game.",
)
"""Everything that is said in English."""
