"""`referee judge FOLDER` and `referee report FOLDER`: all of it, resumed where it stopped, whatever breaks."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.__main__ import run
from assistant.batch.judging import Wishes, settings_of
from assistant.batch.record import Key, Record, file_sha256
from assistant.eventlog.verify import verify
from tests.cli.conftest import Ran

ROOT = Path(__file__).resolve().parents[2]
RECORDING = ROOT / "tests" / "recordings" / "grave-feast" / "GF-01.flac"
GAME = ["--game", "grave-feast", "--players", "Ann,Ben,Cid"]
STOLEN = "0.6-1.0 Ann: Brains!\n1.2-1.6 Ben: Seduce\n1.3-2.4 Ann: 5 to the graveyard\n"
FED = "0.6-1.0 Cid: Blood!\n2-3 Cid: 4 to the graveyard\n"

Referee = Callable[..., Ran]


@pytest.fixture
def referee(capsys: pytest.CaptureFixture[str]) -> Referee:
    def ran(*arguments: str | Path) -> Ran:
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return ran


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two scripts, one of them below, and a file that is none."""
    place = tmp_path / "evening"
    (place / "late").mkdir(parents=True)
    (place / "one.script").write_text(STOLEN)
    (place / "late" / "two.script").write_text(FED)
    (place / "junk.flac").write_text("no sound\n")
    return place


def lines(ran: Ran) -> dict[str, dict[str, object]]:
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert all(line["type"] == "recording" for line in told)
    return {Path(line["file"]).name: line for line in told}


def test_every_recording_is_judged_as_it_would_be_alone(referee: Referee, folder: Path) -> None:
    (folder / "cut.flac").write_bytes(RECORDING.read_bytes()[:48_000])  # in the middle of Ann's "five to the graveyard"
    ran = referee("judge", folder, *GAME, "--json", "--jobs", "1")
    told = lines(ran)
    assert ran.code == 1
    assert ran.err == "referee: 2 of 4 recordings failed or lost something, as said above: cut.flac, junk.flac\n"
    assert {name: line["fate"] for name, line in told.items()} == {
        "cut.flac": "partly lost",
        "junk.flac": "failed",
        "two.script": "done",
        "one.script": "done",
    }
    assert "is no WAV or FLAC that can be read" in str(told["junk.flac"]["reason"])
    assert told["two.script"]["scores"] == {"Ann": 0, "Ben": 0, "Cid": 4}
    assert "s of sound were lost" in str(told["cut.flac"]["reason"])
    for name in ("one.script", "late/two.script"):
        alone = referee("judge", folder / name, *GAME, "--json")
        assert (folder / "judged" / f"{name}.jsonl").read_text() == alone.out
    heard = [json.loads(line) for line in (folder / "judged" / "cut.flac.jsonl").read_text().splitlines()]
    assert [(line["player"], line["heard"], line["verdict"]) for line in heard if line["type"] == "call"] == [
        ("Ann", "brains", "exact"),
        ("Ben", "seduce", "exact"),
        ("Ann", "five to the grave", "unsure"),
    ]
    made = sorted(path.name for path in (folder / "judged").rglob("*") if path.is_file())
    assert made == ["cut.flac.jsonl", "one.script.jsonl", "record.jsonl", "two.script.jsonl"]


def test_what_was_lost_is_told_again_though_it_is_done(referee: Referee, folder: Path) -> None:
    record = Record(folder / "judged")
    wishes = Wishes("grave-feast", "Ann,Ben,Cid", None, "auto", 0, None)
    (folder / "late" / "two.script").unlink()
    (folder / "junk.flac").unlink()
    output = folder / "judged" / "one.script.jsonl"
    output.write_text("")
    sha256 = file_sha256(folder / "one.script")
    record.add(Key("one.script", sha256, settings_of(wishes)), output, {"lost": "2.0 s of sound were lost"})
    ran = referee("judge", folder, *GAME, "--json")
    [line] = lines(ran).values()
    assert (ran.code, line["fate"], line["reason"]) == (1, "done before", "2.0 s of sound were lost")


def test_what_is_done_is_skipped_until_it_or_the_settings_change(referee: Referee, folder: Path) -> None:
    (folder / "junk.flac").unlink()

    def fates(*more: str | Path) -> list[object]:
        ran = referee("judge", folder, *GAME, "--json", "--jobs", "1", *more)
        assert ran.code == 0
        return [line["fate"] for line in lines(ran).values()]

    assert fates() == ["done", "done"]
    assert fates() == ["done before", "done before"]
    (folder / "one.script").write_text(FED)
    assert fates() == ["done before", "done"]
    assert fates("--seed", "1") == ["done", "done"]


