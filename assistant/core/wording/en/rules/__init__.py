"""English: the rules of the calls, windows and house rules by subject. A file holds the subjects of one game."""

from collections.abc import Mapping
from types import MappingProxyType

from assistant.core.wording.en.rules.any_game import ANY_GAME
from assistant.core.wording.en.rules.grave_feast import GRAVE_FEAST_RULES
from assistant.core.wording.en.rules.house_blitz import HOUSE_BLITZ_RULES
from assistant.core.wording.en.rules.in_cahoots import IN_CAHOOTS_RULES
from assistant.core.wording.en.rules.need_more_brains import NEED_MORE_BRAINS_RULES
from assistant.core.wording.topics import Topic

RULES: Mapping[str, tuple[Topic, ...]] = MappingProxyType(
    {
        "grave-feast": (*GRAVE_FEAST_RULES, *ANY_GAME),
        "need-more-brains": (*NEED_MORE_BRAINS_RULES, *ANY_GAME),
        "house-blitz": (*HOUSE_BLITZ_RULES, *ANY_GAME),
        "in-cahoots": (*IN_CAHOOTS_RULES, *ANY_GAME),
    }
)
"""The subjects of every game, in the order in which they are listed; what holds in any game comes last."""
