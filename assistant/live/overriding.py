"""The table overrides the referee: a call counts as another one, as another player's, or as none."""

from dataclasses import replace
from typing import Any

from assistant.core.observations import Amendment, Call, Command, CommandName, Observation, Verdict
from assistant.core.refold import RefereeState

BY_THE_TABLE = "the table decided"
"""The evidence of an override."""


def latest_call(state: RefereeState[Any, Any], number: int | None = None) -> tuple[int, Call] | None:
    """Return a call that counts, with its number: the one numbered, or behind the ruling numbered, or the latest."""
    calls = {each.id: each.observation for each in state.history.effective() if isinstance(each.observation, Call)}
    if number is None:
        latest = max(calls, default=None)
        return None if latest is None else (latest, calls[latest])
    if number in calls:
        return number, calls[number]
    for kept in (*state.standing, *state.changes):
        if kept.ruling.id == number:
            behind = [call for call in (*kept.ruling.calls, kept.cause) if call in calls]
            return (behind[-1], calls[behind[-1]]) if behind else None
    return None


def as_exact(number: int, call: Call, at_ms: int) -> Observation:
    """Return what makes a call count as said word for word."""
    exact = replace(call, verdict=Verdict.EXACT, diff=None, reason="")
    return Amendment(at_ms, number, exact, BY_THE_TABLE)


def as_said_by(number: int, call: Call, player: str, at_ms: int) -> Observation:
    """Return what makes a call count as another player's."""
    return Amendment(at_ms, number, replace(call, player=player), BY_THE_TABLE)


def as_none(number: int, at_ms: int) -> Observation:
    """Return what makes a call count as none at all."""
    return Command(at_ms, CommandName.UNDO, target=number)
