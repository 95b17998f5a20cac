"""The Devil Wife: placed for good, or played once, she takes cards from anywhere (section 6)."""

from dataclasses import dataclass, replace

from assistant.core.games.grave_feast.hand import can_spend, filled, may_act, refused, take_away, without
from assistant.core.games.grave_feast.laying import family_with, tear
from assistant.core.games.grave_feast.rares.chance import toss
from assistant.core.games.grave_feast.rares.exorcist import ruin
from assistant.core.games.grave_feast.rares.watching import Confusion, confuse, confused
from assistant.core.games.grave_feast.seat import DEVIL_WIFE, EXORCIST
from assistant.core.games.grave_feast.state import GraveFeastState, Ruled
from assistant.core.games.mechanics.coin import TAILS
from assistant.core.rulings import Ruling, ruling_data

PREACHER = "preacher"
"""What she must not find in a hand."""


def place(state: GraveFeastState, number: int, player: str, at_ms: int) -> Ruled:
    """She is placed in the family area, where nobody can steal her."""
    rule = may_act(state, player, 1)
    if rule:
        return refused(state, player, rule, at_ms)
    seat = filled(state.seat(player))
    state = state.sit(replace(seat, hand=max(0, seat.hand - 1), played=True, wives=seat.wives + 1))
    return state, (Ruling("wife/placed", at_ms, player, calls=_calls(number)),)


def summon(state: GraveFeastState, number: int, player: str, count: int, at_ms: int) -> Ruled:
    """She is played from the hand: as many cards as are discarded with her may be taken, from anywhere."""
    seat = filled(state.seat(player))
    if state.board and seat.hand - seat.frozen < count + 1:
        return refused(state, player, "hand-empty", at_ms)
    state, failed, rulings = _attempt(state, number, player, at_ms)
    if failed:
        return state, rulings
    state = state.sit(replace(seat, hand=max(0, seat.hand - count - 1), lures=count)).discarded(DEVIL_WIFE)
    data = ruling_data(count=count)
    return state, (*rulings, Ruling("wife/played", at_ms, player, calls=_calls(number), data=data))


def attack_exorcist(state: GraveFeastState, number: int, player: str, victim: str, at_ms: int) -> Ruled:
    """She is played from the hand against an Exorcist, who is removed from play."""
    if not state.seat(victim).guarded:
        return refused(state, player, "no-exorcist", at_ms)
    if not can_spend(state, player, DEVIL_WIFE):
        return refused(state, player, "hand-empty", at_ms)
    state, failed, rulings = _attempt(state, number, player, at_ms)
    if failed:
        return state, rulings
    state = take_away(state, player, DEVIL_WIFE).discarded(DEVIL_WIFE)
    state = state.sit(without(state.seat(victim), EXORCIST))
    gone = Ruling("exorcist/removed", at_ms, victim, calls=_calls(number), data=ruling_data(reason="wife"))
    return state, (*rulings, gone)


def lure_from_discard(state: GraveFeastState, number: int, player: str, card: str, at_ms: int) -> Ruled:
    """She takes a card of the discard pile, of which the referee knows the monsters only."""
    state, allowed, rulings = _lure(state, number, player, at_ms)
    if not allowed:
        return state, rulings
    if card in state.discard:
        index = len(state.discard) - 1 - state.discard[::-1].index(card)
        state = replace(state, discard=state.discard[:index] + state.discard[index + 1 :])
    state, taken = _taken(state, number, player, _Loot(card, "discard pile"), at_ms)
    return state, (*rulings, taken)


def lure_from_mash(state: GraveFeastState, number: int, player: str, card: str, victim: str, at_ms: int) -> Ruled:
    """She takes a monster out of another player's Mash; nothing counters that."""
    if victim == player or card not in state.seat(victim).cards:
        return refused(state, player, "not-there", at_ms, card=card)
    state, allowed, rulings = _lure(state, number, player, at_ms)
    if not allowed:
        return state, rulings
    state = state.sit(without(state.seat(victim), card))
    state, taken = _taken(state, number, player, _Loot(card, "mash", victim), at_ms)
    return state, (*rulings, taken)


