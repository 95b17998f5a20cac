"""Races against the ghost, with times by hand and the margins of the rulebook's referee (50 ms between microphones)."""

import pytest

from assistant.core.observations import Call, Verdict, WordDiff
from assistant.practice.duels import DUELS, LADDER, Result, Rival, duel_named, ladder_of, race, rival_named, rung_after
from assistant.practice.prompts import PracticeError

CUE_MS = 7_000
GHOST = Rival("Ghoul", 1_650)
HEARD = {"seduce": "seduce", "graveyard": "five to the graveyard", "stop": "stop"}


def call(duel: str, complete_ms: int, verdict: Verdict = Verdict.EXACT, error_ms: int = 0) -> Call:
    line = DUELS[duel].player
    end_ms = CUE_MS + complete_ms
    diff = WordDiff(added=("d",)) if verdict is Verdict.INEXACT else None
    return Call("Ann", line.phrase, verdict, line.heard, end_ms - 500, end_ms, line.slots, diff, error_ms, channel=0)


@pytest.mark.parametrize("duel", DUELS)
@pytest.mark.parametrize(
    ("complete_ms", "result"),
    [
        (900, Result.WON),
        (1_599, Result.WON),
        (1_650, Result.TIE),
        (1_699, Result.TIE),
        (1_701, Result.LOST),
        (2_500, Result.LOST),
    ],
)
def test_whoever_is_complete_first_wins_and_within_the_margin_nobody_can_tell(
    duel: str, complete_ms: int, result: Result
) -> None:
    raced = race(DUELS[duel], GHOST, "Ann", CUE_MS, call(duel, complete_ms))
    assert raced.result is result
    assert raced.complete_ms == complete_ms
    assert raced.margin_ms == 1_650 - complete_ms
    assert raced.ruling is not None
    assert raced.sentence


@pytest.mark.parametrize("duel", DUELS)
def test_who_says_nothing_loses(duel: str) -> None:
    raced = race(DUELS[duel], GHOST, "Ann", CUE_MS, None)
    assert (raced.result, raced.call, raced.margin_ms) == (Result.LOST, None, None)


@pytest.mark.parametrize("duel", ["seduce", "graveyard"])
def test_an_inexact_call_loses_however_fast_and_an_unsure_one_does_not_count(duel: str) -> None:
    assert race(DUELS[duel], GHOST, "Ann", CUE_MS, call(duel, 600, Verdict.INEXACT)).result is Result.LOST
    assert race(DUELS[duel], GHOST, "Ann", CUE_MS, call(duel, 600, Verdict.UNSURE)).result is Result.VOID


def test_a_call_whose_end_is_not_well_known_ties_earlier() -> None:
    assert race(DUELS["seduce"], GHOST, "Ann", CUE_MS, call("seduce", 1_580, error_ms=40)).result is Result.WON
    assert race(DUELS["seduce"], GHOST, "Ann", CUE_MS, call("seduce", 1_580, error_ms=90)).result is Result.TIE


def test_the_ruling_keeps_the_session_clock() -> None:
    raced = race(DUELS["seduce"], GHOST, "Ann", CUE_MS, call("seduce", 900))
    assert raced.ruling is not None
    assert raced.ruling.code == "steal/made"
    assert raced.ruling.at_ms == CUE_MS + 900
    assert [each.end_ms - CUE_MS for each in raced.calls] == [0, 900, 1_650]
    assert "Ann" in raced.sentence


@pytest.mark.parametrize("duel", DUELS)
def test_one_can_race_oneself(duel: str) -> None:
    for name in ("Ann", "ann", "Host"):
        assert race(DUELS[duel], Rival(name, 1_650), "Ann", CUE_MS, call(duel, 900)).result is Result.WON
    assert race(DUELS[duel], GHOST, "Host", CUE_MS, call(duel, 900)).result is Result.WON


def test_the_ladder_climbs_from_slow_to_unfair() -> None:
    for duel in DUELS.values():
        times_ms = [rival.complete_ms for rival in ladder_of(duel)]
        assert times_ms == sorted(times_ms, reverse=True)
        assert len(set(times_ms)) == len(LADDER)
    assert ladder_of(DUELS["seduce"])[0].complete_ms == 4_000
    assert ladder_of(DUELS["seduce"])[-1].complete_ms < 700  # a word of 0.5 s and no time to react


def test_one_begins_behind_the_highest_rival_beaten() -> None:
    duel = DUELS["seduce"]
    assert rung_after(duel, []) == 0
    assert rung_after(duel, ["Grandma", "Shambler", "Ben"]) == 3
    assert rung_after(duel, ["Death Itself"]) == len(LADDER) - 1


def test_rivals_and_duels_are_named_or_refused() -> None:
    assert rival_named(DUELS["stop"], "3") == rival_named(DUELS["stop"], "shambler") == Rival("Shambler", 2_080)
    for wrong in ("0", "13", "Nobody"):
        with pytest.raises(PracticeError, match="no such rival; choose 1 to 12"):
            rival_named(DUELS["stop"], wrong)
    with pytest.raises(PracticeError, match="choose one of seduce, graveyard, stop"):
        duel_named("pray")
