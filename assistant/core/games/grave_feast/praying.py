"""Preachers and evil preachers: a chain of prayers that destroys an eater, or not (section 4)."""

from dataclasses import replace

from assistant.core.games.grave_feast.aims import prayed_at, stored_eaters
from assistant.core.games.grave_feast.claiming import withdraw
from assistant.core.games.grave_feast.feeding import EATERS
from assistant.core.games.grave_feast.hand import can_spend, noted, refused, spend, without
from assistant.core.games.grave_feast.rares import combos
from assistant.core.games.grave_feast.rares.combos import WEAPONS, is_named, prey, strike
from assistant.core.games.grave_feast.said import inexact, plain_seconds
from assistant.core.games.grave_feast.seat import DEVIL_WIFE
from assistant.core.games.grave_feast.state import Combo, GraveFeastState, Player, Prayer, Question, Ruled, named
from assistant.core.games.mechanics.negation import Chain, Link
from assistant.core.games.mechanics.race import Finish
from assistant.core.games.mechanics.settings import in_ms
from assistant.core.observations import Call
from assistant.core.rulings import Ruling, ruling_data

PREACHER = "preacher"
"""The card, upright or inverted."""

SWEAR_SLOT = "<swear word>"
"""How the diff of a call names the word that must end an evil prayer."""


