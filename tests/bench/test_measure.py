"""How the bench counts, on matches small enough to count by hand."""

import pytest

from assistant.core.observations import Call, Verdict
from bench.corpus import Truth
from bench.items import Kind
from bench.measure import (
    Outcome,
    RaceResult,
    Result,
    end_errors,
    pair_up,
    result_of,
    score,
    score_races,
    share,
    wilson,
)

STOP = "house-blitz.stop"
SEDUCE = "grave-feast.seduce"
GRAVE = "grave-feast.graveyard"
FIVE: tuple[tuple[str, int | str], ...] = (("n", 5),)


def said(
    kind: Kind = Kind.CALL,
    player: str = "Ann",
    phrase: str | None = STOP,
    start_ms: int = 1000,
    end_ms: int = 1500,
    slots: tuple[tuple[str, int | str], ...] = (),
) -> Truth:
    return Truth(kind, player, "awb", "Stop!", phrase, slots, start_ms, end_ms)


def heard(
    verdict: Verdict = Verdict.EXACT,
    player: str | None = "Ann",
    phrase: str | None = STOP,
    start_ms: int = 1000,
    end_ms: int = 1500,
    slots: tuple[tuple[str, int | str], ...] = (),
    error_ms: int = 20,
) -> Call:
    return Call(player, phrase, verdict, "stop", start_ms, end_ms, slots, error_ms=error_ms)


@pytest.mark.parametrize(
    ("kind", "calls", "wanted"),
    [
        (Kind.CALL, [heard()], Result.ACCEPTED),
        (Kind.CALL, [heard(phrase="house-blitz.go")], Result.CONFUSED),
        (Kind.CALL, [heard(slots=FIVE)], Result.ACCEPTED),
        (Kind.CALL, [heard(Verdict.INEXACT)], Result.ROBBED),
        (Kind.CALL, [heard(), heard(Verdict.INEXACT)], Result.ROBBED),
        (Kind.CALL, [heard(Verdict.UNSURE)], Result.UNSURE),
        (Kind.CALL, [heard(), heard(Verdict.UNSURE)], Result.ACCEPTED),
        (Kind.CALL, [], Result.MISSED),
        (Kind.NEAR, [heard()], Result.PASSED),
        (Kind.NEAR, [heard(Verdict.INEXACT), heard()], Result.PASSED),
        (Kind.NEAR, [heard(Verdict.INEXACT)], Result.CAUGHT),
        (Kind.NEAR, [heard(Verdict.UNSURE)], Result.UNSURE),
        (Kind.NEAR, [], Result.LEFT),
        (Kind.TALK, [heard()], Result.FALSE_EXACT),
        (Kind.TALK, [heard(Verdict.INEXACT)], Result.FALSE_INEXACT),
        (Kind.TALK, [heard(Verdict.UNSURE)], Result.UNSURE),
        (Kind.TALK, [], Result.LEFT),
    ],
)
def test_what_becomes_of_an_utterance(kind: Kind, calls: list[Call], wanted: Result) -> None:
    assert result_of(said(kind), calls) is wanted


def test_another_number_is_another_call() -> None:
    five = said(phrase=GRAVE, slots=FIVE)
    assert result_of(five, [heard(phrase=GRAVE, slots=FIVE)]) is Result.ACCEPTED
    assert result_of(five, [heard(phrase=GRAVE, slots=(("n", 9),))]) is Result.CONFUSED


def test_a_call_belongs_to_what_its_player_said_at_that_time() -> None:
    truths = [said(), said(player="Ben", start_ms=1200, end_ms=1700), said(start_ms=4000, end_ms=4500)]
    calls = [heard(player="Ben", start_ms=1210, end_ms=1690), heard(start_ms=4010, end_ms=4490)]
    found, ghosts = pair_up(truths, calls)
    assert found == [[], [calls[0]], [calls[1]]]
    assert ghosts == []


def test_a_call_by_somebody_silent_is_a_ghost() -> None:
    call = heard(player="Ben")
    assert pair_up([said()], [call]) == ([[]], [call])


def test_a_call_at_another_time_is_a_ghost() -> None:
    call = heard(start_ms=1760, end_ms=2000)
    assert pair_up([said()], [call]) == ([[]], [call])


def test_a_call_just_after_still_belongs() -> None:
    call = heard(start_ms=1740, end_ms=2000)
    assert pair_up([said()], [call]) == ([[call]], [])


def test_on_one_microphone_nobody_needs_a_name() -> None:
    call = heard(player=None)
    assert pair_up([said()], [call]) == ([[call]], [])


def test_of_two_calls_in_one_breath_each_belongs_to_its_own() -> None:
    truths = [said(end_ms=1500), said(phrase=GRAVE, start_ms=1560, end_ms=2600)]
    calls = [heard(end_ms=1490), heard(phrase=GRAVE, start_ms=1570, end_ms=2590)]
    assert pair_up(truths, calls)[0] == [[calls[0]], [calls[1]]]


