"""The Exorcist: played once, he makes every other visible monster explode; found in a hand, he ruins her who finds him.

Section 6.
"""

from dataclasses import replace

from assistant.core.games.grave_feast.claiming import withdraw
from assistant.core.games.grave_feast.hand import refused
from assistant.core.games.grave_feast.laying import tear
from assistant.core.games.grave_feast.seat import EXORCIST, Seat
from assistant.core.games.grave_feast.state import Family, GraveFeastState, Ruled
from assistant.core.games.grave_feast.turns import begin_turn
from assistant.core.rulings import Ruling, ruling_data

RUIN = 6
"""Section 6: her owner's score plummets by six, even below zero."""


def exorcise(state: GraveFeastState, number: int, player: str, at_ms: int) -> Ruled:
    """He is played from the hand, at any time, and nothing counters it; then he is out of the game."""
    seat = state.seat(player)
    if seat.hiding:
        return refused(state, player, "exorcist-hides", at_ms)
    if state.board and seat.hand <= seat.frozen:
        return refused(state, player, "hand-empty", at_ms)
    state = state.sit(replace(seat, hand=max(0, seat.hand - 1)))
    monsters = humans = 0
    rulings: list[Ruling] = []
    for family in state.families:
        if family.owner == player:
            continue
        state, killed, freed, more = _purge(state, family, at_ms)
        monsters, humans = monsters + killed, humans + freed
        rulings.extend(more)
    for other in state.seats:
        if other.player != player:
            state, killed = _explode(state, other)
            monsters += killed
    data = ruling_data(monsters=monsters, humans=humans)
    return state, (Ruling("exorcist/played", at_ms, player, calls=_calls(number), data=data), *rulings)


def ruin(state: GraveFeastState, player: str, victim: str, at_ms: int, number: int) -> Ruled:
    """A Devil Wife found him in a hand: her owner loses board, hand, six points and a turn (scene GF-18).

    It is this turn that he loses, or, if she was played in another player's, his next one.
    """
    lost = state.seat(player)
    families = [family for family in state.families if family.owner == player]
    cards = lost.hand + len(lost.mash) + lost.wives + sum(_cards(family) for family in families)
    void: list[Ruling] = []
    for family in families:
        state, more = withdraw(state, family, at_ms)
        state = state.drop(family.id)
        void.extend(more)
    skips = lost.skips + (state.turn not in (None, player))
    state = state.sit(Seat(player, 0, drawn=True, skips=skips))
    state = _deal_out(state, player, cards)
    state = replace(state, tally=state.tally.with_points(player, -RUIN))
    data = ruling_data(victim=victim, total=state.tally.of(player), cards=cards, lost=RUIN)
    ruling = Ruling("exorcist/found", at_ms, player, calls=_calls(number), data=data)
    state, turn = begin_turn(state, victim, at_ms)
    return state, (ruling, *void, *turn)


def _purge(state: GraveFeastState, family: Family, at_ms: int) -> tuple[GraveFeastState, int, int, tuple[Ruling, ...]]:
    """Free the even humans of a family and let its eater explode; return how many of each."""
    killed = 0
    rulings: tuple[Ruling, ...] = ()
    if family.eater is not None:
        killed = 1
        state, rulings = withdraw(state.discarded(family.eater.kind or "eater"), family, at_ms)
    bare = state.family(family.id) or family
    even = tuple(card for card in bare.cards if card % 2 == 0)
    if even:
        state, _ = tear(state, replace(bare, eater=None), even)
    return state, killed, len(even), rulings


def _explode(state: GraveFeastState, seat: Seat) -> tuple[GraveFeastState, int]:
    """Let the monsters of a Mash and the Devil Wives of a seat explode; the wives are out of the game."""
    doomed = tuple(card for card in seat.cards if card != EXORCIST)
    kept = tuple(stored for stored in seat.mash if stored.card == EXORCIST)
    state = state.sit(replace(seat, mash=kept, loot=0, wives=0)).discarded(*doomed)
    return state, len(doomed) + seat.wives


def _deal_out(state: GraveFeastState, player: str, cards: int) -> GraveFeastState:
    """Deal cards equally to everyone but `player`, clockwise from his left."""
    players = state.table.players
    left = players.index(player) + 1
    others = [*players[left:], *players[: left - 1]]
    for place, name in enumerate(others):
        share = cards // len(others) + (place < cards % len(others))
        seat = state.seat(name)
        state = state.sit(replace(seat, hand=seat.hand + share))
    return state


def _cards(family: Family) -> int:
    return family.size + (family.eater is not None)


def _calls(number: int) -> tuple[int, ...]:
    return (number,) if number else ()
