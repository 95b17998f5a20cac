"""What must hold for every registered game, whatever people say, tell and ask."""

import json
from collections.abc import Sequence
from dataclasses import is_dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.core import referee
from assistant.core.codec import decode_ruling, encode_ruling
from assistant.core.games.base import Table
from assistant.core.games.registry import GAMES
from assistant.core.house_rules import from_mapping, to_mapping
from assistant.core.house_rules import settings as house_rules
from assistant.core.observations import Call, Command, CommandName, Observation, Tick, moment_ms
from assistant.core.referee_codes import REFEREE_CODES
from assistant.core.rulings import Ruling
from assistant.core.wording import explain, render
from tests.core.book_streams import LONGEST_MS, book, players, streams

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
THOROUGH = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def judge(game: str, stream: Sequence[Observation], seed: int = 3) -> "list[referee.Step[Any, Any]]":
    match = referee.MatchSetup(GAMES[game], Table(players(game), seed), GAMES[game].rules_type())
    return list(referee.fold(match, stream))


def rulings(steps: "list[referee.Step[Any, Any]]") -> list[Ruling]:
    return [ruling for step in steps for ruling in step.rulings]


@EVERY_GAME
def test_a_game_declares_itself(game: str) -> None:
    info = GAMES[game].info
    assert info.id == game
    assert 1 <= info.min_players <= info.max_players
    codes = [code.code for code in info.codes]
    assert len(codes) == len(set(codes))
    assert not {code.code for code in REFEREE_CODES} - {"call/unclear"} & set(codes)
    assert all(code.meaning.endswith(".") for code in info.codes)
    assert book(game).phrases, f"phrases.yaml has no phrases for {game}"


@EVERY_GAME
def test_its_house_rules_are_documented_and_survive_a_settings_file(game: str) -> None:
    rules = GAMES[game].rules_type()
    assert is_dataclass(rules)
    declared = house_rules(type(rules))
    assert len({setting.key for setting in declared}) == len(declared)
    assert all(setting.doc.endswith(".") for setting in declared)
    assert from_mapping(GAMES[game].rules_type, to_mapping(rules)) == rules


@EVERY_GAME
@given(st.data())
@THOROUGH
def test_no_stream_breaks_it_and_every_ruling_can_be_said_and_written(game: str, data: st.DataObject) -> None:
    steps = judge(game, data.draw(streams(game)))
    allowed = {info.code for info in (*GAMES[game].info.codes, *REFEREE_CODES)}
    numbers = {step.numbered.id for step in steps}
    for step in steps:
        assert list(referee.scores(step.state)) == list(players(game))
        assert referee.winner(step.state) in (None, *players(game))
        assert step.next_deadline_ms is None or step.next_deadline_ms > moment_ms(step.numbered.observation)
        for window in referee.windows(step.state):
            assert window.opens_ms <= window.closes_ms
    for ruling in rulings(steps):
        assert ruling.code in allowed
        assert set(ruling.calls) <= numbers
        assert ruling.player in (None, *players(game))
        assert ruling.data == tuple(sorted(dict(ruling.data).items()))
        assert "{" not in render(ruling) + explain(ruling)
        assert decode_ruling(json.loads(json.dumps(encode_ruling(ruling)))) == ruling


@EVERY_GAME
@given(st.data())
@THOROUGH
def test_the_same_stream_gives_the_same_rulings_with_and_without_ticks(game: str, data: st.DataObject) -> None:
    stream = [each for each in data.draw(streams(game)) if not isinstance(each, Tick)]
    ticks = data.draw(st.lists(st.integers(0, moment_ms(stream[-1])), max_size=10)) if stream else []
    timed = sorted([*stream, *map(Tick, ticks)], key=moment_ms)
    assert rulings(judge(game, timed)) == rulings(judge(game, stream))


@EVERY_GAME
@given(st.data())
@THOROUGH
def test_undo_then_redo_is_the_identity(game: str, data: st.DataObject) -> None:
    stream = [*data.draw(streams(game)), Tick(LONGEST_MS)]
    before = judge(game, stream)
    undo, redo = Command(LONGEST_MS, CommandName.UNDO), Command(LONGEST_MS, CommandName.REDO)
    after = judge(game, [*stream, undo, redo])
    if after[-2].rulings[0].code == "undo/nothing":
        return
    assert after[-1].state.fold == before[-1].state.fold
    assert _derived(after[-1].state) == _derived(before[-1].state)


@EVERY_GAME
@given(st.data())
@THOROUGH
def test_an_undone_call_leaves_no_trace(game: str, data: st.DataObject) -> None:
    stream = [each for each in data.draw(streams(game)) if not isinstance(each, Command)]
    position = data.draw(st.integers(0, len(stream)))
    said = data.draw(streams(game).filter(lambda drawn: any(isinstance(each, Call) for each in drawn)))
    call = next(each for each in said if isinstance(each, Call))
    call = replace(call, start_ms=0, end_ms=moment_ms(stream[position]) if position < len(stream) else LONGEST_MS)
    with_call = judge(game, [*stream[:position], call, *stream[position:], Tick(LONGEST_MS)])
    number = next(step.numbered.id for step in with_call if step.numbered.observation is call)
    undone = referee.step(with_call[-1].state, Command(LONGEST_MS, CommandName.UNDO, target=number))
    without = judge(game, [*stream, Tick(LONGEST_MS)])
    assert referee.scores(undone.state) == referee.scores(without[-1].state)
    assert [_content(each) for each in _derived(undone.state)] == [
        _content(each) for each in _derived(without[-1].state)
    ]


def _derived(state: "referee.RefereeState[Any, Any]") -> list[Ruling]:
    return [replace(kept.ruling, id=0) for kept in state.standing]


def _content(ruling: Ruling) -> tuple[object, ...]:
    return (ruling.code, ruling.at_ms, ruling.player, ruling.margin_ms, ruling.data)
