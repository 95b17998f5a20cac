"""What was said against what was heard: pure functions of truths and calls.

Every truth gets one result. A call belongs to the truth that it overlaps longest, of those that its player said; what
overlaps none is a ghost: a call by somebody who said nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from assistant.core.games.mechanics.race import Finish, least_band_ms, tie_band_ms
from assistant.core.observations import Call, Verdict
from bench.corpus import Truth
from bench.items import Kind

SLACK_MS = 250
"""A call may begin or end so far outside what was said and still belong to it."""
WILSON_Z = 1.96
"""Of 95 % confidence."""

Listen = Callable[[NDArray[np.float32], int, str, Sequence[str]], list[Call]]
"""(samples of shape (n, channels), rate in Hz, game id, players) -> the calls heard, in the order of their ends."""


class Result(StrEnum):
    """What became of one utterance."""

    ACCEPTED = "accepted"
    """An exact call was ruled exact, with its phrase, its slots and its player."""
    ROBBED = "robbed"
    """An exact call was ruled inexact: the player would lose a card."""
    CONFUSED = "confused"
    """An exact call was ruled to be another exact call."""
    UNSURE = "unsure"
    """The player is asked to say it again, or whether it was a call."""
    MISSED = "missed"
    """An exact call brought nothing."""
    PASSED = "passed"
    """A near miss was ruled an exact call."""
    CAUGHT = "caught"
    """A near miss was ruled inexact."""
    LEFT = "left"
    """A near miss or table talk brought nothing."""
    FALSE_EXACT = "false exact"
    """Table talk was ruled an exact call."""
    FALSE_INEXACT = "false inexact"
    """Table talk was ruled an inexact call."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One utterance and what became of it."""

    kind: Kind
    """What was said."""
    result: Result
    """What became of it."""
    game: str
    """The game's id."""
    condition: str
    """The kind of evening."""
    voice: str
    """Who said it."""
    text: str
    """The words."""
    phrase: str | None
    """The phrase said or missed."""
    heard: str
    """What was heard, " / " between several calls."""
    length_ms: int
    """How long it was."""
    end_error_ms: int | None = None
    """Found end minus true end, of accepted calls."""
    told_error_ms: int | None = None
    """How far off the ears themselves said that it might be."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A call by somebody who said nothing at that time."""

    verdict: Verdict
    """What it was ruled."""
    game: str
    """The game's id."""
    condition: str
    """The kind of evening."""
    heard: str
    """The words."""


class RaceResult(StrEnum):
    """What became of a race."""

    RIGHT = "right"
    """The earlier call wins."""
    CLOSE = "too close"
    """The difference is within the margin."""
    UNCLEAR = "unclear"
    """The referee says that it could not tell."""
    HALF = "half heard"
    """Only the winner was heard: right by luck."""
    SILENT = "unheard"
    """Neither call was heard, or only the loser with a doubt about the other."""
    WRONG = "wrong"
    """The later call wins outside the margin, or the only one heard is the later."""


@dataclass(frozen=True, slots=True)
class Race:
    """One race and what became of it."""

    result: RaceResult
    """What became of it."""
    pair: str
    """The two phrases, the earlier one first."""
    condition: str
    """The kind of evening."""
    microphones: str
    """"separate" or "one"."""
    lead_ms: int
    """By how much the earlier call was complete before the other; 0 is a true tie."""
    measured_ms: int | None
    """The same as measured; negative the other way round; None when a call was not heard."""
    band_ms: int | None
    """The margin that the measurement allows."""


def pair_up(truths: Sequence[Truth], calls: Sequence[Call]) -> tuple[list[list[Call]], list[Call]]:
    """Return the calls that belong to each truth, and the ghosts."""
    found: list[list[Call]] = [[] for _ in truths]
    ghosts = []
    for call in calls:
        shared = [_shared_ms(truth, call) if call.player in (None, truth.player) else 0 for truth in truths]
        best = max(range(len(truths)), key=lambda index: shared[index], default=None)
        if best is None or shared[best] <= 0:
            ghosts.append(call)
        else:
            found[best].append(call)
    return found, ghosts


def score(
    truths: Sequence[Truth], calls: Sequence[Call], game: str, condition: str
) -> tuple[list[Outcome], list[Ghost]]:
    """Return what became of every utterance of a match, and the ghosts."""
    found, ghosts = pair_up(truths, calls)
    outcomes = []
    for truth, belonging in zip(truths, found, strict=True):
        result = result_of(truth, belonging)
        right = next((call for call in belonging if is_right(truth, call)), None)
        outcomes.append(
            Outcome(
                truth.kind,
                result,
                game,
                condition,
                truth.voice,
                truth.text,
                truth.phrase,
                " / ".join(call.heard for call in belonging),
                truth.end_ms - truth.start_ms,
                right.end_ms - truth.end_ms if right else None,
                right.error_ms if right else None,
            )
        )
    return outcomes, [Ghost(call.verdict, game, condition, call.heard) for call in ghosts]


def is_right(truth: Truth, call: Call) -> bool:
    """Tell whether a call is just what was said, in all slots in which it matters what they hold."""
    return (
        truth.kind is Kind.CALL
        and call.verdict is Verdict.EXACT
        and call.phrase == truth.phrase
        and set(truth.slots) <= set(call.slots)
    )


