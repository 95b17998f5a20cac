"""Disputes in a live match: near races are shown, appeals are heard while the match stands still."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from textual.widgets import Static

from assistant.announce.player import Sound as Playable
from assistant.core import referee
from assistant.core.observations import Amendment, Command, CommandName, Observation, Tick, Verdict
from assistant.core.refold import Step
from assistant.core.spoken import NEVER_SPOKEN
from assistant.disputes.appeal import Appeal, Finding, Moment
from assistant.disputes.verdicts import Decision, Outcome, Witness
from assistant.errors import RefereeError
from assistant.live.appealing import FORGOTTEN, OVER, Appealing
from assistant.live.memory import Memory
from assistant.live.photographing import Photographing, photo_of_ruling, worth_a_photo
from tests.play.scripted_table import scripted_table
from tests.play.table import call, new_match
from tests.play.test_mouth import until as until_true
from tests.play.test_screen import heard, playing, until

LANES = ("Ann", "Ben", "Cid")
BRAINS = call("Ann", "brains", 1_000)
CLAIM = call("Ann", "graveyard", 2_000, heard="five to the graveyard", n=5)
NEAR = call("Ben", "seduce", 2_200)
"""Ben's steal comes 200 ms too late."""
FAR = call("Ben", "seduce", 2_300)
WRONG = call("Cid", "christ", 3_000, Verdict.INEXACT, "christ compels you")


class Live:
    """A match that notes what it is told, and remembers noise."""

    def __init__(self, remembers: bool = True) -> None:
        self.told: list[Observation] = []
        self.now_ms = 9_000
        self.remembers = remembers
        self.spoken_lately = NEVER_SPOKEN
        self.watcher: Appealing | None = None

    def tell(self, observation: Observation) -> None:
        self.told.append(observation)
        if self.watcher is not None and observation == Command(self.now_ms, CommandName.PAUSE):
            (paused,) = steps(observation)
            self.watcher.take(paused.state, paused)

    def heard_lately(self, from_ms: int, to_ms: int) -> NDArray[np.float32] | None:
        frames = (to_ms - from_ms) * 16
        return np.full((frames, 3), 0.25, np.float32) if self.remembers else None


def steps(*observations: Observation) -> Sequence[Step[Any, Any]]:
    return list(referee.fold(new_match().match, observations))


def names(told: Sequence[Observation]) -> list[str]:
    return [each.name.value if isinstance(each, Command) else type(each).__name__ for each in told]


def test_a_near_race_is_shown_at_once_and_one_of_300_ms_is_not() -> None:
    shown: list[tuple[str, ...]] = []
    watcher = Photographing(Live(), LANES, shown.append)
    for each in (*steps(BRAINS, CLAIM, FAR, Tick(4_000)), *steps(BRAINS, CLAIM, NEAR, Tick(4_000))):
        watcher.take(each.state, each)
    ((title, *rows),) = shown
    assert title.startswith("by 0.20 s: Blocked")
    assert any(row.startswith("Ben") and "┃" in row for row in rows)


def test_a_photo_is_of_the_chosen_line_or_else_of_the_latest_race() -> None:
    *_, last = steps(BRAINS, CLAIM, NEAR, call("Cid", "brains", 9_000))
    race = worth_a_photo(last.state)
    assert race is not None
    assert race.code == "steal/blocked"
    claim = worth_a_photo(last.state, 3)  # the call of the announcement
    assert claim is not None
    assert 3 in claim.calls
    assert worth_a_photo(last.state, 99) is None
    assert worth_a_photo(new_match()) is None
    lines = photo_of_ruling(race, last.state, LANES, Live(remembers=False))
    assert "█" not in "".join(lines)
    assert "█" in "".join(photo_of_ruling(race, last.state, LANES, Live()))


def overturned(moment: Moment, sound: NDArray[np.float32]) -> Appeal:
    (on_file,) = moment.calls
    exact = call("Cid", "christ", 3_000, heard="the power of christ compels you")
    return Appeal((Finding(on_file, (), Decision(Outcome.OVERTURNED, exact, "both heard it")),), ())


