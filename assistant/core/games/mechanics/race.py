"""Races: who was first, by how much, and when nobody can tell."""

import math
from dataclasses import dataclass

WORST_ERROR_MS = 150
"""No end of a call that counts is off by more than this (95 %): so long a race may still have to wait for a rival.

A call whose end is known less well is unsure (see `assistant.core.fold`), whoever measured it: engines or an appeal."""

SEPARATE_BAND_MS = 50
"""The least margin of a race between separate microphones."""

SHARED_BAND_MS = 150
"""The least margin of a race on one microphone: its words are timed by alignment, not by their own channel."""


@dataclass(frozen=True, slots=True)
class Finish:
    """One call in a race."""

    call: int
    """The call's id."""
    at_ms: int
    """The moment that counts: where the call was complete, or where it began, as the house rules say."""
    error_ms: int = 0
    """How far that moment may be off (95 %)."""


def least_band_ms(house_rule_ms: int | None, shared_microphone: bool) -> int:
    """Return the least margin at this table: the house rule, or what the microphones allow."""
    if house_rule_ms is not None:
        return house_rule_ms
    return SHARED_BAND_MS if shared_microphone else SEPARATE_BAND_MS


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


def margin_ms(first: Finish, second: Finish) -> int:
    """Return how far apart two calls are, whichever was first."""
    return abs(second.at_ms - first.at_ms)
