"""`referee practice` from a recording of 20 attempts, as a user would call it."""

import io
import json
import os
import subprocess
import sys
import time
from contextlib import redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

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


@pytest.fixture(scope="module")
def drilled(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return what the drill of 20 attempts brought, a line an attempt, and its summary."""
    order = str(DRILL.with_suffix(".order"))
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr("assistant.practice.store.default_folder", lambda: tmp_path_factory.mktemp("drilled"))
        assert run(["practice", "--player", "Ann", "--input", str(DRILL), "--order", order, "--json"]) == 0
    *lines, summary = map(json.loads, said.getvalue().splitlines())
    return lines, summary


Drilled = tuple[list[dict[str, Any]], dict[str, Any]]
TRUTH = json.loads(DRILL.with_suffix(".truth.json").read_text(encoding="utf-8"))


def test_twenty_attempts_get_their_verdicts_and_their_missing_words(drilled: Drilled) -> None:
    lines, summary = drilled
    truth = TRUTH
    assert len(lines) == len(truth) == 20
    right = [line["verdict"] == true["verdict"] for line, true in zip(lines, truth, strict=True)]
    assert sum(right) >= RIGHT, [(t["said"], li["verdict"], li["heard"]) for t, li in zip(truth, lines, strict=True)]
    for line, true, verdict_right in zip(lines, truth, right, strict=True):
        if verdict_right:
            assert (line["missing"], line["added"], line["changed"]) == (true["missing"], [], true["changed"]), line
    assert sum(summary[name] for name in ("exact", "inexact", "unsure", "other", "silence")) == 20
    by_length = {line["prompt"]: line["duration_ms"] for line in lines if line["verdict"] == "exact"}
    assert by_length["Brains!"] < by_length["Five to the graveyard!"] < by_length["The power of Christ compels you!"]


def test_times_speed_and_level_are_those_of_the_recording(drilled: Drilled) -> None:
    """Every word lies where the script that made the recording has put it; syllables were counted by hand."""
    lines = [{**line, "truth": true} for line, true in zip(drilled[0], TRUTH, strict=True)]
    sound, rate_hz = soundfile.read(DRILL, dtype="float32")
    said = [line for line in lines if line["truth"]["said"] and line["verdict"] in ("exact", "inexact")]
    assert len(said) >= 15
    for line in said:
        start_ms, end_ms = line["truth"]["start_ms"], line["truth"]["end_ms"]
        assert line["duration_ms"] == pytest.approx(end_ms - start_ms, abs=60), line
        spoken_s = (end_ms - start_ms) / 1000
        assert line["syllables_per_s"] == pytest.approx(line["truth"]["syllables"] / spoken_s, rel=0.1), line
        spoken = sound[start_ms * rate_hz // 1000 : end_ms * rate_hz // 1000]
        whole_dbfs = 10 * np.log10(
            np.square(spoken).mean()
        )  # what is weak in it, such as a pause, is no part of a level
        assert -0.5 < line["level_dbfs"] - whole_dbfs < 2.5, line
    for before, line in pairwise(lines):
        if line in said and before["truth"]["said"]:  # its cue is where the attempt before it ended
            assert line["reaction_ms"] == pytest.approx(1_000, abs=60), line
            told_ms = line["reaction_ms"] + line["duration_ms"]
            assert line["complete_ms"] == pytest.approx(told_ms, abs=1), line


def test_streaks_and_bests_follow_from_the_attempts(drilled: Drilled) -> None:
    streak, bests = 0, dict[str, int]()
    for line in drilled[0]:
        exact = line["verdict"] == "exact"
        streak = streak + 1 if exact else streak if line["verdict"] == "unsure" else 0
        assert line["streak"] == streak
        before = bests.get(line["phrase"])
        if exact and (before is None or line["duration_ms"] < before):
            bests[line["phrase"]] = line["duration_ms"]
            assert line["new_best"], line
        assert line["best_ms"] == bests.get(line["phrase"])


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
