"""A match that is played back: what is shown when, the keys that wind it, and the sound along with it."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import numpy as np
import pytest

from assistant import app
from assistant.__main__ import run
from assistant.announce.player import Feed, OutputError
from assistant.cli import replay_viewer
from assistant.core.wording import render
from assistant.disputes.playback import Playback
from assistant.disputes.sound import LogSound
from assistant.eventlog.reader import read_log
from assistant.eventlog.replay import replay, setup_of
from assistant.screen.reel import LEAD_MS, Playhead, Reel, reel
from assistant.screen.viewer import ViewerApp
from assistant.screen.widgets import Account
from tests.disputes.match import LENGTH_MS, ROOT

FIRST, SECOND, THIRD = 1590, 3280, 4225
"""When the first three rulings are about: Ann feeds, Ben steals, Ann's announcement is void."""


def film(folder: Path) -> Reel:
    log = read_log(folder)
    return reel(replay(log, setup_of(log.head, app.game_named(log.head.game))), render, LogSound.of(log).end_ms)


@pytest.fixture(scope="module")
def shown(match_log: Path) -> Reel:
    return film(match_log)


def texts(shown: Reel, at_ms: float, player: str | None = None) -> list[str]:
    return [line.text for line in shown.ledger(at_ms, player).lines]


def test_a_ruling_is_shown_when_it_is_about_and_not_before(shown: Reel) -> None:
    assert texts(shown, FIRST - 1) == []
    assert texts(shown, FIRST) == ['"brains"', "Ann's zombie feeds."]
    assert "Void: late by 0.9 seconds." not in texts(shown, THIRD - 1)
    assert "Void: late by 0.9 seconds." in texts(shown, THIRD)
    assert shown.end_ms == 43_635  # the last window closes after the last sound
    assert len(texts(shown, shown.end_ms)) == 13 + 17


def test_scores_are_those_of_the_moment(shown: Reel) -> None:
    assert dict(shown.scores(0)) == {"Ann": 0, "Ben": 0, "Cid": 0}
    assert dict(shown.scores(30_000)) == {"Ann": 0, "Ben": 5, "Cid": 0}
    assert dict(shown.scores(shown.end_ms)) == {"Ann": 0, "Ben": 5, "Cid": 4}


def test_one_players_lines_alone(shown: Reel) -> None:
    assert texts(shown, 8_700, "Cid") == ['"christ compels you": missing "the power of"', texts(shown, 8_700)[-1]]
    assert shown.ruling_after(0, "Cid") == 8_685
    assert shown.ruling_before(20_000, "Ann") == THIRD


def test_what_was_taken_back_is_struck_once_it_was(tmp_path: Path) -> None:
    old = film(ROOT / "tests" / "eventlog" / "schema-1")
    lost = next(line for line in old.ledger(39_000).lines if "loses the preacher" in line.text and line.at_ms > 9_000)
    assert not lost.withdrawn
    assert next(line for line in old.ledger(40_000).lines if line.id == lost.id).withdrawn
    assert not [line for line in old.ledger(39_999).lines if line.text.startswith("Overturned")]
    assert [line for line in old.ledger(40_000).lines if line.text.startswith("Overturned")]


def test_time_passes_at_a_speed_and_ends() -> None:
    head = Playhead(1000.0, 5000, speed=2.0)
    assert head.after(1.5).at_ms == 4000.0
    assert head.after(1.5).playing
    assert (head.after(9).at_ms, head.after(9).playing) == (5000.0, False)
    stopped = head.toggled()
    assert stopped.after(9) == stopped
    assert head.after(9).toggled() == Playhead(0.0, 5000, True, 2.0)  # from the end it begins anew
    assert (head.at(-5).at_ms, head.at(9999).at_ms) == (0.0, 5000.0)


