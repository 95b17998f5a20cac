"""What takes two: two preachers against a Devil Wife, two succubi against an Exorcist (section 6)."""

from dataclasses import replace

from assistant.core.games.grave_feast.hand import spend, without
from assistant.core.games.grave_feast.rares.chance import toss
from assistant.core.games.grave_feast.seat import DEVIL_WIFE, EXORCIST
from assistant.core.games.grave_feast.state import Combo, GraveFeastState, Player, Ruled, Target
from assistant.core.games.mechanics.coin import TAILS
from assistant.core.games.mechanics.race import Finish
from assistant.core.games.mechanics.settings import in_ms
from assistant.core.rulings import Ruling, ruling_data

HIDING_TURNS = 3
"""Section 6: he must stay in the owner's hand for three turns."""

WEAPONS = {EXORCIST: "succubus", DEVIL_WIFE: "preacher"}
"""Two of which kill whom."""


def prey(state: GraveFeastState, player: Player, card: str) -> str | None:
    """Return whose rare card a succubus or preacher of `player` comes for, when nothing else is meant; or None."""
    target, combo = state.target, state.combo
    if target is not None and target.player == player and target.card == card and _is_there(state, target.victim, card):
        return target.victim
    if combo is not None and combo.card == card and combo.victim != player and _is_there(state, combo.victim, card):
        return combo.victim
    owners = [seat.player for seat in state.seats if seat.player != player and _is_there(state, seat.player, card)]
    return owners[0] if owners else None


def is_named(state: GraveFeastState, player: Player, card: str) -> bool:
    """Return whether the player said that he aims at this rare card, so that nothing else is meant."""
    target = state.target
    return target is not None and (target.player, target.card) == (player, card)


def aim(state: GraveFeastState, player: str, card: str, victim: str, at_ms: int) -> GraveFeastState:
    """Remember what the next call of a player is aimed at."""
    return replace(state, target=Target(player, card, victim, at_ms, at_ms + in_ms(state.rules.combo_window_s)))


def strike(state: GraveFeastState, finish: Finish, player: Player, card: str, victim: str, at_ms: int) -> Ruled:
    """Count one of the two; the second one decides."""
    state = spend(state, player, WEAPONS[card])
    combo = state.combo
    if combo is None or (combo.card, combo.victim) != (card, victim):
        window_s = state.rules.combo_window_s
        closes_ms = finish.at_ms + in_ms(window_s)
        state = replace(state, combo=Combo(card, victim, player, finish.call, finish.at_ms, closes_ms), target=None)
        data = ruling_data(card=card, weapon=WEAPONS[card], victim=victim, window_s=str(round(window_s)))
        return state, (Ruling("combo/begun", at_ms, player, calls=(finish.call,), data=data),)
    state = replace(state, combo=None, target=None)
    calls = (combo.call, finish.call)
    if card == EXORCIST:
        return _tempted(state, victim, at_ms, calls)
    return _prayed(state, victim, at_ms, calls)


def lapse(state: GraveFeastState, combo: Combo) -> Ruled:
    """The second one did not come in time."""
    data = ruling_data(card=combo.card, weapon=WEAPONS[combo.card], victim=combo.victim)
    ruling = Ruling("combo/lapsed", combo.closes_ms, combo.player, calls=(combo.call,), data=data)
    return replace(state, combo=None), (ruling,)


def _tempted(state: GraveFeastState, victim: str, at_ms: int, calls: tuple[int, ...]) -> Ruled:
    seat = state.seat(victim)
    if not seat.guarded:
        return state, ()
    state, side, tossed = toss(state, "temptation", victim, at_ms, calls)
    seat = without(seat, EXORCIST)
    if side == TAILS:
        state = state.sit(seat).discarded(EXORCIST)
        return state, (tossed, Ruling("exorcist/dragged", at_ms, victim, calls=calls))
    # The turn that begins next is the first of those in which he hides.
    state = state.sit(replace(seat, hand=seat.hand + 1, hiding=HIDING_TURNS + 1))
    data = ruling_data(turns=HIDING_TURNS)
    return state, (tossed, Ruling("exorcist/hides", at_ms, victim, calls=calls, data=data))


def _prayed(state: GraveFeastState, victim: str, at_ms: int, calls: tuple[int, ...]) -> Ruled:
    seat = state.seat(victim)
    if not seat.wives:
        return state, ()
    state, side, tossed = toss(state, "prayers", victim, at_ms, calls)
    if side == TAILS:
        state = state.sit(replace(seat, wives=seat.wives - 1)).discarded(DEVIL_WIFE)
        return state, (tossed, Ruling("wife/died", at_ms, victim, calls=calls, data=ruling_data(reason="prayers")))
    robbed = tuple(replace(each, hand=max(0, each.hand - 1)) if each.player != victim else each for each in state.seats)
    picked = sum(each.hand > 0 for each in state.seats if each.player != victim)
    state = replace(state, seats=robbed)
    ends = 2 if state.turn == victim else 1
    state = state.sit(replace(seat, hand=seat.hand + picked, shedding=ends))
    return state, (tossed, Ruling("wife/survived", at_ms, victim, calls=calls, data=ruling_data(count=picked)))


def _is_there(state: GraveFeastState, player: str, card: str) -> bool:
    seat = state.seat(player)
    return seat.guarded if card == EXORCIST else seat.wives > 0
