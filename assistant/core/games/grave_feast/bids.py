"""Races for a family: announcements and succubi, ruled when no rival can come too close any more.

Section 4: a succubus may be played at any time, except after "N to the graveyard" is complete; a succubus on top of
another hijacks what was stolen.
"""

from dataclasses import replace

from assistant.core.games.grave_feast.rules import least_band_ms
from assistant.core.games.grave_feast.state import Bid, BidKind, Claim, Family, GraveFeastState, Theft
from assistant.core.games.mechanics.coin import flip
from assistant.core.games.mechanics.race import hold_ms, tie_band_ms
from assistant.core.rulings import Ruling, ruling_data

MS = 1000
Settled = tuple[GraveFeastState, tuple[Ruling, ...]]


def bid_deadline_ms(state: GraveFeastState) -> int | None:
    """Return when the first bid that waits can be ruled, or None."""
    return min((_ripe_ms(state, family.bids[0]) for family in state.families if family.bids), default=None)


def settle(state: GraveFeastState, now_ms: int) -> Settled:
    """Rule on every bid whose rivals are all known by now, earliest finish first."""
    rulings: list[Ruling] = []
    while True:
        ripe = [family for family in state.families if family.bids and _is_ripe(state, family, now_ms)]
        if not ripe:
            return state, tuple(rulings)
        family = min(ripe, key=lambda family: (family.bids[0].finish.at_ms, family.id))
        state, more = _rule_first(state, family)
        rulings.extend(more)


def _ripe_ms(state: GraveFeastState, bid: Bid) -> int:
    return bid.finish.at_ms + hold_ms(bid.finish, least_band_ms(state.rules, state.table))


def _band_ms(state: GraveFeastState, first: Bid, second: Bid) -> int:
    return tie_band_ms(first.finish, second.finish, least_band_ms(state.rules, state.table))


def _is_ripe(state: GraveFeastState, family: Family, now_ms: int) -> bool:
    return now_ms >= _ripe_ms(state, family.bids[0])


def _rule_first(state: GraveFeastState, family: Family) -> Settled:
    first, *others = family.bids
    rival = next((bid for bid in others if _rivals(first, bid)), None)
    if rival is not None:
        margin_ms, band_ms = rival.finish.at_ms - first.finish.at_ms, _band_ms(state, first, rival)
        if margin_ms < band_ms:
            return _too_close(state, family, first, rival, margin_ms, band_ms)
    state = state.put(replace(family, bids=tuple(others)))
    return apply_bid(state, family.id, first)


def _rivals(first: Bid, second: Bid) -> bool:
    both_claim = first.kind is BidKind.CLAIM and second.kind is BidKind.CLAIM
    return not both_claim and (first.player != second.player or first.player is None)


def _too_close(
    state: GraveFeastState, family: Family, first: Bid, second: Bid, margin_ms: int, band_ms: int
) -> Settled:
    """Rule a tie as the house rule says: by default nothing happens, and both say it again."""
    rest = tuple(bid for bid in family.bids if bid not in (first, second))
    defender = first if first.kind is BidKind.CLAIM or second.kind is BidKind.STEAL else second
    attacker = second if defender is first else first
    how = state.rules.tie
    if how == "coin":
        side = flip(state.table.seed, state.flips)
        state = replace(state, flips=state.flips + 1)
        how = "defender" if side == "heads" else "attacker"
    ruling = Ruling(
        "race/too-close",
        second.finish.at_ms,
        None,
        margin_ms,
        band_ms,
        (first.finish.call, second.finish.call),
        ruling_data(first=first.player or "", second=second.player or "", decision=how),
    )
    state = state.put(replace(family, bids=rest))
    if how == "redo":
        return state, (ruling,)
    state, rulings = apply_bid(state, family.id, defender if how == "defender" else attacker)
    return state, (ruling, *rulings)


def apply_bid(state: GraveFeastState, family_id: int, bid: Bid) -> Settled:
    """Let a bid take effect."""
    family = state.family(family_id)
    if family is None:
        return state, ()
    if bid.kind is BidKind.CLAIM:
        return _claim(state, family, bid)
    return _steal(state, family, bid)


def _steal(state: GraveFeastState, family: Family, bid: Bid) -> Settled:
    at_ms, call = bid.finish.at_ms, bid.finish.call
    if family.claim is not None:
        margin_ms = at_ms - family.claim.finish.at_ms
        band_ms = tie_band_ms(family.claim.finish, bid.finish, least_band_ms(state.rules, state.table))
        data = ruling_data(owner=family.owner or "", late_ms=margin_ms, card=state.rules.blocked_card)
        calls = (family.claim.call, call)
        return state, (Ruling("steal/blocked", at_ms, bid.player, margin_ms, band_ms, calls, data),)
    theft = Theft(family.owner, bid.finish)
    stolen = replace(family, owner=bid.player, touched_ms=at_ms, thefts=(*family.thefts, theft))
    data = ruling_data(victim=family.owner or "", hijack=int(bool(family.thefts)), kind=family.kind or "")
    return state.put(stolen), (Ruling("steal/made", at_ms, bid.player, calls=(call,), data=data),)


def _claim(state: GraveFeastState, family: Family, bid: Bid) -> Settled:
    at_ms, call = bid.finish.at_ms, bid.finish.call
    if family.owner != bid.player:
        return state, (_void(state, family, bid),)
    if not family.fed:
        data = ruling_data(count=bid.count, kind=family.kind or "")
        return state, (Ruling("claim/no-eater", at_ms, bid.player, calls=(call,), data=data),)
    if family.claim is not None:
        return state, (Ruling("claim/repeated", at_ms, bid.player, calls=(family.claim.call, call)),)
    if state.rules.count_must_match and family.size and family.size != bid.count:
        data = ruling_data(count=bid.count, size=family.size)
        return state, (Ruling("claim/miscounted", at_ms, bid.player, calls=(call,), data=data),)
    claim = Claim(call, bid.finish, bid.count, at_ms + state.rules.preacher_window_s * MS)
    state = state.put(replace(family, claim=claim, touched_ms=at_ms))
    data = ruling_data(count=bid.count, window_s=state.rules.preacher_window_s)
    return state, (Ruling("claim/stands", at_ms, bid.player, calls=(call,), data=data),)


def _void(state: GraveFeastState, family: Family, bid: Bid) -> Ruling:
    """The family is not his any more: he was late by the time since the steal that took it from him."""
    theft = next((theft for theft in family.thefts if theft.victim == bid.player), None)
    data = ruling_data(owner=family.owner or "", count=bid.count)
    if theft is None:
        return Ruling("claim/void", bid.finish.at_ms, bid.player, calls=(bid.finish.call,), data=data)
    late_ms = bid.finish.at_ms - theft.finish.at_ms
    band_ms = tie_band_ms(theft.finish, bid.finish, least_band_ms(state.rules, state.table))
    data = ruling_data(owner=family.owner or "", count=bid.count, late_ms=late_ms)
    calls = (theft.finish.call, bid.finish.call)
    return Ruling("claim/void", bid.finish.at_ms, bid.player, late_ms, band_ms, calls, data)
