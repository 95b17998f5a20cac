"""Undo, redo and appeals, by example and as properties over any stream."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from assistant.core import referee
from assistant.core.observations import Amendment, Call, Command, CommandName, Observation, Tick, Verdict, moment_ms
from assistant.core.rulings import Ruling
from tests.core.observed import ORDERED_STREAMS, STREAMS, TABLE, grab, in_order, mine
from tests.core.test_referee import judge, rulings, setup, told
from tests.core.tiny_game import TinyRules, TinyState

HISTORY_CODES = ("undo/", "redo/", "appeal/", "late/", "command/", "call/confirmed", "call/denied")


def undo(at_ms: int, target: int | None = None) -> Command:
    return Command(at_ms, CommandName.UNDO, target=target)


def redo(at_ms: int) -> Command:
    return Command(at_ms, CommandName.REDO)


def derived(state: referee.RefereeState[TinyState, TinyRules], numbered: bool = True) -> list[Ruling]:
    """What stands about the table, without the numbers."""
    standing = [
        replace(r, id=0, calls=r.calls if numbered else ())
        for r in referee.standing_rulings(state)
        if not r.code.startswith(HISTORY_CODES)
    ]
    return sorted(standing, key=repr)


def test_undo_strikes_the_latest_thing_said_and_derives_what_followed() -> None:
    steps = judge(grab("Ann", 1000), mine("Ben", 1500), undo(1800), Tick(3000))
    assert told(steps)[2:] == [("undo/done", None, 1800), ("grab/scored", "Ann", 3000)]
    assert dict(rulings(steps)[2].data) == {"struck": 3, "what": "mine", "withdrawn": 1}
    assert steps[2].withdrawn == (4,)
    assert referee.scores(steps[-1].state)["Ann"] == 1


def test_undo_with_a_number_strikes_the_observation_behind_that_ruling() -> None:
    steps = judge(grab("Ann", 1000), mine("Ben", 1500), undo(1800, target=2))
    assert steps[2].withdrawn == (2, 4)
    assert told(steps)[2:] == [("undo/done", None, 1800), ("grab/late", "Ben", 1500)]


def test_undo_of_a_ruling_by_lapse_of_time_strikes_the_call_that_it_rests_on() -> None:
    steps = judge(grab("Ann", 1000), Tick(3000), undo(3100, target=3))
    assert steps[2].withdrawn == (2, 3)
    assert dict(rulings(steps)[2].data) == {"now.Ann": 0, "struck": 1, "was.Ann": 1, "what": "grab", "withdrawn": 2}


def test_undo_without_anything_to_strike_says_so() -> None:
    assert told(judge(undo(5))) == [("undo/nothing", None, 5)]
    assert told(judge(grab("Ann", 1000), undo(1100, target=99)))[1] == ("undo/nothing", None, 1100)
    assert told(judge(grab("Ann", 1000), undo(1100), undo(1200)))[2] == ("undo/nothing", None, 1200)


def test_redo_takes_the_latest_undo_back_and_no_more() -> None:
    steps = judge(grab("Ann", 1000), undo(1100), redo(1200), redo(1300))
    assert told(steps)[1:] == [
        ("undo/done", None, 1100),
        ("redo/done", None, 1200),
        ("grab/made", "Ann", 1000),
        ("redo/nothing", None, 1300),
    ]


def test_an_appeal_overturns_a_call_and_the_scores_that_followed() -> None:
    shouted = mine("Ben", 1500, Verdict.INEXACT)
    steps = judge(
        grab("Ann", 1000),
        shouted,
        Tick(3000),
        Amendment(4000, 3, replace(shouted, verdict=Verdict.EXACT), "clear", "Ben"),
    )
    overturned = rulings(steps)[2]
    assert (overturned.code, overturned.player, overturned.calls) == ("appeal/overturned", "Ben", (3,))
    assert dict(overturned.data) == {
        "now": "exact",
        "now.Ann": 0,
        "reason": "clear",
        "was": "inexact",
        "was.Ann": 1,
        "withdrawn": 1,
    }
    assert told(steps)[3] == ("grab/blocked", "Ben", 1500)
    assert referee.scores(steps[-1].state)["Ann"] == 0


def test_an_appeal_that_changes_nothing_is_upheld_and_one_about_nothing_is_answered() -> None:
    said = grab("Ann", 1000)
    assert told(judge(said, Amendment(1100, 1, said)))[1] == ("appeal/upheld", None, 1100)
    assert told(judge(said, Amendment(1100, 7, said)))[1] == ("appeal/nothing", None, 1100)


def test_an_appeal_can_be_undone() -> None:
    said = grab("Ann", 1000)
    steps = judge(said, Amendment(1100, 1, replace(said, verdict=Verdict.INEXACT)), undo(1200))
    assert told(steps)[2:] == [("undo/done", None, 1200), ("grab/made", "Ann", 1000)]


@given(STREAMS)
def test_nothing_that_is_said_told_or_asked_ever_raises(stream: list[Observation]) -> None:
    steps = judge(*stream)
    ids = [step.numbered.id for step in steps if step.numbered.id] + [ruling.id for ruling in rulings(steps)]
    assert sorted(ids) == list(range(1, len(ids) + 1))


@given(STREAMS)
def test_the_same_stream_gives_the_same_rulings(stream: list[Observation]) -> None:
    assert rulings(judge(*stream)) == rulings(judge(*stream))


@given(ORDERED_STREAMS, st.lists(st.integers(min_value=0, max_value=60_000), max_size=20))
def test_ticks_change_nothing_in_an_ordered_stream(stream: list[Observation], ticks: list[int]) -> None:
    without = [o for o in stream if not isinstance(o, Tick)]
    last_ms = moment_ms(without[-1]) if without else 0
    timed = in_order([*without, *(Tick(at_ms) for at_ms in ticks if at_ms <= last_ms)])
    assert rulings(judge(*timed)) == rulings(judge(*without))


@given(ORDERED_STREAMS)
def test_undo_then_redo_is_the_identity(stream: list[Observation]) -> None:
    before = judge(*stream, Tick(60_000))
    after = judge(*stream, Tick(60_000), undo(60_000), redo(60_000))
    if rulings(after)[-1].code == "redo/nothing" or "undo/nothing" in [r.code for r in after[-2].rulings]:
        return
    assert after[-1].state.fold == before[-1].state.fold
    assert derived(after[-1].state) == derived(before[-1].state)


@given(st.lists(TABLE, min_size=1, max_size=15))
def test_undo_restores_the_state_before_the_latest_call_or_fact(stream: list[Observation]) -> None:
    last = grab("Cid", 60_001)
    ordered = in_order(list(stream))
    undone = judge(*ordered, last, undo(60_001))
    assert undone[-1].state.fold == judge(*ordered, Tick(60_001))[-1].state.fold


@given(st.permutations([grab("Ann", 1000), mine("Ben", 1500), grab("Cid", 2000), mine("Ann", 2500), Tick(9000)]))
def test_the_order_of_arrival_does_not_change_what_stands(stream: list[Observation]) -> None:
    ordered = judge(*in_order(stream))
    shuffled = judge(*stream)
    assert derived(shuffled[-1].state, numbered=False) == derived(ordered[-1].state, numbered=False)
    assert referee.scores(shuffled[-1].state) == referee.scores(ordered[-1].state)


@given(ORDERED_STREAMS)
def test_a_fold_anew_equals_the_fold_in_steps(stream: list[Observation]) -> None:
    state = judge(*stream, Tick(60_000))[-1].state
    amended = [e for e in state.history.entries if isinstance(e.observation, Call)]
    if not amended:
        return
    last = amended[-1]
    unchanged = referee.step(state, Amendment(60_000, last.id, _as_judged(state, last.id)))
    if unchanged.rulings[-1].code == "appeal/upheld":
        assert unchanged.state.fold == state.fold
        assert unchanged.withdrawn == ()


def _as_judged(state: referee.RefereeState[TinyState, TinyRules], number: int) -> Call:
    for entry in state.history.effective():
        if entry.id == number and isinstance(entry.observation, Call):
            return entry.observation
    return grab("Ann", 0)


def test_setup_is_reused_without_memory_of_a_match() -> None:
    match = setup()
    first = list(referee.fold(match, [grab("Ann", 1000)]))
    assert list(referee.fold(match, [grab("Ann", 1000)])) == first
