"""`referee practice` from a recording of 20 attempts, as a user would call it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assistant.__main__ import run
from assistant.practice.store import Store

DRILL = Path(__file__).resolve().parent.parent / "practice" / "recordings" / "drill.flac"
RIGHT = 19
"""Of 20: what practice promises."""


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setattr("assistant.practice.store.default_folder", lambda: folder)
    return folder


def test_twenty_attempts_get_their_verdicts_and_their_missing_words(capsys: pytest.CaptureFixture[str]) -> None:
    order = DRILL.with_suffix(".order")
    assert run(["practice", "--player", "Ann", "--input", str(DRILL), "--order", str(order), "--json"]) == 0
    *lines, summary = map(json.loads, capsys.readouterr().out.splitlines())
    truth = json.loads(DRILL.with_suffix(".truth.json").read_text(encoding="utf-8"))
    assert len(lines) == len(truth) == 20
    right = [line["verdict"] == true["verdict"] for line, true in zip(lines, truth, strict=True)]
    assert sum(right) >= RIGHT, [(t["said"], li["verdict"], li["heard"]) for t, li in zip(truth, lines, strict=True)]
    for line, true, verdict_right in zip(lines, truth, right, strict=True):
        if verdict_right:
            assert (line["missing"], line["added"], line["changed"]) == (true["missing"], [], true["changed"]), line
    assert sum(summary[name] for name in ("exact", "inexact", "unsure", "other", "silence")) == 20
    by_length = {line["prompt"]: line["duration_ms"] for line in lines if line["verdict"] == "exact"}
    assert by_length["Brains!"] < by_length["Five to the graveyard!"] < by_length["The power of Christ compels you!"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--input", "nowhere.flac"], "nowhere.flac: no such file"),
        (["--input", str(DRILL), "--phrases", "curse"], "'curse': no phrase of grave-feast; choose from"),
        (["--input", str(DRILL), "--weakest"], "no phrase has failed yet: practise without --weakest first"),
        (["--input", str(DRILL), "--game", "grave-feats"], "did you mean grave-feast?"),
        (["--input", str(DRILL), "--order", str(DRILL)], "cannot be read"),
        (["--input", str(DRILL), "--player", " "], "cannot be a player's name"),
        (["--input", str(DRILL), "--speak"], "--speak is for the microphone"),
    ],
)
def test_wrong_wishes_are_told_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    player = [] if "--player" in arguments else ["--player", "Ann"]
    assert run(["practice", *player, *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    with Store() as store:
        assert store.players() == ()  # a slip of the pen makes no player


def test_a_drill_that_is_killed_keeps_every_attempt_and_leaves_no_worker_behind(data_folder: Path) -> None:
    arguments = ["--player", "Ann", "--input", str(DRILL), "--engine", "pocketsphinx", "--real-time", "--json"]
    drill = subprocess.Popen(
        [sys.executable, "-m", "assistant", "practice", *arguments],
        env={**os.environ, "XDG_DATA_HOME": str(data_folder.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert drill.stdout is not None
    first = json.loads(drill.stdout.readline())
    children = Path(f"/proc/{drill.pid}/task/{drill.pid}/children")
    workers = [Path("/proc", pid) for pid in children.read_text().split()] if children.exists() else []
    drill.kill()
    drill.wait(timeout=30)
    with Store(data_folder.parent / "party-referee") as store:
        kept = store.attempts(store.player("Ann"))
    assert kept[0].heard == first["heard"] == "brains"
    deadline_s = time.monotonic() + 30
    while any(_runs(worker) for worker in workers):
        assert time.monotonic() < deadline_s, "a worker outlives its drill"
        time.sleep(0.1)


def _runs(process: Path) -> bool:
    """Tell whether a process is alive: neither gone nor waiting to be buried."""
    try:
        return ") Z" not in (process / "stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
