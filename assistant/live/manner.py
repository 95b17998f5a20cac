"""How a match is followed, whatever the match."""

from dataclasses import dataclass

from assistant.announce.verbosity import Verbosity


@dataclass(frozen=True, slots=True)
class Manner:
    """How a match is followed."""

    keep_sound: bool | None = None
    """Whether the sound is kept; None: whoever is at the screen is asked, and without a screen it is not."""
    verbosity: Verbosity = Verbosity.NORMAL
    """How much is said."""
    json: bool = False
    """Whether standard output holds JSON Lines and nothing else."""
    figures: bool = False
    """Whether it is told at the end how quick the referee was."""
