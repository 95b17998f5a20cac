"""Where a match of In Cahoots stands: plain frozen values."""

from dataclasses import dataclass, replace
from enum import StrEnum

from assistant.core.games.base import Table
from assistant.core.games.in_cahoots.rules import HAND_LIMIT, STARTING_DECK, CahootsRules
from assistant.core.games.mechanics.tally import Tally
from assistant.core.rulings import Ruling

Player = str | None
"""A player, or None when nobody can tell who it was."""


class Step(StrEnum):
    """The steps of a turn, in their order, by the names that the table uses."""

    REVEAL = "reveal"
    """Zombies are revealed, one at a time."""
    ADD = "adding"
    """The other player may add zombies and play special cards."""
    CHOICE = "choice"
    """Fight or Flee."""
    PLAY = "playing"
    """Swag is played."""
    TOTAL = "total"
    """What was played is added up."""
    SCAVENGE = "scavenging"
    """Swag is taken, after a success."""
    CLEAN_UP = "clean up"
    """What was played is discarded; the referee passes on by itself."""
    ATTRITION = "attrition"
    """Cards are lost."""
    DISSIPATE = "dissipating"
    """The oldest zombie leaves; the referee passes on by itself."""
    DRAW = "drawing"
    """The hand is drawn up to six."""


ORDER = tuple(Step)
"""The steps in their order."""


@dataclass(frozen=True, slots=True)
class Zombie:
    """One zombie of the Horde."""

    level: int
    """The Fight that kills it."""
    attrition: int
    """The Flee that escapes it, and the cards that it costs."""


@dataclass(frozen=True, slots=True)
class Piles:
    """How many cards a player has where."""

    hand: int = HAND_LIMIT
    """In the hand."""
    deck: int = STARTING_DECK - HAND_LIMIT
    """In the Safe House."""
    discard: int = 0
    """In the Discard Pile."""

    def drawn(self, count: int) -> "Piles | None":
        """Return the piles after drawing, the Discard Pile shuffled when needed; None: there is too little to draw."""
        if count > self.deck + self.discard:
            return None
        if count <= self.deck:
            return Piles(self.hand + count, self.deck - count, self.discard)
        return Piles(self.hand + count, self.deck + self.discard - count, 0)


@dataclass(frozen=True, slots=True)
class Turn:
    """One Survivor's turn."""

    player: str
    """Whose."""
    due: int
    """How many zombies must be revealed."""
    step: Step = Step.REVEAL
    """Where it stands."""
    revealed: int = 0
    """How many zombies were revealed from the deck."""
    sign_used: bool = False
    """Whether a Reveal sign has added its one zombie."""
    choice: str = ""
    """FIGHT, FLEE, or empty before the choice."""
    chosen_ms: int = 0
    """When the choice was made."""
    bound: bool = False
    """Whether the choice cannot be taken back any more."""
    total: int = 0
    """Fight or Flee of the Swag that was played."""
    bonus: int = 0
    """Scavenge bonus of the Swag that was played."""
    played: int = 0
    """Cards on the table."""
    found: int = 0
    """Find of the Swag that was scavenged."""
    lose: int = 0
    """Cards still to be lost."""
    success: bool = False
    """Whether the Horde was killed or escaped."""
    told: bool = False
    """Whether anything of this turn was told, besides the choice."""


@dataclass(frozen=True, slots=True)
class CahootsState:
    """Where the match stands."""

    table: Table
    """Who plays."""
    rules: CahootsRules
    """The house rules."""
    turn: Turn
    """The turn that is played."""
    kills: Tally
    """Zombies killed."""
    horde: tuple[Zombie, ...] = ()
    """The Horde, oldest first."""
    reshuffles: int = 0
    """How often the Zombie Discard was shuffled."""
    supply: tuple[int, int] | None = None
    """Cards in the Zombie Deck and in the Zombie Discard; None: not known."""
    piles: tuple[tuple[str, Piles], ...] = ()
    """The players' cards, where they are known."""
    begun: bool = False
    """Whether the first step was announced."""
    over: bool = False
    """Whether the game is over."""
    won: Player = None
    """Who has won alone."""

    @property
    def active(self) -> str:
        """Whose turn it is."""
        return self.turn.player

    @property
    def other(self) -> str:
        """The other player."""
        return next(player for player in self.table.players if player != self.active)

    @property
    def attrition(self) -> int:
        """The Horde's Attrition."""
        return sum(zombie.attrition for zombie in self.horde)

    def cards(self, player: str) -> Piles | None:
        """Return a player's cards, where they are known."""
        return dict(self.piles).get(player)

    def with_cards(self, player: str, piles: Piles | None) -> "CahootsState":
        """Return the state with a player's cards changed; None leaves them as they are."""
        if piles is None:
            return self
        others = tuple(pair for pair in self.piles if pair[0] != player)
        return replace(self, piles=(*others, (player, piles)))

    def at(self, step: Step) -> "CahootsState":
        """Return the state at another step."""
        return replace(self, turn=replace(self.turn, step=step))

    def removed(self, zombies: tuple[Zombie, ...]) -> "CahootsState":
        """Return the state with zombies moved from the Horde to the Zombie Discard."""
        left = tuple(zombie for zombie in self.horde if not any(zombie is gone for gone in zombies))
        supply = self.supply
        if supply is not None:
            supply = (supply[0], supply[1] + len(zombies))
        return replace(self, horde=left, supply=supply)


Ruled = tuple[CahootsState, tuple[Ruling, ...]]
"""The state afterwards, and what was decided."""
