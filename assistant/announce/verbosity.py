"""How talkative the referee is."""

from enum import StrEnum


class Verbosity(StrEnum):
    """How much is said of a match."""

    QUIET = "quiet"
    """Rulings and scores."""
    NORMAL = "normal"
    """What was heard, too."""
    FULL = "full"
    """Every ruling with its explanation."""
