"""Banking, Pity Brains, the last chance, and who wins (step 8)."""

from dataclasses import replace

from assistant.core.games.mechanics.refusal import MATCH_WON
from assistant.core.games.need_more_brains.state import BrainsState, Hunt, Ruled
from assistant.core.rulings import Ruling, ruling_data


def bank(state: BrainsState, player: str, at_ms: int, calls: tuple[int, ...] = ()) -> Ruled:
    """Give a player who stops the brains at stake, or ask for them where cards were not told."""
    if state.hunt.gaps:
        state = replace(state, unbanked=(*state.unbanked, player))
        return state, (Ruling("bank/ask", at_ms, player, calls=calls),)
    return credit(state, player, state.hunt.points, at_ms, calls)


def credit(state: BrainsState, player: str, points: int, at_ms: int, calls: tuple[int, ...] = ()) -> Ruled:
    """Add brains to a player's score."""
    leader = state.ranked()[0]
    state = state.scored(player, points)
    data = ruling_data(points=points, total=state.tally.of(player))
    rulings = [Ruling("bank/made", at_ms, player, calls=calls, data=data)]
    if state.final and state.ranked()[0] != leader:
        passed = ruling_data(total=state.tally.of(player), victim=leader)
        rulings.append(Ruling("leader/changes", at_ms, player, calls=calls, data=passed))
    return state, tuple(rulings)


def pity(state: BrainsState, at_ms: int) -> Ruled:
    """Give the Pity Brain at the end of a round."""
    rules = state.rules
    lowest = min(state.tally.points)
    last = [player for player in state.ranked() if state.tally.of(player) == lowest]
    withheld = lowest + 1 >= rules.target_score and not rules.pity_can_trigger_end
    if len(state.players) == 1 or withheld or (state.final and not rules.pity_final):
        return state, ()
    if len(last) > 1 and rules.pity_tie == "none":
        return state, ()
    rulings = []
    for player in last:
        state = state.scored(player, 1)
        rulings.append(Ruling("pity/given", at_ms, player, data=ruling_data(total=lowest + 1)))
    return state, tuple(rulings)


def check_target(state: BrainsState, at_ms: int) -> Ruled:
    """Begin the last chance as soon as somebody has reached the target.

    In the Horde it may be several in one round: of those with the most, the first in the row counts as the first.
    """
    target = state.rules.target_score
    if state.final or state.over or max(state.tally.points) < target:
        return state, ()
    if state.rules.mode == "horde":
        state = _settled_by_row(state)
    leader = state.ranked()[0]
    now_hunting = state.hunt.inside if state.rules.mode == "basic" else ()
    others = (player for player in state.clockwise_after(leader) if player not in now_hunting)
    chasers = tuple(player for player in others if state.tally.of(player) < target)
    data = ruling_data(total=state.tally.of(leader), chasers=len(chasers) + len(now_hunting))
    return replace(state, chasers=chasers), (Ruling("final/begins", at_ms, leader, data=data),)


def end(state: BrainsState, at_ms: int) -> Ruled:
    """End the game: whoever has the most has won, and of two alike who had it first."""
    winner = state.ranked()[0]
    state = replace(state, over=True, won=winner, chasers=(), hunt=Hunt((), 0, at_ms))
    return state, (Ruling(MATCH_WON, at_ms, winner, data=ruling_data(total=state.tally.of(winner))),)


def _settled_by_row(state: BrainsState) -> BrainsState:
    best = max(state.tally.points)
    tied = [player for player in state.row if state.tally.of(player) == best]
    reached = dict(zip(state.players, state.reached, strict=True))
    reached.update(zip(tied, sorted(reached[player] for player in tied), strict=True))
    return replace(state, reached=tuple(reached[player] for player in state.players))
