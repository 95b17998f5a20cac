"""The referee over the tiny game: numbers, deadlines, pauses, gaps, unsure calls."""

from assistant.core import referee
from assistant.core.games.base import Table
from assistant.core.observations import Call, Command, CommandName, End, Fact, Gap, Observation, Tick, Verdict
from assistant.core.rulings import Ruling
from tests.core.observed import PLAYERS, grab, mine
from tests.core.tiny_game import TINY, TinyRules, TinyState

Steps = list[referee.Step[TinyState, TinyRules]]


def setup(window_s: int = 2) -> referee.MatchSetup[TinyState, TinyRules]:
    return referee.MatchSetup(TINY, Table(PLAYERS), TinyRules(window_s=window_s))


def judge(*observations: Observation) -> Steps:
    return list(referee.fold(setup(), observations))


def rulings(steps: Steps) -> list[Ruling]:
    return [ruling for step in steps for ruling in step.rulings]


def told(steps: Steps) -> list[tuple[str, str | None, int]]:
    return [(ruling.code, ruling.player, ruling.at_ms) for ruling in rulings(steps)]


def test_one_counter_numbers_calls_and_rulings_in_the_order_of_their_moments() -> None:
    steps = judge(grab("Ann", 1000), mine("Ben", 5000))
    assert [step.numbered.id for step in steps] == [1, 4]
    assert [(ruling.id, ruling.code) for ruling in rulings(steps)] == [
        (2, "grab/made"),
        (3, "grab/scored"),
        (5, "grab/late"),
    ]
    assert rulings(steps)[1].calls == (1,)


def test_ticks_and_the_end_are_not_numbered_but_facts_commands_and_gaps_are() -> None:
    steps = judge(
        Tick(10),
        Fact(20, "tiny.cookie"),
        Command(30, CommandName.DONE),
        Gap(0, 31, 40),
        End(50),
        Command(60, CommandName.REDO),
    )
    assert [step.numbered.id for step in steps] == [0, 1, 3, 4, 0, 6]


def test_a_deadline_passes_at_its_moment_whether_a_tick_comes_early_late_or_never() -> None:
    never = judge(grab("Ann", 1000), mine("Ben", 5000))
    late = judge(grab("Ann", 1000), Tick(2999), Tick(4000), mine("Ben", 5000))
    exact = judge(grab("Ann", 1000), Tick(3000), mine("Ben", 5000))
    assert rulings(never) == rulings(late) == rulings(exact)
    assert told(never)[1] == ("grab/scored", "Ann", 3000)


def test_an_answer_one_millisecond_before_the_deadline_is_in_time_and_one_at_it_is_late() -> None:
    assert told(judge(grab("Ann", 1000), mine("Ben", 2999)))[1:] == [("grab/blocked", "Ben", 2999)]
    assert told(judge(grab("Ann", 1000), mine("Ben", 3000)))[1:] == [
        ("grab/scored", "Ann", 3000),
        ("grab/late", "Ben", 3000),
    ]


def test_the_next_deadline_is_told() -> None:
    steps = judge(grab("Ann", 1000), Tick(3000))
    assert [step.next_deadline_ms for step in steps] == [3000, None]


def test_the_end_lets_open_windows_run_out_beyond_the_recording() -> None:
    steps = judge(grab("Ann", 1000), End(1500))
    assert told(steps)[1] == ("grab/scored", "Ann", 3000)
    assert referee.scores(steps[-1].state) == {"Ann": 1, "Ben": 0, "Cid": 0}


def test_no_window_closes_during_a_pause_and_nothing_is_judged_in_it() -> None:
    steps = judge(
        grab("Ann", 1000),
        Command(2000, CommandName.PAUSE, "Ben"),
        mine("Ben", 9000),
        Tick(10_000),
        Command(12_000, CommandName.RESUME, "Ben"),
        Tick(12_999),
        Tick(13_000),
    )
    assert told(steps)[1:] == [
        ("pause/on", "Ben", 2000),
        ("pause/ignored", "Ben", 9000),
        ("pause/off", "Ben", 12_000),
        ("grab/scored", "Ann", 13_000),
    ]
    assert steps[1].next_deadline_ms is None
    assert steps[4].next_deadline_ms == 13_000
    assert dict(rulings(steps)[3].data) == {"paused_ms": 10_000}


def test_margins_leave_the_pause_out_and_open_windows_are_shown_on_the_tables_clock() -> None:
    steps = judge(
        grab("Ann", 1000),
        Command(2000, CommandName.PAUSE),
        Command(12_000, CommandName.RESUME),
        mine("Ben", 12_500),
    )
    assert rulings(steps)[-1].margin_ms == 1500
    assert [(w.opens_ms, w.closes_ms) for w in referee.windows(steps[2].state)] == [(1000, 13_000)]


