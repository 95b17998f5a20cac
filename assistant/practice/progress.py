"""How a player gets on: per phrase attempts, exact share, times and bests; and how far up the ladders. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median

from assistant.practice.attempts import Attempt, Best, Outcome, Race
from assistant.practice.duels import DUELS, Result, ladder_of
from assistant.practice.repetition import cards_of

RECENT = 10
"""The last so many attempts show how it goes now."""
TREND = 12
"""So many of the last outcomes are shown one by one."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a player gets on with one phrase."""

    phrase: str
    """The phrase's id."""
    counts: tuple[tuple[Outcome, int], ...]
    """How often each outcome, in the order of `Outcome`."""
    share: float | None
    """Exact attempts among those that count, 0 to 1; None where none counts."""
    recent_share: float | None
    """The same of the last RECENT ones."""
    median_ms: int | None
    """The middle duration of the exact attempts; None where there is none."""
    best: Best
    """The bests."""
    trend: tuple[Outcome, ...]
    """The last TREND outcomes, the latest last."""
    last_at: str
    """When it was tried last, as an ISO time in UTC."""
    due_s: float = 0.0
    """When spaced repetition asks for it again, in seconds since 1970."""

    @property
    def attempts(self) -> int:
        """How often it was tried."""
        return sum(count for _, count in self.counts)

    def count(self, outcome: Outcome) -> int:
        """Return how often an outcome came."""
        return dict(self.counts).get(outcome, 0)


def progress_of(attempts: Sequence[Attempt], bests: Sequence[Best]) -> tuple[Progress, ...]:
    """Return a player's progress, a phrase each, in the order of the phrases' ids.

    Args:
        attempts: in the order in which they were made.
        bests: of each phrase that was tried.
    """
    best_of = {best.phrase: best for best in bests}
    phrases = sorted({attempt.phrase for attempt in attempts})
    cards = cards_of(phrases, [(attempt, datetime.fromisoformat(attempt.at).timestamp()) for attempt in attempts])
    found = []
    for phrase in phrases:
        ours = [attempt for attempt in attempts if attempt.phrase == phrase]
        found.append(replace(_progress(ours, best_of.get(phrase, Best(phrase))), due_s=cards[phrase].due_s))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Climbed:
    """How far a player has come on a duel's ladder."""

    duel: str
    """The duel's name."""
    races: int
    """How many races were run."""
    won: int
    """How many were won."""
    rung: int
    """The highest rung beaten, from 1; 0: none yet."""
    rungs: int
    """How many rungs the ladder has."""
    rival: str
    """Who stands on that rung; empty for none."""
    soonest_ms: int | None
    """The soonest winning call after its cue; None where no race was won."""


def climbed(races: Sequence[Race]) -> tuple[Climbed, ...]:
    """Return how far a player has come, a duel each, in the order in which duels are listed."""
    found = []
    for duel in DUELS.values():
        ours = [race for race in races if race.duel == duel.id]
        won = [race for race in ours if race.result == Result.WON]
        names = [rival.name for rival in ladder_of(duel)]
        rung = max((1 + names.index(race.rival) for race in won if race.rival in names), default=0)
        soonest = min((race.complete_ms for race in won if race.complete_ms is not None), default=None)
        if ours:
            rival = names[rung - 1] if rung else ""
            found.append(Climbed(duel.id, len(ours), len(won), rung, len(names), rival, soonest))
    return tuple(found)


def share_of(attempts: Sequence[Attempt]) -> float | None:
    """Return the share of exact attempts among those that count, 0 to 1, or None where none counts."""
    counting = [attempt for attempt in attempts if attempt.counts]
    return sum(attempt.is_exact for attempt in counting) / len(counting) if counting else None


def rolling_shares(attempts: Sequence[Attempt]) -> list[float | None]:
    """Return, for each attempt, the exact share of the RECENT ones that end with it."""
    return [share_of(attempts[max(0, end - RECENT) : end]) for end in range(1, len(attempts) + 1)]


def _progress(attempts: Sequence[Attempt], best: Best) -> Progress:
    tally = Counter(attempt.outcome for attempt in attempts)
    durations = [each.duration_ms for each in attempts if each.is_exact and each.duration_ms is not None]
    return Progress(
        best.phrase,
        tuple((outcome, tally[outcome]) for outcome in Outcome),
        share_of(attempts),
        share_of(attempts[-RECENT:]),
        round(median(durations)) if durations else None,
        best,
        tuple(attempt.outcome for attempt in attempts[-TREND:]),
        attempts[-1].at,
    )
