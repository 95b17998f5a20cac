"""House rules from YAML files, with the place of every fault."""

from pathlib import Path

import pytest

from assistant.core.house_rules import Given, HouseRuleError
from assistant.settings import given_in, load_house_rules
from tests.core.tiny_game import TinyRules


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_values_come_with_their_places(tmp_path: Path) -> None:
    path = written(tmp_path, "# ours\ntiny:\n  window_s: 4\nother.words: [a, b]\n")
    assert given_in(path) == (
        Given("tiny.window_s", 4, f"{path}:3:13"),
        Given("other.words", ["a", "b"], f"{path}:4:14"),
    )
    assert load_house_rules(TinyRules, path, of_other_games=["other.words"]) == TinyRules(window_s=4)


def test_no_file_and_an_empty_file_give_the_recommended_rules(tmp_path: Path) -> None:
    assert load_house_rules(TinyRules, None) == TinyRules()
    assert load_house_rules(TinyRules, written(tmp_path, "# nothing\n")) == TinyRules()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("tiny:\n  window_s: 61\n", ":2:13: tiny.window_s: expected a whole number from 0 to 60, found 61"),
        ("tiny:\n  windo_s: 6\n", ":2:12: unknown house rule 'tiny.windo_s': did you mean tiny.window_s?"),
        ("tiny.window_s: 3\ntiny:\n  window_s: 6\n", ":3:13: tiny.window_s is given twice: remove one of the two"),
        ("tiny: [1\n", ":2:1: expected ',' or ']', but got '<stream end>': mend the YAML there"),
        ("- tiny\n", ":1:1: expected house rules as `key: value` lines"),
        ("tiny: &a\n  b: *a\n", ":2:3: tiny.b contains itself: remove the alias"),
        ("a: 1\n---\nb: 2\n", ":2:1: but found another document: mend the YAML there"),
        ("? [a]\n: 1\n", ":1:3: a key must be a word such as gf.reply_window_s"),
        ("tiny.answer: 2024-13-45\n", ": this is no YAML that can be read (month must be in 1..12): mend the file"),
        ("tiny.answer: \x07\n", ""),
        ("[" * 5000, ""),
    ],
)
def test_a_fault_is_one_line_that_starts_with_its_place(tmp_path: Path, text: str, complaint: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(HouseRuleError) as error:
        load_house_rules(TinyRules, path)
    assert str(error.value).startswith(f"{path}{complaint}")
    assert "\n" not in str(error.value)


def test_a_folder_a_missing_file_and_no_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(HouseRuleError, match="Is a directory"):
        given_in(tmp_path)
    with pytest.raises(HouseRuleError, match="No such file"):
        given_in(tmp_path / "none.yaml")
    path = tmp_path / "noise.yaml"
    path.write_bytes(bytes(range(128, 256)))
    with pytest.raises(HouseRuleError, match="this is no text"):
        given_in(path)
