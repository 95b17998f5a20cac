"""`referee logs`: what is kept is listed with its result, and only what was asked for is thrown away."""

import json
import os
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.core.games.registry import GAMES
from assistant.eventlog.bundle import make_bundle
from assistant.eventlog.collection import Kept, age, find, logs_in, look, remove, to_prune
from assistant.eventlog.records import LogError, LogLossError
from assistant.eventlog.verify import verify
from tests.cli.conftest import Command
from tests.core.tiny_game import TINY
from tests.eventlog import match_log
from tests.eventlog.match_log import write_log

NOW = datetime(2024, 3, 31, 12, tzinfo=UTC)
TINY_GAMES = {"tiny": TINY}


def written(folder: Path, name: str, started: datetime, audio_s: float = 0, close: bool = True) -> Path:
    """Write a log that began at some time; it was last written on two hours later."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(match_log, "HEAD", replace(match_log.HEAD, started=started.isoformat()))
        path = write_log(folder / name, audio_s=audio_s, close=close)
    later = (started + timedelta(hours=2)).timestamp()
    for file in path.iterdir():
        os.utime(file, (later, later))
    return path


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with an old log, an older one with sound, one that broke off, a bundle, a damaged one and a stranger."""
    folder = tmp_path / "logs"
    written(folder, "new", NOW - timedelta(days=1))
    written(folder, "old", NOW - timedelta(days=40))
    written(folder, "older", NOW - timedelta(days=90), audio_s=1.5)
    written(folder, "torn", NOW - timedelta(days=50), close=False)
    make_bundle(folder / "old", folder / "old.zip")
    (folder / "broken").mkdir()
    (folder / "broken" / "events.jsonl").write_text("nonsense\nmore\n")
    (folder / "photos").mkdir()
    (folder / "photos" / "me.png").write_bytes(b"png")
    return folder


def names(shelf: Path) -> list[str]:
    return sorted(path.name for path in shelf.iterdir())


ALL = ["broken", "new", "old", "old.zip", "older", "photos", "torn"]


def test_a_log_is_looked_at_with_its_result(shelf: Path) -> None:
    assert [path.name for path in logs_in(shelf)] == ["broken", "new", "old", "old.zip", "older", "torn"]
    older = look(shelf / "older", TINY_GAMES)
    assert (older.game, older.players, older.closed, older.fault) == ("tiny", ("Ann", "Ben", "Cid"), True, "")
    assert older.started == NOW - timedelta(days=90)
    assert older.written == NOW - timedelta(days=90) + timedelta(hours=2)
    assert older.length_ms == 10_500
    assert older.scores == (("Ann", 0), ("Ben", 0), ("Cid", 1))
    assert older.winner is None
    assert older.audio_bytes == sum(file.stat().st_size for file in (shelf / "older").glob("*.flac")) > 0
    assert older.bytes == older.audio_bytes + (shelf / "older" / "events.jsonl").stat().st_size
    bundle, folder = look(shelf / "old.zip", TINY_GAMES), look(shelf / "old", TINY_GAMES)
    assert (bundle.scores, bundle.rulings, bundle.started) == (folder.scores, folder.rulings, folder.started)


def test_a_log_that_cannot_be_read_says_why(shelf: Path) -> None:
    broken = look(shelf / "broken", TINY_GAMES)
    assert broken.fault.startswith(f"{shelf}/broken/events.jsonl:1: this line cannot be read")
    assert broken.bytes == 14
    unknown = look(shelf / "new", GAMES)
    assert unknown.fault == f"{shelf}/new: its game 'tiny' is not known to this program: install a newer one"


@pytest.mark.parametrize(
    ("text", "hours"), [("12h", 12), ("30d", 720), ("2w", 336), ("6m", 4320), ("1y", 8760), (" 1.5 D ", 36), ("0d", 0)]
)
def test_an_age(text: str, hours: float) -> None:
    assert age(text) == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["", "30", "d", "-1d", "1e9d", "30 days", "9999999y", "1d2h"])
def test_no_age(text: str) -> None:
    with pytest.raises(LogError, match="is no age: write a number and h, d, w, m or y"):
        age(text)


