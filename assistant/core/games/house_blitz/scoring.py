"""What a round is worth, and when the game is won (Scoring Points)."""

from dataclasses import replace

from assistant.core.games.house_blitz.rules import DECK_CARDS, HOUSE_CARDS
from assistant.core.games.house_blitz.state import BlitzState, Phase, Player, Result, Ruled
from assistant.core.games.mechanics.refusal import MATCH_WON, SCORE_SET, refused
from assistant.core.observations import Fact
from assistant.core.rulings import Ruling, ruling_data

SECTION = "Scoring Points"
"""The rulebook's section."""


def score(state: BlitzState, player: Player, fact: Fact) -> Ruled:
    """Take a player's result, or refuse it with the rule that it breaks; see who has won once all are told."""
    saved, house, dead = (_number(fact, name) for name in ("saved", "house", "dead"))
    if player is None:
        return state, (refused(fact.at_ms, player, "whose", SECTION),)
    result = Result(player, saved, house, dead)
    rule = _broken_rule(state, result)
    if rule:
        return state, (refused(fact.at_ms, player, rule, SECTION, most=HOUSE_CARDS),)
    tally = state.tally.with_points(player, result.points)
    state = replace(state, tally=tally, results=(*state.results, result))
    data = ruling_data(
        points=result.points, total=tally.of(player), saved=saved, house=house, dead=dead, round=state.round
    )
    state, following = _settle(state, fact.at_ms)
    return state, (Ruling("score/round", fact.at_ms, player, data=data), *following)


def put_right(state: BlitzState, player: Player, fact: Fact) -> Ruled:
    """Set a player's score as the table has it."""
    points = fact.slot("points")
    if player is None or not isinstance(points, int):
        return state, (refused(fact.at_ms, player, "whose", SECTION),)
    state = replace(state, tally=state.tally.with_points(player, points - state.tally.of(player)))
    return state, (Ruling(SCORE_SET, fact.at_ms, player, data=ruling_data(total=points)),)


def _broken_rule(state: BlitzState, result: Result) -> str:
    """Return which rule forbids this result, or nothing."""
    if state.phase is not Phase.FROZEN:
        return "stop-first"
    if result.player in {told.player for told in state.results}:
        return "scored-already"
    if result.house > HOUSE_CARDS:
        return "house-cards"
    if result.saved + result.house + result.dead > DECK_CARDS:
        return "deck-cards"
    if result.house and len(state.stops) == 1 and state.stops[0].player == result.player:
        return "house-not-empty"
    return ""


def _settle(state: BlitzState, at_ms: int) -> Ruled:
    """See who has won when the round is scored whole; a tie is broken by another round."""
    if state.unscored:
        return state, ()
    best = max(state.tally.points)
    state = replace(state, reached=state.reached or best >= state.rules.target_score)
    if not state.reached:
        return state, ()
    leaders = tuple(player for player in state.players if state.tally.of(player) == best)
    if len(leaders) > 1:
        data = ruling_data(total=best, leaders=" and ".join(leaders))
        return state, (Ruling("round/tie", at_ms, data=data),)
    return replace(state, won=leaders[0]), (Ruling(MATCH_WON, at_ms, leaders[0], data=ruling_data(total=best)),)


def _number(fact: Fact, name: str) -> int:
    value = fact.slot(name)
    return value if isinstance(value, int) else 0
