"""Where a match of Grave Feast stands: plain frozen values, the same for calls tracking and board tracking."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from assistant.core.games.base import Table
from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.games.grave_feast.seat import Seat
from assistant.core.games.mechanics.negation import Chain
from assistant.core.games.mechanics.race import Finish, least_band_ms
from assistant.core.games.mechanics.tally import Tally
from assistant.core.observations import Numbered
from assistant.core.rulings import Ruling

Player = str | None
"""A player, or None when nobody can tell who it was."""

SAID = "said"
"""The eater's word was heard, word for word."""

INEXACT = "inexact"
"""A wrong word was heard."""

MISSING = "missing"
"""The eater was told of, and no word was heard."""

PRESUMED = "presumed"
"""Nothing was heard or told of the eater: the announcement presumes it."""


@dataclass(frozen=True, slots=True)
class Eater:
    """A zombie or vampire that feeds on a family and is bound to it."""

    kind: str
    """"zombie" or "vampire"; empty where it was only presumed."""
    player: Player
    """Who played it."""
    word: str
    """SAID, INEXACT, MISSING or PRESUMED."""
    call: int
    """The id of the call or fact that it came by."""
    at_ms: int
    """When it was played."""
    closes_ms: int | None = None
    """Until when its word may be called; None: not, or no more."""


@dataclass(frozen=True, slots=True)
class Theft:
    """A steal that succeeded."""

    victim: Player
    """Who lost the family."""
    finish: Finish
    """When."""


@dataclass(frozen=True, slots=True)
class MashTheft:
    """The latest steal of a whole Monster Mash, so that it can be put right."""

    finish: Finish
    """When."""
    victim: Seat
    """The robbed seat, as it was before."""
    thief: Seat
    """The thief's seat, as it was before."""
    taken: int
    """How many monsters were stolen."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An announcement that stands: no succubus may take the family any more."""

    player: Player
    """Who announced."""
    finish: Finish
    """When it was complete."""
    count: int
    """The number announced."""
    closes_ms: int
    """Until when a preacher may come."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family on the table that the referee heard or was told of."""

    id: int
    """Its number in the match."""
    owner: Player
    """Whose it is now."""
    kind: str
    """"brains" or "blood"; empty where that is not known."""
    touched_ms: int
    """When it was last fed, announced, stolen or laid to."""
    contested_ms: int | None = None
    """When it was last fed, announced or stolen; None: never."""
    confused: bool = False
    """Whether an Exorcist confused its eater, who may try again in the owner's next turn."""
    orphaned: bool = False
    """Whether its eater was destroyed or lost, so that it needs another one."""
    cards: tuple[int, ...] = ()
    """The numbers of its humans, ascending, as told; empty where they are not known."""
    size: int = 0
    """How many humans; 0 where that is not known."""
    eater: Eater | None = None
    """Who feeds on it."""
    claim: Claim | None = None
    """The announcement that stands."""
    thefts: tuple[Theft, ...] = ()
    """Every steal of it, in order."""


@dataclass(frozen=True, slots=True)
class Prayer:
    """A preacher aimed at an eater, and the answers to him."""

    family: int
    """The family whose eater he aims at; 0 where that is in a Monster Mash."""
    chain: Chain
    """The valid prayers."""
    mash_of: Player = None
    """Whose Monster Mash holds the eater, where no family does."""
    card: str = ""
    """Which eater of that Mash."""


@dataclass(frozen=True, slots=True)
class Question:
    """An evil prayer whose last word is on no list: the table is asked whether it counts."""

    player: Player
    """Who prayed."""
    call: int
    """The call's id."""
    at_ms: int
    """When it was complete."""
    word: str
    """The word."""
    closes_ms: int
    """Until when the table may answer."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Whether an eater's word was creepy enough: the table votes, and tells the outcome."""

    family: int
    """The family on which it feeds."""
    challenger: Player
    """Who called it."""
    opens_ms: int
    """When."""
    closes_ms: int
    """Until when the table may tell that it was not."""


@dataclass(frozen=True, slots=True)
class OpenSteal:
    """A succubus that was played with her word, while it is open what she steals."""

    player: Player
    """Who played her."""
    finish: Finish
    """When."""
    closes_ms: int
    """Until when the player may say what she steals."""


@dataclass(frozen=True, slots=True)
class Target:
    """A card that a player aims at by name, because the call does not say so."""

    player: str
    """Who aims."""
    card: str
    """At what."""
    victim: str
    """Whose it is."""
    since_ms: int
    """When he said so."""
    until_ms: int
    """A call before this is meant so."""


