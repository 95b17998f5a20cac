"""Succubi: a steal of one family or one Mash, its hijacking, and what blocks it (section 4)."""

from dataclasses import replace

from assistant.core.games.grave_feast.aims import Aim, choices, stolen_by
from assistant.core.games.grave_feast.hand import can_spend, refused, spend
from assistant.core.games.grave_feast.rares.combos import is_named, prey, strike
from assistant.core.games.grave_feast.rares.watching import confuse
from assistant.core.games.grave_feast.said import inexact
from assistant.core.games.grave_feast.seat import EXORCIST, Seat, Stored
from assistant.core.games.grave_feast.state import (
    Claim,
    Family,
    GraveFeastState,
    MashTheft,
    OpenSteal,
    Player,
    Ruled,
    Theft,
    named,
)
from assistant.core.games.mechanics.race import Finish, margin_ms, tie_band_ms
from assistant.core.games.mechanics.settings import in_ms
from assistant.core.observations import Call
from assistant.core.rulings import Ruling, ruling_data

SUCCUBUS = "succubus"
"""The card."""


def seduce(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """ "Seduce!": takes what is contested, a family with its eater or a Mash; or comes for an Exorcist."""
    if not can_spend(state, call.player, SUCCUBUS):
        return refused(state, call.player, "hand-empty", call.end_ms)
    aim = stolen_by(state, call.player)
    guard = _exorcist(state, call.player, aim)
    if aim is None and guard is None:
        return _aimless(state, finish, call)
    if aim is not None and guard is None and aim.family is not None and aim.family.claim is not None:
        return steal(state, aim, finish, call.player, call.end_ms)
    state, failed, rulings = confuse(state, call.player, SUCCUBUS, call.end_ms, finish.call)
    if failed:
        return state, rulings
    if guard is not None:
        state, more = strike(state, finish, call.player, EXORCIST, guard, call.end_ms)
    elif aim is not None:
        state, more = steal(state, aim, finish, call.player, call.end_ms)
    return state, (*rulings, *more)


def seduce_wrongly(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """A wrong word: the succubus is lost."""
    return spend(state, call.player, SUCCUBUS), (inexact("steal/lost", finish.call, call),)


def steal(state: GraveFeastState, aim: Aim, finish: Finish, thief: Player, at_ms: int, paid: bool = False) -> Ruled:
    """Let a succubus take a family, unless its announcement was complete before, or a whole Mash.

    Args:
        state: where the match stands.
        aim: what she takes.
        finish: when her word was complete.
        thief: who played her.
        at_ms: the moment of the ruling.
        paid: whether her card was counted before.
    """
    if aim.family is not None and aim.family.claim is not None:
        return _against_claim(state, aim.family, aim.family.claim, finish, thief, at_ms)
    if not paid:
        state = spend(state, thief, SUCCUBUS)
    if aim.family is not None:
        return _take_family(state, aim.family, finish, thief, at_ms)
    if aim.seat is not None and thief is not None:
        return _take_mash(state, aim.seat, finish, thief, at_ms)
    return state, ()


def name_target(state: GraveFeastState, player: str, what: str, victim: Player, at_ms: int) -> Ruled:
    """A player says what his succubus steals: one thing only; the latest steal may still be put right so."""
    if what == "both":
        return state, (Ruling("steal/which", at_ms, player),)
    wanted = _named(state, player, what, victim)
    opened = state.open_steal
    if opened is not None and opened.player == player:
        return _settle_open(state, opened, wanted, victim, what, at_ms)
    mine = state.latest(lambda family: _just_stolen(state, family, player, at_ms))
    robbed = _mash_just_stolen(state, player, at_ms)
    if robbed is not None and (mine is None or mine.thefts[-1].finish.at_ms < robbed.finish.at_ms):
        return _redirect_from_mash(state, robbed, player, what, victim, at_ms)
    if mine is None:
        return refused(state, player, "no-steal", at_ms)
    theft = mine.thefts[-1]
    if wanted is None and what != "mash" and victim in (None, theft.victim):
        return state, ()
    if wanted is None:
        return refused(state, player, "not-there", at_ms, card=what)
    before = replace(mine, owner=theft.victim, thefts=mine.thefts[:-1])
    return steal(state.put(before), wanted, theft.finish, player, at_ms, paid=True)


def _redirect_from_mash(
    state: GraveFeastState, robbed: MashTheft, player: str, what: str, victim: Player, at_ms: int
) -> Ruled:
    """Give a stolen Mash back, and steal what the player says instead; unless that is what was taken."""
    if what == "mash" and victim in (None, robbed.victim.player):
        return state, ()
    back = _given_back(state, robbed, player)
    wanted = _named(back, player, what, victim)
    if wanted is None:
        return refused(state, player, "not-there", at_ms, card=what)
    return steal(back, wanted, robbed.finish, player, at_ms, paid=True)


def _given_back(state: GraveFeastState, robbed: MashTheft, player: str) -> GraveFeastState:
    """Return the state with the latest monsters of a thief's Mash back where they were."""
    thief, victim = state.seat(player), state.seat(robbed.victim.player)
    own, loot = thief.mash[: -robbed.taken], thief.mash[-robbed.taken :]
    before, owner = robbed.thief, robbed.victim
    state = state.sit(replace(thief, mash=own, loot=before.loot, contested_ms=before.contested_ms))
    state = state.sit(replace(victim, mash=(*victim.mash, *loot), loot=owner.loot, contested_ms=owner.contested_ms))
    state = _aim_follows(state, loot, player, victim.player)
    return replace(state, mash_theft=None)


def _exorcist(state: GraveFeastState, player: Player, aim: Aim | None) -> str | None:
    """Return whose Exorcist a succubus comes for: when he was named, when a first one waits, or for want of others."""
    if is_named(state, player, EXORCIST):
        return prey(state, player, EXORCIST)
    waiting = state.combo is not None and state.combo.card == EXORCIST
    hot = aim is not None and aim.contested_ms is not None
    if (waiting and not hot) or (aim is None and not choices(state, player)):
        return prey(state, player, EXORCIST)
    return None


def _aimless(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """The word was right, but what it takes is not known: the player may say so, and keeps the succubus till then."""
    code = "steal/which" if choices(state, call.player) else "steal/no-target"
    closes_ms = call.end_ms + in_ms(state.rules.reply_window_s)
    state = replace(state, open_steal=OpenSteal(call.player, finish, closes_ms))
    return state, (Ruling(code, call.end_ms, call.player, calls=(finish.call,)),)


def _settle_open(
    state: GraveFeastState, opened: OpenSteal, wanted: Aim | None, victim: Player, what: str, at_ms: int
) -> Ruled:
    if wanted is None:
        guarded = victim is not None and what == "mash" and state.seat(victim).guarded
        rule = "exorcist-guards" if guarded else "not-there"
        return refused(state, opened.player, rule, at_ms, card=what)
    return steal(replace(state, open_steal=None), wanted, opened.finish, opened.player, at_ms)


def _named(state: GraveFeastState, player: str, what: str, victim: Player) -> Aim | None:
    """Return the latest of the things that fit what a player says."""
    fitting = [
        aim
        for aim in choices(state, player)
        if victim in (None, aim.owner)
        and (aim.family is None) is (what == "mash")
        and (what in ("mash", "family") or (aim.family is not None and aim.family.kind == what.split()[0]))
    ]
    return max(fitting, key=lambda aim: aim.order, default=None)


def _just_stolen(state: GraveFeastState, family: Family, player: str, at_ms: int) -> bool:
    if family.owner != player or not family.thefts or family.claim is not None:
        return False
    return at_ms - family.thefts[-1].finish.at_ms <= in_ms(state.rules.reply_window_s)


def _mash_just_stolen(state: GraveFeastState, player: str, at_ms: int) -> MashTheft | None:
    theft = state.mash_theft
    if theft is None or theft.thief.player != player or state.seat(player).loot != theft.taken:
        return None
    return theft if at_ms - theft.finish.at_ms <= in_ms(state.rules.reply_window_s) else None


def _loot(victim: Seat) -> tuple[Stored, ...]:
    """Return the monsters that a steal of this Mash takes: all, or of stolen ones only these."""
    return victim.mash[len(victim.mash) - (victim.loot or len(victim.mash)) :]


def _aim_follows(state: GraveFeastState, moved: tuple[Stored, ...], giver: str, taker: str) -> GraveFeastState:
    """Let a preacher who prays at one of the monsters that change hands go on praying at it."""
    prayer = state.prayer
    if prayer is None or prayer.mash_of != giver or prayer.card not in [stored.card for stored in moved]:
        return state
    return replace(state, prayer=replace(prayer, mash_of=taker))


def _take_family(state: GraveFeastState, family: Family, finish: Finish, thief: Player, at_ms: int) -> Ruled:
    theft = Theft(family.owner, finish)
    stolen = replace(
        family, owner=thief, touched_ms=finish.at_ms, contested_ms=finish.at_ms, thefts=(*family.thefts, theft)
    )
    data = ruling_data(
        victim=named(family.owner), hijack=int(bool(family.thefts)), kind=family.kind, size=family.size, loot="family"
    )
    return state.put(stolen), (Ruling("steal/made", at_ms, thief, calls=(finish.call,), data=data),)


def _take_mash(state: GraveFeastState, victim: Seat, finish: Finish, thief: str, at_ms: int) -> Ruled:
    """Take a whole Mash; of one that holds stolen monsters, a hijack takes these."""
    taken, seat = _loot(victim), state.seat(thief)
    count = len(taken)
    kept = victim.mash[: len(victim.mash) - count]
    state = replace(state, mash_theft=MashTheft(finish, victim, seat, count))
    state = _aim_follows(state, taken, victim.player, thief)
    state = state.sit(replace(victim, mash=kept, loot=0, contested_ms=None))
    state = state.sit(replace(seat, mash=(*seat.mash, *taken), loot=count, contested_ms=finish.at_ms))
    data = ruling_data(victim=victim.player, hijack=int(victim.loot > 0), kind="", size=count, loot="mash")
    return state, (Ruling("steal/made", at_ms, thief, calls=(finish.call,), data=data),)


def _against_claim(
    state: GraveFeastState, family: Family, claim: Claim, finish: Finish, thief: Player, at_ms: int
) -> Ruled:
    """Compare a steal with an announcement that stands: it is blocked, unless it was complete before."""
    margin, band = margin_ms(claim.finish, finish), tie_band_ms(claim.finish, finish, state.least_band_ms)
    if finish.at_ms < claim.finish.at_ms and margin >= band:
        open_again = replace(family, claim=None)
        state, made = steal(state.put(open_again), Aim(open_again), finish, thief, at_ms)
        data = ruling_data(owner=named(thief), count=claim.count, late_ms=margin)
        calls = tuple(sorted((claim.finish.call, finish.call)))
        return state, (*made, Ruling("claim/void", at_ms, claim.player, margin, band, calls, data))
    data = ruling_data(owner=named(family.owner), late_ms=margin, card=state.rules.blocked_card)
    calls = (claim.finish.call, finish.call)
    ruling = Ruling("steal/blocked", at_ms, thief, margin, band, calls, data)
    return (spend(state, thief, SUCCUBUS) if state.rules.blocked_card == "discard" else state), (ruling,)
