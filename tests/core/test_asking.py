"""What is asked of the referee is answered and changes nothing: the score, a ruling again, why, and a rule."""

import pytest

from assistant.core import referee
from assistant.core.games.base import Table
from assistant.core.games.registry import GAMES
from assistant.core.observations import Observation
from assistant.core.rulings import Ruling
from assistant.core.wording import explain, render
from assistant.phrasebook import load_phrase_book
from assistant.script import parse
from assistant.script_source import observations_of

PLAYERS = ("Ann", "Ben")


def observed(script: str, game: str = "grave-feast") -> tuple[Observation, ...]:
    return observations_of(parse(script, PLAYERS), load_phrase_book().games[game], PLAYERS)


def rulings(script: str, game: str = "grave-feast") -> list[Ruling]:
    match = referee.MatchSetup(GAMES[game], Table(PLAYERS, 0), GAMES[game].rules_type())
    return [ruling for step in referee.fold(match, observed(script, game)) for ruling in step.rulings]


def said(script: str, game: str = "grave-feast") -> list[str]:
    return [render(ruling) for ruling in rulings(script, game)]


def test_the_score_is_read_aloud() -> None:
    told = said("1 > ann has forty points\n2 Ben ! score\n3-4 Ben: Referee, what is the score?", "house-blitz")
    assert told == ["Ann has 40.", "Ann 40, Ben 0.", "Ann 40, Ben 0."]


def test_a_rule_is_told_by_its_subject_in_a_breath_or_as_a_fact() -> None:
    told = said("1-2 Ben: Referee, what does the preacher do?\n3-4 Ben: Explain the exorcist.")
    assert told[0].startswith("Say: the power of Christ compels you. He destroys one visible eater")
    assert told[1:] == []  # without the word "referee" it is table talk


def test_a_subject_of_another_game_is_none() -> None:
    assert said("1-2 Ben: Referee, explain the grandma.") == ["I have no rule on grandma in this game."]
    assert said("1-2 Ben: Referee, explain the grandma.", "house-blitz")[0].startswith("Grandma is any six.")


def test_the_latest_ruling_is_said_again_and_explained_on_request() -> None:
    told = said("1-1.4 Ann: brains\n2 Ben ! say-again\n3-3.5 Ben: Referee, why?\n4 ! say-again\n5 ! why 99")
    feeds = "Ann's zombie feeds."
    why = "Ann played a zombie with its word. It is bound to that brains family now."
    assert told == [feeds, feeds, why, feeds, "There is no such ruling."]


def test_an_older_ruling_is_said_again_by_its_number() -> None:
    given = rulings("1-1.4 Ann: brains\n2 ! score\n3 ! say-again 2")
    assert [ruling.code for ruling in given] == ["eater/feeding", "score/told", "say/again"]
    assert dict(given[-1].data)["again_id"] == given[0].id == 2
    assert render(given[-1]) == render(given[0])
    assert explain(given[-1]) == f"I said it before: {explain(given[0])}"


@pytest.mark.parametrize("asked", ["score", "say-again", "why"])
def test_a_question_is_nothing_that_undo_could_strike(asked: str) -> None:
    told = said(f"1-1.4 Ann: brains\n2 Ben ! {asked}\n3 Ben ! undo")
    assert told[-1] == "Undone: brains."


def test_a_pause_answers_questions_too() -> None:
    assert said("1 ! pause\n2 ! score\n3-4 Ann: brains") == [
        "Paused.",
        "Ann 0, Ben 0.",
        "We are paused: that does not count.",
    ]
