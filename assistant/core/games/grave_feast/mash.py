"""The Monster Mash: where monsters wait without having said a word, and can be stolen all at once (section 5)."""

from dataclasses import replace

from assistant.core.games.grave_feast.aims import EATER_CARDS
from assistant.core.games.grave_feast.hand import act, may_act, noted, refused, without
from assistant.core.games.grave_feast.seat import EXORCIST, Seat, Stored
from assistant.core.games.grave_feast.state import GraveFeastState, Ruled
from assistant.core.games.mechanics.settings import in_ms
from assistant.core.rulings import Ruling, ruling_data

WORD_REACH_MS = 5_000
"""A word said so long before the referee is told of the eater is that eater's word."""

WORDS = {"zombie": "brains", "vampire": "blood"}
"""What an eater must say."""


def store(state: GraveFeastState, number: int, player: str, cards: tuple[str, ...], at_ms: int) -> Ruled:
    """A player puts monsters into his Mash."""
    rule = may_act(state, player, len(cards))
    if not rule and EXORCIST in cards and state.seat(player).hiding:
        rule = "exorcist-hides"
    if rule:
        return refused(state, player, rule, at_ms)
    state = act(state, player, len(cards))
    rulings: list[Ruling] = []
    for card in cards:
        state, stored, more = _stored(state, number, player, card, at_ms)
        seat = state.seat(player)
        # What was stolen before stays apart: a hijack takes only the latest monsters.
        state = state.sit(replace(seat, mash=(stored, *seat.mash)))
        rulings.extend(more)
    state, note = noted(state, number, player, "stores", at_ms)
    return state, (*note, *rulings)


def use(state: GraveFeastState, number: int, player: str, card: str, at_ms: int) -> Ruled:
    """A player says that what he just played came from his Mash and not from his hand."""
    seat = state.seat(player)
    if card not in seat.cards:
        return refused(state, player, "not-there", at_ms, card=card)
    return noted(state.sit(replace(without(seat, card), hand=seat.hand + 1)), number, player, "uses", at_ms)


def call_stored(state: GraveFeastState, seat: Seat, stored: Stored, at_ms: int, challenger: str) -> Ruled:
    """An eater in the Mash whose word was missing is called, and goes to the discard pile."""
    mash = tuple(each for each in seat.mash if each is not stored)
    state = state.sit(replace(seat, mash=mash, loot=min(seat.loot, len(mash)))).discarded(stored.card)
    data = ruling_data(eater=stored.card, word=WORDS.get(stored.card, ""), challenger=challenger)
    return state, (Ruling("eater/lost", at_ms, seat.player, calls=(stored.call,), data=data),)


def close_stored(state: GraveFeastState, seat: Seat, stored: Stored, at_ms: int) -> Ruled:
    """Nobody called the missing word of an eater in the Mash."""
    if state.rules.eater_word_enforcement == "auto":
        return call_stored(state, seat, stored, at_ms, "")
    state = state.sit(_with(seat, stored, replace(stored, closes_ms=None)))
    data = ruling_data(eater=stored.card)
    return state, (Ruling("eater/stands", at_ms, seat.player, calls=(stored.call,), data=data),)


def say_stored(state: GraveFeastState, player: str, eater: str) -> GraveFeastState | None:
    """Return the state after a word was said for an eater in the Mash that lacked it; None when there is none."""
    seat = state.seat(player)
    waiting = next((each for each in reversed(seat.mash) if each.card == eater and each.closes_ms is not None), None)
    return state.sit(_with(seat, waiting, replace(waiting, closes_ms=None))) if waiting is not None else None


def _stored(
    state: GraveFeastState, number: int, player: str, card: str, at_ms: int
) -> tuple[GraveFeastState, Stored, tuple[Ruling, ...]]:
    stored = Stored(card, number, at_ms)
    asks = state.rules.mash_needs_word and state.rules.eater_word_enforcement != "advisory"
    if not asks or card not in EATER_CARDS:
        return state, stored, ()
    said = next(
        (word for word in state.unsaid if word[:2] == (player, card) and word[2] >= at_ms - WORD_REACH_MS), None
    )
    if said is not None:
        return replace(state, unsaid=tuple(word for word in state.unsaid if word != said)), stored, ()
    closes_ms = at_ms + in_ms(state.rules.challenge_window_s)
    data = ruling_data(eater=card, word=WORDS[card])
    silent = Ruling("eater/silent", at_ms, player, calls=(number,) if number else (), data=data)
    return state, replace(stored, closes_ms=closes_ms), (silent,)


def _with(seat: Seat, old: Stored, new: Stored) -> Seat:
    return replace(seat, mash=tuple(new if each is old else each for each in seat.mash))
