"""Succubi: a steal of the contested family, its hijacking, and what blocks it (section 4)."""

from dataclasses import replace

from assistant.core.games.grave_feast.aims import stealable
from assistant.core.games.grave_feast.rules import window_ms
from assistant.core.games.grave_feast.said import inexact
from assistant.core.games.grave_feast.state import Family, GraveFeastState, OpenSteal, Player, Ruled, Theft, named
from assistant.core.games.mechanics.race import Finish, margin_ms, tie_band_ms
from assistant.core.observations import Call
from assistant.core.rulings import Ruling, ruling_data

SUCCUBUS = "succubus"
"""The card."""


def seduce(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """ "Seduce!": takes the contested family with its eater."""
    target = stealable(state, call.player)
    if target is None:
        return _aimless(state, finish, call)
    return steal(state, target, finish, call.player, call.end_ms)


def seduce_wrongly(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """A wrong word: the succubus is lost."""
    return state.discarded(SUCCUBUS), (inexact("steal/lost", finish.call, call),)


def steal(state: GraveFeastState, target: Family, finish: Finish, thief: Player, at_ms: int) -> Ruled:
    """Let a succubus take a family, unless its announcement was complete before."""
    if target.claim is not None:
        return _blocked(state, target, finish, thief, at_ms)
    stolen = replace(
        target,
        owner=thief,
        touched_ms=finish.at_ms,
        contested_ms=finish.at_ms,
        thefts=(*target.thefts, Theft(target.owner, finish)),
    )
    data = ruling_data(
        victim=named(target.owner), hijack=int(bool(target.thefts)), kind=target.kind, size=target.size, target="family"
    )
    ruling = Ruling("steal/made", at_ms, thief, calls=(finish.call,), data=data)
    return state.put(stolen).discarded(SUCCUBUS), (ruling,)


def _aimless(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """The word was right, but what it takes is not known: the player may say so, and keeps the succubus till then."""
    choices = [family for family in state.families if family.owner != call.player or call.player is None]
    code = "steal/which" if choices else "steal/no-target"
    closes_ms = call.end_ms + window_ms(state.rules.reply_window_s)
    state = replace(state, open_steal=OpenSteal(call.player, finish, closes_ms))
    return state, (Ruling(code, call.end_ms, call.player, calls=(finish.call,)),)


def _blocked(state: GraveFeastState, target: Family, finish: Finish, thief: Player, at_ms: int) -> Ruled:
    if target.claim is None:
        return state, ()
    late_ms = margin_ms(target.claim.finish, finish)
    band_ms = tie_band_ms(target.claim.finish, finish, state.least_band_ms)
    data = ruling_data(owner=named(target.owner), late_ms=late_ms, card=state.rules.blocked_card)
    calls = (target.claim.finish.call, finish.call)
    ruling = Ruling("steal/blocked", at_ms, thief, late_ms, band_ms, calls, data)
    if state.rules.blocked_card == "discard":
        state = state.discarded(SUCCUBUS)
    return state, (ruling,)