def test_each_recording_may_have_players_rules_and_a_game_of_its_own(referee: Referee, folder: Path) -> None:
    (folder / "junk.flac").unlink()
    (folder / "strict.yaml").write_text("gf.target_score: 3\n")
    (folder / "matches.toml").write_text(
        '["late/*.script"]\nplayers = "Cid, Dee"\nhouse_rules = "strict.yaml"\n'
        '["*"]\nplayers = "Ann,Ben,Cid"\nseed = 4\n'
    )
    ran = referee("judge", folder, "--game", "grave-feast", "--json", "--jobs", "1")
    told = lines(ran)
    assert ran.code == 0
    assert told["two.script"]["scores"] == {"Cid": 4, "Dee": 0}
    assert told["two.script"]["winner"] == "Cid"
    assert told["one.script"]["scores"] == {"Ann": 0, "Ben": 0, "Cid": 0}
    (folder / "matches.toml").write_text('["late/two.script"]\nplayers = "Cid,Eve"\n["one.script"]\nseed = 4\n')
    again = lines(referee("judge", folder, *GAME, "--json", "--jobs", "1"))
    assert again["two.script"]["scores"] == {"Cid": 4, "Eve": 0}
    assert again["one.script"]["fate"] == "done before"


@pytest.mark.parametrize(
    ("told", "options", "named"),
    [
        ('["three.script"]\nplayers = "Ann,Ben"\n', GAME, "['three.script'] fits no recording in"),
        ('["one.script"]\nplayer = "Ann,Ben"\n', GAME, "['one.script']: unknown key 'player'"),
        ('["one.script"]\nplayers = ["Ann", "Ben"]\n', GAME, "players must be text in quotes"),
        ('["one.script"]\nseed = true\n', GAME, "seed must be a whole number"),
        ('[one.script]\nplayers = "Ann,Ben"\n', GAME, 'put the name in quotes: ["one.script"]'),
        ('players = "Ann,Ben"\n', GAME, "'players' stands outside of a section"),
        ('["one.script"\n', GAME, "is no TOML"),
        ('["one.script"]\nplayers = "Ann"\n', GAME, "matches.toml, of one.script: Grave Feast takes"),
        ('["one.script"]\nhouse_rules = "none.yaml"\n', GAME, "none.yaml"),
        ('["one.script"]\nplayers = "Ann,Ben"\n', GAME[:2], "which players? give --players, or name them in"),
        ('["one.script"]\nplayers = "Ann,Ben"\n', GAME[2:], "which game? give --game, or name"),
    ],
)
def test_a_wrong_list_of_matches_is_told_before_anything_is_judged(
    referee: Referee, folder: Path, told: str, options: list[str], named: str
) -> None:
    (folder / "matches.toml").write_text(told)
    ran = referee("judge", folder, *options, "--json")
    assert (ran.code, ran.out) == (2, "")
    assert named in ran.err
    assert len(ran.err.splitlines()) == 1
    assert not (folder / "judged").exists() or not list((folder / "judged").glob("*.jsonl"))


def test_one_recording_needs_a_game_and_players(referee: Referee, folder: Path) -> None:
    for options, missing in (([], "game"), (GAME[:2], "players"), (GAME[2:], "game")):
        ran = referee("judge", folder / "one.script", *options)
        assert ran.code == 2
        assert f"Missing option '--{missing}'" in ran.err


def test_whatever_a_result_rests_on_is_among_its_settings(tmp_path: Path) -> None:
    usual = Wishes("grave-feast", "Ann,Ben,Cid", None, "auto", 0, None)
    rules, phrases = tmp_path / "rules.yaml", tmp_path / "phrases.yaml"
    rules.write_text("gf.target_score: 3\n")
    phrases.write_text((ROOT / "phrases.yaml").read_text().replace(", deduce]", "]", 1))
    same = tmp_path / "same.yaml"
    same.write_text((ROOT / "phrases.yaml").read_text())
    assert settings_of(replace(usual, phrases=same)) == settings_of(usual)
    others = [
        replace(usual, players="Ann,Cid,Ben"),
        replace(usual, house_rules=rules),
        replace(usual, engine="pocketsphinx"),
        replace(usual, phrases=phrases),
        replace(usual, seed=1),
        replace(usual, game="house-blitz"),
    ]
    assert len({settings_of(wishes) for wishes in [usual, *others]}) == 1 + len(others)


