"""Eaten By Zombies!: In Cahoots: fight or flee, before anything else."""

from assistant.core.games.in_cahoots.game import IN_CAHOOTS, InCahoots

__all__ = ["IN_CAHOOTS", "InCahoots"]
