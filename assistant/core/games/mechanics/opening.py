"""What games share that name a first turn and have one window at most: the tick at the very beginning, the window."""

from assistant.core.games.base import Window


def first_or_next_ms(begun: bool, next_ms: int | None) -> int | None:
    """Return a game's next deadline: the very beginning, whose tick announces the first turn, and then `next_ms`."""
    return next_ms if begun else 0


def only_window(name: str, player: str | None, opens_ms: int, closes_ms: int | None) -> tuple[Window, ...]:
    """Return the one window that is open, or none where nothing will close it."""
    return () if closes_ms is None else (Window(name, player, opens_ms, closes_ms),)
