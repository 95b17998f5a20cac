"""`referee judge` on scripts: the JSON Lines, the account, the log, and every bad input in one line."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant import listening
from tests.cli.conftest import Command

FULL_DISK = (
    "make room there (`referee logs prune --audio-only` drops old sound), then run it again, a live match with "
    "--resume; all before this stays readable"
)
"""What to do about a full disk."""


def test_json_lines_and_nothing_else(judge: Command, script: Path) -> None:
    ran = judge(script, "--json")
    assert (ran.code, ran.err) == (0, "")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [(line["type"], line.get("id")) for line in lines] == [
        ("call", 1),
        ("ruling", 2),
        ("call", 3),
        ("ruling", 5),
        ("ruling", 6),
        ("call", 7),
        ("ruling", 8),
        ("score", None),
    ]
    assert lines[0] == {
        "type": "call",
        "id": 1,
        "player": "Ann",
        "phrase": "tiny.grab",
        "verdict": "exact",
        "heard": "grab",
        "diff": None,
        "slots": {},
        "start_ms": 600,
        "end_ms": 1000,
    }
    assert lines[2]["diff"] == {"missing": [], "added": [], "changed": [["grab", "grabs"]]}
    assert lines[4]["code"] == "grab/scored"
    assert lines[-1] == {"type": "score", "scores": {"Ann": 1, "Ben": 0, "Cid": 0}, "winner": None}


def test_a_match_without_rulings_still_has_a_score(judge: Command, tmp_path: Path) -> None:
    quiet = tmp_path / "quiet.script"
    quiet.write_text("1-2 Ann: nice weather")
    assert judge(quiet, "--json").out == '{"type":"score","scores":{"Ann":0,"Ben":0,"Cid":0},"winner":null}\n'


def test_the_account_tells_time_who_heard_ruling_and_score(judge: Command, script: Path) -> None:
    out = judge(script).out
    assert out.splitlines()[0] == "Tiny Cookies: Ann, Ben, Cid. The recommended house rules hold."
    assert '0:00.60 Ann        ✓ "grab"' in out
    assert '0:01.50 Ben        ✗ "grabs" inexact: "grabs" for "grab"' in out
    assert "0:03.00 Ann        ▶ Grab scored: Ann. [grab/scored #6]" in out
    assert "Score        Ann 1, Ben 0, Cid 0" in out


def test_a_recording_says_what_hears_it_and_what_would_hear_better(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silence = tmp_path / "silence.wav"
    soundfile.write(silence, np.zeros((4_000, 3)), 16_000)
    monkeypatch.setattr(listening, "find_model", lambda engine: None)
    ran = judge(silence)
    assert ran.err.splitlines() == [
        "Heard by pocketsphinx.",
        "hearing with one ear only; for better rulings: pip install 'party-referee[whisper-model]'",
    ]
    assert json.loads(judge(silence, "--json").out)["type"] == "score"


def test_verbosity_leaves_calls_out_or_adds_explanations(judge: Command, script: Path) -> None:
    assert '"grab"' not in judge(script, "--verbosity", "quiet").out
    assert "Nobody answered: the cookie is eaten." in judge(script, "--verbosity", "full").out


def test_house_rules_are_taken_and_said_before_play(judge: Command, script: Path, tmp_path: Path) -> None:
    rules = tmp_path / "ours.yaml"
    rules.write_text("tiny:\n  window_s: 5\n")
    out = judge(script, "--house-rules", rules).out
    assert "House rules that differ: window in seconds: 5." in out
    assert "[grab/blocked" in out


def test_a_log_is_written_replayed_verified_and_bundled(
    judge: Command, referee: Command, script: Path, tmp_path: Path
) -> None:
    log = tmp_path / "logs" / "one"
    printed = judge(script, "--json", "--log", log, "--seed", "5")
    head = json.loads((log / "events.jsonl").read_text().splitlines()[0])["head"]
    assert (head["seed"], head["game"], head["source"]) == (5, "tiny", "match.script")
    assert referee("replay", log, "--json").out == printed.out
    assert referee("verify", log).out.startswith(f"{log}: as it was written (11 lines, 0 audio files)")
    assert referee("bundle", log).code == 0
    assert referee("replay", tmp_path / "logs" / "one.zip", "--json").out == printed.out
    assert referee("verify", tmp_path / "logs" / "one.zip").code == 0


def test_replay_and_verify_of_a_changed_log_end_with_1(
    judge: Command, referee: Command, script: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    judge(script, "--log", log)
    events = log / "events.jsonl"
    events.write_text(events.read_text().replace("grab/scored", "grab/blocked"))
    replayed, verified = referee("replay", log), referee("verify", log)
    assert (replayed.code, verified.code) == (1, 1)
    assert "the log says ruling 6 grab/blocked for Ann at 3000 ms, but its observations give" in replayed.err
    assert f"{events}:8: this line does not follow" in verified.out


def test_a_log_that_broke_off_replays_to_its_last_ruling_and_says_what_is_lost(
    judge: Command, referee: Command, script: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    judge(script, "--log", log)
    events = log / "events.jsonl"
    events.write_bytes(events.read_bytes()[:-100])
    ran = referee("replay", log)
    assert ran.code == 1
    assert "the log was not closed: what came after line" in ran.err
    assert "[grab/late #8]" in ran.out


def bad(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "the file is empty"),
        (b"hello", "'hello' is no line of a script"),
        (b"2-3 Ann: grab\n1-2 Ann: grab", ":2: times run backwards"),
        (b"1-2 Zoe: grab", ":1: unknown player 'Zoe'"),
        (b"1 > hello", ":1: 'hello' is no fact of tiny"),
        (b"# only a comment\n", "the script is empty"),
    ],
)
def test_a_bad_script_ends_with_2_and_one_line(judge: Command, tmp_path: Path, content: bytes, complaint: str) -> None:
    path = bad(tmp_path, "bad.script", content)
    ran = judge(path, "--json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"referee: {path}")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["judge", "{none}", "--game", "tiny", "--players", "Ann,Ben"], "cannot be read (No such file or directory)"),
        (["judge", "{script}", "--game", "tinny", "--players", "Ann,Ben"], "unknown game 'tinny': did you mean tiny?"),
        (["judge", "{script}", "--game", "tiny", "--players", "Ann"], "Tiny Cookies takes 2 to 4 players, not 1"),
        (["judge", "{script}", "--game", "tiny", "--players", "A,B,C,D,E"], "takes 2 to 4 players, not 5"),
        (["judge", "{script}", "--game", "tiny", "--players", "Ann,Ben,ann"], "the player 'ann' comes twice"),
        (["judge", "{script}", "--game", "tiny", "--players", "Ann,,Ben"], "'' cannot be a player's name"),
        (["judge", "{script}", "--game", "tiny", "--players", "Ann,B:b"], "'B:b' cannot be a player's name"),
        (["judge", "{script}", "--game", "tiny"], "Missing option '--players'"),
        (["judge", "{script}", "--game", "tiny", "--players", "A,B", "--seed", "x"], "Invalid value for '--seed'"),
        (["judge", "{script}", "--game", "tiny", "--players", "A,B", "--house-rules", "{none}"], "No such file"),
        (
            ["judge", "{script}", "--game", "tiny", "--players", "A,B", "--house-rules", "{script}"],
            "mend the YAML there",
        ),
        (["judge", "{script}", "--game", "tiny", "--players", "A,B", "--phrases", "{none}"], "No such file"),
        (["replay", "{folder}"], "there is no events.jsonl in this folder"),
        (["replay", "{script}"], "this is no bundle that can be read"),
        (["verify", "{none}"], "there is no such file or folder"),
        (["bundle", "{none}"], "there is no such file or folder"),
        (["jugde"], "No such command 'jugde'"),
    ],
)
def test_bad_settings_end_with_2_and_one_line(
    referee: Command, script: Path, tmp_path: Path, arguments: list[str], complaint: str
) -> None:
    paths = {"none": str(tmp_path / "none"), "folder": str(tmp_path), "script": str(script)}
    ran = referee(*[argument.format(**paths) for argument in arguments])
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


def test_a_log_folder_that_cannot_be_used_ends_with_2(judge: Command, script: Path, tmp_path: Path) -> None:
    judge(script, "--log", tmp_path / "log")
    assert "holds a log already" in judge(script, "--log", tmp_path / "log").err
    assert judge(script, "--log", script).code == 2
    assert judge(script, "--log", "/proc/none").code == 2


def test_a_disk_that_fills_up_ends_with_1_and_what_was_written_replays(script: Path, tmp_path: Path) -> None:
    program = (
        "import resource, sys\n"
        "from types import MappingProxyType\n"
        "from assistant import app\n"
        "from assistant.__main__ import run\n"
        "from tests.core.tiny_game import TINY\n"
        "app.GAMES = MappingProxyType({'tiny': TINY})\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2500, 2500))\n"
        "sys.exit(run(sys.argv[1:]))\n"
    )
    phrases = bad(tmp_path, "phrases.yaml", b"games: {tiny: {phrases: {grab: {say: grab}, mine: {say: mine}}}}")
    long = bad(tmp_path, "long.script", "".join(f"{t}-{t}.5 Ann: grab\n" for t in range(0, 90, 3)).encode())
    arguments = ["judge", str(long), "--game", "tiny", "--players", "Ann,Ben", "--phrases", str(phrases)]
    log = tmp_path / "log"
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments, "--log", str(log)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr == f"referee: {log}/events.jsonl: the disk is full: {FULL_DISK}\n"
    assert (log / "events.jsonl").stat().st_size <= 2500


def test_a_reader_that_goes_away_is_no_error(script: Path) -> None:
    program = f"{sys.executable} -m assistant judge --help | true; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False, cwd=Path.cwd())
    assert "Traceback" not in ran.stderr


def test_a_fault_of_the_program_is_one_line_too(
    referee: Command, monkeypatch: pytest.MonkeyPatch, script: Path
) -> None:
    def broken(path: Path) -> bool:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("assistant.app.is_text", broken)
    ran = referee("judge", script, "--game", "tiny", "--players", "Ann,Ben")
    assert ran.code == 1
    assert ran.err == (
        "referee: a fault of the program (ZeroDivisionError: by zero): please report it; REFEREE_DEBUG=1 shows where\n"
    )
