"""Grave Feast: zombies and vampires drag families of humans to the graveyard."""

from assistant.core.games.grave_feast.game import GRAVE_FEAST, GraveFeast

__all__ = ["GRAVE_FEAST", "GraveFeast"]