def result_of(truth: Truth, calls: Sequence[Call]) -> Result:
    """Return what became of an utterance; of several calls, the one that does most harm decides."""
    verdicts = {call.verdict for call in calls}
    if truth.kind is Kind.CALL:
        if Verdict.INEXACT in verdicts:
            return Result.ROBBED
        if any(is_right(truth, call) for call in calls):
            return Result.ACCEPTED
        if Verdict.EXACT in verdicts:
            return Result.CONFUSED
        return Result.UNSURE if verdicts else Result.MISSED
    near = truth.kind is Kind.NEAR
    if Verdict.EXACT in verdicts:
        return Result.PASSED if near else Result.FALSE_EXACT
    if Verdict.INEXACT in verdicts:
        return Result.CAUGHT if near else Result.FALSE_INEXACT
    return Result.UNSURE if verdicts else Result.LEFT


def score_races(truths: Sequence[Truth], calls: Sequence[Call], condition: str, one_microphone: bool) -> list[Race]:
    """Return what became of every race of a match; its truths come in pairs, rival beside rival."""
    races = []
    for one, other in zip(truths[::2], truths[1::2], strict=True):
        first, second = sorted((one, other), key=lambda truth: truth.end_ms)
        window = (min(one.start_ms, other.start_ms) - SLACK_MS, second.end_ms + SLACK_MS)
        around = [call for call in calls if window[0] <= call.start_ms and call.end_ms <= window[1]]
        lead_ms = second.end_ms - first.end_ms
        result, measured_ms, band_ms = _race(first, second, around, one_microphone)
        pair = " ".join(_short(truth.phrase) for truth in (first, second))
        where = "one" if one_microphone else "separate"
        races.append(Race(result, pair, condition, where, lead_ms, measured_ms, band_ms))
    return races


def _race(
    first: Truth, second: Truth, calls: Sequence[Call], one_microphone: bool
) -> tuple[RaceResult, int | None, int | None]:
    winner, loser = _finishes(first, second, calls)
    doubt = any(call.verdict is not Verdict.EXACT or call.phrase is None for call in calls)
    if winner is None or loser is None:
        if doubt:
            return RaceResult.UNCLEAR, None, None
        if one_microphone and first.phrase == second.phrase and (winner or loser):
            return RaceResult.UNCLEAR, None, None  # somebody called: whoever it was, the referee names nobody
        if winner is not None:
            return RaceResult.HALF, None, None
        return (RaceResult.WRONG if loser is not None else RaceResult.SILENT), None, None
    measured_ms = loser.end_ms - winner.end_ms
    band_ms = tie_band_ms(
        Finish(0, winner.end_ms, winner.error_ms),
        Finish(0, loser.end_ms, loser.error_ms),
        least_band_ms(None, one_microphone),
    )
    if abs(measured_ms) < band_ms:
        return RaceResult.CLOSE, measured_ms, band_ms
    right = measured_ms > 0 and second.end_ms > first.end_ms
    return (RaceResult.RIGHT if right else RaceResult.WRONG), measured_ms, band_ms


def _finishes(first: Truth, second: Truth, calls: Sequence[Call]) -> tuple[Call | None, Call | None]:
    """Return the exact calls that are the rivals'; one call that could be either's is the nearer one's."""
    of_first, of_second = _fitting(first, calls), _fitting(second, calls)
    if len(of_first) == 1 and of_first == of_second:
        call = of_first[0]
        nearer = abs(call.end_ms - first.end_ms) <= abs(call.end_ms - second.end_ms)
        return (call, None) if nearer else (None, call)
    winner = of_first[0] if of_first else None
    return winner, next((call for call in of_second if call is not winner), None)


def _fitting(truth: Truth, calls: Sequence[Call]) -> list[Call]:
    """Return the exact calls that may be this truth's, the nearest in time first; what number was said is no matter."""
    fitting = [
        call
        for call in calls
        if call.verdict is Verdict.EXACT and call.phrase == truth.phrase and call.player in (None, truth.player)
    ]
    return sorted(fitting, key=lambda call: abs(call.end_ms - truth.end_ms))


def _short(phrase: str | None) -> str:
    return (phrase or "").rsplit(".", 1)[-1]


def _shared_ms(truth: Truth, call: Call) -> int:
    return min(truth.end_ms, call.end_ms) - max(truth.start_ms, call.start_ms) + SLACK_MS


def share(results: Iterable[Result], *wanted: Result) -> float | None:
    """Return the share of some results, 0.0 to 1.0, or None where there is nothing to share."""
    every = list(results)
    return sum(result in wanted for result in every) / len(every) if every else None


def wilson(count: int, of: int) -> tuple[float, float]:
    """Return the bounds of a share with 95 % confidence (Wilson 1927); (0, 1) where nothing was counted."""
    if of == 0:
        return 0.0, 1.0
    rate, z2 = count / of, WILSON_Z**2
    middle = (rate + z2 / (2 * of)) / (1 + z2 / of)
    reach = WILSON_Z / (1 + z2 / of) * (rate * (1 - rate) / of + z2 / (4 * of**2)) ** 0.5
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class EndErrors:
    """How far measured ends are off."""

    count: int
    """Of how many calls."""
    median_ms: float
    """The median of the absolute error."""
    p95_ms: float
    """95 % are off by no more."""
    bias_ms: float
    """The median of the signed error: positive is late."""
    covered: float
    """Share of the calls whose error is within what the ears said, 0.0 to 1.0; wanted: 0.95."""


def end_errors(outcomes: Iterable[Outcome]) -> EndErrors | None:
    """Return the errors of the ends of accepted calls, or None where there are none."""
    pairs = [(o.end_error_ms, o.told_error_ms or 0) for o in outcomes if o.end_error_ms is not None]
    if not pairs:
        return None
    signed = np.array([error for error, _ in pairs])
    told = np.array([error for _, error in pairs])
    return EndErrors(
        len(pairs),
        float(np.median(np.abs(signed))),
        float(np.percentile(np.abs(signed), 95)),
        float(np.median(signed)),
        float((np.abs(signed) <= told).mean()),
    )
