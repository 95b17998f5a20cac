"""What time alone decides: windows that run out, and how long a call waits for its rivals."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from assistant.core.games.base import Window
from assistant.core.games.grave_feast import challenging, feeding, mash, praying, scoring
from assistant.core.games.grave_feast.races import LONGEST_SEDUCE_MS
from assistant.core.games.grave_feast.rares import combos
from assistant.core.games.grave_feast.state import GraveFeastState, Held, Player, Ruled
from assistant.core.observations import Call, Command, Fact


class What(IntEnum):
    """What runs out; of two at one moment, an answer comes before whatever depends on it."""

    QUESTION = 1
    PRAYER = 2
    WORD = 3
    VOTE = 4
    STORED = 5
    AIM = 6
    COMBO = 7
    TARGET = 8
    CLAIM = 9


NAMES = {
    What.QUESTION: "answer about the word",
    What.PRAYER: "answer the preacher",
    What.WORD: "call it",
    What.VOTE: "vote",
    What.STORED: "call it",
    What.AIM: "say what is stolen",
    What.COMBO: "second of two",
    What.TARGET: "aim",
    What.CLAIM: "preacher",
}
"""What may still be done while a window is open."""


@dataclass(frozen=True, slots=True)
class Due:
    """A window that will run out."""

    closes_ms: int
    """When."""
    what: What
    """What it is."""
    family: int
    """The family or the seat that it is about; 0 where that is one anyhow."""
    player: Player
    """Whom it is about."""
    opens_ms: int
    """When it opened."""


def slack_ms(state: GraveFeastState) -> int:
    """Return how much later than its moment an observation may still arrive.

    Where the beginning of a "Seduce" decides, it is known only when the word is over.
    """
    return LONGEST_SEDUCE_MS if state.rules.race_reference == "start_vs_end" else 0


def next_due(state: GraveFeastState) -> Due | None:
    """Return the window that runs out next, or None."""
    return min(_dues(state), key=lambda due: (due.closes_ms, due.what, due.family), default=None)


def deadline_ms(state: GraveFeastState) -> int | None:
    """Return when the next thing is decided by time alone, or None."""
    due = next_due(state)
    head = state.queue[0] if state.queue else None
    if due is not None and (head is None or due.closes_ms <= head.finish.at_ms):
        return due.closes_ms + slack_ms(state)
    return head.ripe_ms if head is not None else None


def windows(state: GraveFeastState) -> tuple[Window, ...]:
    """Return the open windows, soonest to close first."""
    found = [Window(NAMES[due.what], due.player, due.opens_ms, due.closes_ms) for due in _dues(state)]
    found.extend(Window("race", _speaker(held), held.finish.at_ms, held.ripe_ms) for held in state.queue[:1])
    return tuple(sorted(found, key=lambda window: (window.closes_ms, window.name)))


def run_out(state: GraveFeastState, due: Due) -> Ruled:
    """Decide what follows when a window runs out."""
    family = state.family(due.family)
    match due.what:
        case What.QUESTION if state.question is not None:
            return praying.drop_question(state, state.question)
        case What.PRAYER if state.prayer is not None:
            return praying.finish_prayer(state, state.prayer, due.closes_ms)
        case What.WORD if family is not None:
            return feeding.close_word(state, family, due.closes_ms)
        case What.VOTE if state.vote is not None:
            return challenging.close_vote(state, state.vote)
        case What.STORED:
            return _close_stored(state, due)
        case What.COMBO if state.combo is not None:
            return combos.lapse(state, state.combo)
        case What.TARGET:
            return replace(state, target=None), ()
        case What.CLAIM if family is not None:
            return scoring.score(state, family, due.closes_ms)
    return replace(state, open_steal=None), ()


def _dues(state: GraveFeastState) -> Iterator[Due]:
    question, prayer, vote, aim = state.question, state.prayer, state.vote, state.open_steal
    if question is not None:
        yield Due(question.closes_ms, What.QUESTION, 0, question.player, question.at_ms)
    elif prayer is not None:
        last = prayer.chain.last
        yield Due(_prayer_closes_ms(state), What.PRAYER, prayer.family, last.player, last.at_ms)
    if vote is not None:
        yield Due(vote.closes_ms, What.VOTE, vote.family, vote.challenger, vote.opens_ms)
    if aim is not None:
        yield Due(aim.closes_ms, What.AIM, 0, aim.player, aim.finish.at_ms)
    if state.combo is not None:
        yield Due(state.combo.closes_ms, What.COMBO, 0, state.combo.player, state.combo.opens_ms)
    if state.target is not None:
        yield Due(state.target.until_ms, What.TARGET, 0, state.target.player, state.target.since_ms)
    yield from _stored_dues(state)
    for family in state.families:
        eater, claim = family.eater, family.claim
        if eater is not None and eater.closes_ms is not None:
            yield Due(eater.closes_ms, What.WORD, family.id, eater.player, eater.at_ms)
        if claim is not None and not _prayed_at(state, family.id):
            yield Due(claim.closes_ms, What.CLAIM, family.id, claim.player, claim.finish.at_ms)


def _stored_dues(state: GraveFeastState) -> Iterator[Due]:
    for place, seat in enumerate(state.seats):
        for stored in seat.mash:
            if stored.closes_ms is not None:
                yield Due(stored.closes_ms, What.STORED, place, seat.player, stored.at_ms)


def _close_stored(state: GraveFeastState, due: Due) -> Ruled:
    seat = state.seats[due.family]
    stored = next((each for each in seat.mash if each.closes_ms == due.closes_ms), None)
    return mash.close_stored(state, seat, stored, due.closes_ms) if stored is not None else (state, ())


def _prayed_at(state: GraveFeastState, family: int) -> bool:
    return state.prayer is not None and state.prayer.family == family


def _prayer_closes_ms(state: GraveFeastState) -> int:
    return state.prayer.chain.closes_ms if state.prayer is not None else 0


def _speaker(held: Held) -> Player:
    observation = held.numbered.observation
    return observation.player if isinstance(observation, Call | Fact | Command) else None
