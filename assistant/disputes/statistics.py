"""What a match says about each player: counted from its calls and rulings."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.core.observations import Call, Verdict
from assistant.disputes.cases import Case, CaseFile
from assistant.disputes.races import Race, race_of


@dataclass(frozen=True, slots=True)
class Statistics:
    """One player's match."""

    player: str
    """Who."""
    score: int
    """The score at the end."""
    calls: int
    """How many calls."""
    exact: int
    """How many of them were word for word."""
    inexact: int
    """How many were confidently not."""
    unsure: int
    """How many could not be judged."""
    fastest: Call | None
    """The exact call that took the least time from its first sound to its end, or None."""
    won_ms: tuple[int, ...]
    """By how much each race was won, in milliseconds, the closest first."""
    lost_ms: tuple[int, ...]
    """By how much each race was lost, likewise."""
    ties: int
    """How many races were too close to call."""

    @property
    def exact_share(self) -> float | None:
        """Share of the calls that were exact, 0.0 to 1.0, or None without any."""
        return self.exact / self.calls if self.calls else None


def statistics(file: CaseFile, players: Sequence[str]) -> tuple[Statistics, ...]:
    """Return every player's statistics, in the order of the table; rulings that were withdrawn do not count."""
    final = dict(file.cases[-1].scores) if file.cases else {}
    races = races_in(file.cases)
    return tuple(_of(player, final.get(player, 0), file, races) for player in players)


def races_in(cases: Sequence[Case]) -> tuple[Race, ...]:
    """Return every race of two known players that still stands; one that two rulings rest on counts once."""
    found: dict[tuple[int, int, str | None, str | None], Race] = {}
    for case in cases:
        race = None if case.withdrawn else race_of(case.ruling, [each.call for each in case.calls])
        if race is not None and race.first.call.player and race.second.call.player:
            key = (race.first.at_ms, race.second.at_ms, race.first.call.player, race.second.call.player)
            found.setdefault(key, race)
    return tuple(found.values())


def _of(player: str, score: int, file: CaseFile, races: tuple[Race, ...]) -> Statistics:
    calls = [each.call for each in file.calls if each.call.player == player]
    verdicts = [call.verdict for call in calls]
    exact = [call for call in calls if call.verdict is Verdict.EXACT]
    clear = [race for race in races if not race.close]
    return Statistics(
        player,
        score,
        len(calls),
        len(exact),
        verdicts.count(Verdict.INEXACT),
        verdicts.count(Verdict.UNSURE),
        min(exact, key=lambda call: call.end_ms - call.start_ms, default=None),
        tuple(sorted(race.margin_ms for race in clear if race.first.call.player == player)),
        tuple(sorted(race.margin_ms for race in clear if race.second.call.player == player)),
        sum(race.close and player in (race.first.call.player, race.second.call.player) for race in races),
    )
