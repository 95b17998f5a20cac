""" "I call it": eaters whose word was missing, wrong, or, where the table votes on it, not creepy (section 5)."""

from dataclasses import replace

from assistant.core.games.grave_feast.feeding import lose_eater
from assistant.core.games.grave_feast.mash import call_stored
from assistant.core.games.grave_feast.seat import Seat, Stored
from assistant.core.games.grave_feast.state import (
    PRESUMED,
    SAID,
    Eater,
    Family,
    GraveFeastState,
    Player,
    Ruled,
    Vote,
    named,
)
from assistant.core.games.mechanics.settings import in_ms
from assistant.core.rulings import Ruling, ruling_data


def challenge(state: GraveFeastState, challenger: Player, at_ms: int) -> Ruled:
    """Take away the latest eater of another player that lacked its word, or put its creepiness to the vote."""
    stored = _newest_stored(state, challenger)
    family = _newest(state, challenger, lacking=True)
    if stored is not None and (family is None or family.eater is None or family.eater.at_ms < stored[1].at_ms):
        return call_stored(state, *stored, at_ms, named(challenger))
    if family is not None and state.rules.eater_word_enforcement != "advisory":
        return lose_eater(state, family, at_ms, named(challenger))
    said = _newest(state, challenger, lacking=False)
    if state.rules.creepy == "on_challenge_vote" and said is not None and state.vote is None:
        return _open_vote(state, said, challenger, at_ms)
    if state.rules.creepy == "advisory" and said is not None and said.eater is not None:
        return state, (_remark(said.eater, at_ms),)
    reason = "said" if said is not None else "nothing"
    return state, (Ruling("challenge/rejected", at_ms, challenger, data=ruling_data(reason=reason)),)


def find_dull(state: GraveFeastState, player: Player, at_ms: int) -> Ruled:
    """The table tells that a player's word was not creepy: the eater that the vote is about is lost."""
    if state.rules.creepy == "advisory":
        return _remark_on(state, player, at_ms)
    vote = state.vote
    family = state.family(vote.family) if vote is not None else None
    if vote is None or family is None or family.eater is None or player not in (family.eater.player, None):
        return state, (Ruling("challenge/rejected", at_ms, player, data=ruling_data(reason="nothing")),)
    return lose_eater(replace(state, vote=None), family, at_ms, named(vote.challenger))


def _remark_on(state: GraveFeastState, player: Player, at_ms: int) -> Ruled:
    """Remark on the latest word that a player said; the eater stays."""
    said = state.latest(
        lambda family: family.eater is not None and (family.eater.player, family.eater.word) == (player, SAID)
    )
    if said is None or said.eater is None:
        return state, (Ruling("challenge/rejected", at_ms, player, data=ruling_data(reason="nothing")),)
    return state, (_remark(said.eater, at_ms),)


def _remark(eater: Eater, at_ms: int) -> Ruling:
    return Ruling("creepy/remark", at_ms, eater.player, calls=(eater.call,), data=ruling_data(eater=eater.kind))


def close_vote(state: GraveFeastState, vote: Vote) -> Ruled:
    """Nobody told that the word was not creepy: the eater stays."""
    state = replace(state, vote=None)
    family = state.family(vote.family)
    if family is None or family.eater is None:
        return state, ()
    eater = family.eater
    data = ruling_data(eater=eater.kind)
    return state, (Ruling("eater/stands", vote.closes_ms, eater.player, calls=(eater.call,), data=data),)


def _newest(state: GraveFeastState, challenger: Player, lacking: bool) -> Family | None:
    """Return the family with the newest eater of another player, with its word still open to be called, or said."""
    fitting = [
        family
        for family in state.families
        if family.eater is not None
        and (challenger is None or family.eater.player != challenger)
        and (_lacks_word(family) if lacking else family.eater.word == SAID)
    ]
    return max(fitting, key=lambda family: (family.eater.at_ms if family.eater else 0, family.id), default=None)


def _newest_stored(state: GraveFeastState, challenger: Player) -> tuple[Seat, Stored] | None:
    """Return the newest eater in another player's Mash whose word is still open to be called, with its seat."""
    found = [
        (seat, stored)
        for seat in state.seats
        for stored in seat.mash
        if stored.closes_ms is not None and seat.player != challenger
    ]
    return max(found, key=lambda pair: pair[1].at_ms, default=None)


def _lacks_word(family: Family) -> bool:
    eater = family.eater
    if eater is None:
        return False
    return eater.closes_ms is not None or (eater.word == PRESUMED and family.claim is not None)


def _open_vote(state: GraveFeastState, family: Family, challenger: Player, at_ms: int) -> Ruled:
    closes_ms = at_ms + in_ms(state.rules.challenge_window_s)
    state = replace(state, vote=Vote(family.id, challenger, at_ms, closes_ms))
    eater = family.eater
    data = ruling_data(eater=eater.kind if eater else "", challenger=named(challenger))
    return state, (Ruling("creepy/vote", at_ms, eater.player if eater else None, data=data),)
