"""`referee practice` from a recording of 20 attempts, as a user would call it."""

import json
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
