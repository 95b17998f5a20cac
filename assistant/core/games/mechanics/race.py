"""Races: who was first, by how much, and when nobody can tell."""

import math
from dataclasses import dataclass

WORST_ERROR_MS = 150
"""No call's end is off by more than this (95 %): so long a race may still have to wait for a rival."""


@dataclass(frozen=True, slots=True)
class Finish:
    """One call in a race."""

    call: int
    """The call's id."""
    at_ms: int
    """The moment that counts: where the call was complete, or where it began, as the house rules say."""
    error_ms: int
    """How far that moment may be off."""


def tie_band_ms(first: Finish, second: Finish, least_ms: int) -> int:
    """Return the margin below which two calls are too close to call.

    The errors of two independent measurements add up as the root of their squares; `least_ms` is the house rule.
    """
    return max(least_ms, math.ceil(math.hypot(first.error_ms, second.error_ms)))


def hold_ms(finish: Finish, least_ms: int) -> int:
    """Return how long a ruling on this call must wait, so that no later one can still come too close to it."""
    if not finish.error_ms:
        return least_ms
    return max(least_ms, math.ceil(math.hypot(finish.error_ms, WORST_ERROR_MS)))
