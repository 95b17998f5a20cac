"""Where a match of Zombies! Need more Brains stands: plain frozen values, the same in all three modes."""

from dataclasses import dataclass, replace

from assistant.core.games.base import Table
from assistant.core.games.mechanics.tally import Tally
from assistant.core.games.need_more_brains.rules import BrainsRules
from assistant.core.rulings import Ruling

Player = str | None
"""A player, or None when nobody can tell who it was."""


@dataclass(frozen=True, slots=True)
class Hunt:
    """One player's turn, or one round of the Horde: the cards are the same for all who are in it."""

    waiting: tuple[str, ...]
    """Who has still to decide about the next card, in order; while a card is due, who will decide after it."""
    owed: int
    """Cards that must be turned before anybody decides."""
    since_ms: int
    """When the latest card was turned, or the latest decision made."""
    going: tuple[str, ...] = ()
    """Who has said More for the next card already, in order."""
    forced: int = 1
    """How many cards the next More takes: more than one after Chase Humans."""
    factors: tuple[int, ...] = ()
    """How many times the next cards count, after Double Rampage; one where nothing stands."""
    points: int = 0
    """Brains at stake."""
    bullets: int = 0
    """Bullets taken."""
    gaps: bool = False
    """Whether a card was turned that nobody told, so that the brains at stake are not known."""
    decided: bool = False
    """Whether the cards that are due follow from a decision, and none of them has been told."""
    fresh: bool = True
    """Whether nothing has been turned or decided yet: the deck is being shuffled."""
    prompts: int = 0
    """How often the referee has asked since `since_ms`."""

    @property
    def inside(self) -> tuple[str, ...]:
        """Who has neither left nor been shot."""
        return (*self.going, *self.waiting)


@dataclass(frozen=True, slots=True)
class BrainsState:
    """Where the match stands."""

    table: Table
    """Who plays."""
    rules: BrainsRules
    """The house rules."""
    tally: Tally
    """Brains that are banked."""
    reached: tuple[int, ...]
    """When each player came to have this score: of two alike, the lower number was first."""
    dealer: str
    """Who deals."""
    row: tuple[str, ...]
    """The tokens of the Horde in the order of their scores; the players as they sit in the other modes."""
    hunt: Hunt
    """The turn, or the Horde's round."""
    changes: int = 0
    """How often a score has changed."""
    round: int = 1
    """The round, from 1."""
    turns: int = 0
    """Turns of this round that are over; only in the basic mode."""
    begun: bool = False
    """Whether the first turn was announced."""
    touched: bool = False
    """Whether any card was told or any decision made: dealer and row stand."""
    chasers: tuple[str, ...] | None = None
    """Who still has a last chance, in order; None before anybody has reached the target."""
    unbanked: tuple[str, ...] = ()
    """Who stopped with brains that the referee could not count."""
    hesitates_until_ms: int | None = None
    """Until when "more brains" may be the rest of a "no more brains" that was broken off; None: nothing was."""
    over: bool = False
    """Whether the game is over."""
    won: Player = None
    """Who won it."""

    @property
    def decider(self) -> Player:
        """Who decides now or, while a card is due, after it."""
        return self.hunt.waiting[0] if self.hunt.waiting and not self.over else None

    @property
    def final(self) -> bool:
        """Whether somebody has reached the target, and the others have their last chance."""
        return self.chasers is not None

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, clockwise."""
        return self.table.players

    def ranked(self) -> tuple[str, ...]:
        """Return the players from the highest score down; of two alike, who had it first."""
        first = dict(zip(self.players, self.reached, strict=True))
        return tuple(sorted(self.players, key=lambda player: (-self.tally.of(player), first[player])))

    def clockwise_after(self, player: str) -> tuple[str, ...]:
        """Return the other players clockwise, beginning on the left of `player`."""
        at = self.players.index(player)
        return (*self.players[at + 1 :], *self.players[:at])

    def scored(self, player: str, points: int) -> "BrainsState":
        """Return the state with points given (or taken)."""
        if not points:
            return self
        changes = self.changes + 1
        reached = (changes if name == player else old for name, old in zip(self.players, self.reached, strict=True))
        tally = self.tally.with_points(player, points)
        return replace(self, tally=tally, reached=tuple(reached), changes=changes)

    def hunting(self, hunt: Hunt) -> "BrainsState":
        """Return the state with the hunt gone on."""
        return replace(self, hunt=replace(hunt, fresh=False), touched=True)


Ruled = tuple[BrainsState, tuple[Ruling, ...]]
"""The state afterwards, and what was decided."""
