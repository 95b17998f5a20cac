"""How a player gets on: per phrase attempts, exact share, times and bests. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from assistant.practice.attempts import Attempt, Best, Outcome

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
    return tuple(
        _progress([attempt for attempt in attempts if attempt.phrase == phrase], best_of.get(phrase, Best(phrase)))
        for phrase in phrases
    )


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
