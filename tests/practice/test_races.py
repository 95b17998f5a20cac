"""Races one after the other, with a scripted ear; the ghost that is heard; the command on a recording."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from assistant.__main__ import run
from assistant.announce.player import Played, Player, Report
from assistant.cli.ghost_recorded import recorded_rival
from assistant.core.observations import Call, Verdict
from assistant.core.phrases.book import GameBook
from assistant.disputes.photo_drawing import picture
from assistant.disputes.photo_layout import Photo
from assistant.errors import RefereeError
from assistant.practice.duels import DUELS, Raced, Result, Rival
from assistant.practice.ghost_sound import SpokenGhost, scene_sound
from assistant.practice.loop import Key
from assistant.practice.prompts import prompt_for
from assistant.practice.races import Climb, Races
from assistant.practice.scoring import Stretch
from assistant.practice.store import Store
from engines.base import Samples
from tests.practice.test_loop import FakeEar, FakeKeys, FakeSource, said

LADDER = (Rival("Slow", 2_000), Rival("Quick", 1_000), Rival("Unfair", 300))


class FakeScreen:
    """Remembers what was shown."""

    def __init__(self) -> None:
        self.rivals: list[str] = []
        self.raced: list[Raced] = []
        self.heard: list[str] = []
        self.opened = 0
        self.ghost_ms = 0

    def ready(self, number: int, rival: Rival) -> None:
        self.rivals.append(f"{number} {rival.name}")

    def go(self) -> None:
        self.opened += 1

    def passed(self, ms: int) -> None:
        self.ghost_ms = max(self.ghost_ms, ms)

    def tell(self, raced: Raced, heard: str) -> None:
        self.raced.append(raced)
        self.heard.append(heard)


def raced(
    book: GameBook,
    source: FakeSource,
    script: list[Stretch],
    climb: Climb,
    presses: dict[int, Key] | None = None,
    **more: object,
) -> FakeScreen:
    screen, ear = FakeScreen(), FakeEar(script)
    duel = DUELS["seduce"]
    kept: list[Raced] = []
    races = Races(
        source,
        ear,  # type: ignore[arg-type]
        duel,
        prompt_for(book, duel.player.text),
        climb,
        "Ann",
        screen,
        kept.append,
        keyboard=FakeKeys(ear, presses or {}),
        **more,  # type: ignore[arg-type]
    )
    races.run()
    assert kept == screen.raced
    return screen


def seduce(start_ms: int, end_ms: int) -> Stretch:
    return said(start_ms, end_ms, "seduce", "seduce")


def test_a_recording_climbs_the_ladder_and_stays_where_it_lost(book: GameBook) -> None:
    script = [seduce(500, 1_100), seduce(2_000, 2_600), seduce(3_000, 3_500), seduce(4_000, 4_600)]
    screen = raced(book, FakeSource(5_000), script, Climb(LADDER))
    assert [each.result.value for each in screen.raced] == ["won", "lost", "won", "lost"]
    assert [each.complete_ms for each in screen.raced] == [1_100, 1_500, 900, 1_100]
    assert screen.rivals == ["1 Slow", "2 Quick", "3 Quick", "4 Unfair", "5 Unfair"]


def test_the_ladder_ends_at_its_top(book: GameBook) -> None:
    screen = raced(book, FakeSource(9_000), [seduce(500, 900), seduce(1_300, 1_700)], Climb(LADDER[:2]))
    assert [each.result.value for each in screen.raced] == ["won", "won"]
    assert screen.rivals == ["1 Slow", "2 Quick"]


def test_one_rival_comes_again_until_the_rounds_are_over(book: GameBook) -> None:
    script = [seduce(1_000 * n, 1_000 * n + 500) for n in range(1, 8)]
    screen = raced(book, FakeSource(9_000), script, Climb(LADDER[:1], climbs=False), rounds=3)
    assert screen.rivals == ["1 Slow", "2 Slow", "3 Slow"]


def test_talk_is_no_answer_and_silence_loses_after_a_while(book: GameBook) -> None:
    talk = Stretch(300, 800, ("what", "was", "that"))
    screen = raced(book, FakeSource(9_000), [talk, seduce(1_200, 1_800)], Climb(LADDER[:1], climbs=False), rounds=2)
    assert [each.result.value for each in screen.raced] == ["won", "lost"]
    assert screen.heard == ["seduce", ""]
    assert screen.raced[1].call is None


def test_live_the_scene_opens_after_a_pause_and_the_ghost_is_waited_for(book: GameBook) -> None:
    source = FakeSource(12_000, live=True, paced=True)
    screen = raced(
        book, source, [seduce(1_000, 1_500), seduce(3_800, 4_400)], Climb(LADDER[:1], climbs=False), rounds=1
    )
    assert screen.opened == 1
    assert screen.raced[0].complete_ms == 4_400 - 3_000  # what was said before the cue, at 3 s, is no answer
    assert screen.ghost_ms >= 2_000


def test_quit_ends_the_evening(book: GameBook) -> None:
    source = FakeSource(60_000, live=True, paced=True)
    screen = raced(book, source, [], Climb(LADDER), {3_500: Key.QUIT})
    assert screen.raced == []


class FakeGhost:
    """Was heard 100 ms after it was shown."""

    def __init__(self) -> None:
        self.started: list[Rival] = []

    def start(self, rival: Rival) -> None:
        self.started.append(rival)

    def cue_ms(self) -> int | None:
        return 3_100


def test_a_ghost_that_is_heard_is_timed_by_when_it_was_heard(book: GameBook) -> None:
    ghost = FakeGhost()
    source = FakeSource(12_000, live=True, paced=True)
    climb = Climb(LADDER[:1], climbs=False)
    screen = raced(book, source, [seduce(3_800, 4_400)], climb, rounds=1, voice=ghost)
    assert screen.raced[0].complete_ms == 1_300
    assert ghost.started == [LADDER[0]]


@pytest.mark.parametrize("complete_ms", [4_000, 1_000, 500])
def test_a_ghost_is_complete_when_its_speed_says_so(complete_ms: int) -> None:
    rate_hz = 8_000
    opening, line = np.ones(rate_hz // 2, np.float32), np.ones(rate_hz, np.float32)
    sound = scene_sound(opening, line, rate_hz, complete_ms)
    assert len(sound) == len(opening) + complete_ms * 8
    assert sound[-80:].min() > 0.5
    spoken = np.flatnonzero(sound[len(opening) :] > 0.5)
    assert (spoken[-1] - spoken[0]) * 1000 / rate_hz == pytest.approx(min(1_000, 0.8 * complete_ms), abs=12)


def test_the_cue_is_the_end_of_the_opening_as_it_was_heard() -> None:
    told: list[object] = []

    class FakePlayer:
        def play(self, sound: object) -> int:
            told.append(sound)
            return 1

        def close(self) -> None: ...

    reports: list[object] = []

    def build(report: object) -> Player:
        reports.append(report)
        return FakePlayer()  # type: ignore[return-value]

    ghost = SpokenGhost(np.ones(4_000, np.float32), np.ones(8_000, np.float32), 8_000, build)
    ghost.start(Rival("Slow", 2_000))
    assert ghost.cue_ms() is None
    report = reports[0]
    played: Report = Played(1, 10_000, 12_500, "")
    report(played)  # type: ignore[operator]
    assert ghost.cue_ms() == 10_500
    ghost.start(Rival("Slow", 2_000))
    assert ghost.cue_ms() is None


def test_an_inexact_call_is_an_answer_and_loses(book: GameBook) -> None:
    wrong = Call("Ann", "grave-feast.seduce", Verdict.INEXACT, "seduced", 500, 1_000)
    stretch = Stretch(500, 1_000, ("seduced",), (wrong,))
    screen = raced(book, FakeSource(2_000), [stretch], Climb(LADDER[:1], climbs=False), rounds=1)
    assert [each.result for each in screen.raced] == [Result.LOST]
    assert screen.heard == ["seduced"]


SCENES = Path(__file__).resolve().parent.parent / "recordings" / "grave-feast"


def test_the_ghost_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In GF-05 Ben's "Seduce!" is complete 4.3 s after the beginning: behind Grandma, before a rival of 5 s."""
    monkeypatch.setattr("assistant.practice.store.default_folder", lambda: tmp_path)
    drawn: list[Photo] = []

    def drawing(photo: Photo, sounds: Sequence[Samples], rate_hz: int) -> bytes:
        drawn.append(photo)
        return picture(photo, sounds, rate_hz)

    monkeypatch.setattr("assistant.cli.ghost_photo.picture", drawing)
    photos = tmp_path / "photos"
    call = ["ghost", "--player", "Ben", "--input", str(SCENES / "GF-05.flac"), "--rounds", "1", "--json"]
    assert run([*call, "--speed", "5", "--photo", str(photos)]) == 0
    line, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert (line["result"], line["code"], line["heard"]) == ("won", "steal/made", "seduce")
    assert line["complete_ms"] == pytest.approx(4_300, abs=15)
    assert summary["won"] == 1
    assert (photos / "race-001-won.png").read_bytes().startswith(b"\x89PNG")
    assert [photo.rule.endswith("(rulebook, section 4)") for photo in drawn] == [True]
    with Store() as store:
        (race,) = store.races(store.player("Ben"))
    assert (race.duel, race.rival_ms, race.result) == ("seduce", 5_000, "won")


