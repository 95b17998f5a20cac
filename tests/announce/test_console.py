"""The running account, as it is read on a terminal of 80 columns and in a file."""

import io

from rich.console import Console

from assistant.announce.console import ASCII_MARKS, UNICODE_MARKS, Account, diff_text, marks_for, with_progress
from assistant.core import referee
from assistant.core.fold import MatchSetup
from assistant.core.games.base import Table
from assistant.core.observations import Call, End, Fact, Gap, Observation, Tick, Verdict, WordDiff
from assistant.core.wording import render
from tests.core.tiny_game import TINY, TinyRules

GRAB = Call("Ann", "tiny.grab", Verdict.EXACT, "grab", 600, 1000)
WRONG = Call("Ben", "tiny.grab", Verdict.INEXACT, "grabs", 1500, 2000, diff=WordDiff(changed=(("grab", "grabs"),)))
UNSURE = Call("Bartholomew the Third", None, Verdict.UNSURE, "mi", 5000, 5400, reason="two voices at once")
MATCH: tuple[Observation, ...] = (
    GRAB,
    WRONG,
    Fact(2500, "tiny.cookie", (("n", 2), ("player", "ann")), "ann bakes two cookies"),
    Gap(1, 2600, 3100, "unplugged"),
    UNSURE,
    End(9000),
)


def account(
    terminal: bool,
    colours: bool = False,
    encoding: str = "utf-8",
    calls: bool = True,
    match: tuple[Observation, ...] = MATCH,
) -> tuple[str, ...]:
    """Return the lines of the account of a match."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(
        file=file,
        force_terminal=terminal,
        width=80,
        color_system="truecolor" if colours else None,
        highlight=False,
    )
    told = Account(render, calls=calls, console=console)
    setup = MatchSetup(TINY, Table(("Ann", "Ben", "Bartholomew the Third")), TinyRules())
    state = referee.start(setup)
    for observation in match:
        step = referee.step(state, observation)
        told.take(state, step)
        state = step.state
    told.finish(state)
    file.flush()
    file.seek(0)
    return tuple(file.read().splitlines())


def test_a_call_tells_time_who_verdict_and_words_in_a_line_of_80_columns() -> None:
    lines = account(terminal=True)
    assert max(map(len, lines)) <= 80
    assert any(line.split() == ["0:00.60", "Ann", "✓", '"grab"'] for line in lines)
    assert any(
        line.split() == ["0:01.50", "Ben", "✗", '"grabs"', "inexact:", '"grabs"', "for", '"grab"'] for line in lines
    )


def test_an_unsure_call_tells_why_and_a_long_name_is_cut() -> None:
    (line,) = (line for line in account(terminal=True) if "two voices" in line)
    assert line.split() == ["0:05.00", "Bartholom…", "?", '"mi"', "unsure", "(two", "voices", "at", "once)"]


def test_lost_sound_and_told_facts_have_their_lines() -> None:
    text = "\n".join(account(terminal=True))
    assert "0:02.60            ! 0.5 s of sound lost on microphone 2 (unplugged)" in text
    assert "0:02.50            · ann bakes two cookies" in text


def test_the_score_follows_what_changed_it_and_stands_at_the_end() -> None:
    lines = [line.strip() for line in account(terminal=True)]
    scores = [
        index for index, line in enumerate(lines) if " ".join(line.split()).startswith("Score Ann 1, Ben 0, Bart")
    ]
    scored = next(index for index, line in enumerate(lines) if "Grab scored" in line)
    assert len(scores) == 2
    assert scored < scores[0] < scores[1] == len(lines) - 1


def test_a_score_that_changed_last_is_not_printed_twice() -> None:
    lines = account(terminal=True, match=(GRAB, End(9000)))
    assert [line.split()[:3] for line in lines if "Score" in line] == [["Score", "Ann", "1,"]]
    assert "Score" in lines[-1]


def test_quiet_leaves_calls_and_facts_out() -> None:
    text = "\n".join(account(terminal=True, calls=False))
    assert '"grab"' not in text
    assert "bakes" not in text
    assert "Grab scored" in text


def test_colours_only_add_to_what_the_symbols_say() -> None:
    coloured = account(terminal=True, colours=True)
    assert any("\x1b[32m✓" in line for line in coloured)
    assert any("\x1b[1;31m✗" in line for line in coloured)
    assert not any("\x1b[3" in line for line in account(terminal=True))


def test_a_file_gets_whole_lines() -> None:
    lines = account(terminal=False)
    assert '   0:01.50 Ben        ✗ "grabs" inexact: "grabs" for "grab"'.strip() in [line.strip() for line in lines]
    assert not any("\x1b" in line for line in lines)


def test_a_console_that_lacks_the_symbols_gets_others() -> None:
    assert marks_for("cp1252") is ASCII_MARKS
    assert marks_for("utf-8") is UNICODE_MARKS
    assert marks_for("no-such-encoding") is ASCII_MARKS
    assert any(line.split()[:3] == ["0:01.50", "Ben", "x"] for line in account(terminal=True, encoding="cp1252"))


def test_what_was_wrong_in_words() -> None:
    diff = WordDiff(missing=("<swear word>",), added=("please",), changed=(("graveyard", "grave"),))
    assert diff_text(diff) == 'missing "<swear word>", added "please", "grave" for "graveyard"'


def test_the_progress_bar_hands_every_observation_on_and_writes_nothing_into_a_file() -> None:
    file = io.StringIO()
    told = (Tick(10), Tick(500), End(1000))
    assert tuple(with_progress(told, 1000, Console(file=file))) == told
    assert file.getvalue() == ""


def test_the_progress_bar_shows_how_far_the_recording_is_heard() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=80)
    for _ in with_progress((Tick(0), Tick(500)), 1000, console):
        pass
    assert "Listening" in file.getvalue()
    assert "50%" in file.getvalue()