def preach(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """ "The power of Christ compels you!": aims at the contested eater, or answers an evil preacher."""
    prayer = state.prayer
    link = Link(call.player, finish.call, finish.at_ms)
    if prayer is not None and prayer.chain.stands and _wife(state, call.player) is None:
        data = ruling_data(first=named(prayer.chain.last.player))
        calls = (*prayer.chain.calls, finish.call)
        return state, (Ruling("preach/waits", call.end_ms, call.player, calls=calls, data=data),)
    if prayer is not None and not prayer.chain.stands:
        return _answered(state, prayer, link, "preach/played")
    if not can_spend(state, call.player, PREACHER):
        return refused(state, call.player, "hand-empty", call.end_ms)
    wife = _wife(state, call.player)
    if wife is not None:
        return strike(state, finish, call.player, DEVIL_WIFE, wife, call.end_ms)
    chain = Chain((link,), finish.at_ms + in_ms(state.rules.reply_window_s))
    prayer = _aimed(state, call.player, chain)
    if prayer is None:
        code = "preach/which" if stored_eaters(state, call.player) else "preach/no-target"
        return state, (Ruling(code, call.end_ms, call.player, calls=(finish.call,)),)
    return _played(replace(state, prayer=prayer, target=None), "preach/played")


def preach_wrongly(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """A wrong prayer: the preacher is lost, and another one may try again."""
    return spend(state, call.player, PREACHER), (inexact("preach/lost", finish.call, call),)


def answer(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """ "The power of evil compels you, <swear word>!": negates the preacher who waits for an answer."""
    prayer, combo = state.prayer, state.combo
    if (prayer is None or not prayer.chain.stands) and combo is not None and combo.card == DEVIL_WIFE:
        return _stops_first(state, combo, finish, call)
    if prayer is None or not prayer.chain.stands:
        return state, (Ruling("evil/no-target", call.end_ms, call.player, calls=(finish.call,)),)
    if not can_spend(state, call.player, PREACHER):
        return refused(state, call.player, "hand-empty", call.end_ms)
    return _answered(state, prayer, Link(call.player, finish.call, finish.at_ms), "preach/negated")


def _stops_first(state: GraveFeastState, combo: Combo, finish: Finish, call: Call) -> Ruled:
    """Negate the first of two preachers against a Devil Wife: one who answers this is the first again."""
    if not can_spend(state, call.player, PREACHER):
        return refused(state, call.player, "hand-empty", call.end_ms)
    state = spend(replace(state, combo=None), call.player, PREACHER)
    data = ruling_data(
        owner=combo.victim,
        against=named(combo.player),
        links=2,
        window_s=plain_seconds(state.rules.reply_window_s),
    )
    calls = (combo.call, finish.call)
    return state, (Ruling("preach/negated", finish.at_ms, call.player, calls=calls, data=data),)


def answer_wrongly(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    """A wrong evil prayer: the card is lost; only about a last word that is on no list the table is asked."""
    word = _unlisted_word(call)
    waiting = state.prayer is not None and state.prayer.chain.stands and state.question is None
    if not word or not waiting or state.rules.evil_unknown == "reject":
        return spend(state, call.player, PREACHER), (inexact("evil/lost", finish.call, call),)
    closes_ms = finish.at_ms + in_ms(state.rules.reply_window_s)
    question = Question(call.player, finish.call, finish.at_ms, word, closes_ms)
    data = ruling_data(word=word)
    ruling = Ruling("evil/asked", call.end_ms, call.player, calls=(finish.call,), data=data)
    return replace(state, question=question), (ruling,)


def settle_question(state: GraveFeastState, question: Question, counts: bool, at_ms: int) -> Ruled:
    """The table says whether the word counts."""
    state = replace(state, question=None)
    prayer = state.prayer
    if counts and prayer is not None:
        link = Link(question.player, question.call, at_ms)
        return _answered(state, prayer, link, "preach/negated")
    data = ruling_data(heard=question.word, missing=SWEAR_SLOT, added="", changed="")
    ruling = Ruling("evil/lost", at_ms, question.player, calls=(question.call,), data=data)
    return spend(state, question.player, PREACHER), (ruling,)


def drop_question(state: GraveFeastState, question: Question) -> Ruled:
    """Nobody said whether the word counts: the prayer does not count, but the card is not lost."""
    data = ruling_data(word=question.word)
    ruling = Ruling("evil/unanswered", question.closes_ms, question.player, calls=(question.call,), data=data)
    return replace(state, question=None), (ruling,)


def finish_prayer(state: GraveFeastState, prayer: Prayer, at_ms: int) -> Ruled:
    """The time for an answer is over: with an odd number of valid links the eater is destroyed, and nobody scores."""
    state = replace(state, prayer=None)
    if prayer.mash_of is not None:
        return _finish_in_mash(state, prayer, prayer.mash_of, at_ms)
    family = state.family(prayer.family)
    if family is None or family.eater is None:
        return state, ()
    kind = family.eater.kind or EATERS.get(family.kind, "eater")
    data = ruling_data(owner=named(family.owner), eater=kind, links=len(prayer.chain.links))
    if not prayer.chain.stands:
        if family.claim is not None:
            closes_ms = max(family.claim.closes_ms, at_ms)
            state = state.put(replace(family, claim=replace(family.claim, closes_ms=closes_ms)))
        return state, (Ruling("preach/survived", at_ms, family.owner, calls=prayer.chain.calls, data=data),)
    destroyed = Ruling("preach/destroyed", at_ms, prayer.chain.last.player, calls=prayer.chain.calls, data=data)
    bare = replace(family, claim=None, touched_ms=max(family.touched_ms, at_ms))
    state, more = withdraw(state.discarded(kind), bare, at_ms)
    return state, (destroyed, *more)


def aim(state: GraveFeastState, player: str, card: str, victim: str, at_ms: int) -> Ruled:
    """A player says at which eater or rare card his next preacher or succubus is aimed, or the one just played."""
    name = card.removeprefix("mash ")
    state = combos.aim(state, player, card if card in WEAPONS else name, victim, at_ms)
    prayer = state.prayer
    if prayer is None or len(prayer.chain.links) > 1 or prayer.chain.last.player != player:
        return noted(state, 0, player, "aims", at_ms)
    aimed = _aimed(state, player, prayer.chain)
    if aimed is None or (aimed.family, aimed.mash_of) == (0, None):
        return refused(state, player, "not-there", at_ms, card=name)
    return noted(replace(state, prayer=aimed, target=None), 0, player, "aims", at_ms)


def _aimed(state: GraveFeastState, preacher: Player, chain: Chain) -> Prayer | None:
    """Return the prayer with what it is aimed at: what was named, the contested eater, or the only stored one."""
    stored = stored_eaters(state, preacher)
    target = state.target
    if target is not None and target.player == preacher:
        family = state.latest(
            lambda family: (
                family.owner == target.victim and family.eater is not None and family.eater.kind == target.card
            )
        )
        if family is not None:
            return Prayer(family.id, chain)
        return Prayer(0, chain, target.victim, target.card) if (target.victim, target.card) in stored else None
    family = prayed_at(state, preacher)
    if family is not None:
        return Prayer(family.id, chain)
    return Prayer(0, chain, *stored[0]) if len(stored) == 1 else None


def _wife(state: GraveFeastState, preacher: Player) -> str | None:
    """Return whose Devil Wife a preacher comes for: if she was named, if a first one waits, or for want of others."""
    if is_named(state, preacher, DEVIL_WIFE):
        return prey(state, preacher, DEVIL_WIFE)
    if state.prayer is not None or (state.target is not None and state.target.player == preacher):
        return None
    others = prayed_at(state, preacher) is not None or stored_eaters(state, preacher)
    waiting = state.combo is not None and state.combo.card == DEVIL_WIFE
    return prey(state, preacher, DEVIL_WIFE) if waiting or not others else None


def _finish_in_mash(state: GraveFeastState, prayer: Prayer, owner: str, at_ms: int) -> Ruled:
    """The eater that was prayed at lies in a Mash."""
    data = ruling_data(owner=owner, eater=prayer.card, links=len(prayer.chain.links))
    calls = prayer.chain.calls
    if not prayer.chain.stands:
        return state, (Ruling("preach/survived", at_ms, owner, calls=calls, data=data),)
    holder = next((seat for seat in state.seats if prayer.card in seat.cards and seat.player == owner), None)
    if holder is None:
        return _finish_elsewhere(state, prayer, owner, at_ms)
    state = state.sit(without(holder, prayer.card)).discarded(prayer.card)
    return state, (Ruling("preach/destroyed", at_ms, prayer.chain.last.player, calls=calls, data=data),)


def _finish_elsewhere(state: GraveFeastState, prayer: Prayer, owner: str, at_ms: int) -> Ruled:
    """The eater left the Mash while he was prayed at: he feeds by now, or is gone."""
    since_ms = prayer.chain.links[0].at_ms
    family = state.latest(
        lambda family: (
            family.owner == owner
            and family.eater is not None
            and family.eater.kind == prayer.card
            and family.eater.at_ms >= since_ms
        )
    )
    if family is not None:
        return finish_prayer(state, Prayer(family.id, prayer.chain), at_ms)
    preacher = prayer.chain.last.player
    return state, (Ruling("preach/missed", at_ms, preacher, calls=prayer.chain.calls),)


def _answered(state: GraveFeastState, prayer: Prayer, link: Link, code: str) -> Ruled:
    chain = prayer.chain.answered(link, in_ms(state.rules.reply_window_s))
    return _played(replace(state, prayer=replace(prayer, chain=chain)), code)


def _played(state: GraveFeastState, code: str) -> Ruled:
    prayer = state.prayer
    if prayer is None:
        return state, ()
    link, links = prayer.chain.last, prayer.chain.links
    family = state.family(prayer.family)
    data = ruling_data(
        owner=named(family.owner if family else prayer.mash_of),
        against=named(links[-2].player) if len(links) > 1 else "",
        links=len(links),
        window_s=plain_seconds(state.rules.reply_window_s),
    )
    ruling = Ruling(code, link.at_ms, link.player, calls=prayer.chain.calls, data=data)
    return spend(state, link.player, PREACHER), (ruling,)


def _unlisted_word(call: Call) -> str:
    """Return what was said in place of the swear word, when all else was right; empty otherwise."""
    diff = call.diff
    if diff is None or diff.missing or [wanted for wanted, _ in diff.changed] != [SWEAR_SLOT]:
        return ""
    return " ".join((*diff.added, diff.changed[0][1])) if call.heard.startswith(_EVIL) else ""


_EVIL = "the power of evil compels you "
"""What must come before the word, so that words added elsewhere are a fault and not a part of it."""
