"""Whatever people say, tell and ask, every game stays in a legal state, and its scores follow from its rulings."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.core import referee
from assistant.core.games.base import Table
from assistant.core.games.grave_feast.laying import is_run
from assistant.core.games.grave_feast.state import GraveFeastState
from assistant.core.games.house_blitz.rules import HOUSE_CARDS
from assistant.core.games.house_blitz.state import BlitzState, Phase
from assistant.core.games.in_cahoots.state import ORDER, CahootsState
from assistant.core.games.need_more_brains.rules import BULLETS_OUT
from assistant.core.games.need_more_brains.state import BrainsState
from assistant.core.games.registry import GAMES
from assistant.core.house_rules import from_mapping
from assistant.core.observations import Command, CommandName
from assistant.core.rulings import Ruling
from tests.core.book_streams import players
from tests.core.walks import walk

LENGTH = 60
"""Observations in one match."""
LEAST_SHARE = 0.7
"""So many of a game's ruling codes come up in a few dozen walks."""
THOROUGH = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
VARIANTS: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("grave-feast", {}),
    ("grave-feast", {"gf.tracking": "board"}),
    ("grave-feast", {"gf.tracking": "board", "gf.mash_needs_word": True, "race.tie": "coin", "gf.set_games": 3}),
    ("grave-feast", {"race.reference": "start_vs_end", "gf.eater_word_enforcement": "auto", "gf.creepy": "advisory"}),
    ("need-more-brains", {}),
    ("need-more-brains", {"zb.tracking": "board", "zb.double_on_double": "next_two"}),
    ("need-more-brains", {"zb.mode": "horde", "zb.target_score": 5, "zb.timeout": "stop"}),
    ("need-more-brains", {"zb.mode": "solo", "zb.first_card_forced": False}),
    ("house-blitz", {}),
    ("house-blitz", {"hb.tracking": "board", "hb.target_score": 10, "hb.false_stop": -2}),
    ("in-cahoots", {}),
    ("in-cahoots", {"ez.tracking": "board", "ez.choice_binding": "first", "ez.flee_success": "clear"}),
)
EVERY_VARIANT = pytest.mark.parametrize(("game", "rules"), VARIANTS, ids=lambda value: str(value).replace(" ", ""))


def setup(game: str, rules: Mapping[str, object]) -> "referee.MatchSetup[Any, Any]":
    table = players(game)[:1] if rules.get("zb.mode") == "solo" else players(game)
    return referee.MatchSetup(GAMES[game], Table(table, 7), from_mapping(GAMES[game].rules_type, rules))


def check_grave_feast(state: GraveFeastState) -> None:
    table = (None, *state.table.players)
    assert len({family.id for family in state.families}) == len(state.families)
    for family in state.families:
        assert family.owner in table
        assert not family.cards or (is_run(family.cards) and set(family.cards) <= set(range(1, 10)))
        assert family.claim is None or family.eater is not None
    for seat in state.seats:
        assert min(seat.hand, seat.wives, seat.hiding, seat.loot, seat.buried, seat.lures) >= 0
        assert seat.loot <= len(seat.mash)
    moments = [held.finish.at_ms for held in state.queue]
    assert moments == sorted(moments)
    assert state.turn in table
    assert sum(state.tally.games) <= state.rules.set_games
    if state.prayer is not None:
        assert state.prayer.chain.links


def check_need_more_brains(state: BrainsState) -> None:
    hunt = state.hunt
    assert len(set(hunt.inside)) == len(hunt.inside)
    assert set(hunt.inside) <= set(state.players)
    assert min(hunt.owed, hunt.points, hunt.bullets, *state.tally.points) >= 0
    assert hunt.bullets < BULLETS_OUT or not hunt.inside
    assert hunt.forced >= 1
    assert all(factor >= 1 for factor in hunt.factors)
    assert sorted(state.row) == sorted(set(state.row))
    assert state.dealer in state.players
    if state.over:
        assert not hunt.inside
    if state.won is not None and state.rules.mode != "solo":
        assert state.over
        assert state.tally.of(state.won) == max(state.tally.points)


def check_house_blitz(state: BlitzState) -> None:
    told = [result.player for result in state.results]
    assert len(set(told)) == len(told)
    assert all(0 <= result.house <= HOUSE_CARDS for result in state.results)
    assert not state.results or state.phase is not Phase.LIVE
    assert bool(state.stops) <= (state.phase is not Phase.LIVE)
    assert set(state.ready) <= set(state.players)
    if state.won is not None:
        best = max(state.tally.points)
        assert [name for name in state.players if state.tally.of(name) == best] == [state.won]


