"""What was wrong with an inexact call, and times, as the values that a sentence needs."""

from assistant.core.games.mechanics.said import fault, inexact

__all__ = ["fault", "inexact", "plain_seconds"]


def plain_seconds(seconds: float) -> int | str:
    """Return seconds as a sentence has them: a whole number where they are whole."""
    return int(seconds) if float(seconds).is_integer() else str(seconds)
