"""Recordings in which the referee is told and asked something, judged end to end; see tests/recordings/make_told.py.

The rulings are what the rulebooks want of what was said, worked out by hand.
"""

from pathlib import Path

import pytest

from assistant import app
from assistant.audio.files import open_recording
from assistant.core import referee
from assistant.core.observations import Call, Command, Fact, Observation
from assistant.hearing.pool import InlinePool
from assistant.listening import build_listener, build_table_ears, plan_ears, seats_of

RECORDINGS = Path(__file__).resolve().parent.parent / "recordings"

TOLD = {
    "grave-feast": [
        "ann lays brains three four five",
        "challenge",
        "referee what does the preacher do",
        "score",
        "say-again",
        "undo",
        "redo",
    ],
    "need-more-brains": ["three brains", "double rampage", "two brains"],
    "house-blitz": [
        "everybody is ready",
        "ann saved five two in house two dead",
        "ben saved seven zero in house one dead",
    ],
    "in-cahoots": [
        "ann reveals level two attrition one",
        "ben adds nothing",
        "ann plays fight three",
        "the fight total is three",
    ],
}
"""Every fact and command of a scene, in order."""

RULINGS = {
    "grave-feast": [
        ("board/noted", "Ann"),
        ("eater/feeding", "Ann"),
        ("claim/stands", "Ann"),
        ("challenge/rejected", "Cid"),
        ("claim/scored", "Ann"),
        ("rule/told", "Ben"),
        ("score/told", "Ann"),
        ("say/again", "Ann"),
        ("undo/done", "Ann"),
        ("redo/done", "Ben"),
        ("challenge/rejected", "Cid"),
    ],
    "need-more-brains": [
        ("turn/begins", "Ben"),
        ("card/brains", "Ben"),
        ("decision/more", "Ben"),
        ("card/double", "Ben"),
        ("decision/more", "Ben"),
        ("card/brains", "Ben"),
        ("bank/made", "Ben"),
        ("turn/begins", "Ann"),
    ],
    "house-blitz": [
        ("round/countdown", None),
        ("round/countdown", None),
        ("round/countdown", None),
        ("round/live", None),
        ("round/frozen", "Ben"),
        ("score/round", "Ann"),
        ("score/round", "Ben"),
    ],
    "in-cahoots": [
        ("step/next", "Ann"),
        ("zombie/revealed", "Ann"),
        ("step/next", "Ben"),
        ("step/next", "Ann"),
        ("choice/made", "Ann"),
        ("swag/played", "Ann"),
        ("fight/won", "Ann"),
        ("step/next", "Ann"),
    ],
}
SCORES = {
    "grave-feast": {"Ann": 3, "Ben": 0, "Cid": 0},
    "need-more-brains": {"Ann": 0, "Ben": 7},
    "house-blitz": {"Ann": 6, "Ben": 13},
    "in-cahoots": {"Ann": 1, "Ben": 0},
}
"""Three brains and two doubled are seven; five saved, two in the House and two dead are six."""


@pytest.mark.parametrize("game", TOLD)
def test_facts_and_commands_are_heard_between_calls_and_talk(game: str) -> None:
    chosen = app.game_named(game)
    players = tuple(SCORES[game])
    match = app.match_setup(chosen, players, None, 0)
    recording, book, plan = open_recording(RECORDINGS / game / "told.flac"), app.book_for(match), plan_ears("auto")
    pool = InlinePool(build_table_ears(plan, book, players))
    listener = build_listener(plan, book, seats_of(recording, players), pool, players)
    heard: list[Observation] = []
    for block in recording.blocks():
        heard.extend(listener.push(block, patient=True))
    heard.extend(listener.finish())
    assert [words_of(each) for each in heard if isinstance(each, Fact | Command)] == TOLD[game]
    assert all(each.player in players for each in heard if isinstance(each, Fact | Command | Call))
    steps = list(referee.fold(match, heard))
    assert [(ruling.code, ruling.player) for step in steps for ruling in step.rulings] == RULINGS[game]
    assert referee.scores(steps[-1].state) == SCORES[game]


def words_of(observation: Fact | Command) -> str:
    return observation.text if isinstance(observation, Fact) else observation.name.value
