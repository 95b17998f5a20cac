"""From a script's words to calls, facts and commands, by the game's own phrase book."""

import pytest

from assistant.core.observations import Call, Command, CommandName, End, Fact, Observation, Tick, Verdict, WordDiff
from assistant.core.phrases.book import GameBook
from assistant.phrasebook import load_phrase_book
from assistant.script import ScriptError, parse
from assistant.script_source import observations_of

PLAYERS = ("Ann", "Ben", "Cid")


@pytest.fixture(scope="module")
def book() -> GameBook:
    return load_phrase_book().games["grave-feast"]


def observed(book: GameBook, text: str) -> tuple[Observation, ...]:
    return observations_of(parse(text, PLAYERS, "s"), book, PLAYERS)


def one_call(book: GameBook, words: str) -> Call:
    call, end = observed(book, f"1-2 Ann: {words}")
    assert isinstance(call, Call)
    assert end == End(2000)
    return call


def test_an_exact_call_has_its_slots_and_the_lines_times(book: GameBook) -> None:
    assert one_call(book, "5 to the graveyard!") == Call(
        "Ann", "grave-feast.graveyard", Verdict.EXACT, "five to the graveyard", 1000, 2000, (("n", 5),)
    )


def test_an_inexact_call_has_what_was_wrong(book: GameBook) -> None:
    call = one_call(book, "Five to the grave!")
    assert (call.phrase, call.verdict) == ("grave-feast.graveyard", Verdict.INEXACT)
    assert call.diff == WordDiff(changed=(("graveyard", "grave"),))


def test_a_call_marked_unsure_is_unsure_and_has_no_other_fault(book: GameBook) -> None:
    call = one_call(book, "Seduce (?)")
    assert (call.phrase, call.verdict, call.diff) == ("grave-feast.seduce", Verdict.UNSURE, None)
    assert call.reason == "it was not heard well"


def test_table_talk_is_no_call(book: GameBook) -> None:
    assert observed(book, "1-2 Ann: whose turn is it anyway") == (End(2000),)


def test_calls_in_one_breath_share_the_time_by_their_letters(book: GameBook) -> None:
    brains, graveyard, _ = observed(book, "1.0-3.5 Ann: Brains! Three to the graveyard!")
    assert isinstance(brains, Call)
    assert isinstance(graveyard, Call)
    assert (brains.phrase, brains.start_ms, brains.end_ms) == ("grave-feast.brains", 1000, 1600)
    assert (graveyard.phrase, graveyard.start_ms, graveyard.end_ms) == ("grave-feast.graveyard", 1600, 3500)


def test_an_exact_call_counts_though_the_one_behind_it_is_spoiled(book: GameBook) -> None:
    brains, grave, _ = observed(book, "1.0-3.2 Ann: Brains! Three to the grave!")
    assert isinstance(brains, Call)
    assert isinstance(grave, Call)
    assert (brains.phrase, brains.verdict, brains.end_ms) == ("grave-feast.brains", Verdict.EXACT, 1628)
    assert (grave.phrase, grave.verdict, grave.heard) == (
        "grave-feast.graveyard",
        Verdict.INEXACT,
        "three to the grave",
    )
    assert (grave.start_ms, grave.end_ms, grave.slot("n")) == (1628, 3200, 3)


def test_voice_and_script_tell_facts_and_commands_in_the_same_words(book: GameBook) -> None:
    text = (
        "1 Ben > ann is done\n2-3 Ben: Referee, Ann is done.\n4-5 Cid: I call it!\n6 > referee, pause\n7 Ann ! resume"
    )
    assert observed(book, text) == (
        Fact(1000, "grave-feast.done", (("player", "Ann"),), "ann is done", "Ben"),
        Fact(3000, "grave-feast.done", (("player", "Ann"),), "ann is done", "Ben"),
        Command(5000, CommandName.CHALLENGE, "Cid"),
        Command(6000, CommandName.PAUSE),
        Command(7000, CommandName.RESUME, "Ann"),
        End(7000),
    )


def test_observations_come_in_the_order_of_their_moments(book: GameBook) -> None:
    observations = observed(book, "1-4 Ann: brains\n2-3 Ben: seduce\n9 .")
    assert [type(each) for each in observations] == [Call, Call, Tick, End]
    first = observations[0]
    assert isinstance(first, Call)
    assert first.player == "Ben"
    assert observations[-1] == End(9000)


def test_a_fact_that_the_game_does_not_know_is_named(book: GameBook) -> None:
    with pytest.raises(
        ScriptError, match=r"s:1: 'ann iz done' is no fact of grave-feast: did you mean 'ann is done'\?"
    ):
        observed(book, "1 > ann iz done")
    with pytest.raises(ScriptError, match="s:1: 'xyzzy' is no fact of grave-feast: `referee rules` lists"):
        observed(book, "1 > xyzzy")
