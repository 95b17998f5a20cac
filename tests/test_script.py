"""Scripts: what the lines mean, and the line that is wrong."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.observations import Command, CommandName
from assistant.script import Asked, Said, ScriptError, Silence, Told, load, parse

PLAYERS = ("Ann", "Ben", "Mary Lou")


def test_every_kind_of_line() -> None:
    text = """# a comment
    1.2-2.0 ann: Five to the graveyard!   # said
    1.5 - 2.25 Mary Lou : seduce
    2.5-3 ?: brains
    3 > ann lays brains 3 4 5
    3.1 Ben > gunfire
    4.5 Ben ! challenge
    5 ! undo 7
    6.0005 .
    """
    assert parse(text, PLAYERS, "s") == (
        Said("s:2", "Ann", 1200, 2000, "Five to the graveyard!"),
        Said("s:3", "Mary Lou", 1500, 2250, "seduce"),
        Said("s:4", None, 2500, 3000, "brains"),
        Told("s:5", None, 3000, "ann lays brains 3 4 5"),
        Told("s:6", "Ben", 3100, "gunfire"),
        Asked("s:7", Command(4500, CommandName.CHALLENGE, "Ben")),
        Asked("s:8", Command(5000, CommandName.UNDO, None, 7)),
        Silence("s:9", 6000),
    )


def test_overlapping_speech_may_be_listed_by_its_beginnings_or_by_its_ends() -> None:
    by_beginning = "1.0-3.0 Ann: brains\n1.5-2.0 Ben: seduce"
    by_end = "1.5-2.0 Ben: seduce\n1.0-3.0 Ann: brains"
    assert len(parse(by_beginning, PLAYERS)) == len(parse(by_end, PLAYERS)) == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "s: the script is empty: write lines START-END PLAYER: words, TIME > fact, or TIME PLAYER ! command"),
        ("# only talk", "s: the script is empty"),
        ("\nbrains!", "s:2: 'brains!' is no line of a script: write START-END PLAYER: words"),
        ("2.0-1.0 Ann: brains", "s:1: times run backwards (2.0-1.0): write the earlier one first"),
        (
            "2-3 Ann: brains\n1-2.5 Ben: seduce",
            "s:2: times run backwards (1 s after 2 s): put the lines in the order of their times",
        ),
        ("3 > a\n2 > b", "s:2: times run backwards (2 s after 3 s)"),
        ("1-2 Bem: seduce", "s:1: unknown player 'Bem': did you mean Ben?"),
        ("1-2 Zoe: seduce", "s:1: unknown player 'Zoe': the known ones are Ann, Ben, Mary Lou"),
        ("1 Bem > gunfire", "s:1: unknown player 'Bem': did you mean Ben?"),
        ("1-2 Ann:", "s:1: nothing is said there: write the words after the colon"),
        ("1 >", "s:1: the fact has no words: write TIME > fact"),
        ("1 ! chalenge", "s:1: unknown command 'chalenge': did you mean challenge?"),
        ("1 ! undo x", "s:1: expected the number of a ruling or call, found 'x'"),
        ("9999999-99999999 Ann: brains", "s:1: the time 9999999 s is too late for a match: write times in seconds"),
        ("-1-2 Ann: brains", "s:1: '-1-2 Ann: brains' is no line of a script"),
        ("nan-inf Ann: brains", "s:1: 'nan-inf Ann: brains' is no line of a script"),
    ],
)
def test_a_wrong_line_is_named_with_what_to_do(text: str, complaint: str) -> None:
    with pytest.raises(ScriptError) as error:
        parse(text, PLAYERS, "s")
    assert str(error.value).startswith(complaint)
    assert "\n" not in str(error.value)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_any_text_is_either_read_or_refused(text: str) -> None:
    complaint = ""
    try:
        parse(text, PLAYERS)
    except ScriptError as error:
        complaint = str(error)
    assert complaint.isprintable()


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="Is a directory"):
        load(tmp_path, PLAYERS)
    with pytest.raises(ScriptError, match="No such file"):
        load(tmp_path / "none.script", PLAYERS)
    noise = tmp_path / "noise.wav"
    noise.write_bytes(bytes(range(256)))
    with pytest.raises(ScriptError, match="neither a script nor audio"):
        load(noise, PLAYERS)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "s.script"
    path.write_bytes(b"\xef\xbb\xbf1-2 Ann: brains\r\n3-4 Ben: seduce\r\n")
    assert [line.place for line in load(path, PLAYERS)] == [f"{path}:1", f"{path}:2"]
