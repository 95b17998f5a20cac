"""What the screen shows, from plain values: scores, countdowns, meters, questions, and lines that hold no longer."""

from dataclasses import replace

import pytest

from assistant.announce.console import UNICODE_MARKS
from assistant.audio.blocks import Outage
from assistant.core import referee
from assistant.core.observations import Call, Command, CommandName, Gap, Observation, Tick, Verdict, WordDiff
from assistant.core.spoken import SPEAKING
from assistant.core.wording import render
from assistant.hearing.listener import Seat
from assistant.live.match import AnyState, Pulse
from assistant.live.overriding import as_exact, as_none, as_said_by, latest_call
from assistant.screen.board import board, unsure_call
from assistant.screen.drawing import bar, line_text
from assistant.screen.ledger import Kind, Ledger
from tests.play.table import PLAYERS, call, new_match

SEATS = tuple(Seat(player) for player in PLAYERS)
CLAIM = call("Ann", "graveyard", 2_000, heard="five to the graveyard", n=5)


def followed(*observations: Observation) -> tuple[AnyState, Ledger]:
    state, ledger = new_match(), Ledger()
    for observation in observations:
        step = referee.step(state, observation)
        state, ledger = step.state, ledger.take(step, render)
    return state, ledger


def pulse(now_ms: int, *outages: Outage) -> Pulse:
    return Pulse(now_ms, now_ms - 300, (-30.0, -60.0, 0.0), outages)


def test_an_open_claim_counts_down_and_stands_still_during_a_pause() -> None:
    state, _ = followed(call("Ann", "brains", 1_000), CLAIM, Tick(2_900))
    [window] = board(state, SEATS, pulse(3_000), ()).windows
    assert (window.name, window.player) == ("preacher", "Ann")
    assert (window.left_ms, window.share) == (4_000, 0.8)
    later = board(state, SEATS, pulse(4_500), ()).windows
    assert [(each.name, each.left_ms, each.share) for each in later][-1] == ("preacher", 2_500, 0.5)
    assert board(state, SEATS, pulse(9_000), ()).windows[-1].left_ms == 0
    paused = referee.step(state, Command(3_000, CommandName.PAUSE)).state
    shown = board(paused, SEATS, pulse(60_000), ())
    assert shown.paused
    assert shown.windows[-1].left_ms == 4_000


def test_scores_and_who_leads() -> None:
    state, _ = followed(call("Ann", "brains", 1_000), CLAIM, Tick(8_000))
    shown = board(state, SEATS, pulse(8_000), ())
    assert [(seat.key, seat.name, seat.score, seat.leads) for seat in shown.seats] == [
        ("1", "Ann", 5, True),
        ("2", "Ben", 0, False),
        ("3", "Cid", 0, False),
    ]
    assert not any(seat.leads for seat in board(new_match(), SEATS, None, ()).seats)


def test_meters_tell_how_loud_it_is_and_what_is_wrong() -> None:
    shown = board(new_match(), SEATS, pulse(1_000, Outage(1, 500, "unplugged")), (-30.0, -60.0, 0.0))
    ann, ben, cid = (seat.meter for seat in shown.seats)
    assert ann is not None
    assert ben is not None
    assert cid is not None
    assert (ann.share, ann.state, ann.hot) == (0.5, "clear", False)
    assert (ben.heard, ben.state) == (False, "unplugged")
    assert (cid.share, cid.state, cid.hot) == (1.0, "overdriven", True)
    assert shown.silent == ("Ben's microphone: unplugged",)
    assert shown.shared is None


def test_a_shared_microphone_has_its_meter_apart() -> None:
    shown = board(new_match(), (Seat(None),), Pulse(1_000, 700, (-15.0,)), (-15.0,))
    assert shown.shared is not None
    assert shown.shared.share == 0.75
    assert [seat.meter for seat in shown.seats] == [None, None, None]


def test_an_unsure_call_is_asked_about_until_something_else_is_said() -> None:
    unsure = replace(call("Ben", "brains", 1_000, Verdict.UNSURE), reason="the ears do not agree")
    state, ledger = followed(unsure)
    assert board(state, SEATS, None, ()).question.startswith('Ben, say it again; I heard "brains".  y it was right')
    assert ledger.lines[0].kind is Kind.UNSURE
    unknown = replace(unsure, phrase=None)
    assert "y it was right" not in board(followed(unknown)[0], SEATS, None, ()).question
    state, _ = followed(unsure, call("Ben", "brains", 2_000))
    assert unsure_call(state) is None


