"""The player with a loudspeaker of its own clock: to the sample, one sound at a time, interrupted and muted."""

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.announce.player import FADE_MS, Feed, OutputError, Played, Player, Queued, Report, Sound, Unheard

RATE_HZ = 48_000
BLOCK = 480
LATENCY_S = 0.040
SESSION_BEGAN_S = 100.0


def tone(length_ms: int, rate_hz: int = RATE_HZ) -> NDArray[np.float32]:
    return np.full(rate_hz * length_ms // 1000, 0.5, dtype=np.float32)


class Loudspeaker:
    """Takes a block whenever the test lets it; every block of 10 ms is heard LATENCY_S after it was taken."""

    def __init__(self) -> None:
        self.now_s = SESSION_BEGAN_S + 2.0
        self.heard: list[NDArray[np.float32]] = []
        self.before_block: Callable[[int], None] = lambda number: None
        self.fault = ""

    def rate_hz(self) -> int:
        if self.fault:
            raise OutputError(self.fault)
        return RATE_HZ

    def play(self, feed: Feed) -> None:
        going_on, number = True, 0
        while going_on:
            self.before_block(number)
            if self.fault:
                raise OutputError(self.fault)
            out = np.ones((BLOCK, 2), dtype=np.float32)
            going_on = feed.fill(out, self.now_s + LATENCY_S)
            self.heard.append(out)
            self.now_s += BLOCK / RATE_HZ
            number += 1
        self.now_s += LATENCY_S


class Table:
    """A player, its loudspeaker, and what it reported."""

    def __init__(self) -> None:
        self.loudspeaker = Loudspeaker()
        self.reports: list[Report] = []
        self.over: SimpleQueue[Report] = SimpleQueue()
        self.player = Player(self.loudspeaker, session_ms, self.take, lambda: self.loudspeaker.now_s)

    def take(self, report: Report) -> None:
        self.reports.append(report)
        if not isinstance(report, Queued):
            self.over.put(report)

    def outcome(self) -> Report:
        return self.over.get(timeout=5)

    @property
    def sound(self) -> NDArray[np.float32]:
        return np.concatenate(self.loudspeaker.heard)


def session_ms(monotonic_s: float) -> int:
    return round((monotonic_s - SESSION_BEGAN_S) * 1000)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.player.close()


def test_start_and_end_are_known_to_the_sample(table: Table) -> None:
    assert table.player.play(Sound(tone(123), RATE_HZ, "Ann scores five.")) == 1
    assert table.outcome() == Played(1, 2040, 2040 + 123, "Ann scores five.")
    assert table.reports[0] == Queued(1, 2000, "Ann scores five.")
    heard = table.sound
    assert np.count_nonzero(heard[:, 0]) == 123 * 48
    np.testing.assert_array_equal(heard[:, 0], heard[:, 1])


def test_a_sound_of_another_rate_lasts_as_long(table: Table) -> None:
    table.player.play(Sound(tone(1000, 22_050), 22_050))
    played = table.outcome()
    assert isinstance(played, Played)
    assert played.end_ms - played.start_ms == 1000


def test_sounds_follow_each_other_and_never_overlap(table: Table) -> None:
    for length_ms in (50, 20, 70):
        table.player.play(Sound(tone(length_ms), RATE_HZ))
    played = [table.outcome() for _ in range(3)]
    assert [report.number for report in played] == [1, 2, 3]
    spans = [(report.start_ms, report.end_ms) for report in played if isinstance(report, Played)]
    assert [end - start for start, end in spans] == [50, 20, 70]
    assert spans[0][1] <= spans[1][0]
    assert spans[1][1] <= spans[2][0]


def test_interrupting_fades_out_reports_the_true_end_and_gives_up_what_waits(table: Table) -> None:
    table.loudspeaker.before_block = lambda number: table.player.interrupt() if number == 5 else None
    table.player.play(Sound(tone(500), RATE_HZ, "a long speech"))
    outcome = table.outcome()
    assert outcome == Played(1, 2040, 2040 + 50 + FADE_MS, "a long speech", whole=False)
    faded = table.sound[5 * BLOCK : 5 * BLOCK + FADE_MS * 48, 0]
    assert faded[0] == pytest.approx(0.5, rel=0.01)
    assert faded[-1] == 0.0
    assert np.abs(np.diff(faded)).max() < 0.002
    table.player.play(Sound(tone(10), RATE_HZ, "next"))
    assert isinstance(table.outcome(), Played)


def test_a_fade_over_small_buffers_goes_on_where_it_was() -> None:
    feed = Feed(tone(100), RATE_HZ, lambda: 1.0)
    feed.fill(np.zeros((64, 1), dtype=np.float32), 0.0)
    feed.stop()
    parts = []
    going_on = True
    while going_on:
        out = np.zeros((64, 1), dtype=np.float32)
        going_on = feed.fill(out, 0.0)
        parts.append(out[:, 0])
    fade = np.concatenate(parts)[: FADE_MS * 48]
    np.testing.assert_allclose(fade, 0.5 * np.arange(FADE_MS * 48 - 1, -1, -1) / (FADE_MS * 48), atol=1e-6)


def test_jitter_of_a_driver_moves_no_end_but_a_buffer_that_ran_dry_does() -> None:
    out = np.zeros((BLOCK, 1), dtype=np.float32)
    jittery, dry = Feed(tone(30), RATE_HZ, lambda: 1.0), Feed(tone(30), RATE_HZ, lambda: 1.0)
    for offset_s in (0.0, 0.012, 0.019):
        jittery.fill(out, 5.0 + offset_s)
    for offset_s in (0.0, 0.010, 0.220):
        dry.fill(out, 5.0 + offset_s)
    assert jittery.end_s == pytest.approx(5.030)
    assert dry.start_s == 5.0
    assert dry.end_s == pytest.approx(5.230)


def test_what_waits_when_interrupted_is_reported_as_unheard(table: Table) -> None:
    may_go_on = Event()

    def at_block(number: int) -> None:
        if number == 1:
            may_go_on.wait(5)

    table.loudspeaker.before_block = at_block
    table.player.play(Sound(tone(300), RATE_HZ, "first"))
    table.player.play(Sound(tone(300), RATE_HZ, "second"))
    table.player.interrupt()
    may_go_on.set()
    first, second = table.outcome(), table.outcome()
    assert isinstance(first, Played | Unheard)
    assert isinstance(second, Unheard)
    assert (second.text, second.advice) == ("second", "")


def test_an_interruption_after_the_last_buffer_leaves_the_sound_whole() -> None:
    feed = Feed(tone(5), RATE_HZ, lambda: 1.0)
    feed.fill(np.zeros((BLOCK, 1), dtype=np.float32), 7.0)
    feed.stop()
    assert feed.whole
    assert (feed.start_s, feed.end_s) == (7.0, 7.005)


def test_muted_nothing_is_played_until_it_speaks_again(table: Table) -> None:
    table.player.mute(True)
    table.player.play(Sound(tone(50), RATE_HZ, "unheard"))
    assert table.outcome() == Unheard(1, 2000, "unheard")
    assert table.loudspeaker.heard == []
    table.player.mute(False)
    table.player.play(Sound(tone(50), RATE_HZ, "heard"))
    assert isinstance(table.outcome(), Played)


def test_volume_changes_at_once_and_without_a_step(table: Table) -> None:
    def at_block(number: int) -> None:
        if number == 3:
            table.player.volume = 0.2

    table.loudspeaker.before_block = at_block
    table.player.play(Sound(tone(100), RATE_HZ))
    table.outcome()
    sound = table.sound[: 100 * 48, 0]
    assert sound[2 * BLOCK] == pytest.approx(0.5)
    assert sound[-1] == pytest.approx(0.1)
    assert np.abs(np.diff(sound)).max() < 0.002
    table.player.volume = 7.0
    assert table.player.volume == 1.0


def test_without_a_device_the_text_is_given_back_with_advice_and_later_sounds_do_not_wait_for_it(table: Table) -> None:
    table.loudspeaker.fault = "nothing can be played; plug in a loudspeaker"
    for number in range(3):
        table.player.play(Sound(tone(50), RATE_HZ, f"ruling {number}"))
    outcomes = [table.outcome() for _ in range(3)]
    assert [outcome.text for outcome in outcomes] == ["ruling 0", "ruling 1", "ruling 2"]
    assert {outcome.advice for outcome in outcomes if isinstance(outcome, Unheard)} == {table.loudspeaker.fault}
    table.loudspeaker.fault = ""
    table.player.play(Sound(tone(50), RATE_HZ, "still resting"))
    assert isinstance(table.outcome(), Unheard)
    table.player.revive()
    table.player.play(Sound(tone(50), RATE_HZ, "plugged in"))
    assert isinstance(table.outcome(), Played)


def test_a_device_that_is_pulled_out_in_the_middle_ends_the_sound_there(table: Table) -> None:
    def at_block(number: int) -> None:
        if number == 4:
            table.loudspeaker.fault = "unplugged"

    table.loudspeaker.before_block = at_block
    table.player.play(Sound(tone(200), RATE_HZ, "half of it"))
    assert table.outcome() == Played(1, 2040, 2040, "half of it", whole=False)


def test_finish_plays_what_waits() -> None:
    table = Table()
    for _ in range(3):
        table.player.play(Sound(tone(30), RATE_HZ))
    table.player.finish()
    assert sum(isinstance(report, Played) for report in table.reports) == 3
