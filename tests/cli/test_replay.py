"""`referee replay`: from any time, about one player, at any speed, and under other rules."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.cli.replay import otherwise
from assistant.core.rulings import Ruling
from tests.cli.conftest import Command


@pytest.fixture
def log(judge: Command, script: Path, tmp_path: Path) -> Path:
    judge(script, "--log", tmp_path / "log")
    return tmp_path / "log"


def test_a_match_is_shown_from_a_time_or_a_ruling_on(referee: Command, log: Path) -> None:
    for begin in (["--from", "4"], ["--from", "0:04.0"], ["--ruling", "8"]):
        lines = [json.loads(line) for line in referee("replay", log, "--json", *begin).out.splitlines()]
        assert [line.get("id") for line in lines] == [7, 8, None]


def test_a_match_is_shown_for_one_player(referee: Command, log: Path) -> None:
    lines = [json.loads(line) for line in referee("replay", log, "--json", "--player", "Ben").out.splitlines()]
    assert [line.get("id") for line in lines] == [3, 7, 8, None]


def test_a_match_is_shown_at_a_speed(referee: Command, log: Path) -> None:
    begun = time.monotonic()
    referee("replay", log, "--speed", "20")
    assert 0.25 <= time.monotonic() - begun < 2


def test_other_house_rules_list_each_ruling_that_would_differ(referee: Command, log: Path, tmp_path: Path) -> None:
    rules = tmp_path / "other.yaml"
    rules.write_text("tiny.window_s: 5\n")
    out = referee("replay", log, "--house-rules", rules).out.splitlines()
    assert out == [
        "    3.00  falls:  Grab scored: Ann.  [grab/scored]",
        "    5.00  falls:  Grab late: Ben.  [grab/late]",
        "    5.00  comes:  Grab blocked: Ben.  [grab/blocked]",
        "Score: Ann 0, Ben 0, Cid 0",
    ]
    lines = [json.loads(line) for line in referee("replay", log, "--house-rules", rules, "--json").out.splitlines()]
    assert [(line["type"], line.get("code")) for line in lines] == [
        ("fallen", "grab/scored"),
        ("fallen", "grab/late"),
        ("come", "grab/blocked"),
        ("score", None),
    ]


def test_the_same_house_rules_change_nothing(referee: Command, log: Path, tmp_path: Path) -> None:
    rules = tmp_path / "same.yaml"
    rules.write_text("tiny.window_s: 2\n")
    assert referee("replay", log, "--house-rules", rules).out.startswith("Every ruling would be the same.")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--from", "soon"], "--from soon: expected a time such as 75 or 1:15"),
        (["--ruling", "7"], "--ruling 7: there is no such ruling in this log"),
        (["--player", "Zoe"], "--player Zoe: the players are Ann, Ben, Cid"),
        (["--margin", "80"], "unknown house rule 'race.tie_band_ms'"),
        (["--speed", "-1"], "Invalid value for '--speed'"),
    ],
)
def test_a_wrong_wish_ends_with_2_and_one_line(
    referee: Command, log: Path, arguments: list[str], complaint: str
) -> None:
    ran = referee("replay", log, *arguments)
    assert ran.code == 2
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


def test_a_log_without_sound_cannot_be_heard_again(referee: Command, log: Path) -> None:
    ran = referee("replay", log, "--listen-again")
    assert ran.code == 2
    assert "there is no sound in this log" in ran.err


def test_a_time_may_have_hours(referee: Command, log: Path) -> None:
    lines = [json.loads(line) for line in referee("replay", log, "--json", "--from", "0:00:04.0").out.splitlines()]
    assert [line.get("id") for line in lines] == [7, 8, None]
    late = [json.loads(line) for line in referee("replay", log, "--json", "--from", "1:00:00").out.splitlines()]
    assert [line.get("id") for line in late] == [None]


def test_a_ruling_whose_sentence_stays_says_what_differs() -> None:
    was = Ruling("claim/scored", 25_820, "Ben", data=(("left", 4), ("total", 5)), calls=(3, 5))
    now = replace(was, data=(("left", 0), ("total", 5)), calls=(3, 4), margin_ms=80)
    assert otherwise(was, now) == "(left: 4, then 0; margin_ms: none, then 80; calls: 3 5, then 3 4)"
    assert otherwise(was, replace(was, tie_band_ms=80)) == ""