def test_stopped_it_goes_from_ruling_to_ruling(shown: Reel) -> None:
    head = Playhead(0.0, shown.end_ms, playing=False)
    moments = []
    for _ in range(3):
        head = head.next_ruling(shown)
        moments.append(head.at_ms)
    assert moments == [FIRST, SECOND, THIRD]
    assert head.previous_ruling(shown).at_ms == SECOND
    assert Playhead(100.0, shown.end_ms, playing=False).previous_ruling(shown).at_ms == 0.0
    last = Playhead(float(shown.end_ms), shown.end_ms, playing=False)
    assert last.next_ruling(shown) == last


def test_playing_it_goes_to_shortly_before_a_ruling_and_the_same_key_goes_on(shown: Reel) -> None:
    head = Playhead(0.0, shown.end_ms).next_ruling(shown)
    assert head.at_ms == FIRST - LEAD_MS
    head = head.next_ruling(shown)
    assert head.at_ms == SECOND - LEAD_MS
    assert head.next_ruling(shown).at_ms == THIRD - LEAD_MS
    assert head.after(0.3).previous_ruling(shown).at_ms == SECOND - LEAD_MS  # just begun: once more
    assert head.previous_ruling(shown).at_ms == FIRST - LEAD_MS


class Silent:
    """A loudspeaker that notes what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, float, str | None] | None] = []
        self.moment: float | None = None

    def play(self, from_ms: float, speed: float, player: str | None) -> None:
        self.asked.append((from_ms, speed, player))

    def stop(self) -> None:
        self.asked.append(None)

    def heard_ms(self) -> float | None:
        return self.moment


async def test_keys_stop_wind_and_filter_the_match(shown: Reel) -> None:
    sound, clock_s = Silent(), [0.0]
    viewer = ViewerApp(
        "Grave Feast", shown, Playhead(0.0, shown.end_ms, playing=False), None, sound, lambda: clock_s[0]
    )
    async with viewer.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            await pilot.press("n")
        assert viewer.playhead.at_ms == SECOND
        assert viewer.query_one(Account).option_count == 4
        await pilot.press("p")
        assert viewer.playhead.at_ms == FIRST
        await pilot.press("space")
        assert viewer.playhead.playing
        assert sound.asked[-1] == (FIRST, 1.0, None)
        clock_s[0] = 2.0
        await pilot.pause(0.15)
        assert viewer.playhead.at_ms == FIRST + 2000
        sound.moment = 7000.0  # what is heard says better where the match is than the clock
        await pilot.pause(0.15)
        assert viewer.playhead.at_ms == 7000.0
        sound.moment = None
        await pilot.press("plus", "f")
        assert sound.asked[-1] == (7000.0, 1.5, "Ann")
        await pilot.press("space", "right", "minus", "minus")
        assert sound.asked[-1] is None
        assert (viewer.playhead.at_ms, viewer.playhead.speed) == (12_000.0, 0.5)
        assert "only Ann" in str(viewer.query_one("#status").render())
        await pilot.press("q")
    assert sound.asked[-1] is None


def row(viewer: ViewerApp, number: int) -> str:
    """Return one row of the screen as it is seen."""
    return "".join(segment.text for segment in viewer.screen._compositor.render_strips()[number]).rstrip()


async def test_eighty_columns_show_whose_lines_they_are_and_every_key(shown: Reel) -> None:
    title = "Zombies! Need more Brains: Ann, Ben, Cid"
    viewer = ViewerApp(title, shown, Playhead(0.0, shown.end_ms, playing=False), "Ann", Silent())
    async with viewer.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "only Ann  Zombies!" in row(viewer, 0)
        assert row(viewer, 0).endswith("…")
        assert row(viewer, 23).endswith("q quit")


class Speaker:
    """A loudspeaker that takes what it is given at once, at 8 kHz, and holds it until it is stopped or let go."""

    def __init__(self, hold: bool = False) -> None:
        self.heard: list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = []
        self.hold = hold
        self.begun = Event()

    def rate_hz(self) -> int:
        return 8000

    def play(self, feed: Feed) -> None:
        out = np.zeros((800, 1), np.float32)
        parts = []
        more = True
        while more:
            more = feed.fill(out, monotonic())
            parts.append(out[:, 0].copy())
            self.begun.set()
            if self.hold:
                sleep(0.01)
        self.heard.append(np.concatenate(parts))


def seconds(parts: Sequence["np.ndarray[tuple[int, ...], np.dtype[np.float32]]"]) -> float:
    return sum(len(part) for part in parts) / 8000


def test_sound_is_played_from_a_moment_to_the_end_at_a_speed(match_log: Path) -> None:
    speaker, advice = Speaker(), list[str]()
    sound = LogSound.of(read_log(match_log))
    playback = Playback(sound, speaker, {"Cid": 2}, advice.append)
    playback.play(2_783, 2.0, None)
    playback.wait()
    assert len(speaker.heard) == 2  # 40 s in pieces of 30
    assert seconds(speaker.heard) == pytest.approx(20.0, abs=0.25)
    assert playback.heard_ms() is None
    playback.play(LENGTH_MS, 1.0, None)
    playback.wait()
    assert len(speaker.heard) == 2
    assert advice == []


def test_one_players_microphone_alone_is_louder_where_they_speak(match_log: Path) -> None:
    def power(player: str | None) -> float:
        speaker = Speaker()
        playback = Playback(LogSound.of(read_log(match_log)), speaker, {"Ann": 0, "Ben": 1, "Cid": 2}, print)
        playback.play(36_300, 1.0, player)
        playback.wait()
        (heard,) = speaker.heard
        evil, rest = heard[: 8 * 2300], heard[8 * 3800 :]  # Cid prays, then there is table talk of others
        return float((evil**2).mean() / (rest**2).mean())

    assert power("Cid") > 4 * power("Ben")


def test_it_falls_silent_when_it_is_told_to_and_says_where_it_is(match_log: Path) -> None:
    speaker = Speaker(hold=True)
    playback = Playback(LogSound.of(read_log(match_log)), speaker, {}, print)
    playback.play(5_000, 1.0, None)
    assert speaker.begun.wait(5)
    heard_ms = playback.heard_ms()
    assert heard_ms is not None
    assert 5_000 <= heard_ms < 8_000
    begun_s = monotonic()
    playback.stop()
    assert monotonic() - begun_s < 1.0
    assert playback.heard_ms() is None
    assert seconds(speaker.heard) < 25


def test_without_a_loudspeaker_it_says_so_once(match_log: Path) -> None:
    class Broken(Speaker):
        def rate_hz(self) -> int:
            raise OutputError("rulings come as text only: nothing can be played")

    advice: list[str] = []
    playback = Playback(LogSound.of(read_log(match_log)), Broken(), {}, advice.append)
    for _ in range(2):
        playback.play(0, 1.0, None)
        playback.wait()
    assert advice == ["rulings come as text only: nothing can be played"]


def test_the_command_plays_along_without_a_terminal(
    match_log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker = Speaker()
    monkeypatch.setattr("assistant.announce.output.Loudspeaker", lambda: speaker)
    assert run(["replay", str(match_log), "--play", "--from", "41", "--speed", "20"]) == 0
    assert "Cid scores 4" in capsys.readouterr().out
    assert seconds(speaker.heard) == pytest.approx(1.783 / 20, abs=0.2)


def test_the_command_opens_the_screen_in_a_terminal(match_log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[int, str | None, float]] = []
    monkeypatch.setattr(replay_viewer, "can_view", lambda json: not json)
    monkeypatch.setattr(
        replay_viewer, "view", lambda read, begin_ms, player, speed: opened.append((begin_ms, player, speed))
    )
    assert run(["replay", str(match_log), "--play", "--from", "0:10", "--player", "Cid"]) == 0
    assert opened == [(10_000, "Cid", 1.0)]


def test_a_log_without_sound_cannot_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(ROOT / "tests" / "eventlog" / "schema-1"), "--play"]) == 2
    assert "there is no sound in this log" in capsys.readouterr().err
