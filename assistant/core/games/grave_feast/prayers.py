"""Preachers and evil preachers: a chain of prayers that destroys an eater, or not (section 4)."""

from dataclasses import replace

from assistant.core.games.grave_feast.bids import MS, Settled
from assistant.core.games.grave_feast.state import Family, GraveFeastState, Player, Prayer
from assistant.core.observations import Call
from assistant.core.rulings import Ruling, ruling_data


def preach(state: GraveFeastState, number: int, call: Call) -> Settled:
    """ "The power of Christ compels you!": aims at the contested eater, or answers an evil preacher."""
    prayer = state.prayer
    if prayer is not None and len(prayer.calls) % 2:
        data = ruling_data(first=prayer.player or "")
        return state, (Ruling("preach/waits", call.end_ms, call.player, calls=(*prayer.calls, number), data=data),)
    if prayer is not None:
        return _link(state, prayer, number, call, "preach/played")
    family = eater_for(state, call.player)
    if family is None:
        return state, (Ruling("preach/no-target", call.end_ms, call.player, calls=(number,)),)
    window_ms = state.rules.reply_window_s * MS
    prayer = Prayer(family.id, (number,), call.player, call.end_ms, call.end_ms + window_ms)
    data = ruling_data(owner=family.owner or "", window_s=state.rules.reply_window_s)
    ruling = Ruling("preach/played", call.end_ms, call.player, calls=(number,), data=data)
    return replace(state, prayer=prayer), (ruling,)


def answer(state: GraveFeastState, number: int, call: Call) -> Settled:
    """ "The power of evil compels you, <swear word>!": negates the preacher who waits for an answer."""
    prayer = state.prayer
    if prayer is None or len(prayer.calls) % 2 == 0:
        return state, (Ruling("evil/no-target", call.end_ms, call.player, calls=(number,)),)
    return _link(state, prayer, number, call, "preach/negated")


def eater_for(state: GraveFeastState, preacher: Player) -> Family | None:
    """Return the family whose eater a preacher means: the one touched last of another player, else of anybody."""
    others = state.latest(lambda family: family.fed and (family.owner != preacher or preacher is None))
    return others or state.latest(lambda family: family.fed)


def finish_prayer(state: GraveFeastState, prayer: Prayer) -> Settled:
    """The time for an answer is over: with an odd number of valid links the eater is destroyed, and nobody scores."""
    state = replace(state, prayer=None)
    family = state.family(prayer.family)
    if family is None or len(prayer.calls) % 2 == 0:
        return state, ()
    state = state.put(replace(family, fed=False, claim=None, touched_ms=prayer.closes_ms))
    eater = {"brains": "zombie", "blood": "vampire"}.get(family.kind or "", "eater")
    data = ruling_data(owner=family.owner or "", eater=eater, links=len(prayer.calls))
    ruling = Ruling("preach/destroyed", prayer.closes_ms, prayer.player, calls=prayer.calls, data=data)
    return state, (ruling,)


def _link(state: GraveFeastState, prayer: Prayer, number: int, call: Call, code: str) -> Settled:
    closes_ms = call.end_ms + state.rules.reply_window_s * MS
    longer = replace(prayer, calls=(*prayer.calls, number), opens_ms=call.end_ms, closes_ms=closes_ms)
    family = state.family(prayer.family)
    data = ruling_data(owner=(family.owner if family else None) or "", window_s=state.rules.reply_window_s)
    return replace(state, prayer=longer), (Ruling(code, call.end_ms, call.player, calls=longer.calls, data=data),)
