"""Announcements: "N to the graveyard", and the trip that follows when nobody interferes (sections 3 to 5)."""

from dataclasses import replace

from assistant.core.games.grave_feast.aims import Announced, Announcement, announced
from assistant.core.games.grave_feast.hand import refused
from assistant.core.games.grave_feast.races import count_of
from assistant.core.games.grave_feast.rares.watching import confuse, confused
from assistant.core.games.grave_feast.said import inexact, plain_seconds
from assistant.core.games.grave_feast.state import (
    PRESUMED,
    Claim,
    Eater,
    Family,
    GraveFeastState,
    Player,
    Ruled,
    named,
)
from assistant.core.games.mechanics.race import Finish, margin_ms, tie_band_ms
from assistant.core.games.mechanics.settings import in_ms
from assistant.core.observations import Call, Verdict
from assistant.core.rulings import Ruling, ruling_data

SMALLEST_FAMILY = 3
"""Section 3: a family is three or more humans."""


def announce(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """Judge an announcement that was word for word."""
    count = count_of(call)
    about = announced(state, call.player, count)
    match about.how, about.family:
        case Announced.NEW, _:
            state, family = _presumed(state, call, finish)
            return _attempt(state, family, finish, call, count)
        case Announced.OWN, Family() as family:
            fault = _fault(state, family, count)
            if fault is not None:
                return state, (_refused(fault, finish, call, count, family),)
            return _attempt(state, family, finish, call, count)
        case Announced.LATE, Family() as family:
            return state, (_late(state, about, family, finish, call, count),)
        case Announced.EATERLESS, Family() as family:
            return state, (_refused("claim/no-eater", finish, call, count, family),)
        case Announced.REPEATED, Family(claim=Claim() as claim):
            calls = (claim.finish.call, finish.call)
            return state, (Ruling("claim/repeated", call.end_ms, call.player, calls=calls),)
        case Announced.WHOSE, _:
            return state, (_refused("claim/whose", finish, call, count, None),)
    return state, (_refused("claim/no-family", finish, call, count, None),)


def announce_wrongly(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """A wrong announcement blocks nobody and costs nothing; but it tells that there is a family."""
    about = announced(state, call.player, count_of(call))
    if about.how is Announced.NEW:
        state, _ = _presumed(state, call, finish)
    elif about.how is Announced.OWN and about.family is not None:
        state = state.put(_raised(about.family, finish.at_ms))
    return state, (inexact("claim/inexact", finish.call, call),)


def scoop(state: GraveFeastState, number: int, player: str, count: int, at_ms: int) -> Ruled:
    """A family is taken to the graveyard without a word, where the table allows that."""
    if state.rules.announce_required:
        return refused(state, player, "announce", at_ms, count=count)
    finish = Finish(number, at_ms)
    call = Call(player, "grave-feast.graveyard", Verdict.EXACT, "", at_ms, at_ms, (("n", count),))
    return announce(state, finish, call)


def withdraw(state: GraveFeastState, family: Family, at_ms: int) -> Ruled:
    """Let a family lose its eater: an announcement that stood is void, and a new eater is needed."""
    bare = replace(family, eater=None, orphaned=True, claim=None)
    state = state.put(bare)
    if state.prayer is not None and state.prayer.family == family.id:
        state = replace(state, prayer=None, question=None)
    if family.claim is None:
        return state, ()
    data = ruling_data(count=family.claim.count, kind=family.kind)
    calls = (family.claim.finish.call,)
    return state, (Ruling("claim/no-eater", at_ms, family.claim.player, calls=calls, data=data),)


def _attempt(state: GraveFeastState, family: Family, finish: Finish, call: Call, count: int) -> Ruled:
    """Let an eater try to take a family to the graveyard; an Exorcist who watches may confuse him."""
    kind = (family.eater.kind if family.eater else "") or "eater"
    if family.confused:
        return state, (confused(family.owner, kind, call.end_ms, finish.call),)
    state, failed, rulings = confuse(state, family.owner, kind, call.end_ms, finish.call)
    if failed:
        return state.put(replace(_raised(family, finish.at_ms), confused=True)), rulings
    state, more = stand(state, family, finish, call.player, count, call.end_ms)
    return state, (*rulings, *more)


def stand(state: GraveFeastState, family: Family, finish: Finish, player: Player, count: int, at_ms: int) -> Ruled:
    """Let an announcement stand: from here on only a preacher can stop it."""
    eater = family.eater or Eater("", player, PRESUMED, finish.call, finish.at_ms)
    window_s = state.rules.preacher_window_s
    claim = Claim(family.owner, finish, count, finish.at_ms + in_ms(window_s))
    state = state.put(replace(_raised(family, finish.at_ms), claim=claim, eater=eater))
    data = ruling_data(count=count, window_s=plain_seconds(window_s))
    return state, (Ruling("claim/stands", at_ms, family.owner, calls=(finish.call,), data=data),)


def _presumed(state: GraveFeastState, call: Call, finish: Finish) -> tuple[GraveFeastState, Family]:
    """Return the family that a player announces though nothing was heard of it: its eater was attached before."""
    family = Family(state.next_family, call.player, "", finish.at_ms, finish.at_ms)
    family = replace(family, eater=Eater("", call.player, PRESUMED, finish.call, finish.at_ms))
    return replace(state.put(family), next_family=state.next_family + 1), family


def _raised(family: Family, at_ms: int) -> Family:
    return replace(family, touched_ms=at_ms, contested_ms=at_ms)


def _fault(state: GraveFeastState, family: Family, count: int) -> str | None:
    if family.size and family.size < SMALLEST_FAMILY:
        return "claim/too-small"
    if state.rules.count_must_match and family.size and family.size != count:
        return "claim/miscounted"
    return None


def _refused(code: str, finish: Finish, call: Call, count: int, family: Family | None) -> Ruling:
    data = ruling_data(count=count, kind=family.kind if family else "", size=family.size if family else 0)
    return Ruling(code, call.end_ms, call.player, calls=(finish.call,), data=data)


def _late(
    state: GraveFeastState, about: Announcement, family: Family, finish: Finish, call: Call, count: int
) -> Ruling:
    """The family is not his any more: he was late by the time since the steal that took it from him."""
    if about.theft is None:
        return _refused("claim/void", finish, call, count, family)
    late_ms = margin_ms(about.theft.finish, finish)
    band_ms = tie_band_ms(about.theft.finish, finish, state.least_band_ms)
    data = ruling_data(owner=named(family.owner), count=count, late_ms=late_ms)
    calls = (about.theft.finish.call, finish.call)
    return Ruling("claim/void", call.end_ms, call.player, late_ms, band_ms, calls, data)
