"""Where a game of Grave Feast stands, as far as it can be heard."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from assistant.core.games.base import Table
from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.games.mechanics.race import Finish

Player = str | None
"""A player, or None when nobody can tell who it was."""


class BidKind(StrEnum):
    """What two players race for a family with."""

    CLAIM = "claim"
    """ "N to the graveyard"."""
    STEAL = "steal"
    """ "Seduce"."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A call that reaches for a family and is not ruled yet: a rival may still come too close to it."""

    kind: BidKind
    """With what."""
    player: Player
    """Who."""
    finish: Finish
    """When."""
    count: int = 0
    """For a claim, the number announced."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An announcement that stands: no succubus may take the family any more."""

    call: int
    """The call's id."""
    finish: Finish
    """When it was complete."""
    count: int
    """The number announced."""
    closes_ms: int
    """Until when a preacher may come."""


@dataclass(frozen=True, slots=True)
class Theft:
    """A steal that succeeded."""

    victim: Player
    """Who lost the family."""
    finish: Finish
    """When."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family on the table that somebody fed, claimed or stole."""

    id: int
    """Its number in the game."""
    owner: Player
    """Whose it is now."""
    kind: str | None
    """"brains" or "blood"; None when no eater's word was heard."""
    fed: bool
    """Whether an eater is attached."""
    touched_ms: int
    """When somebody last did something with it."""
    call: int
    """The id of the call that brought it to the referee's ears."""
    size: int = 0
    """How many humans, where the referee was told; 0 when it was not."""
    bids: tuple[Bid, ...] = ()
    """What is not ruled yet, in the order of the finishes."""
    claim: Claim | None = None
    """The announcement that stands."""
    thefts: tuple[Theft, ...] = ()
    """Every steal of it, in order."""


@dataclass(frozen=True, slots=True)
class Prayer:
    """A preacher, his evil answer, the answer to that, and so on."""

    family: int
    """Whose eater it is about."""
    calls: tuple[int, ...]
    """The ids of the valid links, in order: an odd number destroys the eater."""
    player: Player
    """Who said the first."""
    opens_ms: int
    """When the latest link was complete."""
    closes_ms: int
    """Until when it may be answered."""


@dataclass(frozen=True, slots=True)
class WordFault:
    """An eater that was played without its word, or with the wrong one."""

    player: Player
    """Who played it."""
    family: int | None
    """The family it feeds on, where a wrong word was heard."""
    eater: str
    """"zombie" or "vampire"."""
    call: int
    """The id of what was heard or told."""
    opens_ms: int
    """When."""
    closes_ms: int
    """Until when somebody may call it."""
    dull: bool = False
    """Whether its word was right, and only its creepiness may be called."""


@dataclass(frozen=True, slots=True)
class GraveFeastState:
    """Where the match stands."""

    table: Table
    """Who plays."""
    rules: GraveFeastRules
    """The house rules."""
    scores: tuple[int, ...]
    """Humans in each graveyard, in the order of the players."""
    games: tuple[int, ...]
    """Games won in the set, likewise."""
    families: tuple[Family, ...] = ()
    """What was heard of, oldest first."""
    prayer: Prayer | None = None
    """The preacher who waits for an answer."""
    faults: tuple[WordFault, ...] = ()
    """Eaters that may still be called, oldest first."""
    flips: int = 0
    """Coins flipped so far."""
    next_family: int = 1
    """The number of the next family."""
    over: bool = False
    """Whether the game is won: the next call begins another, unless the set is decided."""
    set_winner: str | None = field(default=None)
    """Who has won the set."""

    def family(self, family_id: int) -> Family | None:
        """Return a family by its number, or None when it is gone."""
        return next((family for family in self.families if family.id == family_id), None)

    def latest(self, fits: Callable[[Family], bool]) -> Family | None:
        """Return the family that was touched last of those that fit, or None."""
        fitting = [family for family in self.families if fits(family)]
        return max(fitting, key=lambda family: (family.touched_ms, family.id), default=None)

    def put(self, family: Family) -> "GraveFeastState":
        """Return the state with a family changed or added."""
        others = tuple(known for known in self.families if known.id != family.id)
        return replace(self, families=tuple(sorted((*others, family), key=lambda known: known.id)))

    def drop(self, family_id: int) -> "GraveFeastState":
        """Return the state without a family."""
        return replace(self, families=tuple(family for family in self.families if family.id != family_id))