def test_a_pause_while_paused_and_a_resume_while_running_are_answered() -> None:
    steps = judge(Command(1, CommandName.RESUME), Command(2, CommandName.PAUSE), Command(3, CommandName.PAUSE))
    assert [ruling.code for ruling in rulings(steps)] == ["command/nothing", "pause/on", "command/nothing"]


def test_an_unsure_call_that_the_game_did_not_rule_is_asked_again() -> None:
    steps = judge(grab("Ann", 1000, Verdict.UNSURE))
    assert told(steps) == [("call/unclear", "Ann", 1000)]
    assert rulings(steps)[0].calls == (1,)


def test_an_inexact_call_that_the_game_did_not_rule_is_not_called_unclear() -> None:
    assert told(judge(grab("Ann", 1000, Verdict.INEXACT))) == []


def test_confirm_makes_an_unsure_call_exact_from_its_own_moment() -> None:
    steps = judge(grab("Ann", 1000, Verdict.UNSURE), Command(1800, CommandName.CONFIRM, "Ben"), mine("Ben", 2500))
    assert told(steps) == [
        ("call/unclear", "Ann", 1000),
        ("call/confirmed", "Ann", 1800),
        ("grab/made", "Ann", 1000),
        ("grab/blocked", "Ben", 2500),
    ]
    assert steps[1].withdrawn == (2,)


def test_deny_makes_it_no_call_and_a_second_deny_has_nothing_to_be_about() -> None:
    steps = judge(grab("Ann", 1000, Verdict.UNSURE), Command(1800, CommandName.DENY), Command(1900, CommandName.DENY))
    assert [ruling.code for ruling in rulings(steps)] == ["call/unclear", "call/denied", "command/nothing"]
    assert [ruling.code for ruling in referee.standing_rulings(steps[-1].state)] == ["call/denied", "command/nothing"]


def test_confirm_leaves_an_unsure_call_alone_that_was_said_again() -> None:
    steps = judge(grab("Ann", 1000, Verdict.UNSURE), grab("Ann", 2000), Command(2100, CommandName.CONFIRM))
    assert told(steps)[2] == ("command/nothing", None, 2100)


def test_calls_across_lost_sound_on_their_own_microphone_are_unsure() -> None:
    gap = Gap(0, 500, 900, "overflow")
    lost = judge(gap, grab("Ann", 1000, channel=0))
    assert told(lost) == [("gap/lost", None, 900), ("call/unclear", "Ann", 1000)]
    assert dict(rulings(lost)[0].data) == {"channel": 1, "lost_ms": 400, "reason": "overflow"}
    judged = lost[1].judged.observation
    assert isinstance(judged, Call)
    assert judged.verdict is Verdict.UNSURE
    assert told(judge(gap, grab("Ann", 1000, channel=1)))[1] == ("grab/made", "Ann", 1000)
    assert told(judge(gap, grab("Ann", 1300, channel=0)))[1] == ("grab/made", "Ann", 1300)


def test_a_gap_told_after_the_call_that_crosses_it_takes_the_ruling_back() -> None:
    steps = judge(grab("Ann", 1000, channel=0), Gap(0, 900, 1500, "unplugged"))
    assert steps[1].withdrawn == (2,)
    assert told(steps)[1:] == [
        ("late/corrected", None, 1500),
        ("call/unclear", "Ann", 1000),
        ("gap/lost", None, 1500),
    ]


def test_a_call_of_nobody_goes_to_the_only_player_who_could_have_made_it() -> None:
    steps = judge(grab(None, 1000), mine(None, 1500))
    judged = steps[0].judged.observation
    assert isinstance(judged, Call)
    assert judged.player == "Ann"
    assert told(steps) == [("grab/made", "Ann", 1000), ("grab/blocked", None, 1500)]


def test_a_name_that_is_not_at_the_table_never_reaches_the_game() -> None:
    assert told(judge(grab("Ann", 100), mine("Zoe", 1000)))[1] == ("grab/blocked", None, 1000)


def test_a_call_heard_late_is_put_in_its_place() -> None:
    in_time = judge(grab("Ann", 1000), mine("Ben", 1500), mine("Cid", 1800))
    late = judge(grab("Ann", 1000), mine("Cid", 1800), mine("Ben", 1500))
    assert referee.scores(in_time[-1].state) == referee.scores(late[-1].state)
    assert late[2].withdrawn == (4,)
    assert told(late)[2:] == [
        ("late/corrected", "Ben", 1500),
        ("grab/blocked", "Ben", 1500),
        ("grab/late", "Cid", 1800),
    ]
