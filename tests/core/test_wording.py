"""Sentences: short enough to be said in two seconds, complete, one for every code."""

import pytest

from assistant.core.games.registry import GAMES
from assistant.core.referee_codes import COMMAND_NOTHING, REFEREE_CODES
from assistant.core.rulings import Ruling, ruling_data
from assistant.core.wording import explain, render
from assistant.core.wording.en import ENGLISH
from assistant.core.wording.language import MOST_WORDS, Wording, fill, placeholders

TELLING = ("say/again", "say/why", "rule/told")
"""Codes whose sentence is another text, as long as that is."""

WORDED = [game for game in GAMES.values() if any(info.code in ENGLISH.catalogue for info in game.info.codes)]
"""Games with sentences of their own; a new one is said by its codes until it has them, and then it needs them all."""
CODES = [info.code for info in REFEREE_CODES] + [info.code for game in WORDED for info in game.info.codes]


@pytest.mark.parametrize("code", dict.fromkeys(CODES))
def test_every_code_has_a_sentence_and_an_explanation(code: str) -> None:
    wording = ENGLISH.catalogue[code]
    assert wording.short.strip()
    assert len(wording.long) > len("It is so.")


@pytest.mark.parametrize("code", ENGLISH.catalogue)
def test_every_sentence_is_short_and_no_wording_is_left_over(code: str) -> None:
    assert code in CODES
    needed = ENGLISH.catalogue[code].short.partition("[")[0]
    assert len(needed.split()) <= MOST_WORDS
    assert ENGLISH.catalogue[code].short[-1] in (".?!]" if code not in TELLING else "}")


def test_values_are_said_as_people_say_them() -> None:
    ruling = Ruling(
        "steal/blocked", 2100, "Ben", margin_ms=200, data=ruling_data(owner="Ann", late_ms=200, card="discard")
    )
    assert render(ruling) == "Blocked by 0.2 seconds."
    assert explain(ruling) == (
        "Ann's announcement was complete 0.2 seconds before Seduce, so nothing is stolen; the succubus is discarded."
    )


@pytest.mark.parametrize(("ms", "said"), [(40, "0.04"), (99, "0.10"), (100, "0.1"), (1000, "1"), (1960, "2"), (0, "0")])
def test_times_are_rounded_so_that_they_still_tell_a_race(ms: int, said: str) -> None:
    ruling = Ruling("steal/blocked", 0, "Ben", data=ruling_data(owner="Ann", late_ms=ms, card="discard"))
    unit = "second" if said == "1" else "seconds"
    assert render(ruling) == f"Blocked by {said} {unit}."


def test_players_are_said_by_their_other_names_and_nobody_is_somebody() -> None:
    ruling = Ruling("steal/made", 0, "Ben", data=ruling_data(victim="Ann", hijack=0, kind="brains", loot="family"))
    assert render(ruling, {"Ben": "Benjamin", "Ann": "Anna"}) == "Benjamin steals the family from Anna."
    unknown = Ruling("steal/made", 0, None, data=ruling_data(victim="", hijack=0, kind="", loot="family"))
    assert render(unknown) == "Somebody steals the family."


def test_a_change_of_history_says_what_it_did_to_the_scores() -> None:
    scores: dict[str, int | str] = {"was.Ann": 5, "now.Ann": 0, "was.Ben": 0, "now.Ben": 5}
    data: dict[str, int | str] = {"was": "inexact", "now": "exact", "reason": "", "withdrawn": 2, **scores}
    ruling = Ruling("appeal/overturned", 0, "Ben", data=tuple(sorted(data.items())))
    assert render(ruling) == "Overturned: it is now exact. Ann 5 to 0, Ben 0 to 5."


def test_a_code_without_wording_is_said_as_it_is_written_and_explained_by_its_game() -> None:
    ruling = Ruling("grab/made", 0, "Ann")
    assert render(ruling) == "Grab made: Ann."
    assert explain(ruling) == "Grab made: Ann."
    assert explain(ruling, meaning="Somebody grabbed the cookie.") == "Somebody grabbed the cookie."


def test_optional_parts_fall_away_with_their_values() -> None:
    template = "{a}[ and {b}][, {c}]."
    assert fill(template, {"a": "1", "b": "2", "c": ""}) == "1 and 2."
    assert sorted(placeholders(template, optional=False)) == ["a"]
    assert sorted(placeholders(template, optional=True)) == ["b", "c"]
    with pytest.raises(KeyError):
        fill(template, {"b": "2"})


def test_braces_are_balanced_in_every_template() -> None:
    def plain(wording: Wording) -> str:
        return fill("".join((wording.short, wording.long)), _Anything())

    assert [code for code, wording in ENGLISH.catalogue.items() if set("{}[]") & set(plain(wording))] == []


class _Anything(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "x"


def test_a_command_about_nothing_is_refused_in_words_that_people_use() -> None:
    for command, said in (("end-turn", "end"), ("done", "finish"), ("challenge", "call"), ("undo", "undo")):
        ruling = Ruling(COMMAND_NOTHING, 0, None, data=(("command", command),))
        assert render(ruling) == f"There is nothing to {said}."