def test_a_recording_that_cannot_be_read_stops_nothing(
    referee: Referee, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gone, or not to be read, by the time that its turn comes; seen when the folder was listed."""
    listed = [folder / "gone.flac", folder / "one.script"]
    monkeypatch.setattr("assistant.cli.judge_folder.recordings_in", lambda *_: tuple(listed))
    ran = referee("judge", folder, *GAME, "--json", "--jobs", "1")
    told = lines(ran)
    assert ran.code == 1
    assert [told[name]["fate"] for name in ("gone.flac", "one.script")] == ["failed", "done"]
    assert "gone.flac: no such file" in str(told["gone.flac"]["reason"])


def test_the_table_shows_each_result_and_what_broke(referee: Referee, folder: Path) -> None:
    ran = referee("judge", folder, *GAME, "-o", folder / "out", "--jobs", "1")
    rows = ran.out.splitlines()
    assert [row.split()[0] for row in rows[1:4]] == ["junk.flac", "late/two.script", "one.script"]
    assert "Ann 0, Ben 0, Cid 4" in rows[2]
    assert rows[1].split()[-1] == "failed"
    assert f"The rulings are in {folder / 'out'}" in rows[-1]
    assert all(len(row) <= 80 for row in rows[:4])


def test_each_recording_gets_a_log_of_its_own(referee: Referee, folder: Path, tmp_path: Path) -> None:
    (folder / "junk.flac").unlink()
    logs = tmp_path / "logs"
    for again in ([], ["--again"]):
        assert referee("judge", folder, *GAME, "--log", logs, "--jobs", "1", *again).code == 0
    found = sorted(path.parent.relative_to(logs).as_posix() for path in logs.rglob("events.jsonl"))
    assert found == ["late/two.script", "late/two.script-2", "one.script", "one.script-2"]
    assert verify(logs / "one.script").faults == ()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["judge", "{empty}", *GAME], "holds no recording"),
        (["judge", "{folder}", *GAME, "--speak"], "rulings are spoken of one recording only"),
        (["judge", "{folder}", "--game", "grave-feast", "--players", "Ann"], "takes 2 to 8 players"),
        (["judge", "{folder}", *GAME, "--engine", "hearsay"], "unknown engine"),
        (["judge", "{folder}", *GAME, "--house-rules", "{empty}/none"], "No such file"),
        (["judge", "{folder}", *GAME, "--phrases", "{empty}/none"], "No such file"),
        (["judge", "{folder}", *GAME, "-o", "{folder}/one.script"], "name another folder with -o"),
        (["report", "{empty}"], "holds no logs"),
        (["report", "{folder}"], "holds no logs"),
    ],
)
def test_a_wrong_wish_ends_with_2_before_anything_is_done(
    referee: Referee, folder: Path, tmp_path: Path, arguments: list[str], complaint: str
) -> None:
    (tmp_path / "empty").mkdir()
    ran = referee(*[argument.format(folder=folder, empty=tmp_path / "empty") for argument in arguments])
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1
    assert not (folder / "judged").exists()


@pytest.mark.usefixtures("heeding_ctrl_c")
def test_a_run_that_is_interrupted_goes_on_where_it_stopped(referee: Referee, folder: Path) -> None:
    """Ctrl-C goes to the whole group of processes, as a terminal sends it; the workers leave it to the main process."""
    match, rate_hz = soundfile.read(ROOT / "examples" / "grave-feast-match.flac")
    soundfile.write(folder / "long.flac", np.tile(match, (4, 1)), rate_hz)  # longer than Ctrl-C takes to come
    command = [sys.executable, "-m", "assistant", "judge", str(folder), *GAME, "--jobs", "2", "--json"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    record = folder / "judged" / "record.jsonl"
    deadline_s = time.monotonic() + 60
    while not record.exists() or record.read_text().count("\n") < 2:
        assert time.monotonic() < deadline_s
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert not list((folder / "judged").glob("*.part"))
    (folder / "long.flac").unlink()
    fates = {name: line["fate"] for name, line in lines(referee("judge", folder, *GAME, "--json")).items()}
    assert fates == {
        "junk.flac": "failed",
        "two.script": "done before",
        "one.script": "done before",
    }


def test_every_log_of_a_folder_gets_its_page(referee: Referee, folder: Path, tmp_path: Path) -> None:
    (folder / "junk.flac").unlink()
    logs, pages = tmp_path / "logs", tmp_path / "pages"
    referee("judge", folder, *GAME, "--log", logs, "--jobs", "1")
    shutil.move(logs / "late" / "two.script", logs / "two")
    (logs / "broken").mkdir()
    (logs / "broken" / "events.jsonl").write_text("x\ny\n")
    ran = referee("report", logs, "-o", pages, "--jobs", "1")
    assert (ran.code, "1 of 3 logs failed" in ran.err) == (1, True)
    assert sorted(path.name for path in pages.iterdir()) == ["one.script.html", "record.jsonl", "two.html"]
    assert "<html" in (pages / "two.html").read_text()
    ran = referee("report", logs, "-o", pages, "--json", "--jobs", "1")
    fates = {Path(line["log"]).name: line["fate"] for line in map(json.loads, ran.out.splitlines())}
    assert fates == {"broken": "failed", "one.script": "done before", "two": "done before"}


def test_every_log_that_judging_a_folder_wrote_gets_its_page(referee: Referee, folder: Path, tmp_path: Path) -> None:
    (folder / "junk.flac").unlink()
    logs = tmp_path / "logs"
    assert referee("judge", folder, *GAME, "--log", logs, "--jobs", "1").code == 0
    assert referee("report", logs, "--jobs", "1").code == 0
    pages = sorted(path.relative_to(logs).as_posix() for path in logs.rglob("*.html"))
    assert pages == ["reports/late/two.script.html", "reports/one.script.html"]
    again = referee("report", logs, "--json", "--jobs", "1")
    assert {json.loads(line)["fate"] for line in again.out.splitlines()} == {"done before"}
