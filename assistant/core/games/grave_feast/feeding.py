"""Eaters that begin to feed, and the words that make them (sections 4 and 5)."""

from dataclasses import replace

from assistant.core.games.grave_feast.claiming import withdraw
from assistant.core.games.grave_feast.hand import act, may_act, noted, refused, take_away
from assistant.core.games.grave_feast.mash import say_stored, use
from assistant.core.games.grave_feast.rares.watching import confuse
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
    named,
)
from assistant.core.games.mechanics.race import Finish
from assistant.core.games.mechanics.settings import in_ms
from assistant.core.observations import Call
from assistant.core.rulings import Ruling, ruling_data

EATERS = {"brains": "zombie", "blood": "vampire"}
"""Who feeds on what."""

FOODS = {eater: food for food, eater in EATERS.items()}
"""What feeds whom."""

SAME_WORD_MS = 2_000
"""The same word again within this is the same eater: people do shout "Brains! Brains!"."""


UNSAID_KEPT = 3
"""So many words for no family are remembered: one turn plays hardly more eaters into a Mash."""


def feed(state: GraveFeastState, finish: Finish, call: Call, food: str) -> Ruled:
    """ "Brains!" or "Blood!", word for word: an eater begins to feed on a family of its owner's."""
    family = _fed_before(state, call.player, food)
    if family is not None and family.eater is not None:
        if family.eater.word != SAID:
            return _fed(state, family, finish, call, food)
        if finish.at_ms - family.eater.at_ms <= SAME_WORD_MS:
            return state, ()
    if call.player is not None and (stored := say_stored(state, call.player, EATERS[food])) is not None:
        data = ruling_data(eater=EATERS[food], kind="")
        return stored, (Ruling("eater/feeding", call.end_ms, call.player, calls=(finish.call,), data=data),)
    state, family, rulings = _played(state, finish, call, food)
    if family is None:
        return state, rulings
    state, failed, rulings = confuse(state, call.player, EATERS[food], call.end_ms, finish.call)
    if failed:
        return state, rulings
    state, more = _fed(take_away(state, call.player, EATERS[food]), family, finish, call, food)
    return _used_turn(state, call.player), (*rulings, *more)


def feed_wrongly(state: GraveFeastState, finish: Finish, call: Call, food: str) -> Ruled:
    """A wrong word for an eater: the play stands unless a player calls it, or the house rules say otherwise."""
    family = _fed_before(state, call.player, food)
    if family is not None and family.eater is not None and family.eater.word == SAID:
        return state, ()
    if family is None:
        state, family, rulings = _played(state, finish, call, food)
        if family is None:
            return state, rulings
        state = _used_turn(take_away(state, call.player, EATERS[food]), call.player)
    data = ruling_data(**fault(call), eater=EATERS[food], word=food)
    if state.rules.eater_word_enforcement == "auto":
        state = state.put(replace(family, eater=None, orphaned=True)).discarded(EATERS[food])
        return state, (Ruling("eater/lost", call.end_ms, call.player, calls=(finish.call,), data=data),)
    closes_ms = _closes_ms(state, finish.at_ms)
    eater = Eater(EATERS[food], call.player, INEXACT, finish.call, finish.at_ms, closes_ms)
    ruling = Ruling("eater/inexact", call.end_ms, call.player, calls=(finish.call,), data=data)
    return state.put(_with_eater(family, eater)), (ruling,)


def attach(
    state: GraveFeastState, number: int, player: str, kind: str, at_ms: int, human: int | None, from_mash: bool
) -> Ruled:
    """The referee is told of an eater: its word may have been heard, may yet come, or may be called.

    Args:
        state: where the match stands.
        number: the id of the fact.
        player: whose eater it is.
        kind: "zombie" or "vampire".
        at_ms: when it was told.
        human: a number in the family that it feeds on; None: the only one, or the latest.
        from_mash: whether it comes from the Mash and not from the hand.
    """
    heard = _fed_before(state, player, FOODS[kind])
    if heard is not None and (human is None or human in heard.cards or not heard.cards):
        return use(state, number, player, kind, at_ms) if from_mash else noted(state, number, player, "attaches", at_ms)
    if human is not None and any(human in family.cards and family.owner == player for family in state.families):
        known = _hungry_with(state, player, human)
        if known is None or known.kind != FOODS[kind]:
            rule = "eater-kind" if known is not None else "eater-bound"
            return refused(state, player, rule, at_ms, eater=kind)
    rule = may_act(state, player, 0 if from_mash else 1)
    if not rule and from_mash and kind not in state.seat(player).cards:
        rule = "not-there"
    if rule:
        return refused(state, player, rule, at_ms, card=kind)
    state, family = _hungry(state, player, FOODS[kind], at_ms, human)
    data = ruling_data(eater=kind, word=FOODS[kind])
    if family is None:
        return state, (Ruling("eater/no-family", at_ms, player, calls=(number,), data=data),)
    state = _used_turn(take_away(state, player, kind, from_mash), player)
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


def _played(
    state: GraveFeastState, finish: Finish, call: Call, food: str
) -> tuple[GraveFeastState, Family | None, tuple[Ruling, ...]]:
    """Return the family on which an eater that was just played begins to feed, or None and why it does not."""
    player, eater = call.player, EATERS[food]
    if player is not None:
        in_mash = eater in state.seat(player).cards
        rule = may_act(state, player, 0 if in_mash else 1)
        if rule:
            state, rulings = refused(state, player, rule, call.end_ms)
            return state, None, rulings
    state, family = _hungry(state, player, food, finish.at_ms)
    if family is not None:
        return state, family, ()
    state = replace(state, unsaid=(*state.unsaid[-UNSAID_KEPT:], (named(player), eater, finish.at_ms)))
    data = ruling_data(eater=eater, word=food)
    return state, None, (Ruling("eater/no-family", call.end_ms, player, calls=(finish.call,), data=data),)


def _fed(state: GraveFeastState, family: Family, finish: Finish, call: Call, food: str) -> Ruled:
    eater = Eater(EATERS[food], call.player, SAID, finish.call, finish.at_ms)
    data = ruling_data(eater=EATERS[food], kind=food)
    ruling = Ruling("eater/feeding", call.end_ms, call.player, calls=(finish.call,), data=data)
    return state.put(_with_eater(family, eater)), (ruling,)


def _used_turn(state: GraveFeastState, player: Player) -> GraveFeastState:
    """Playing an eater is what a turn is for."""
    return act(state, player, 0) if player is not None else state


def _closes_ms(state: GraveFeastState, at_ms: int) -> int | None:
    if state.rules.eater_word_enforcement == "advisory":
        return None
    return at_ms + in_ms(state.rules.challenge_window_s)


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


def _hungry(
    state: GraveFeastState, player: Player, food: str, at_ms: int, human: int | None = None
) -> tuple[GraveFeastState, Family | None]:
    """Return the player's family that takes this eater; when calls are tracked, a new one if need be."""
    known = state.latest(
        lambda family: (
            family.owner == player
            and family.claim is None
            and family.eater is None
            and family.kind in (food, "")
            and (human is None or human in family.cards)
        )
    )
    if known is not None or state.board:
        return state, known
    family = Family(state.next_family, player, food, at_ms, at_ms)
    return replace(state, next_family=state.next_family + 1), family


def _hungry_with(state: GraveFeastState, player: str, human: int) -> Family | None:
    """Return a family of the player's that holds this human and has no eater."""
    return state.latest(
        lambda family: family.owner == player and human in family.cards and family.eater is None and not family.claim
    )
