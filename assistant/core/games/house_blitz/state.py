"""Where a match of Zombie House Blitz stands: plain frozen values."""

from dataclasses import dataclass, replace
from enum import StrEnum

from assistant.core.games.base import Table
from assistant.core.games.house_blitz.rules import LOST_POINTS, SAVED_POINTS, BlitzRules
from assistant.core.games.mechanics.race import Finish, least_band_ms
from assistant.core.games.mechanics.tally import Tally
from assistant.core.rulings import Ruling

Player = str | None
"""A player, or None when nobody can tell who it was."""


class Phase(StrEnum):
    """What goes on at the table."""

    IDLE = "idle"
    """No round was begun, or the last one is void."""
    COUNTDOWN = "countdown"
    """Everybody is ready."""
    LIVE = "live"
    """The round is played."""
    FROZEN = "frozen"
    """Somebody said Stop; the round is being scored, or was."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One Stop that counts."""

    player: Player
    """Who said it."""
    finish: Finish
    """When it was complete."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one player has to show for a round."""

    player: str
    """Whose."""
    saved: int
    """People in the Car piles."""
    house: int
    """Cards left in the House."""
    dead: int
    """People in the Dead Pile."""

    @property
    def points(self) -> int:
        """What it is worth; zombies, guns and cars count nothing."""
        return SAVED_POINTS * self.saved + LOST_POINTS * (self.house + self.dead)


@dataclass(frozen=True, slots=True)
class BlitzState:
    """Where the match stands."""

    table: Table
    """Who plays."""
    rules: BlitzRules
    """The house rules."""
    tally: Tally
    """The points of all rounds."""
    phase: Phase = Phase.IDLE
    """What goes on."""
    round: int = 0
    """The number of the round that is played or was played last."""
    ready: tuple[str, ...] = ()
    """Who has said to be ready for the next round."""
    counts_from_ms: int = 0
    """When the countdown began."""
    counted: int = 0
    """How many of its seconds have passed."""
    began_ms: int = 0
    """When the round began."""
    stops: tuple[Stop, ...] = ()
    """Who stopped this round: the first, and who was too close to tell."""
    results: tuple[Result, ...] = ()
    """What was told of this round."""
    spoke: tuple[tuple[str, int], ...] = ()
    """When each player's latest call ended."""
    reached: bool = False
    """Whether somebody has reached the target, so that the next unique leader wins."""
    won: Player = None
    """Who won."""

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, clockwise."""
        return self.table.players

    @property
    def least_band_ms(self) -> int:
        """The least margin of a race at this table."""
        return least_band_ms(self.rules.race_tie_band_ms, self.table.shared_microphone)

    @property
    def unscored(self) -> tuple[str, ...]:
        """Who has played a round that is not scored yet."""
        if self.phase is not Phase.FROZEN:
            return ()
        told = {result.player for result in self.results}
        return tuple(player for player in self.players if player not in told)

    def spoken(self, player: Player, at_ms: int) -> "BlitzState":
        """Return the state with the end of a player's latest call."""
        if player is None:
            return self
        others = tuple(pair for pair in self.spoke if pair[0] != player)
        return replace(self, spoke=(*others, (player, at_ms)))


Ruled = tuple[BlitzState, tuple[Ruling, ...]]
"""The state afterwards, and what was decided."""
