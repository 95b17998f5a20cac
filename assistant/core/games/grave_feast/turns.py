"""Turns: whose it is, the hand that is filled, the one card that may be discarded instead (section 3)."""

from dataclasses import replace

from assistant.core.games.grave_feast.hand import DRAW_TO_FIVE, act, filled, may_act, noted, refused
from assistant.core.games.grave_feast.state import GraveFeastState, Player, Ruled
from assistant.core.referee_codes import COMMAND_NOTHING
from assistant.core.rulings import Ruling, ruling_data

AFTER_SHEDDING = 4
"""Section 6: whom a Devil Wife enriched may discard down to four."""


UNKNOWN_CARDS = ("", "card", "human")
"""What does not tell which card it is: the referee follows the monsters on the discard pile only."""


def begin_turn(state: GraveFeastState, player: str, at_ms: int) -> Ruled:
    """A player's turn begins; what was confused or stolen before may be used now."""
    seat = state.seat(player)
    seat = replace(
        seat,
        drawn=False,
        drew=0,
        played=False,
        discarded=False,
        lured=False,
        lures=0,
        frozen=0,
        dazed=False,
        hiding=max(0, seat.hiding - 1),
    )
    others = tuple(replace(known, loot=0) for known in state.seats)
    rested = tuple(replace(each, confused=each.confused and each.owner != player) for each in state.families)
    state = replace(state, seats=others, families=rested, turn=player, turn_began_ms=at_ms).sit(replace(seat, loot=0))
    draws: int | str = seat.to_draw if state.board and seat.to_draw else ""
    return state, (Ruling("turn/next", at_ms, player, data=ruling_data(draws=draws)),)


def end_turn(state: GraveFeastState, player: Player, at_ms: int) -> Ruled:
    """A turn is over: the next one clockwise begins."""
    ending = player if player is not None else state.turn
    if ending is None:
        return state, (Ruling(COMMAND_NOTHING, at_ms, player, data=ruling_data(command="end-turn")),)
    if state.board and state.turn not in (None, ending):
        return refused(state, player, "not-your-turn", at_ms)
    seat = state.seat(ending)
    state = state.sit(replace(seat, shedding=max(0, seat.shedding - 1), drawn=True))
    state, following_one, lost = _next_up(state, ending, at_ms)
    state, begun = begin_turn(state, following_one, at_ms)
    return state, (*lost, *begun)


def following(state: GraveFeastState, player: str) -> str:
    """Return the next player clockwise."""
    players = state.table.players
    return players[(players.index(player) + 1) % len(players)]


def _next_up(state: GraveFeastState, player: str, at_ms: int) -> tuple[GraveFeastState, str, tuple[Ruling, ...]]:
    """Return the next player clockwise who has not lost the turn, and what is said of those who have."""
    lost: list[Ruling] = []
    upcoming = following(state, player)
    while state.seat(upcoming).skips:
        seat = state.seat(upcoming)
        state = state.sit(replace(seat, skips=seat.skips - 1))
        lost.append(Ruling("turn/lost", at_ms, upcoming))
        upcoming = following(state, upcoming)
    return state, upcoming, tuple(lost)


def passes_to(state: GraveFeastState, player: Player, at_ms: int) -> Ruled:
    """Let the turn pass when the next player acts and the one before him has used his turn."""
    turn = state.turn
    if turn is None or player is None or player != _next_up(state, turn, at_ms)[1] or not state.seat(turn).acted:
        return state, ()
    return end_turn(state, turn, at_ms)


def draw(state: GraveFeastState, number: int, player: str, count: int, at_ms: int) -> Ruled:
    """A player fills his hand: as many cards as are missing from five."""
    seat = state.seat(player)
    if state.board and state.turn not in (None, player):
        return refused(state, player, "not-your-turn", at_ms)
    full = filled(seat)
    if state.board and count != full.drew:
        return refused(state, player, DRAW_TO_FIVE, at_ms, count=full.drew)
    state = state.sit(full if state.board else replace(seat, hand=seat.hand + count, drawn=True))
    return noted(state, number, player, "draws", at_ms)


def discard(state: GraveFeastState, number: int, player: str, card: str, at_ms: int) -> Ruled:
    """A player discards one card instead of playing."""
    seat = filled(state.seat(player))
    shedding = seat.shedding == 1 and seat.hand > AFTER_SHEDDING
    rule = "" if shedding and state.turn in (None, player) else may_act(state, player, 1, discarding=True)
    if rule:
        return refused(state, player, rule, at_ms)
    shed = state.sit(replace(seat, hand=seat.hand - 1))
    state = shed if shedding else act(state, player, 1, discarding=True)
    known = (card,) if card not in UNKNOWN_CARDS else ()
    return noted(state.discarded(*known), number, player, "discards", at_ms)


def recycle(state: GraveFeastState, number: int, at_ms: int) -> Ruled:
    """The draw pile is turned over: the corpses go back into it, and the scores stay on paper (section 5)."""
    corpses = sum(seat.buried for seat in state.seats)
    seats = tuple(replace(seat, buried=0) for seat in state.seats)
    state = replace(state, seats=seats, discard=())
    data = ruling_data(count=corpses)
    return state, (Ruling("deck/recycled", at_ms, calls=(number,) if number else (), data=data),)
