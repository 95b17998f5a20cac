"""Loading a phrase book: every fault with its file, line and column, several at once."""

from pathlib import Path

import pytest

from assistant.phrasebook import MOST_FAULTS, PhraseBookError, load_phrase_book

HEAD = "lists:\n  fruits: [pear, plum]\ngames:\n  g:\n    phrases:\n"
"""Five lines; what a test adds begins on line 6."""


def faults(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "p.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PhraseBookError) as caught:
        load_phrase_book(path)
    return [line.removeprefix(f"{path}:") for line in str(caught.value).splitlines()]


@pytest.mark.parametrize(
    ("phrase", "at", "fault"),
    [
        ("{say: grab, examples: [grabs]}", "grabs]", 'found the example "grabs", which does not match, expected a'),
        ("{say: grab, near_misses: [grab]}", "grab]", 'found the near miss "grab", which matches, expected a'),
        ("{say: grab (it}", "(it", 'found "(" without its ")", expected a template'),
        ("{say: 'grab (it'}", "(it", 'found "(" without its ")", expected a template'),
        ("{say: grab it) now}", ") now", 'found ")" without its opening bracket, expected a template'),
        ('{say: "grab {n:9-1}"}', "{n", 'found "{n:9-1}", expected rising bounds up to 99'),
        ('{say: "grab {n:@nuts}"}', '"grab', 'found the list "@nuts", expected one of @players, @topics, @fruits'),
        ('{say: "[grab]"}', "[grab", "found a template that may be silence, expected at least one word"),
        ("{examples: [grab]}", "{exa", 'found "x" without say, expected say: with a template'),
        ("{says: grab}", "says", 'found "says", expected one of any_of, examples, near_misses, say, titles, why'),
        ("{say: grab, say: take}", "say: take", 'found "say" twice, expected every name once'),
        ("grab", "grab", "found a single value, expected names with a value each"),
        ("{say: [[grab]]}", "[grab]]", "found a list, expected words"),
        ('{say: "?!"}', '"?!', 'found "?!", expected words'),
    ],
)
def test_faults_of_a_phrase(tmp_path: Path, phrase: str, at: str, fault: str) -> None:
    line = f"      x: {phrase}"
    assert faults(tmp_path, f"{HEAD}{line}\n")[0].startswith(f"6:{line.index(at) + 1}: {fault}")


def test_faults_are_told_together_up_to_a_number(tmp_path: Path) -> None:
    lines = "".join(f"      x{at}: {{say: grab, examples: [grabs]}}\n" for at in range(MOST_FAULTS + 5))
    found = faults(tmp_path, HEAD + lines)
    assert [line.split(":")[0] for line in found] == [str(6 + at) for at in range(MOST_FAULTS)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is empty"),
        ("lists: {}\n", "1:1: found no games, expected at least one game under games:"),
        ("game: {}\n", '1:1: found "game", expected one of games, lists, referee'),
        ("games:\n  g: {phrase: {}}\n", '2:7: found "phrase", expected one of facts, phrases, run_ons'),
        ("lists:\n  a: ['@b']\n  b: [x]\n", '2:7: found the list "@b", expected a list that stands above it'),
        ("games: [a: b\n", "2:1: not YAML"),
    ],
)
def test_faults_of_the_file(tmp_path: Path, text: str, fault: str) -> None:
    assert faults(tmp_path, text)[0].strip().startswith(fault)


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PhraseBookError, match=r"none\.yaml: cannot be read .*--phrases"):
        load_phrase_book(tmp_path / "none.yaml")


def test_the_right_book_loads(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(HEAD + "      x: {say: '{f:@fruits} for me', examples: [Pear for me!]}\n", encoding="utf-8")
    book = load_phrase_book(path).games["g"]
    assert [line for line, _ in book.sentences()] == ["pear for me", "plum for me"]