def lure_from_family(
    state: GraveFeastState, number: int, player: str, suit: str, human: int, victim: str, at_ms: int
) -> Ruled:
    """She takes a human out of another player's family, which may fall apart."""
    family = family_with(state, victim, suit, human)
    if victim == player or family is None:
        return refused(state, player, "no-such-family", at_ms)
    state, allowed, rulings = _lure(state, number, player, at_ms)
    if not allowed:
        return state, rulings
    state, homeless = tear(state, family, (human,))
    if homeless and family.eater is not None:
        state = state.discarded(family.eater.kind or "eater")
    state, taken = _taken(state, number, player, _Loot("human", "family", victim), at_ms)
    return state, (*rulings, taken)


def lure_from_hand(state: GraveFeastState, number: int, player: str, card: str, victim: str, at_ms: int) -> Ruled:
    """She takes a card of a hand: blindly, when she was placed for good; what she finds may be her end."""
    if victim == player or (state.board and state.seat(victim).hand < 1):
        return refused(state, player, "not-there", at_ms, card=card)
    placed = not state.seat(player).lures
    state, allowed, rulings = _lure(state, number, player, at_ms)
    if not allowed:
        return state, rulings
    if card == EXORCIST:
        state, more = ruin(state, player, victim, at_ms, number)
        return state, (*rulings, *more)
    seat = state.seat(victim)
    state = state.sit(replace(seat, hand=max(0, seat.hand - 1)))
    state, taken = _taken(state, number, player, _Loot(card, "hand", victim), at_ms)
    if card != PREACHER or not placed:
        return state, (*rulings, taken)
    state, died = _meets_preacher(state, player, at_ms, number)
    return state, (*rulings, taken, *died)


@dataclass(frozen=True, slots=True)
class _Loot:
    """A card that she takes."""

    card: str
    place: str
    victim: str = ""


def _attempt(state: GraveFeastState, number: int, player: str, at_ms: int) -> Confusion:
    """Play her from the hand, if no Exorcist confuses her; once confused, she waits for her owner's next turn."""
    if state.seat(player).dazed:
        return state, True, (confused(player, DEVIL_WIFE, at_ms, number),)
    state, failed, rulings = confuse(state, player, DEVIL_WIFE, at_ms, number)
    return state.sit(replace(state.seat(player), dazed=failed)), failed, rulings


def _lure(
    state: GraveFeastState, number: int, player: str, at_ms: int
) -> tuple[GraveFeastState, bool, tuple[Ruling, ...]]:
    """Use one of her takings up, if there is one; return whether she takes something."""
    seat = state.seat(player)
    rule = ""
    if seat.lures:
        return state.sit(replace(seat, lures=seat.lures - 1, frozen=seat.frozen + 1)), True, ()
    if not seat.wives:
        rule = "no-devil-wife"
    elif state.turn not in (None, player):
        rule = "not-your-turn"
    elif seat.lured:
        rule = "once-a-turn"
    if rule:
        state, rulings = refused(state, player, rule, at_ms)
        return state, False, rulings
    state, failed, rulings = confuse(state.sit(replace(seat, lured=True)), player, DEVIL_WIFE, at_ms, number)
    return state, not failed, rulings


def _taken(state: GraveFeastState, number: int, player: str, loot: _Loot, at_ms: int) -> tuple[GraveFeastState, Ruling]:
    """Put what she took into the hand, which may then still be filled to five."""
    seat = state.seat(player)
    seat = replace(seat, hand=seat.hand + 1)
    draws: int | str = seat.to_draw if state.board and seat.to_draw else ""
    data = ruling_data(card=loot.card, victim=loot.victim, place=loot.place, draws=draws)
    return state.sit(seat), Ruling("wife/lures", at_ms, player, calls=_calls(number), data=data)


def _meets_preacher(state: GraveFeastState, player: str, at_ms: int, number: int) -> Ruled:
    """She stole a preacher out of a hand, and dies of it."""
    rulings: tuple[Ruling, ...] = ()
    if state.rules.devilwife_preacher == "coin":
        state, side, tossed = toss(state, "preacher", player, at_ms, _calls(number))
        rulings = (tossed,)
        if side != TAILS:
            return state, rulings
    seat = state.seat(player)
    state = state.sit(replace(seat, wives=seat.wives - 1)).discarded(DEVIL_WIFE)
    died = Ruling("wife/died", at_ms, player, calls=_calls(number), data=ruling_data(reason="preacher"))
    return state, (*rulings, died)


def _calls(number: int) -> tuple[int, ...]:
    return (number,) if number else ()
