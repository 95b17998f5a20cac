"""What lies before one player, and how many cards he holds: hands are counts, for nobody tells what is in them."""

from dataclasses import dataclass

HAND = 5
"""Section 2: five cards each, and a turn starts with five."""

DEVIL_WIFE = "devil wife"
"""The rare card that seduces from anywhere."""

EXORCIST = "exorcist"
"""The rare card that makes monsters explode."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A monster in a Monster Mash."""

    card: str
    """Such as "zombie"."""
    call: int
    """The id of the fact that told of it."""
    at_ms: int
    """When it was told."""
    closes_ms: int | None = None
    """Until when its missing word may be called, where the house rules want one in the Mash; None: not, or no more."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's cards and turn."""

    player: str
    """Who."""
    hand: int = HAND
    """Cards in the hand; may be off where the board is not tracked."""
    frozen: int = 0
    """How many of them were stolen by a Devil Wife and cannot be played before the next turn."""
    drawn: bool = True
    """Whether the hand was filled for this turn."""
    drew: int = 0
    """How many cards filled it."""
    played: bool = False
    """Whether cards went from the hand to the board in this turn."""
    discarded: bool = False
    """Whether a card was discarded in this turn."""
    mash: tuple[Stored, ...] = ()
    """The Monster Mash, oldest first."""
    loot: int = 0
    """How many of its latest monsters were just stolen, so that a hijack takes these; 0 when none were."""
    contested_ms: int | None = None
    """When the Mash was last stolen; None: never."""
    buried: int = 0
    """Humans that lie face-down in the graveyard; points are kept apart."""
    wives: int = 0
    """Devil Wives in the family area."""
    lured: bool = False
    """Whether the Devil Wife has taken her card in this turn."""
    lures: int = 0
    """Cards that a Devil Wife played from the hand may still take."""
    hiding: int = 0
    """Turns of his that must begin before the Exorcist, who hides in the hand, can be used again."""
    dazed: bool = False
    """Whether an Exorcist confused a Devil Wife that was played from the hand, who may try again in his next turn."""
    skips: int = 0
    """Turns of his that are lost."""
    shedding: int = 0
    """Ends of turn until he may no more discard down to four; 0: he may not."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The monsters in the Mash."""
        return tuple(stored.card for stored in self.mash)

    @property
    def guarded(self) -> bool:
        """Whether an Exorcist in the Mash protects it from all steals."""
        return EXORCIST in self.cards

    @property
    def acted(self) -> bool:
        """Whether the turn has been used: cards played or one discarded."""
        return self.played or self.discarded

    @property
    def to_draw(self) -> int:
        """How many cards fill the hand for this turn."""
        return 0 if self.drawn else max(0, HAND - self.hand)