def appealed(
    live: Live, judge: Any, play: Any = None, paused: bool = False, shown: list[tuple[str, ...]] | None = None
) -> list[str]:
    advice: list[str] = []
    shown = [] if shown is None else shown
    live.watcher = watcher = Appealing(live, judge, play, advice.append, shown.append)
    pause = [Command(4_000, CommandName.PAUSE)] if paused else []
    for each in steps(BRAINS, WRONG, *pause, Command(5_000, CommandName.APPEAL, "Cid")):
        watcher.take(each.state, each)
    watcher.wait()
    return advice


def test_an_appeal_pauses_plays_twice_amends_and_goes_on() -> None:
    live, played = Live(), list[Playable]()
    assert appealed(live, overturned, played.extend) == []
    assert names(live.told) == ["pause", "Amendment", "resume"]
    amendment = live.told[1]
    assert isinstance(amendment, Amendment)
    assert (amendment.player, amendment.call.verdict, amendment.at_ms) == ("Cid", Verdict.EXACT, 9_000)
    normal, slow = played
    assert normal.text == slow.text == "christ compels you"
    assert len(normal.samples) / normal.rate_hz == pytest.approx(0.9)  # 300 ms of call, and 300 before and after
    assert len(slow.samples) / slow.rate_hz == pytest.approx(2.7, rel=0.001)


def test_the_moment_is_played_once_the_match_stands_still() -> None:
    live, told_before = Live(), list[int]()
    watcher = Appealing(live, overturned, lambda sounds: told_before.append(len(live.told)), print, print)
    *_, asked = steps(BRAINS, WRONG, Command(5_000, CommandName.APPEAL, "Cid"))
    watcher.take(asked.state, asked)
    until_true(lambda: names(live.told) == ["pause"])
    sleep(0.05)
    assert told_before == []
    (paused,) = steps(Command(live.now_ms, CommandName.PAUSE))
    watcher.take(paused.state, paused)
    watcher.wait()
    assert told_before == [1]


def test_who_lost_a_race_has_both_calls_of_it_heard_again_after_the_cards_were_scored() -> None:
    for said, heard_again in (((BRAINS, CLAIM, NEAR), ["Ann", "Ben"]), ((BRAINS, CLAIM), ["Ann"])):
        moments = list[Moment]()

        def judge(moment: Moment, sound: NDArray[np.float32], moments: list[Moment] = moments) -> Appeal:
            moments.append(moment)
            return Appeal((), ())

        live = Live()
        live.watcher = watcher = Appealing(live, judge, None, print, print)
        for each in steps(*said, Command(12_000, CommandName.APPEAL, "Ben")):
            watcher.take(each.state, each)
        watcher.wait()
        assert [each.call.player for each in moments[0].calls] == heard_again


def test_an_appeal_shows_the_evidence_of_both_sides() -> None:
    def weighed(moment: Moment, sound: NDArray[np.float32]) -> Appeal:
        (on_file,) = moment.calls
        exact = call("Cid", "christ", 3_000, heard="the power of christ compels you")
        witnesses = (Witness("pocketsphinx", on_file.call), Witness("whisper", exact), Witness("both together", exact))
        return Appeal((Finding(on_file, witnesses, Decision(Outcome.TOO_CLOSE, on_file.call, "one ear each")),), ())

    shown: list[tuple[str, ...]] = []
    appealed(Live(), weighed, shown=shown)
    (lines,) = shown
    assert lines[0].split() == ["Appeal:", "too", "close", "Verdict", "Words", "Complete"]
    assert lines[1].endswith("Cid: too close")
    assert "? unsure" not in lines[-1]
    assert lines[-1].split()[:5] == ["from", "now", "on", "✗", "inexact"]
    assert max(len(line) for line in lines) <= 78
    rows = {name: row for row in lines for name in ("in the match", "pocketsphinx", "whisper", "both") if name in row}
    assert all("inexact" in rows[name] for name in ("in the match", "pocketsphinx"))
    assert all("✓ exact" in rows[name] for name in ("whisper", "both"))
    assert "3 s" in rows["in the match"]