def kept(name: str, days: float, closed: bool = True, fault: str = "") -> Kept:
    at = NOW - timedelta(days=days)
    return Kept(Path(name), at, 1, started=None if fault else at, closed=closed, fault=fault)


def test_pruning_takes_the_oldest_that_fulfil_every_condition() -> None:
    logs = [kept("c", 10), kept("a", 30), kept("d", 1), kept("b", 20)]

    def gone(older_than_days: float | None = None, keep: int | None = None) -> str:
        limit = None if older_than_days is None else timedelta(days=older_than_days)
        return "".join(log.name for log in to_prune(logs, NOW, limit, keep))

    assert gone(keep=1) == "abc"
    assert gone(keep=4) == gone(keep=9) == ""
    assert gone(older_than_days=20) == "a"
    assert gone(older_than_days=19.9) == "ab"
    assert gone(older_than_days=5, keep=2) == "ab"
    assert gone(older_than_days=25, keep=1) == "a"


def test_pruning_never_takes_a_match_that_may_still_go_on() -> None:
    logs = [kept("playing", 0.01, closed=False), kept("stopped", 0.03, closed=False), kept("faulty", 0.01, fault="x")]
    assert [log.name for log in to_prune(logs, NOW, keep=0)] == ["stopped", "faulty"]


def test_a_log_is_found_by_name_beginning_or_path(shelf: Path) -> None:
    logs = [look(path, TINY_GAMES) for path in logs_in(shelf)]
    assert find("old", logs).path == shelf / "old"
    assert find("olde", logs).path == shelf / "older"
    assert find(str(shelf / "torn"), logs).path == shelf / "torn"
    with pytest.raises(LogError, match=r"'ol' may be old or old\.zip or older"):
        find("ol", logs)
    for name in ("nothing", "", "photos"):
        with pytest.raises(LogError, match="there is no such log"):
            find(name, logs)


def test_the_sound_alone_goes_and_the_rulings_stay(shelf: Path) -> None:
    log = look(shelf / "older", TINY_GAMES)
    assert remove(log, audio_only=True) == log.audio_bytes
    assert [file.name for file in log.path.iterdir()] == ["events.jsonl"]
    assert {fault.what for fault in verify(log.path).faults} == {"the audio file is missing"}
    assert look(log.path, TINY_GAMES).scores == log.scores


def test_the_list_shows_every_log_and_the_newest_first(referee: Command, shelf: Path) -> None:
    ran = referee("logs", "list", "--folder", shelf)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    order = [line.split()[0] for line in lines if line.split()[0] in ALL]
    assert order == ["broken", "new", "old", "old.zip", "torn", "older"]
    assert sum("Ann 0, Ben 0, Cid 1" in line for line in lines) == 5
    assert "not closed" in ran.out
    assert "cannot be read" in ran.out
    assert lines[-1].startswith("6 logs, ")
    assert all(len(line) <= 80 for line in lines[:-3])


def test_the_list_as_json_is_lines_and_nothing_else(referee: Command, shelf: Path) -> None:
    lines = [json.loads(line) for line in referee("logs", "list", "--folder", shelf, "--json").out.splitlines()]
    assert [line["name"] for line in lines] == ["broken", "new", "old", "old.zip", "torn", "older"]
    assert lines[1]["scores"] == {"Ann": 0, "Ben": 0, "Cid": 1}
    assert (lines[4]["closed"], lines[5]["closed"]) == (False, True)
    assert lines[0]["fault"]


def test_the_list_can_be_of_one_game_or_player(referee: Command, shelf: Path) -> None:
    assert "no logs" in referee("logs", "list", "--folder", shelf, "--player", "Zoe").out
    assert referee("logs", "list", "--folder", shelf, "--player", "ann", "--game", "tiny").out.count("Cid 1") == 5
    assert referee("logs", "list", "--folder", shelf, "--game", "tinny").code == 2