def test_a_rival_out_of_a_recording(book: GameBook) -> None:
    """The rival says "Five to the graveyard!" in GF-02, complete at its truth; nobody says it in HB-06."""
    path = SCENES / "GF-02.flac"
    truth = json.loads(path.with_suffix(".truth.json").read_text(encoding="utf-8"))
    (line,) = [each for each in truth if each["text"] == "Five to the graveyard!"]
    rival, sound = recorded_rival(path, DUELS["seduce"], book, "auto")
    assert rival.name == "GF-02"
    assert rival.complete_ms == pytest.approx(line["end_ms"], abs=15)
    assert len(sound) / 16 == pytest.approx(line["end_ms"] - line["start_ms"], abs=30)
    with pytest.raises(RefereeError, match='a rival must say "Five to the graveyard!" word for word'):
        recorded_rival(SCENES.parent / "house-blitz" / "HB-06.flac", DUELS["seduce"], book, "pocketsphinx")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "who races? give --player NAME"),
        (["--player", "Ann", "--duel", "pray", "--input", str(SCENES / "GF-05.flac")], "no such duel"),
        (["--player", "Ann", "--rival", "99", "--input", str(SCENES / "GF-05.flac")], "choose 1 to 12"),
        (
            ["--player", "Ann", "--rival", "1", "--speed", "2", "--input", str(SCENES / "GF-05.flac")],
            "only one of them",
        ),
        (["--player", "Ann", "--against", "Zoe", "--input", str(SCENES / "GF-05.flac")], "no such player"),
        (["--player", "Ann", "--against", "Ann", "--input", str(SCENES / "GF-05.flac")], "has no best at"),
        (["--player", "Ann", "--sound", "--input", str(SCENES / "GF-05.flac")], "--sound is for the microphone"),
    ],
)
def test_wrong_wishes(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("assistant.practice.store.default_folder", lambda: tmp_path)
    assert run(["ghost", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_the_ladders_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ghost", "--list"]) == 0
    shown = capsys.readouterr().out
    assert "Grandma" in shown
    assert "Death Itself" in shown