def test_ends_are_measured_of_the_right_call() -> None:
    outcomes, ghosts = score(
        [said(), said(start_ms=4000, end_ms=4500)],
        [heard(end_ms=1512), heard(Verdict.INEXACT, start_ms=4000, end_ms=4400), heard(player="Cid")],
        "house-blitz",
        "quiet",
    )
    assert [one.end_error_ms for one in outcomes] == [12, None]
    assert [one.result for one in outcomes] == [Result.ACCEPTED, Result.ROBBED]
    assert [one.verdict for one in ghosts] == [Verdict.EXACT]


def outcome(error_ms: int, told_ms: int) -> Outcome:
    return Outcome(Kind.CALL, Result.ACCEPTED, "g", "quiet", "awb", "Stop!", STOP, "stop", 500, error_ms, told_ms)


def test_the_errors_of_ends() -> None:
    errors = end_errors([outcome(-10, 20), outcome(-4, 20), outcome(2, 20), outcome(30, 20), outcome(-6, 20)])
    assert errors is not None
    assert (errors.count, errors.median_ms, errors.bias_ms, errors.covered) == (5, 6.0, -4.0, 0.8)
    assert errors.p95_ms == pytest.approx(26.0)


def test_no_accepted_calls_have_no_errors() -> None:
    assert end_errors([]) is None


def test_shares() -> None:
    assert share([Result.ACCEPTED, Result.MISSED, Result.ACCEPTED, Result.UNSURE], Result.ACCEPTED) == 0.5
    assert share([], Result.ACCEPTED) is None


def test_wilson_bounds_are_those_of_the_textbook() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=0.0005)
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=0.0005)
    assert wilson(0, 0) == (0.0, 1.0)


FIRST = said(player="Ann", phrase=GRAVE, slots=FIVE, start_ms=500, end_ms=2000)
SECOND = said(player="Ben", phrase=SEDUCE, start_ms=1500, end_ms=2100)


def graveyard(end_ms: int, error_ms: int = 20, player: str | None = "Ann") -> Call:
    return heard(phrase=GRAVE, player=player, slots=FIVE, start_ms=500, end_ms=end_ms, error_ms=error_ms)


def seduce(end_ms: int, verdict: Verdict = Verdict.EXACT, player: str | None = "Ben") -> Call:
    return heard(verdict, phrase=SEDUCE, player=player, start_ms=1500, end_ms=end_ms)


@pytest.mark.parametrize(
    ("calls", "wanted", "measured_ms"),
    [
        ([graveyard(2000), seduce(2100)], RaceResult.RIGHT, 100),
        ([graveyard(2040), seduce(2080)], RaceResult.CLOSE, 40),
        ([graveyard(2080), seduce(2040)], RaceResult.CLOSE, -40),
        ([graveyard(2150), seduce(2080)], RaceResult.WRONG, -70),
        ([graveyard(2000, error_ms=120), seduce(2100)], RaceResult.CLOSE, 100),
        ([graveyard(2000)], RaceResult.HALF, None),
        ([seduce(2100)], RaceResult.WRONG, None),
        ([graveyard(2000), seduce(2100, Verdict.UNSURE)], RaceResult.UNCLEAR, None),
        ([], RaceResult.SILENT, None),
    ],
)
def test_what_becomes_of_a_race(calls: list[Call], wanted: RaceResult, measured_ms: int | None) -> None:
    (race,) = score_races([FIRST, SECOND], calls, "race", False)
    assert (race.result, race.measured_ms) == (wanted, measured_ms)
    assert (race.pair, race.lead_ms, race.microphones) == ("graveyard seduce", 100, "separate")


def test_a_true_tie_that_is_decided_is_wrong() -> None:
    tie = said(player="Ben", phrase=SEDUCE, start_ms=1500, end_ms=2000)
    (race,) = score_races([FIRST, tie], [graveyard(2000), seduce(2060)], "race", False)
    assert race.result is RaceResult.WRONG


def test_the_order_in_which_rivals_are_listed_does_not_matter() -> None:
    calls = [graveyard(2000), seduce(2100)]
    assert score_races([SECOND, FIRST], calls, "race", False) == score_races([FIRST, SECOND], calls, "race", False)


def test_one_microphone_has_the_wider_margin() -> None:
    calls = [graveyard(2000, player=None), seduce(2100, player=None)]
    (race,) = score_races([FIRST, SECOND], calls, "race", True)
    assert (race.result, race.band_ms) == (RaceResult.CLOSE, 150)


def test_two_equal_calls_on_one_microphone_are_two_calls() -> None:
    rivals = [said(player="Ann", end_ms=1500), said(player="Ben", start_ms=1300, end_ms=1800)]
    one = [heard(player=None, end_ms=1500)]
    assert score_races(rivals, one, "race", True)[0].result is RaceResult.UNCLEAR
    late = [heard(player=None, start_ms=1300, end_ms=1790)]
    assert score_races(rivals, late, "race", True)[0].result is RaceResult.UNCLEAR
    two = [*one, heard(player=None, start_ms=1300, end_ms=1800)]
    assert score_races(rivals, two, "race", True)[0].result is RaceResult.RIGHT