def test_an_empty_folder_has_no_logs(referee: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.eventlog.shelf.user_data_path", lambda _: tmp_path / "none")
    ran = referee("logs", "list")
    assert (ran.code, ran.out) == (0, f"{tmp_path / 'none' / 'logs'}: no logs\n")


def test_logs_are_deleted_by_name_and_nothing_else_is(referee: Command, shelf: Path) -> None:
    ran = referee("logs", "delete", "new", "old.zip", "--folder", shelf, "--yes")
    assert ran.code == 0
    assert ran.out.startswith("Deleted 2 logs (")
    assert names(shelf) == ["broken", "old", "older", "photos", "torn"]


def test_nothing_is_deleted_without_a_yes(referee: Command, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = referee("logs", "delete", "new", "--folder", shelf)
    assert (ran.code, "nobody to ask whether 1 log" in ran.err) == (2, True)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.confirm", _refused)
    assert referee("logs", "delete", "new", "--folder", shelf).code == 130
    assert names(shelf) == ALL


def _refused(question: str, abort: bool, err: bool) -> bool:
    import typer

    assert question.startswith("Delete 1 log (")
    assert question.endswith("): new?")
    raise typer.Abort


def test_a_match_that_may_still_go_on_is_deleted_by_force_only(referee: Command, tmp_path: Path) -> None:
    write_log(tmp_path / "now", close=False)
    ran = referee("logs", "delete", "now", "--folder", tmp_path, "--yes")
    assert (ran.code, "was written on just now and is not closed" in ran.err) == (2, True)
    assert referee("logs", "prune", "--keep", "0", "--folder", tmp_path, "--yes").out == "Nothing is to be pruned.\n"
    assert referee("logs", "delete", "now", "--folder", tmp_path, "--yes", "--force").code == 0
    assert not (tmp_path / "now").exists()


def test_pruning_shows_first_and_takes_only_what_is_old(referee: Command, shelf: Path) -> None:
    keep = ["--folder", shelf, "--keep", "3"]
    shown = referee("logs", "prune", *keep, "--dry-run")
    assert (shown.code, names(shelf)) == (0, ALL)
    assert "older" in shown.out
    assert referee("logs", "prune", *keep, "--yes").code == 0
    assert names(shelf) == ["broken", "new", "old.zip", "photos"]
    lines = referee("logs", "prune", "--folder", shelf, "--keep", "1", "--yes", "--json").out.splitlines()
    assert len(lines) == 2
    assert names(shelf) == ["broken", "photos"]


def test_pruning_the_sound_alone(referee: Command, shelf: Path) -> None:
    ran = referee("logs", "prune", "--folder", shelf, "--older-than", "30d", "--audio-only", "--yes")
    assert "Deleted the sound of 1 log" in ran.out
    assert names(shelf) == ALL
    assert list(shelf.rglob("*.flac")) == []
    again = referee("logs", "prune", "--folder", shelf, "--older-than", "30d", "--audio-only", "--yes")
    assert again.out == "Nothing is to be pruned.\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["prune"], "what is to be pruned? give --older-than, such as 30d, or --keep"),
        (["prune", "--older-than", "soon"], "'soon' is no age"),
        (["prune", "--keep", "-1"], "Invalid value for '--keep'"),
        (["delete", "nothing", "--yes"], "'nothing': there is no such log"),
        (["list", "--folder", "{none}"], "there is no such folder"),
    ],
)
def test_a_wrong_wish_ends_with_2_and_one_line(
    referee: Command, shelf: Path, arguments: list[str], complaint: str
) -> None:
    place = [] if "--folder" in arguments else ["--folder", shelf]
    ran = referee("logs", *[argument.format(none=shelf / "none") for argument in arguments], *place)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1
    assert names(shelf) == ALL


def test_what_cannot_be_deleted_is_told_and_the_rest_goes(
    referee: Command, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = shutil.rmtree

    def stubborn(path: Path) -> None:
        if path.name == "old":
            raise PermissionError(13, "Permission denied", str(path / "events.jsonl"))
        really(path)

    monkeypatch.setattr(shutil, "rmtree", stubborn)
    ran = referee("logs", "delete", "old", "new", "--folder", shelf, "--yes")
    assert ran.code == 1
    assert f"{shelf}/old/events.jsonl: cannot be removed (Permission denied)" in ran.err
    assert names(shelf) == [name for name in ALL if name != "new"]
    with pytest.raises(LogLossError):
        remove(look(shelf / "old", TINY_GAMES))