def test_lines_tell_what_was_missing_and_by_how_much_and_what_holds_no_longer() -> None:
    wrong = replace(
        call("Cid", "christ", 3_000, Verdict.INEXACT, "christ compels you"),
        diff=WordDiff(missing=("the", "power", "of")),
    )
    seduce, late = call("Ben", "seduce", 1_500), replace(CLAIM, end_ms=2_400)
    _, ledger = followed(
        call("Ann", "brains", 1_000), seduce, late, wrong, Tick(4_000), Command(4_000, CommandName.UNDO)
    )
    texts = [line_text(line, UNICODE_MARKS).plain for line in ledger.lines]
    assert any('✗ "christ compels you": missing "the power of"' in text for text in texts)
    [void] = [line for line in ledger.lines if line.margin_ms is not None]
    assert line_text(void, UNICODE_MARKS).plain.endswith("by 0.90 s")
    withdrawn = [line for line in ledger.lines if line.withdrawn]
    assert all(line.kind is Kind.RULING for line in withdrawn)
    assert ledger.lines[-1].text == "Undone: christ compels you."


def test_a_gap_is_a_line_and_a_tick_that_brings_nothing_is_none() -> None:
    _, ledger = followed(Gap(0, 500, 1_700, "unplugged"))
    assert [line.text for line in ledger.lines if line.kind is Kind.LOST] == [
        "microphone 1: 1.2 s of sound lost (unplugged)"
    ]
    step = referee.step(new_match(), Tick(500))
    assert ledger.take(step, render) is ledger
    _, beneath = followed(Gap(0, 500, 1_700, SPEAKING))  # nothing was lost on the way: somebody spoke meanwhile
    assert [line.text for line in beneath.lines if line.kind is Kind.LOST] == [
        "microphone 1: 1.2 s not judged: the referee was speaking"
    ]


@pytest.mark.parametrize(
    ("share", "drawn"), [(0.0, "    "), (1.0, "████"), (0.5, "██  "), (0.53125, "██▏ "), (1.5, "████")]
)
def test_bars(share: float, drawn: str) -> None:
    assert bar(share, 4) == drawn


def test_overrides_change_the_call_and_can_be_undone() -> None:
    wrong = replace(
        call("Cid", "brains", 1_000, Verdict.INEXACT, "brain"), diff=WordDiff(changed=(("brains", "brain"),))
    )
    state, _ = followed(wrong)
    found = latest_call(state)
    assert found is not None
    number, said = found
    after = referee.step(state, as_exact(number, said, 2_000)).state
    counted = latest_call(after)
    assert counted is not None
    assert isinstance(counted[1], Call)
    assert (counted[1].verdict, counted[1].diff) == (Verdict.EXACT, None)
    ben = latest_call(referee.step(state, as_said_by(number, said, "Ben", 2_000)).state)
    assert ben is not None
    assert ben[1].player == "Ben"
    assert latest_call(referee.step(state, as_none(number, 2_000)).state) is None
    undone = referee.step(after, Command(3_000, CommandName.UNDO)).state
    assert latest_call(undone) == found


def test_the_call_behind_a_ruling_is_found_by_the_rulings_number() -> None:
    state, ledger = followed(call("Ann", "brains", 1_000), call("Ben", "brains", 2_000))
    ruling = next(line for line in ledger.lines if line.kind is Kind.RULING)
    found = latest_call(state, ruling.id)
    assert found is not None
    assert found[1].player == "Ann"
    assert latest_call(state, 99) is None


def test_a_match_that_goes_on_shows_its_house_rules_and_what_stands() -> None:
    assert [line.text for line in Ledger.begun(new_match(), render).lines] == ["The recommended house rules hold."]
    state, _ = followed(call("Ann", "brains", 1_000), call("Ben", "brains", 2_000), Command(2_500, CommandName.UNDO))
    assert [line.text for line in Ledger.begun(state, render).lines] == [
        "The recommended house rules hold.",
        "Ann's zombie feeds.",
        "Undone: brains.",
    ]
