"""Eaters that begin to feed, and the words that make them (sections 4 and 5)."""

from dataclasses import replace

from assistant.core.games.grave_feast.claiming import withdraw
from assistant.core.games.grave_feast.rules import window_ms
from assistant.core.games.grave_feast.said import fault
from assistant.core.games.grave_feast.state import (
    INEXACT,
    MISSING,
    SAID,
    Eater,
    Family,
    GraveFeastState,
    Player,
    Ruled,
)
from assistant.core.games.mechanics.race import Finish
from assistant.core.observations import Call
from assistant.core.rulings import Ruling, ruling_data

EATERS = {"brains": "zombie", "blood": "vampire"}
"""Who feeds on what."""

FOODS = {eater: food for food, eater in EATERS.items()}
"""What feeds whom."""

SAME_WORD_MS = 2_000
"""The same word again within this is the same eater: people do shout "Brains! Brains!"."""


def feed(state: GraveFeastState, finish: Finish, call: Call, food: str) -> Ruled:
    """ "Brains!" or "Blood!", word for word: an eater begins to feed on a family of its owner's."""
    family = _fed_before(state, call.player, food)
    if family is not None and family.eater is not None and family.eater.word == SAID:
        if finish.at_ms - family.eater.at_ms <= SAME_WORD_MS:
            return state, ()
        family = None
    if family is None:
        state, found = _hungry(state, call.player, food, finish.at_ms)
        if found is None:
            return state, (_nobody_hungry(finish, call, food),)
        family = found
    eater = Eater(EATERS[food], call.player, SAID, finish.call, finish.at_ms)
    data = ruling_data(eater=EATERS[food], kind=food)
    ruling = Ruling("eater/feeding", call.end_ms, call.player, calls=(finish.call,), data=data)
    return state.put(_with_eater(family, eater)), (ruling,)


def feed_wrongly(state: GraveFeastState, finish: Finish, call: Call, food: str) -> Ruled:
    """A wrong word for an eater: the play stands unless a player calls it, or the house rules say otherwise."""
    family = _fed_before(state, call.player, food)
    if family is not None and family.eater is not None and family.eater.word == SAID:
        return state, ()
    if family is None:
        state, family = _hungry(state, call.player, food, finish.at_ms)
        if family is None:
            return state, (_nobody_hungry(finish, call, food),)
    data = ruling_data(**fault(call), eater=EATERS[food], word=food)
    if state.rules.eater_word_enforcement == "auto":
        state = state.put(replace(family, eater=None, orphaned=True)).discarded(EATERS[food])
        return state, (Ruling("eater/lost", call.end_ms, call.player, calls=(finish.call,), data=data),)
    closes_ms = _closes_ms(state, finish.at_ms)
    eater = Eater(EATERS[food], call.player, INEXACT, finish.call, finish.at_ms, closes_ms)
    ruling = Ruling("eater/inexact", call.end_ms, call.player, calls=(finish.call,), data=data)
    return state.put(_with_eater(family, eater)), (ruling,)


def attach(state: GraveFeastState, number: int, player: Player, kind: str, at_ms: int) -> Ruled:
    """The referee is told of an eater: its word may have been heard, may yet come, or may be called."""
    food = FOODS[kind]
    if _fed_before(state, player, food) is not None:
        return state, ()
    state, family = _hungry(state, player, food, at_ms)
    data = ruling_data(eater=kind, word=food)
    if family is None:
        return state, (Ruling("eater/no-family", at_ms, player, calls=(number,), data=data),)
    eater = Eater(kind, player, MISSING, number, at_ms, _closes_ms(state, at_ms))
    ruling = Ruling("eater/silent", at_ms, player, calls=(number,), data=data)
    return state.put(_with_eater(family, eater)), (ruling,)


def close_word(state: GraveFeastState, family: Family, at_ms: int) -> Ruled:
    """The time to call a missing or wrong word is over."""
    eater = family.eater
    if eater is None:
        return state, ()
    if state.rules.eater_word_enforcement == "auto" and eater.word == MISSING:
        return lose_eater(state, family, at_ms, "")
    state = state.put(replace(family, eater=replace(eater, closes_ms=None)))
    data = ruling_data(eater=eater.kind)
    return state, (Ruling("eater/stands", at_ms, eater.player, calls=(eater.call,), data=data),)


def lose_eater(state: GraveFeastState, family: Family, at_ms: int, challenger: str) -> Ruled:
    """An eater goes to the discard pile, because its word was missing, wrong, or not creepy."""
    eater = family.eater
    if eater is None:
        return state, ()
    kind = eater.kind or EATERS.get(family.kind, "eater")
    data = ruling_data(eater=kind, word=FOODS.get(kind, "its word"), challenger=challenger)
    lost = Ruling("eater/lost", at_ms, eater.player, calls=(eater.call,), data=data)
    state, more = withdraw(state.discarded(kind), family, at_ms)
    return state, (lost, *more)


def _closes_ms(state: GraveFeastState, at_ms: int) -> int | None:
    if state.rules.eater_word_enforcement == "advisory":
        return None
    return at_ms + window_ms(state.rules.challenge_window_s)


def _with_eater(family: Family, eater: Eater) -> Family:
    return replace(
        family,
        kind=FOODS[eater.kind],
        eater=eater,
        orphaned=False,
        touched_ms=max(family.touched_ms, eater.at_ms),
        contested_ms=eater.at_ms,
    )


def _fed_before(state: GraveFeastState, player: Player, food: str) -> Family | None:
    """Return the player's family on which that kind of eater was put last by him and that still waits."""
    return state.latest(
        lambda family: (
            family.owner == player
            and family.claim is None
            and family.eater is not None
            and family.eater.kind == EATERS[food]
            and family.eater.player == player
        )
    )


def _hungry(state: GraveFeastState, player: Player, food: str, at_ms: int) -> tuple[GraveFeastState, Family | None]:
    """Return the player's family that takes this eater; when calls are tracked, a new one if need be."""
    known = state.latest(
        lambda family: (
            family.owner == player and family.claim is None and family.eater is None and family.kind in (food, "")
        )
    )
    if known is not None or state.board:
        return state, known
    family = Family(state.next_family, player, food, at_ms, at_ms)
    return replace(state, next_family=state.next_family + 1), family


def _nobody_hungry(finish: Finish, call: Call, food: str) -> Ruling:
    data = ruling_data(eater=EATERS[food], word=food)
    return Ruling("eater/no-family", call.end_ms, call.player, calls=(finish.call,), data=data)
