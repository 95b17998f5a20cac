"""House rules from mappings and back, with errors that say what is allowed."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

import pytest

from assistant.core import house_rules
from assistant.core.house_rules import Given, HouseRuleError


class Tie(StrEnum):
    REDO = "redo"
    COIN = "coin"


def about(key: str, **more: object) -> dict[str, object]:
    return {"key": key, "doc": f"Decides {key}.", **more}


@dataclass(frozen=True, slots=True)
class Rules:
    match: bool = field(default=True, metadata=about("gf.count_must_match"))
    window_s: int = field(default=5, metadata=about("gf.reply_window_s", range=(1, 60)))
    margin: int | None = field(default=None, metadata=about("race.tie_band_ms", range=(30, 1000)))
    tie: Tie = field(default=Tie.REDO, metadata=about("race.tie"))
    creepy: str = field(default="off", metadata=about("gf.creepy", choices=("off", "advisory")))
    words: tuple[str, ...] = field(default=("stop",), metadata=about("hb.stop_words"))
    pair: tuple[str, str] = field(default=("fight", "flee"), metadata=about("ez.choice_words"))
    scale: float = field(default=1.0, metadata=about("gf.scale", range=(0.5, 2.0)))
    order: Literal["score", "clockwise"] = field(default="score", metadata=about("zb.order"))


def test_nested_and_whole_keys_are_the_same() -> None:
    nested = house_rules.from_mapping(Rules, {"gf": {"count_must_match": False}, "race": {"tie": "coin"}})
    whole = house_rules.from_mapping(Rules, {"gf.count_must_match": False, "race.tie": "coin"})
    assert nested == whole == Rules(match=False, tie=Tie.COIN)


def test_values_take_the_type_of_their_field() -> None:
    rules = house_rules.from_mapping(
        Rules, {"gf.creepy": False, "hb.stop_words": ["stop", "halt"], "gf.scale": 2, "race.tie_band_ms": 80}
    )
    assert rules == Rules(creepy="off", words=("stop", "halt"), scale=2.0, margin=80)
    assert house_rules.from_mapping(Rules, {"hb.stop_words": "freeze"}).words == ("freeze",)


def test_every_rule_survives_the_way_to_a_mapping_and_back() -> None:
    rules = Rules(
        match=False,
        window_s=7,
        margin=80,
        tie=Tie.COIN,
        creepy="advisory",
        words=("a", "b"),
        scale=0.5,
        order="clockwise",
    )
    assert house_rules.from_mapping(Rules, house_rules.to_mapping(rules)) == rules
    assert house_rules.from_mapping(Rules, house_rules.to_mapping(Rules())) == Rules()


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("gf.count_must_match", "maybe", 'gf.count_must_match: expected true or false, found "maybe"'),
        ("gf.count_must_match", 1, "gf.count_must_match: expected true or false, found 1"),
        ("gf.reply_window_s", 61, "gf.reply_window_s: expected a whole number from 1 to 60, found 61"),
        ("gf.reply_window_s", True, "gf.reply_window_s: expected a whole number from 1 to 60, found true"),
        ("gf.reply_window_s", None, "gf.reply_window_s: expected a whole number from 1 to 60, found null"),
        ("zb.order", "row", 'zb.order: expected score or clockwise, found "row"'),
        ("race.tie", "fight", 'race.tie: expected redo or coin, found "fight"'),
        ("gf.creepy", True, "gf.creepy: expected off or advisory, found true"),
        ("hb.stop_words", [1], "hb.stop_words: expected a list of different words, found [1]"),
        ("hb.stop_words", [], "hb.stop_words: expected a list of different words, found []"),
        ("hb.stop_words", ["Stop!", "stop"], "hb.stop_words: expected a list of different words, found [Stop!, stop]"),
        ("hb.stop_words", ["?"], "hb.stop_words: expected a list of different words, found [?]"),
        ("ez.choice_words", ["run"], "ez.choice_words: expected a list of 2 different words, found [run]"),
        ("gf.scale", 2.5, "gf.scale: expected a number from 0.5 to 2, found 2.5"),
        ("gf.count_must_mach", True, "unknown house rule 'gf.count_must_mach': did you mean gf.count_must_match?"),
    ],
)
def test_a_wrong_value_is_answered_with_what_is_allowed(key: str, value: object, complaint: str) -> None:
    with pytest.raises(HouseRuleError) as error:
        house_rules.read(Rules, [Given(key, value, "rules.yaml:3:5")])
    assert str(error.value) == f"rules.yaml:3:5: {complaint}"


def test_a_key_that_is_like_none_is_answered_with_the_list() -> None:
    with pytest.raises(HouseRuleError, match=r"unknown house rule 'q': the known ones are gf.count_must_match, "):
        house_rules.from_mapping(Rules, {"q": 1})


def test_a_key_given_twice_is_refused() -> None:
    with pytest.raises(HouseRuleError, match=r"race\.tie is given twice"):
        house_rules.from_mapping(Rules, {"race.tie": "coin", "race": {"tie": "redo"}})


def test_keys_of_other_games_are_left_alone() -> None:
    assert house_rules.read(Rules, [Given("zb.solo_20", "fun")], of_other_games=["zb.solo_20"]) == Rules()


def test_what_differs_from_the_default_is_read_aloud() -> None:
    assert house_rules.read_aloud(Rules()) == "The recommended house rules hold."
    assert house_rules.read_aloud(Rules(match=False, window_s=8)) == (
        "House rules that differ: count must match: false; reply window in seconds: 8."
    )


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("appeals.per_player", "appeals per player"),
        ("race.tie_band_ms", "race tie band in milliseconds"),
        ("exact.leading_filler", "exact leading filler"),
        ("rares.utterance", "rares utterance"),
        ("gf.preacher_window_s", "preacher window in seconds"),
    ],
)
def test_a_key_is_said_with_its_group_where_that_is_a_word(key: str, said: str) -> None:
    assert house_rules.spoken_key(key) == said


def test_the_table_shows_value_allowed_default_and_meaning() -> None:
    assert house_rules.rows(Rules(window_s=8))[1] == (
        "gf.reply_window_s",
        "8",
        "a whole number from 1 to 60 (default 5)",
        "Decides gf.reply_window_s.",
    )


def test_a_rule_without_key_is_a_fault_of_the_program() -> None:
    @dataclass(frozen=True, slots=True)
    class Bare:
        match: bool = True

    with pytest.raises(TypeError, match=r"Bare\.match needs"):
        house_rules.settings(Bare)
