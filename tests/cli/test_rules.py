"""`referee rules`: the rules of a game, whole or by subject, for people and for programs."""

import json
from pathlib import Path

import pytest

from assistant import app
from assistant.announce.speaker import Speaker
from assistant.core.games.registry import GAMES
from tests.cli.conftest import Command


@pytest.fixture(autouse=True)
def real_games(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "GAMES", GAMES)


def test_the_overview_shows_what_must_be_said_what_can_be_told_and_the_house_rules(referee: Command) -> None:
    ran = referee("rules", "grave-feast")
    assert (ran.code, ran.err) == (0, "")
    for shown in (
        "<number> to the graveyard",
        "the power of christ",
        "evil preacher",
        "ann draws two",
        "Referee, undo.",
    ):
        assert shown in ran.out
    assert "The recommended house rules hold." in ran.out
    assert "gf.preacher_window_s" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_a_subject_is_told_whole_with_its_call_and_its_house_rules(referee: Command) -> None:
    ran = referee("rules", "grave-feast", "what", "does", "the", "preacher", "do")
    assert ran.out.lstrip().startswith("Preacher  Grave Feast: 4, The Cards")
    assert "the power of christ" in ran.out
    assert "gf.reply_window_s" in ran.out
    assert "gf.set_games" not in ran.out


def test_house_rules_are_shown_as_the_table_has_them(referee: Command, tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("hb.false_stop: round_void\n", encoding="utf-8")
    ran = referee("rules", "house-blitz", "false stop", "--house-rules", path)
    assert "hb.false_stop round_void" in " ".join(ran.out.split())
    ran = referee("rules", "house-blitz", "--house-rules", path)
    assert "House rules that differ: false stop: round_void." in ran.out


def test_programs_get_json_lines_and_nothing_else(referee: Command) -> None:
    ran = referee("rules", "house-blitz", "grandma", "--json")
    assert len(ran.out.splitlines()) == 1
    line = json.loads(ran.out)
    assert (line["type"], line["topic"], line["section"]) == ("rule", "grandma", "Special Cards: Grandmas")
    assert line["spoken"].startswith("Grandma is any six.")
    lines = [json.loads(each) for each in referee("rules", "house-blitz", "--json").out.splitlines()]
    assert {line["type"] for line in lines} == {"phrase", "rule", "telling", "house-rule"}
    assert next(each for each in lines if each.get("key") == "hb.stop_words")["value"] == "[stop]"


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (("grave-feast", "weather"), "referee: no rule on 'weather' in Grave Feast: the subjects are turn, family"),
        (("grave-feest",), "referee: unknown game 'grave-feest': did you mean grave-feast?"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(referee: Command, arguments: tuple[str, ...], advice: str) -> None:
    ran = referee("rules", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(advice)
    assert len(ran.err.splitlines()) == 1


def test_the_answer_is_spoken_on_request(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(Speaker, "say", lambda self, text: said.append(text))
    referee("rules", "house-blitz", "stop", "--speak")
    referee("rules", "house-blitz", "--speak")
    assert said[0].startswith("When the last card leaves your House, say stop.")
    assert said[1].startswith("Zombie House Blitz. The recommended house rules hold. Ask me about setup, start,")
