"""What an appeal decides, from what every ear heard when it listened again: plain values in, a decision out.

One sided on purpose: a ruling that stands is overturned only by ears that agree with each other, and where they do not,
nobody pays: a penalty falls, and a call that was good stays good.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from assistant.core.games.mechanics.race import WORST_ERROR_MS
from assistant.core.observations import Call, Verdict
from assistant.core.times import seconds

FRAME_MS = 10
"""The grid on which ends are found: two that are no further apart are the same."""

NOT_CLEAR = "heard again, it is not clear"
"""Why a call that had cost a card is unsure after an appeal that was too close."""
NO_CALL = "heard again, there is no such call"
"""Why a call is unsure that no ear hears any more."""


class Outcome(StrEnum):
    """How an appeal ends."""

    UPHELD = "upheld"
    """The first judgement stands."""
    OVERTURNED = "overturned"
    """Another judgement takes its place."""
    TOO_CLOSE = "too close"
    """The evidence does not decide."""


@dataclass(frozen=True, slots=True)
class Witness:
    """What one way of hearing made of the place where a call stands on file."""

    name: str
    """Which ear, or which ears."""
    call: Call | None
    """The call that it heard there; None: none."""
    joint: bool = False
    """Whether it is several ears that already weighed their evidence: its word counts most."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of one call."""

    outcome: Outcome
    """Upheld, overturned or too close."""
    now: Call
    """What the call counts as from now on; the same as before where nothing changes."""
    reason: str
    """The evidence in one sentence."""


def decide(call: Call, witnesses: Sequence[Witness]) -> Decision:
    """Return what an appeal makes of a call.

    Args:
        call: as it counts now.
        witnesses: at most one of them joint; a single ear without a joint one can uphold, but not overturn.
    """
    joint = next((each for each in witnesses if each.joint), None)
    singles = [each for each in witnesses if not each.joint]
    if joint is None and singles:
        joint, singles = singles[0], []
    if joint is None:
        return Decision(Outcome.TOO_CLOSE, _spared(call), "nothing listened again")
    words, now = _words(call, joint, singles)
    timing, now = _timing(call, now, joint, singles)
    outcome = next(
        (each for each in (Outcome.OVERTURNED, Outcome.TOO_CLOSE) if each in (words, timing)), Outcome.UPHELD
    )
    return Decision(outcome, now, evidence(call, witnesses, timing))


def evidence(call: Call, witnesses: Sequence[Witness], timing: Outcome) -> str:
    """Return in words what the ears heard, those that heard the same together."""
    heard: dict[str, list[str]] = {}
    for each in witnesses:
        told = f"“{each.call.heard}” ({each.call.verdict.value})" if each.call else "no call"
        heard.setdefault(told, []).append(each.name)
    parts = [f"{' and '.join(names)} heard {told}" for told, names in heard.items()]
    ends = [each.call.end_ms for each in witnesses if each.call]
    if timing is not Outcome.UPHELD and ends:
        parts.append(f"complete at {seconds(min(ends))} to {seconds(max(ends))} s, not at {seconds(call.end_ms)} s")
    return "; ".join(parts)


def missed_calls(on_file: Sequence[Call], joint: Sequence[Call], singles: Sequence[Sequence[Call]]) -> tuple[Call, ...]:
    """Return calls that the match passed over: exact by the joint hearing, and in the same words by a single ear.

    Args:
        on_file: every call of the match around that time.
        joint: what the joint hearing heard.
        singles: what each single ear heard.
    """
    return tuple(
        call
        for call in joint
        if call.verdict is Verdict.EXACT
        and not any(overlap_ms(call, known) > 0 for known in on_file)
        and any(_same(call, other) for ear in singles for other in ear if overlap_ms(call, other) > 0)
    )


def overlap_ms(one: Call, other: Call) -> int:
    """Return how long two calls lie over each other on the same microphone; 0 or less where they do not."""
    if one.channel != other.channel:
        return 0
    return min(one.end_ms, other.end_ms) - max(one.start_ms, other.start_ms)


def _words(call: Call, joint: Witness, singles: Sequence[Witness]) -> tuple[Outcome, Call]:
    """Decide what was said."""
    heard = joint.call
    if heard is None:
        nobody = bool(singles) and all(each.call is None for each in singles)
        if nobody and call.verdict is not Verdict.UNSURE:
            return Outcome.OVERTURNED, replace(call, verdict=Verdict.UNSURE, diff=None, reason=NO_CALL)
        return (Outcome.TOO_CLOSE, _spared(call)) if call.verdict is not Verdict.UNSURE else (Outcome.UPHELD, call)
    if _same(heard, call):
        against = [each.call for each in singles if each.call and _definite(each.call) and not _same(each.call, call)]
        united = len(against) == len(singles) > 1 and all(_same(each, against[0]) for each in against)
        return (Outcome.TOO_CLOSE, _spared(call)) if united else (Outcome.UPHELD, call)
    others = [each.call for each in singles if each.call is not None]
    for_it = any(_same(each, heard) for each in others)
    against_it = any(_definite(each) and _same(each, call) for each in others)
    if heard.verdict is Verdict.INEXACT:  # what costs a card wants more: no ear at all may find the call exact
        against_it = against_it or any(each.verdict is Verdict.EXACT for each in others)
    if _definite(heard) and for_it and not against_it:
        said = {name: getattr(heard, name) for name in ("phrase", "verdict", "heard", "slots", "diff", "reason")}
        return Outcome.OVERTURNED, replace(call, **said)
    return Outcome.TOO_CLOSE, _spared(call)


def _timing(call: Call, now: Call, joint: Witness, singles: Sequence[Witness]) -> tuple[Outcome, Call]:
    """Decide when it was complete: another moment needs two ways of hearing that agree on it.

    Where they do not, it lies between the two moments, give or take half of what is between them: the game's own margin
    then decides whether a race was too close to call.
    """
    heard = joint.call
    if heard is None or _same_end(heard, call):
        return Outcome.UPHELD, now
    others = [each.call for each in singles if each.call is not None]
    if any(_same_end(each, heard) for each in others) and not any(_same_end(each, call) for each in others):
        return Outcome.OVERTURNED, replace(
            now, start_ms=min(heard.start_ms, heard.end_ms), end_ms=heard.end_ms, error_ms=heard.error_ms
        )
    half_ms = -(-abs(heard.end_ms - call.end_ms) // 2)
    if half_ms > WORST_ERROR_MS:  # no measurement is off by so much: neither moment is to be trusted more
        return Outcome.TOO_CLOSE, now
    between = (heard.end_ms + call.end_ms) // 2
    return Outcome.TOO_CLOSE, replace(now, end_ms=between, error_ms=max(call.error_ms, heard.error_ms, half_ms))


def _same(one: Call, other: Call) -> bool:
    """Return whether two calls are judged alike: the same phrase, verdict and slots."""
    if Verdict.UNSURE in (one.verdict, other.verdict):
        return one.verdict is other.verdict
    return (one.phrase, one.verdict, one.slots) == (other.phrase, other.verdict, other.slots)


def _same_end(one: Call, other: Call) -> bool:
    return abs(one.end_ms - other.end_ms) <= max(FRAME_MS, math.hypot(one.error_ms, other.error_ms))


def _definite(call: Call) -> bool:
    return call.verdict is not Verdict.UNSURE


def _spared(call: Call) -> Call:
    """Return what a call counts as while nobody can tell: one that cost a card is unsure, any other stays."""
    if call.verdict is not Verdict.INEXACT:
        return call
    return replace(call, verdict=Verdict.UNSURE, diff=None, reason=NOT_CLEAR)
