"""Which two moments a race compared, and so who was first: read from a ruling and its calls."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from assistant.core.observations import Call
from assistant.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Moment:
    """One side of a race."""

    at_ms: int
    """The moment that was compared."""
    call: Call
    """Whose call it is."""


@dataclass(frozen=True, slots=True)
class Race:
    """A race that was ruled on."""

    first: Moment
    """Who was earlier."""
    second: Moment
    """Who was later."""
    margin_ms: int
    """By how much."""
    tie_band_ms: int
    """Below this it is too close to call; 0 where that is not known."""

    @property
    def close(self) -> bool:
        """Whether it was too close to call."""
        return self.margin_ms < self.tie_band_ms


def race_of(ruling: Ruling, calls: Sequence[Call]) -> Race | None:
    """Return the race behind a ruling, or None where there was none or its two moments are not those of two calls.

    House rules choose whether two ends are compared, or a beginning and an end: whichever pair is as far apart as the
    ruling says was compared, ends before beginnings, later ones before earlier ones.
    """
    if ruling.margin_ms is None:
        return None
    ends = [Moment(call.end_ms, call) for call in calls]
    starts = [Moment(call.start_ms, call) for call in calls]
    for candidates in (ends, ends + starts):
        pairs = [
            sorted(pair, key=lambda moment: moment.at_ms)
            for pair in combinations(candidates, 2)
            if pair[0].call is not pair[1].call and abs(pair[0].at_ms - pair[1].at_ms) == abs(ruling.margin_ms)
        ]
        if pairs:
            first, second = max(pairs, key=lambda pair: pair[1].at_ms)
            return Race(first, second, abs(ruling.margin_ms), ruling.tie_band_ms or 0)
    return None
