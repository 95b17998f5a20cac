"""`referee play` without hardware: a recording that plays as if it were the microphones brings the lines of `judge`."""

import json
import subprocess
import sys
from pathlib import Path

import soundfile

from assistant.core.observations import Command, CommandName
from assistant.eventlog.reader import read_log
from assistant.eventlog.verify import verify

MATCH = Path(__file__).resolve().parents[2] / "examples" / "grave-feast-match.flac"
GAME = ("--game", "grave-feast", "--players", "Ann,Ben,Cid", "--engine", "pocketsphinx", "--json")
CLIP_S = 5
"""A feeding zombie, a steal and an announcement that comes too late lie in it; one ear alone may doubt."""


def run(*arguments: str, home: Path, typed: str = "") -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": "", "HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    command = [sys.executable, "-m", "assistant", *arguments]
    return subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, timeout=120)


def test_a_recording_played_live_brings_the_lines_of_judge(tmp_path: Path) -> None:
    sound, rate_hz = soundfile.read(MATCH, frames=CLIP_S * 16_000, always_2d=True)
    clip = tmp_path / "clip.flac"
    soundfile.write(clip, sound, rate_hz)
    judged = run("judge", str(clip), *GAME, home=tmp_path)
    options = ("--no-speak", "--audio-log", "--log", str(tmp_path / "log"), "--figures")
    live = run("play", "--input", str(clip), *GAME, *options, home=tmp_path)
    assert (judged.returncode, live.returncode) == (0, 0), live.stderr
    assert live.stdout == judged.stdout
    ruled = [json.loads(line)["code"] for line in live.stdout.splitlines() if '"ruling"' in line]
    assert ruled[0] == "eater/feeding"
    assert len(ruled) >= 3
    assert "from the end of a call until it is shown: median" in live.stderr
    assert verify(tmp_path / "log").faults == ()
    assert sum(segment.frames for segment in read_log(tmp_path / "log").audio) == len(sound)


def test_what_cannot_be_played_is_said_in_one_line(tmp_path: Path) -> None:
    for arguments, said in (
        (("play",), "nobody is at the table: give --game and --players, or run `referee setup` once"),
        (("play", "somewhere"), "somewhere: to go on with this match, add --resume; a recording goes behind --input"),
        (("play", "--resume"), "there is no log to resume"),
        (("play", "--screen"), "--screen: this is no terminal; leave it out for a running account"),
        (("play", "--screen", "--json"), "--screen and --json: JSON Lines have no screen, leave one of them out"),
        (("play", "--game", "grave-feast", "--players", "Ann,Ben", "--input", "none.flac"), "none.flac: no such file"),
    ):
        failed = run(*arguments, home=tmp_path)
        assert failed.returncode == 2
        assert failed.stderr.count("\n") == 1
        assert said in failed.stderr


def test_without_a_terminal_there_is_an_account_and_what_is_typed_is_logged_like_what_is_said(tmp_path: Path) -> None:
    sound, rate_hz = soundfile.read(MATCH, frames=2 * 16_000, always_2d=True)
    clip, log = tmp_path / "clip.flac", tmp_path / "log"
    soundfile.write(clip, sound, rate_hz)
    options = ("--input", str(clip), "--no-speak", "--log", str(log), *GAME[:-1])
    live = run("play", *options, home=tmp_path, typed="score\nBen: say again\n")
    assert live.returncode == 0, live.stderr
    assert "\x1b" not in live.stdout + live.stderr
    assert "Ann's zombie feeds. [eater/feeding" in live.stdout
    asked = [each for each in read_log(log).observations if isinstance(each, Command)]
    assert [(each.name, each.player) for each in asked] == [
        (CommandName.SCORE, None),
        (CommandName.SAY_AGAIN, "Ben"),
    ]
