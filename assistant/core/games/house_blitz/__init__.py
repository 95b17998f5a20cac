"""Zombie House Blitz: everybody plays at once, until somebody says stop."""

from assistant.core.games.house_blitz.game import HOUSE_BLITZ, HouseBlitz

__all__ = ["HOUSE_BLITZ", "HouseBlitz"]