def test_a_match_that_was_paused_stays_so() -> None:
    live = Live()
    appealed(live, overturned, paused=True)
    assert names(live.told) == ["Amendment"]


def test_what_is_forgotten_or_cannot_be_heard_is_told_and_the_match_goes_on() -> None:
    def deaf(moment: Moment, sound: NDArray[np.float32]) -> Appeal:
        raise RefereeError("the appeal was not heard")

    forgetful = Live(remembers=False)
    assert appealed(forgetful, overturned) == [FORGOTTEN]
    assert names(forgetful.told) == ["pause", "resume"]
    live = Live()
    assert appealed(live, deaf) == ["the appeal was not heard"]
    assert names(live.told) == ["pause", "resume"]


def test_an_appeal_that_outlasts_the_match_says_so() -> None:
    go_on, advice = Event(), list[str]()

    def slowly(moment: Moment, sound: NDArray[np.float32]) -> Appeal:
        assert go_on.wait(5)
        return overturned(moment, sound)

    live = Live()
    live.watcher = watcher = Appealing(live, slowly, None, advice.append, lambda lines: None)
    *_, last = steps(BRAINS, WRONG, Command(5_000, CommandName.APPEAL))
    watcher.take(last.state, last)
    watcher.finish(last.state)
    go_on.set()
    watcher.wait()
    assert advice == [OVER]


def test_one_appeal_at_a_time() -> None:
    go_on = Event()

    def slowly(moment: Moment, sound: NDArray[np.float32]) -> Appeal:
        assert go_on.wait(5)
        return overturned(moment, sound)

    live, advice = Live(), list[str]()
    live.watcher = watcher = Appealing(live, slowly, None, advice.append, lambda lines: None)
    asks = [Command(at_ms, CommandName.APPEAL) for at_ms in (5_000, 5_100)]
    for each in steps(BRAINS, WRONG, *asks):
        watcher.take(each.state, each)
    assert advice == ["one appeal at a time: another one is being heard"]
    go_on.set()
    watcher.wait()
    assert names(live.told) == ["pause", "Amendment", "resume"]


def test_the_memory_has_the_latest_stretch_on_the_clock_of_the_match() -> None:
    memory = Memory(2, offset_ms=60_000, kept_ms=30_000)
    assert memory.cut(60_000, 60_100) is None
    for second in range(40):
        memory.push(np.full((16_000, 2), second / 100, np.float32))
    assert memory.cut(60_000, 61_000) is None
    assert memory.cut(69_999, 71_000) is None
    oldest = memory.cut(70_000, 70_100)
    assert oldest is not None
    assert oldest[0, 0] == pytest.approx(0.1, abs=1e-4)
    cut = memory.cut(95_500, 96_500)
    assert cut is not None
    assert cut.shape == (16_000, 2)
    assert (cut[0, 0], cut[-1, 1]) == (pytest.approx(0.35, abs=1e-4), pytest.approx(0.36, abs=1e-4))
    end = memory.cut(99_500, 100_500)
    assert end is not None
    assert len(end) == 8_000
    assert memory.cut(100_000, 100_500) is None


async def test_the_screen_shows_a_near_race_and_puts_it_away(tmp_path: Path) -> None:
    table = scripted_table(tmp_path / "log", BRAINS, CLAIM, NEAR)
    async with playing(table) as (app, pilot):
        heard(table, 4_000)
        panel = app.table.query_one("#photo", Static)
        await until(pilot, lambda: panel.display)
        assert "by 0.20 s" in str(panel.render())
        await pilot.press("v")
        assert not panel.display
        await pilot.press("v")
        assert panel.display


async def test_the_screen_has_nothing_to_show_before_anything_was_called(tmp_path: Path) -> None:
    table = scripted_table(tmp_path / "log")
    async with playing(table) as (app, pilot):
        await until(pilot, lambda: app.ready)
        await pilot.press("v")
        assert not app.table.query_one("#photo", Static).display


def test_without_a_race_the_latest_ruling_that_rests_on_a_call_is_shown() -> None:
    *_, last = steps(BRAINS)
    ruling = worth_a_photo(last.state)
    assert ruling is not None
    assert ruling.code == "eater/feeding"
