"""A machine that is too slow: how far the ears are behind is known, told once, and taken back once they caught up."""

from concurrent.futures import Future
from pathlib import Path

import numpy as np
import pytest

from assistant.app import log_head
from assistant.audio.blocks import Outage
from assistant.cli.replay import late_text
from assistant.core import referee
from assistant.core.lateness import Late
from assistant.core.observations import Tick
from assistant.eventlog.reader import read_log
from assistant.eventlog.records import ModelUse
from assistant.eventlog.replay import replay
from assistant.eventlog.verify import verify
from assistant.eventlog.writer import LogWriter
from assistant.hearing.ears import Heard
from assistant.hearing.listener import Seat
from assistant.live.backlog import BEHIND_MS, CAUGHT_UP_MS, Backlog, Pace
from assistant.live.match import LiveMatch, Pulse
from assistant.live.troubles import Troubles
from assistant.screen.board import board
from assistant.screen.drawing import notice_text, status_text
from tests.play.table import PLAYERS, QuietSound, ScriptedHearing, new_match

SEATS = tuple(Seat(player) for player in PLAYERS)


class SlowPool:
    """Ears that answer when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[Future[Heard]] = []

    def submit(self, samples: object, start_ms: int, clean: object = None) -> "Future[Heard]":
        self.waiting.append(Future())
        return self.waiting[-1]

    def close(self) -> None:
        return


class Listens:
    """What hears, for the head of a log."""

    engine = ""
    models: tuple[ModelUse, ...] = ()


def utterance(length_ms: int) -> "np.typing.NDArray[np.float32]":
    return np.zeros(length_ms * 16, dtype=np.float32)


def test_the_oldest_utterance_that_waits_tells_how_far_the_ears_are_behind() -> None:
    pool = SlowPool()
    backlog = Backlog(pool)
    assert backlog.behind_ms(5_000) == 0
    backlog.submit(utterance(600), 1_000)
    backlog.submit(utterance(400), 3_000)
    assert backlog.behind_ms(1_500) == 0
    assert backlog.behind_ms(5_000) == 3_400
    pool.waiting[0].set_result(Heard((), ()))
    assert backlog.behind_ms(5_000) == 1_600
    pool.waiting[1].set_exception(RuntimeError("the ears broke"))
    assert backlog.behind_ms(5_000) == 0


def test_a_figure_that_hovers_does_not_blink() -> None:
    pace = Pace()
    assert not pace.after(BEHIND_MS - 1, 4_000).behind
    behind = pace.after(BEHIND_MS, 4_000)
    assert behind.late == Late(4_000, 4_000, BEHIND_MS)
    assert behind.after(CAUGHT_UP_MS, 4_500).late == Late(4_000, 4_500, BEHIND_MS)
    assert behind.after(BEHIND_MS + 1, 4_500).late == Late(4_000, 4_500, BEHIND_MS + 1)
    assert not behind.after(CAUGHT_UP_MS - 1, 4_500).behind


class Told:
    """What the pulses of a match said."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.behind_ms: list[int] = []
        self._told = Troubles(SEATS, self.lines.append)

    def take(self, before: object, step: object) -> None:
        return

    def finish(self, state: object) -> None:
        return

    def pulse(self, pulse: Pulse) -> None:
        self.behind_ms.append(pulse.behind_ms)
        self._told.pulse(pulse)


def test_the_table_is_told_when_the_machine_falls_behind_and_when_it_has_caught_up() -> None:
    pool = SlowPool()
    backlog = Backlog(pool)
    backlog.submit(utterance(400), 0)

    def during(number: int) -> None:
        if number == 35:
            pool.waiting[0].set_result(Heard((), ()))

    told = Told()
    sound = QuietSound(50, during=during)
    LiveMatch(sound, ScriptedHearing(), new_match(), backlog=backlog).run([told])
    assert told.lines == [
        "this computer is too slow: rulings come 2 s late; close other programs",
        "this computer has caught up",
    ]
    assert told.behind_ms[:23] == [0] * 23
    assert told.behind_ms[23] == BEHIND_MS
    assert told.behind_ms[34] == 3_100
    assert told.behind_ms[35:] == [0] * 15


@pytest.mark.parametrize("caught_up", [True, False])
def test_the_log_says_how_far_the_machine_was_behind_and_verifies(tmp_path: Path, caught_up: bool) -> None:
    pool = SlowPool()
    backlog = Backlog(pool)
    backlog.submit(utterance(400), 0)

    def during(number: int) -> None:
        if number == 35 and caught_up:
            pool.waiting[0].set_result(Heard((), ()))

    with LogWriter.begin(tmp_path / "log", log_head(new_match().match, Listens(), "live")) as log:
        LiveMatch(QuietSound(50, during=during), ScriptedHearing(), new_match(), log=log, backlog=backlog).run()
    read = read_log(tmp_path / "log")
    end_ms, most_ms = (3_500, 3_100) if caught_up else (5_000, 4_600)
    assert read.late == (Late(2_400, end_ms, most_ms),)
    assert verify(tmp_path / "log").faults == ()
    assert len(list(replay(read, new_match().match))) == len(read.steps)
    told = (
        f"From 0:02.40 to 0:0{end_ms / 1000:.2f} the computer was too slow: rulings came up to {most_ms / 1000} s late."
    )
    assert [late_text(late) for late in read.late] == [told]


def test_a_pulled_plug_is_told_at_once_though_the_ears_are_far_behind() -> None:
    told = Told()
    gone = (Outage(0, 500, "unplugged"), Outage(2, 500, ""))
    sound = QuietSound(30, outages=dict.fromkeys(range(6, 20), gone) | {20: gone[:1]})
    live = LiveMatch(sound, ScriptedHearing(lag_ms=9_000), new_match())
    live.run([told])
    assert told.lines == [
        "Ann's microphone: unplugged; Cid's microphone: not heard. The match waits.",
        "all microphones are heard again",
    ]


def test_the_screen_says_how_late_rulings_come_and_nothing_of_it_otherwise() -> None:
    state = referee.step(new_match(), Tick(1_000)).state
    for behind_ms, shown in ((4_200, True), (0, False)):
        seen = board(state, SEATS, Pulse(9_000, 4_000, (-30.0, -30.0, -30.0), (), behind_ms), ())
        assert ("4 s BEHIND" in status_text(seen, "Grave Feast", False, False, "").plain) is shown
        assert ("rulings come 4 s late" in notice_text(seen, "", "").plain) is shown
