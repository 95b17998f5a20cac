"""Every game that can be refereed: one line a game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from assistant.core.games.base import Game
from assistant.core.games.grave_feast import GRAVE_FEAST
from assistant.core.games.house_blitz import HOUSE_BLITZ
from assistant.core.games.in_cahoots import IN_CAHOOTS
from assistant.core.games.need_more_brains import NEED_MORE_BRAINS

AnyGame: TypeAlias = Game[Any, Any]
"""A game of whatever state and house rules: only the game itself looks into them."""

_ALL: tuple[AnyGame, ...] = (GRAVE_FEAST, NEED_MORE_BRAINS, HOUSE_BLITZ, IN_CAHOOTS)

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.info.id: game for game in _ALL})
"""Every game by its id, in the order in which they are listed to users."""
