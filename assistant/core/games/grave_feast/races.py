"""Races between a succubus and whatever else reaches for the same family, and what follows when they are too close.

Section 4: a succubus may be played at any time, except after "N to the graveyard" is complete; a succubus on top of
another hijacks what was stolen. A call is judged only when no rival can come too close to it any more, so at that
moment every rival waits in the queue behind it.
"""

from dataclasses import replace

from assistant.core.games.grave_feast.aims import Announced, announced, choices, stealable, stolen_by
from assistant.core.games.grave_feast.state import Family, GraveFeastState, Held, Player, named
from assistant.core.games.mechanics.coin import HEADS, flip
from assistant.core.games.mechanics.race import margin_ms, tie_band_ms
from assistant.core.games.mechanics.said import plain_name
from assistant.core.observations import Call, Verdict
from assistant.core.rulings import Ruling, ruling_data

LONGEST_SEDUCE_MS = 1500
"""No "Seduce" lasts longer: so long after an announcement one may end that began before it (slow speech: 0.9 s)."""

_REACHING = ("brains", "blood", "graveyard")
"""What brings a family to the referee's ears: a succubus before it may have meant that family."""


def phrase_of(call: Call) -> str:
    """Return the name of a call's phrase without its game."""
    return plain_name(call.phrase)


def count_of(call: Call) -> int:
    """Return the number that was announced."""
    count = call.slot("n")
    return count if isinstance(count, int) else 0


def rival_of(state: GraveFeastState, held: Held, call: Call) -> Held | None:
    """Return the first call behind this one that is too close to it to tell which of the two decides, or None."""
    if held.settled:
        return None
    for other in state.queue:
        if not _near(state, held, other):
            continue
        if _exact(other) and _rivals(state, held, call, other):
            return other
    return None


def too_close(state: GraveFeastState, first: Held, second: Held) -> tuple[GraveFeastState, Ruling, Held | None]:
    """Rule a tie as the house rule says.

    Returns:
        The state without the second call in its queue, the ruling, and the call that counts all the same: None when
        both must be said again.
    """
    how, state = _decision(state)
    state = replace(state, queue=tuple(held for held in state.queue if held.finish.call != second.finish.call))
    data = ruling_data(first=named(_speaker(first)), second=named(_speaker(second)), decision=how)
    calls = (first.finish.call, second.finish.call)
    margin, band = margin_ms(first.finish, second.finish), tie_band_ms(first.finish, second.finish, state.least_band_ms)
    ruling = Ruling("race/too-close", _moment(second), None, margin, band, calls, data)
    if how == "redo":
        return state, ruling, None
    attack, defence = (first, second) if _is_attack(first, second) else (second, first)
    return state, ruling, replace(defence if how.endswith("defender") else attack, settled=True)


def _decision(state: GraveFeastState) -> tuple[str, GraveFeastState]:
    how: str = state.rules.race_tie
    if how != "coin":
        return how, state
    side = flip(state.table.seed, state.flips)
    return ("coin-defender" if side == HEADS else "coin-attacker"), replace(state, flips=state.flips + 1)


def _near(state: GraveFeastState, held: Held, other: Held) -> bool:
    return margin_ms(held.finish, other.finish) < tie_band_ms(held.finish, other.finish, state.least_band_ms)


def _exact(held: Held) -> bool:
    observation = held.numbered.observation
    return isinstance(observation, Call) and observation.verdict is Verdict.EXACT and not held.settled


def _rivals(state: GraveFeastState, held: Held, call: Call, other: Held) -> bool:
    rival = other.numbered.observation
    if not isinstance(rival, Call) or (rival.player == call.player and call.player is not None):
        return False
    if phrase_of(call) == "graveyard":
        return phrase_of(rival) == "seduce" and _would_steal(state, rival.player, call, held)
    if phrase_of(call) != "seduce":
        return False
    aim = stolen_by(state, call.player)
    if aim is None:
        return phrase_of(rival) in _REACHING and not choices(state, call.player)
    target = aim.family
    if target is None or target.claim is not None:
        return False
    if phrase_of(rival) == "seduce":
        return _would_hijack(state, rival.player, target, call.player, held)
    return phrase_of(rival) == "graveyard" and _is_about(state, rival, target)


def _would_steal(state: GraveFeastState, thief: Player, claim: Call, held: Held) -> bool:
    """Return whether a succubus would take the family that is being announced."""
    about = announced(state, claim.player, count_of(claim))
    if about.how is Announced.NEW:
        return True
    if about.how is not Announced.OWN or about.family is None:
        return False
    raised = replace(about.family, touched_ms=held.finish.at_ms, contested_ms=held.finish.at_ms)
    target = stealable(state.put(raised), thief)
    return target is not None and target.id == raised.id


def _would_hijack(state: GraveFeastState, thief: Player, target: Family, owner: Player, held: Held) -> bool:
    """Return whether a second succubus would take what the first one just took."""
    stolen = replace(target, owner=owner, touched_ms=held.finish.at_ms, contested_ms=held.finish.at_ms)
    second = stealable(state.put(stolen), thief)
    return second is not None and second.id == target.id


def _is_about(state: GraveFeastState, claim: Call, target: Family) -> bool:
    about = announced(state, claim.player, count_of(claim))
    if about.how is Announced.WHOSE:
        return True
    return about.how is Announced.OWN and about.family is not None and about.family.id == target.id


def _is_attack(first: Held, second: Held) -> bool:
    """Return whether the first call is the attacker's: the only succubus of the two, or none of two succubi."""
    return _phrase(first) == "seduce" and _phrase(second) != "seduce"


def _phrase(held: Held) -> str:
    observation = held.numbered.observation
    return phrase_of(observation) if isinstance(observation, Call) else ""


def _speaker(held: Held) -> Player:
    observation = held.numbered.observation
    return observation.player if isinstance(observation, Call) else None


def _moment(held: Held) -> int:
    observation = held.numbered.observation
    return observation.end_ms if isinstance(observation, Call) else held.finish.at_ms