def check_in_cahoots(state: CahootsState) -> None:
    turn = state.turn
    assert turn.step in ORDER
    assert turn.player in state.table.players
    assert min(turn.due, turn.lose, turn.total, turn.played, turn.found) >= 0
    assert turn.choice in ("", "fight", "flee")
    for _, piles in state.piles:
        assert min(piles.hand, piles.deck, piles.discard) >= 0
    assert state.supply is None or min(state.supply) >= 0
    assert state.won is None or state.over


LEGAL: Mapping[str, Callable[[Any], None]] = MappingProxyType(
    {
        "grave-feast": check_grave_feast,
        "need-more-brains": check_need_more_brains,
        "house-blitz": check_house_blitz,
        "in-cahoots": check_in_cahoots,
    }
)
TOTALS = ("claim/scored", "exorcist/found", "bank/made", "pity/given", "score/set", "score/round", "stop/false")
"""Rulings after which a player has the total that they name."""
KILLS = ("fight/won", "fight/lost")
"""Rulings that add what they name to a player's score."""


def scores_by_rulings(rulings: Iterable[Ruling], table: tuple[str, ...]) -> dict[str, int]:
    """Return what the rulings alone make of the scores."""
    points = dict.fromkeys(table, 0)
    for ruling in rulings:
        data = dict(ruling.data)
        if ruling.player is None:
            continue
        if ruling.code in TOTALS:
            points[ruling.player] = int(data["total"])
        elif ruling.code in KILLS:
            points[ruling.player] += int(data["killed"])
    return points


@EVERY_VARIANT
@given(seed=st.integers(0, 2**32))
@THOROUGH
def test_every_state_is_legal_and_at_most_one_has_won(game: str, rules: Mapping[str, object], seed: int) -> None:
    for step in walk(setup(game, rules), seed, LENGTH):
        LEGAL[game](step.state.fold.game)
        assert referee.winner(step.state) in (None, *step.state.match.table.players)


@EVERY_VARIANT
@given(seed=st.integers(0, 2**32))
@THOROUGH
def test_the_scores_add_up(game: str, rules: Mapping[str, object], seed: int) -> None:
    match = setup(game, {**rules, "gf.set_games": 1} if game == "grave-feast" else rules)
    state = walk(match, seed, LENGTH)[-1].state
    standing = [kept.ruling for kept in state.standing]
    assert referee.scores(state) == scores_by_rulings(standing, match.table.players)


@EVERY_VARIANT
@given(seed=st.integers(0, 2**32))
@THOROUGH
def test_it_replays_to_the_same_rulings(game: str, rules: Mapping[str, object], seed: int) -> None:
    match = setup(game, rules)
    steps = walk(match, seed, LENGTH)
    again = list(referee.fold(match, [step.numbered.observation for step in steps]))
    assert [step.rulings for step in again] == [step.rulings for step in steps]
    assert again[-1].state.fold == steps[-1].state.fold


@EVERY_VARIANT
@given(seed=st.integers(0, 2**32))
@THOROUGH
def test_undo_then_redo_is_the_identity(game: str, rules: Mapping[str, object], seed: int) -> None:
    before = walk(setup(game, rules), seed, LENGTH)[-1].state
    undone = referee.step(before, Command(before.fold.now_ms, CommandName.UNDO))
    after = referee.step(undone.state, Command(before.fold.now_ms, CommandName.REDO)).state
    if undone.rulings[0].code == "undo/done":
        assert after.fold == before.fold
        kept = [replace(each.ruling, id=0) for each in after.standing]
        assert kept == [replace(each.ruling, id=0) for each in before.standing]


@pytest.mark.parametrize("game", LEGAL)
def test_walks_go_far(game: str) -> None:
    """The properties would prove little about matches in which hardly anything happens."""
    given_codes = {
        ruling.code
        for name, rules in VARIANTS
        if name == game
        for seed in range(12)
        for step in walk(setup(game, rules), seed, LENGTH)
        for ruling in step.rulings
    }
    declared = {info.code for info in GAMES[game].info.codes}
    assert len(given_codes & declared) >= LEAST_SHARE * len(declared), sorted(declared - given_codes)
