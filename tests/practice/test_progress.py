"""Progress: shares, medians and bests by hand; the picture is a picture; the commands as a user calls them."""

import csv
import json
from datetime import datetime
from pathlib import Path

import pytest

from assistant.__main__ import run
from assistant.core.observations import WordDiff
from assistant.practice.attempts import Best, Outcome, Race
from assistant.practice.progress import Climbed, climbed, progress_of, rolling_shares, share_of
from assistant.practice.progress_picture import progress_picture
from assistant.practice.repetition import DAY_S
from assistant.practice.store import Store
from tests.practice.conftest import attempt

AT = "2026-11-30T10:00:00+00:00"
HISTORY = [
    attempt(duration_ms=900),
    attempt(outcome=Outcome.INEXACT, diff=WordDiff(missing=("the", "power"), changed=(("you", "me"),))),
    attempt(outcome=Outcome.UNSURE),
    attempt(duration_ms=700),
    attempt("grave-feast.blood", Outcome.SILENCE, None, None),
    attempt(duration_ms=500),
]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setattr("assistant.practice.store.default_folder", lambda: folder)
    with Store() as store:
        ann = store.enter("Ann", AT)
        for each in HISTORY:
            store.add(ann, each)
        store.add_race(ann, Race(AT, "seduce", "Gravedigger", 2_200, 1_400, "won"))
    return folder


def test_shares_leave_out_what_does_not_count() -> None:
    blood, brains = progress_of(HISTORY, [Best("grave-feast.brains", 500, 1200, 2)])
    assert (brains.attempts, brains.share, brains.median_ms, brains.best.duration_ms) == (5, 0.75, 700, 500)
    assert (blood.attempts, blood.share, blood.median_ms) == (1, 0.0, None)
    assert [outcome.value for outcome in brains.trend] == ["exact", "inexact", "unsure", "exact", "exact"]
    assert share_of([attempt(outcome=Outcome.UNSURE)]) is None


def test_what_is_known_is_asked_again_later_and_what_failed_at_once() -> None:
    at_s = datetime.fromisoformat(AT).timestamp()
    (brains,) = progress_of([attempt()], [])
    assert brains.due_s == at_s + DAY_S
    (failed,) = progress_of([attempt(), attempt(outcome=Outcome.OTHER)], [])
    assert failed.due_s == at_s


def test_the_highest_rung_that_was_beaten_counts() -> None:
    races = [
        Race(AT, "seduce", "Grandma", 4_000, 1_400, "won"),
        Race(AT, "seduce", "Shambler", 2_600, 1_300, "won"),
        Race(AT, "seduce", "Ghoul", 1_650, 1_900, "lost"),
        Race(AT, "seduce", "Ben", 900, 800, "won"),  # no rung of the ladder
        Race(AT, "stop", "Grandma", 3_200, None, "lost"),
    ]
    assert climbed(races) == (
        Climbed("seduce", 4, 3, 3, 12, "Shambler", 800),
        Climbed("stop", 1, 0, 0, 12, "", None),
    )
    assert climbed([]) == ()


def test_lately_means_the_last_ten() -> None:
    history = [attempt(outcome=Outcome.OTHER)] * 10 + [attempt()] * 5
    (line,) = progress_of(history, [])
    assert (line.share, line.recent_share) == (5 / 15, 0.5)
    assert rolling_shares(history)[-3:] == [0.3, 0.4, 0.5]


@pytest.mark.parametrize("history", [HISTORY, HISTORY * 40, HISTORY[1:2]])
def test_the_picture_is_a_picture_for_few_attempts_and_for_many(history: list[object]) -> None:
    assert progress_picture("Ann", history).startswith(b"\x89PNG")  # type: ignore[arg-type]


def test_the_table_the_picture_and_the_file(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, table = tmp_path / "ann.png", tmp_path / "ann.csv"
    assert run(["progress", "--player", "ann", "--png", str(picture), "--csv", str(table)]) == 0
    shown = capsys.readouterr().out
    assert "brains     5  75 %   75 % 0.70 s 0.50 s" in shown
    assert "Ann, ghost, seduce: rung 4 of 12, Gravedigger; 1 of 1 races won; soonest 1.40 s" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert picture.read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    assert [row["outcome"] for row in rows] == ["exact", "inexact", "unsure", "exact", "silence", "exact"]
    assert (rows[1]["missing"], rows[1]["changed"]) == ("the power", "you -> me")


def test_progress_for_programs(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["progress", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ladder = lines.pop()
    assert (ladder["type"], ladder["duel"], ladder["rung"]) == ("ladder", "seduce", 4)
    assert [(line["player"], line["phrase"], line["attempts"]) for line in lines] == [
        ("Ann", "grave-feast.blood", 1),
        ("Ann", "grave-feast.brains", 5),
    ]


def test_players_are_listed_and_forgotten(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["players", "list"]) == 0
    assert "Ann" in capsys.readouterr().out
    assert run(["players", "delete", "ann", "--yes"]) == 0
    assert "Ann is forgotten: 6 attempts and 0 recordings are gone" in capsys.readouterr().out
    assert run(["players", "delete", "ann", "--yes"]) == 2
    assert "'ann': no such player; known: nobody yet" in capsys.readouterr().err
    assert run(["progress"]) == 0
    assert "nobody has practised yet" in capsys.readouterr().out


def test_a_picture_wants_one_player_and_a_place(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store() as store:
        store.enter("Ben", AT)
    assert run(["progress", "--png", "x.png"]) == 2
    assert "name one with --player" in capsys.readouterr().err
    assert run(["progress", "--player", "Ben", "--png", "x.png"]) == 2
    assert "Ben has not practised yet" in capsys.readouterr().err
    assert run(["progress", "--player", "Ann", "--png", str(data / "no" / "x.png")]) == 2
    assert "cannot be written" in capsys.readouterr().err
