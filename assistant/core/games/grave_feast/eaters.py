"""Eaters that begin to feed, and the words that make them (sections 4 and 5)."""

from dataclasses import replace

from assistant.core.games.grave_feast.bids import MS, Settled
from assistant.core.games.grave_feast.state import Family, GraveFeastState, Player, WordFault
from assistant.core.observations import Call, Verdict
from assistant.core.rulings import Ruling, ruling_data

EATERS = {"brains": "zombie", "blood": "vampire"}
"""Who feeds on what."""
FOODS = {eater: food for food, eater in EATERS.items()}
"""What feeds whom."""
SAME_WORD_MS = 2_000
"""The same word again within this is the same eater: people do shout "Brains! Brains!"."""


def feed(state: GraveFeastState, number: int, call: Call, food: str) -> Settled:
    """ "Brains!" or "Blood!": an eater begins to feed on a family of its owner's."""
    again = state.latest(
        lambda family: family.owner == call.player and family.kind == food and family.fed and not family.thefts
    )
    if again is not None and call.end_ms - again.touched_ms <= SAME_WORD_MS:
        return state.put(replace(again, touched_ms=call.end_ms)), ()
    state = _spoken(state, call.player, EATERS[food])
    hungry = state.latest(lambda family: family.owner == call.player and not family.fed and family.kind in (food, None))
    if hungry is not None:
        family = replace(hungry, kind=food, fed=True, touched_ms=call.end_ms)
    else:
        family = Family(state.next_family, call.player, food, True, call.end_ms, number)
        state = replace(state, next_family=state.next_family + 1)
    data = ruling_data(eater=EATERS[food], kind=food)
    state = _may_be_dull(state, family, food, number, call)
    return state.put(family), (Ruling("eater/feeding", call.end_ms, call.player, calls=(number,), data=data),)


def feed_wrongly(state: GraveFeastState, number: int, call: Call, food: str) -> Settled:
    """A wrong word for an eater: the play stands unless a player calls it, or the house rules say otherwise."""
    data = ruling_data(eater=EATERS[food], heard=call.heard, word=food)
    if state.rules.eater_word_enforcement == "auto":
        return state, (Ruling("eater/lost", call.end_ms, call.player, calls=(number,), data=data),)
    state, _ = feed(state, number, call, food)
    ruling = Ruling("eater/inexact", call.end_ms, call.player, calls=(number,), data=data)
    if state.rules.eater_word_enforcement == "advisory":
        return state, (ruling,)
    family = state.latest(lambda family: family.owner == call.player and family.kind == food)
    closes_ms = call.end_ms + state.rules.challenge_window_s * MS
    fault = WordFault(call.player, family.id if family else None, EATERS[food], number, call.end_ms, closes_ms)
    return replace(state, faults=(*state.faults, fault)), (ruling,)


def attach_silently(state: GraveFeastState, number: int, player: Player, eater: str, at_ms: int) -> Settled:
    """The referee is told of an eater whose word it has not heard: the word may still come, or be called."""
    data = ruling_data(eater=eater, word=FOODS[eater])
    closes_ms = at_ms + state.rules.challenge_window_s * MS
    fault = WordFault(player, None, eater, number, at_ms, closes_ms)
    ruling = Ruling("eater/silent", at_ms, player, calls=(number,), data=data)
    return replace(state, faults=(*state.faults, fault)), (ruling,)


def challenge(state: GraveFeastState, player: Player, at_ms: int) -> Settled:
    """ "I call it": the latest eater of another player that lacked its word goes to the discard pile."""
    fault = next((fault for fault in reversed(state.faults) if fault.player != player or player is None), None)
    if fault is None:
        return state, (Ruling("challenge/rejected", at_ms, player),)
    if fault.dull:
        return state, (Ruling("creepy/vote", at_ms, fault.player, calls=(fault.call,)),)
    return _lose(state, fault, player, at_ms)


def vote_dull(state: GraveFeastState, player: Player, at_ms: int) -> Settled:
    """The table has voted that a word was not creepy: its eater is lost."""
    fault = next((fault for fault in reversed(state.faults) if fault.dull and player in (fault.player, None)), None)
    if fault is None:
        return state, (Ruling("challenge/rejected", at_ms, player),)
    return _lose(state, fault, None, at_ms)


def _lose(state: GraveFeastState, fault: WordFault, challenger: Player, at_ms: int) -> Settled:
    state = replace(state, faults=tuple(known for known in state.faults if known != fault))
    family = state.family(fault.family) if fault.family is not None else None
    if family is not None:
        state = state.put(replace(family, fed=False, claim=None))
    data = ruling_data(eater=fault.eater, word=FOODS[fault.eater], challenger=challenger or "")
    return state, (Ruling("eater/lost", at_ms, fault.player, calls=(fault.call,), data=data),)


def expire_faults(state: GraveFeastState, now_ms: int) -> Settled:
    """Let every play stand that nobody called in time."""
    late = tuple(fault for fault in state.faults if fault.closes_ms <= now_ms)
    rulings = tuple(
        Ruling(
            "eater/stands",
            fault.closes_ms,
            fault.player,
            calls=(fault.call,),
            data=ruling_data(eater=fault.eater),
        )
        for fault in late
        if not fault.dull
    )
    for fault in late:
        if fault.family is None:
            family = Family(state.next_family, fault.player, FOODS[fault.eater], True, fault.opens_ms, fault.call)
            state = replace(state.put(family), next_family=state.next_family + 1)
    return replace(state, faults=tuple(fault for fault in state.faults if fault not in late)), rulings


def _spoken(state: GraveFeastState, player: Player, eater: str) -> GraveFeastState:
    """The right word mends what was wrong with it before."""
    return replace(
        state, faults=tuple(fault for fault in state.faults if (fault.player, fault.eater) != (player, eater))
    )


def _may_be_dull(state: GraveFeastState, family: Family, food: str, number: int, call: Call) -> GraveFeastState:
    """By house rule, even the right word may be called for its lack of creepiness."""
    if state.rules.creepy != "on_challenge_vote" or call.verdict is not Verdict.EXACT:
        return state
    closes_ms = call.end_ms + state.rules.challenge_window_s * MS
    fault = WordFault(call.player, family.id, EATERS[food], number, call.end_ms, closes_ms, dull=True)
    return replace(state, faults=(*state.faults, fault))
