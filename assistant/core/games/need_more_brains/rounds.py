"""Whose turn it is, in each of the three modes."""

from dataclasses import replace

from assistant.core.games.base import Table
from assistant.core.games.mechanics.coin import shuffled
from assistant.core.games.mechanics.tally import Tally
from assistant.core.games.need_more_brains.rules import SOLO_ROUNDS, SOLO_ROUNDS_A_DECK, BrainsRules
from assistant.core.games.need_more_brains.scoring import check_target, end, pity
from assistant.core.games.need_more_brains.state import BrainsState, Hunt, Ruled
from assistant.core.rulings import Ruling, ruling_data

HEAD_ZOMBIE, SUPER_ZOMBIE, WINNER = 25, 30, 20
"""Solo points from which a player is Head Zombie or Super Zombie, and above which a winner."""


def opening(table: Table, rules: BrainsRules) -> BrainsState:
    """Return the state before the first card."""
    players = table.players
    shuffles = rules.mode == "horde" and rules.first_row == "shuffle"
    row = shuffled(players, table.seed, 0) if shuffles else players
    reached = tuple(row.index(player) - len(row) for player in players)
    state = BrainsState(table, rules, Tally.empty(players), reached, players[0], row, Hunt((), 0, 0))
    return with_hunt(state, first_order(state), 0)


def first_order(state: BrainsState) -> tuple[str, ...]:
    """Return who decides first of all: the player on the dealer's left, the row, or the only one."""
    match state.rules.mode:
        case "basic":
            return (*state.clockwise_after(state.dealer), state.dealer)[:1]
        case "horde":
            return in_order(state)
        case _:
            return state.players[:1]


def in_order(state: BrainsState) -> tuple[str, ...]:
    """Return the Horde's row in the order in which it decides."""
    if state.rules.horde_order == "score":
        return state.row
    return tuple(player for player in (state.dealer, *state.clockwise_after(state.dealer)) if player in state.row)


def with_hunt(state: BrainsState, order: tuple[str, ...], at_ms: int) -> BrainsState:
    """Return the state with a new turn or round."""
    return replace(state, hunt=Hunt(order, int(state.rules.first_card_forced), at_ms), hesitates_until_ms=None)


def announced(state: BrainsState, at_ms: int) -> tuple[Ruling, ...]:
    """Return what is said when a turn or a round begins."""
    first = state.decider
    match state.rules.mode:
        case "basic":
            return (Ruling("turn/begins", at_ms, first, data=ruling_data(dealer=state.dealer, round=state.round)),)
        case "horde":
            data = ruling_data(dealer=state.dealer, round=state.round, row=", ".join(state.hunt.waiting))
            return (Ruling("round/begins", at_ms, first, data=data),)
        case _:
            return (Ruling("solo/round", at_ms, first, data=ruling_data(round=state.round)),)


def after_hunt(state: BrainsState, last: str, at_ms: int) -> Ruled:
    """Go on when nobody is in the hunt any more.

    Args:
        state: the state.
        last: who was in it to the last.
        at_ms: when it ended.
    """
    if state.hunt.inside or state.over:
        return state, ()
    state = replace(state, hunt=Hunt((), 0, at_ms))
    match state.rules.mode:
        case "basic":
            return _after_turn(state, last, at_ms)
        case "horde":
            return _after_round(state, at_ms)
        case _:
            return _after_solo_round(state, at_ms)


def maybe_end(state: BrainsState, at_ms: int) -> Ruled:
    """End the game when everybody has had the last chance, and every score is known."""
    if state.over or state.chasers != () or state.hunt.inside or state.unbanked:
        return state, ()
    return end(state, at_ms)


def _after_turn(state: BrainsState, last: str, at_ms: int) -> Ruled:
    state, rulings = check_target(replace(state, turns=state.turns + 1), at_ms)
    if state.turns == len(state.players):
        state, given = _round_over(replace(state, turns=0), at_ms)
        rulings += given
    following = (*state.clockwise_after(last), last)[0]
    if state.chasers is not None:
        below = tuple(each for each in state.chasers if state.tally.of(each) < state.rules.target_score)
        state = replace(state, chasers=below[1:])
        if not below:
            state, ended = maybe_end(state, at_ms)
            return state, (*rulings, *ended)
        following = below[0]
    state = with_hunt(replace(state, dealer=last), (following,), at_ms)
    return state, (*rulings, *announced(state, at_ms))


def _after_round(state: BrainsState, at_ms: int) -> Ruled:
    if state.final:
        return maybe_end(replace(state, chasers=()), at_ms)
    state, rulings = check_target(state, at_ms)
    state, given = _round_over(state, at_ms)
    rulings += given
    chasers = state.chasers
    row = tuple(each for each in state.ranked() if chasers is None or each in chasers)
    state = replace(state, row=row, dealer=state.ranked()[0])
    if not row:
        state, ended = maybe_end(state, at_ms)
        return state, (*rulings, *ended)
    state = with_hunt(state, in_order(state), at_ms)
    return state, (*rulings, *announced(state, at_ms))


def _round_over(state: BrainsState, at_ms: int) -> Ruled:
    state, given = pity(replace(state, round=state.round + 1), at_ms)
    state, begun = check_target(state, at_ms)
    return state, (*given, *begun)


def _after_solo_round(state: BrainsState, at_ms: int) -> Ruled:
    if state.round >= SOLO_ROUNDS:
        return _after_solo(state, at_ms)
    rulings: tuple[Ruling, ...] = ()
    if state.round == SOLO_ROUNDS_A_DECK:
        left = SOLO_ROUNDS - SOLO_ROUNDS_A_DECK
        rulings = (Ruling("solo/shuffle", at_ms, state.players[0], data=ruling_data(left=left)),)
    state = with_hunt(replace(state, round=state.round + 1), state.players[:1], at_ms)
    return state, (*rulings, *announced(state, at_ms))


def _after_solo(state: BrainsState, at_ms: int) -> Ruled:
    """Give the score its title, once every point is known."""
    if state.unbanked:
        return state, ()
    player = state.players[0]
    total = state.tally.of(player)
    title = solo_title(total, state.rules)
    state = replace(state, over=True, won=None if title == "fun" else player)
    return state, (Ruling("solo/ended", at_ms, player, data=ruling_data(total=total, title=title)),)


def solo_title(points: int, rules: BrainsRules) -> str:
    """Return what a solo score is worth: "fun", "winner", "head" or "super"."""
    if points >= SUPER_ZOMBIE:
        return "super"
    if points >= HEAD_ZOMBIE:
        return "head"
    if points > WINNER or (points == WINNER and rules.solo_20 == "winner"):
        return "winner"
    return "fun"