@dataclass(frozen=True, slots=True)
class Combo:
    """The first of the two succubi, or of the two preachers, that it takes to kill a rare card."""

    card: str
    """Whom they come for: the Exorcist or a Devil Wife."""
    victim: str
    """Whose he or she is."""
    player: Player
    """Who played the first."""
    call: int
    """The call's id."""
    opens_ms: int
    """When it was complete."""
    closes_ms: int
    """Until when the second may follow."""


@dataclass(frozen=True, slots=True)
class Held:
    """An observation that waits for its judgement, because a rival may still come too close to it."""

    numbered: Numbered
    """The observation."""
    finish: Finish
    """Its moment, as races see it."""
    ripe_ms: int
    """When it can be judged."""
    settled: bool = False
    """Whether its race was decided by the house rule for ties, so that nothing comes too close to it any more."""


@dataclass(frozen=True, slots=True)
class GraveFeastState:
    """Where the match stands."""

    table: Table
    """Who plays."""
    rules: GraveFeastRules
    """The house rules."""
    tally: Tally
    """Points of this game, games of this set."""
    seats: tuple[Seat, ...]
    """What lies before each player, in the order of the table."""
    queue: tuple[Held, ...] = ()
    """What is not judged yet, in the order of its moments."""
    families: tuple[Family, ...] = ()
    """The families on the table, oldest first."""
    prayer: Prayer | None = None
    """The preacher who may still be answered."""
    question: Question | None = None
    """What the table is asked about an evil prayer."""
    vote: Vote | None = None
    """What the table votes about."""
    mash_theft: MashTheft | None = None
    """The latest steal of a Monster Mash in this game."""
    open_steal: OpenSteal | None = None
    """The succubus whose aim the table is asked for."""
    target: Target | None = None
    """What the next call of a player is aimed at."""
    combo: Combo | None = None
    """The first of two succubi or preachers who waits for the second."""
    unsaid: tuple[tuple[str, str, int], ...] = ()
    """Right words that fed no family, as (player, eater, when): they may be for an eater in the Mash."""
    unowned: tuple[tuple[int, int], ...] = ()
    """Trips that scored for nobody known, as (call id, humans), oldest first."""
    discard: tuple[str, ...] = ()
    """The monsters on the discard pile as far as they are known, in the order in which they came to lie there."""
    turn: Player = None
    """Whose turn it is; None where that is not known."""
    turn_began_ms: int = 0
    """When this turn began, as far as that is known."""
    next_family: int = 1
    """The number of the next family."""
    flips: int = 0
    """Coins flipped and shuffles made so far."""
    over: bool = False
    """Whether the game is won: the next call begins another, unless the set is decided."""

    @property
    def board(self) -> bool:
        """Whether the board is tracked."""
        return self.rules.board

    @property
    def least_band_ms(self) -> int:
        """The least margin of a race at this table."""
        return least_band_ms(self.rules.race_tie_band_ms, self.table.shared_microphone)

    def family(self, number: int) -> Family | None:
        """Return a family by its number, or None when it is gone."""
        return next((family for family in self.families if family.id == number), None)

    def latest(self, fits: Callable[[Family], bool]) -> Family | None:
        """Return the family that was touched last of those that fit, or None."""
        fitting = [family for family in self.families if fits(family)]
        return max(fitting, key=lambda family: (family.touched_ms, family.id), default=None)

    def put(self, family: Family) -> "GraveFeastState":
        """Return the state with a family changed or added."""
        others = tuple(known for known in self.families if known.id != family.id)
        return replace(self, families=tuple(sorted((*others, family), key=lambda known: known.id)))

    def drop(self, number: int) -> "GraveFeastState":
        """Return the state without a family."""
        return replace(self, families=tuple(family for family in self.families if family.id != number))

    def seat(self, player: str) -> Seat:
        """Return what lies before a player of this table."""
        return self.seats[self.table.players.index(player)]

    def sit(self, seat: Seat) -> "GraveFeastState":
        """Return the state with one seat changed."""
        return replace(self, seats=tuple(seat if known.player == seat.player else known for known in self.seats))

    def discarded(self, *cards: str) -> "GraveFeastState":
        """Return the state with cards laid on the discard pile, in this order."""
        return replace(self, discard=(*self.discard, *cards))


Ruled = tuple[GraveFeastState, tuple[Ruling, ...]]
"""The state afterwards, and what was decided."""


def named(player: Player) -> str:
    """Return a player's name for a ruling's data; empty when nobody knows."""
    return player or ""
