"""The games, one file each. `assistant.core.games.registry` lists them."""
