"""Zombies! Need more Brains: more brains, or no more brains?"""

from assistant.core.games.need_more_brains.game import NEED_MORE_BRAINS, NeedMoreBrains

__all__ = ["NEED_MORE_BRAINS", "NeedMoreBrains"]
