"""Plain calls, and what Grave Feast rules about them."""

from dataclasses import dataclass

from assistant.core import referee
from assistant.core.games.base import Table
from assistant.core.games.grave_feast import GRAVE_FEAST
from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.games.grave_feast.state import GraveFeastState
from assistant.core.observations import Call, Command, CommandName, Fact, Observation, Verdict, WordDiff
from assistant.core.rulings import Ruling

TABLE = ("Ann", "Ben", "Cid")

WORDS = {
    "brains": "brains",
    "blood": "blood",
    "seduce": "seduce",
    "christ": "the power of christ compels you",
    "evil": "the power of evil compels you rats",
    "graveyard": "five to the graveyard",
}


def call(
    player: str | None,
    phrase: str,
    end_ms: int,
    n: int | None = None,
    verdict: Verdict = Verdict.EXACT,
    start_ms: int | None = None,
    error_ms: int = 0,
    diff: WordDiff | None = None,
    heard: str = "",
) -> Call:
    slots: tuple[tuple[str, int | str], ...] = ()
    if phrase == "graveyard":
        slots = (("n", 5 if n is None else n),)
    elif phrase == "evil" and verdict is Verdict.EXACT:
        slots = (("word", "rats"),)
    start = max(0, end_ms - 500) if start_ms is None else start_ms
    said = heard or WORDS[phrase]
    return Call(player, f"grave-feast.{phrase}", verdict, said, start, end_ms, slots, diff, error_ms)


def inexact(player: str | None, phrase: str, end_ms: int, diff: WordDiff, heard: str = "") -> Call:
    return call(player, phrase, end_ms, verdict=Verdict.INEXACT, diff=diff, heard=heard)


def fact(at_ms: int, name: str, teller: str | None = None, **slots: int | str | tuple[int, ...]) -> Fact:
    return Fact(at_ms, f"grave-feast.{name}", tuple(sorted(slots.items())), name, teller)


def command(at_ms: int, name: CommandName, player: str | None = None) -> Command:
    return Command(at_ms, name, player)


@dataclass(frozen=True)
class Judged:
    """A match that was judged."""

    rulings: list[Ruling]
    state: GraveFeastState

    @property
    def codes(self) -> list[str]:
        return [ruling.code for ruling in self.rulings]

    @property
    def lines(self) -> list[tuple[str, str | None, int]]:
        return [(ruling.code, ruling.player, ruling.at_ms) for ruling in self.rulings]

    @property
    def scores(self) -> dict[str, int]:
        return GRAVE_FEAST.scores(self.state)

    @property
    def winner(self) -> str | None:
        return GRAVE_FEAST.winner(self.state)

    def data(self, code: str) -> dict[str, int | str]:
        return dict(next(ruling for ruling in self.rulings if ruling.code == code).data)

    def ruling(self, code: str) -> Ruling:
        return next(ruling for ruling in self.rulings if ruling.code == code)


def judge(
    *observations: Observation,
    rules: GraveFeastRules | None = None,
    players: tuple[str, ...] = TABLE,
    seed: int = 0,
    shared_microphone: bool = False,
) -> Judged:
    """Judge observations in the order given."""
    table = Table(players, seed, shared_microphone)
    match = referee.MatchSetup(GRAVE_FEAST, table, rules or GraveFeastRules())
    steps = list(referee.fold(match, observations))
    return Judged([ruling for step in steps for ruling in step.rulings], steps[-1].state.fold.game)
