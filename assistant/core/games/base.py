"""What every game is: how it declares itself, and the four pure functions that the referee calls."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from assistant.core.observations import Numbered
from assistant.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """One ruling code of the closed list."""

    code: str
    """Such as "steal/made"."""
    meaning: str
    """What it means, in one sentence, for `docs/rulings.md`."""
    source: str = ""
    """The rulebook's section or the house rule that it comes from."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """How a game declares itself."""

    id: str
    """As on the command line, such as "grave-feast"; also the block in phrases.yaml and the head of phrase ids."""
    title: str
    """As on the box."""
    min_players: int
    """The fewest players."""
    max_players: int
    """The most players."""
    codes: tuple[CodeInfo, ...]
    """Every ruling code that the game can give, besides the referee's own."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of time in which somebody may still answer."""

    name: str
    """What is open, such as "preacher" or "reply"."""
    player: str | None
    """Whose claim, steal or preacher it is about."""
    opens_ms: int
    """When it opened."""
    closes_ms: int
    """When it runs out."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits at the table, and what chance may do: the same table gives the same match."""

    players: tuple[str, ...]
    """The names, in clockwise order; distinct."""
    seed: int = 0
    """Where every coin flip and shuffle comes from."""
    shared_microphone: bool = False
    """Whether calls come without a microphone of one's own, so that races need the wider margin."""


StateT = TypeVar("StateT")
RulesT = TypeVar("RulesT")


@dataclass(frozen=True, slots=True)
class GameStep(Generic[StateT]):
    """What a game makes of one observation."""

    state: StateT
    """The state afterwards."""
    rulings: tuple[Ruling, ...] = field(default=())
    """What was decided, in order."""


class Game(Protocol[StateT, RulesT]):
    """A game. Its state and its house rules are frozen dataclasses of plain values; all its methods are pure."""

    info: GameInfo
    rules_type: type[RulesT]
    """The house rules: a frozen dataclass whose defaults are the recommended ones (see `house_rules`)."""

    def start(self, table: Table, rules: RulesT) -> StateT:
        """Return the state before the first call."""

    def step(self, state: StateT, numbered: Numbered) -> GameStep[StateT]:
        """Judge one call, fact or command, or let time pass.

        Observations come in the order of their moments. A Tick comes exactly at each `deadline_ms`: after every call
        that ended before it, before any that ended at it or later, so a window holds its opening and not its closing
        moment. Gaps, amendments, undo, redo, pause and resume stay with the referee. Never raises for what people say
        or do: foul play is a ruling.
        """

    def deadline_ms(self, state: StateT) -> int | None:
        """Return when the next window or held ruling runs out, or None."""

    def scores(self, state: StateT) -> dict[str, int]:
        """Return the score of every player, in the order of the table."""

    def winner(self, state: StateT) -> str | None:
        """Return who has won the match, or None while it is open (or when nobody wins)."""

    def windows(self, state: StateT) -> tuple[Window, ...]:
        """Return the open windows, soonest to close first."""

    def word_lists(self, rules: RulesT) -> Mapping[str, tuple[str, ...]]:
        """Return what makes up a list of the phrase book that the house rules choose; usually nothing.

        Each entry is the name of another list of the book, or words in ordinary spelling.
        """

    def expected_player(self, state: StateT, phrase: str) -> str | None:
        """Return the only player who could legally say `phrase` now, or None: who spoke when no microphone tells."""
