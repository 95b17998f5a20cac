"""Cards that leave a hand or a Mash, and whether the turn allows it (section 3)."""

from dataclasses import replace
from types import MappingProxyType

from assistant.core.games.grave_feast.seat import HAND, Seat
from assistant.core.games.grave_feast.state import GraveFeastState, Player, Ruled
from assistant.core.games.mechanics import refusal
from assistant.core.rulings import Ruling, ruling_data

NOT_YOUR_TURN = "not-your-turn"
PLAY_OR_DISCARD = "play-or-discard"
HAND_EMPTY = "hand-empty"
DRAW_TO_FIVE = "draw-to-five"

SECTIONS = MappingProxyType(
    {
        NOT_YOUR_TURN: "Basic Game Play",
        PLAY_OR_DISCARD: "Basic Game Play",
        HAND_EMPTY: "Basic Game Play",
        DRAW_TO_FIVE: "Basic Game Play",
        "start-needs-two": "Basic Game Play",
        "not-a-run": "Basic Game Play",
        "no-such-family": "Basic Game Play",
        "family-whole": "Vampire / Zombies Binding",
        "two-eaters": "Vampire / Zombies Binding",
        "eater-bound": "Vampire / Zombies Binding",
        "eater-kind": "The Cards",
        "no-steal": "The Cards",
        "not-there": "The Cards",
        "announce": "How to Win",
        "exorcist-guards": "Collectible Cards",
        "exorcist-hides": "Collectible Cards",
        "no-exorcist": "Collectible Cards",
        "no-devil-wife": "Collectible Cards",
        "once-a-turn": "Collectible Cards",
        "rare-announced": "Collectible Cards",
        "who": "Basic Game Play",
    }
)
"""By rule, as the wording names it: the heading of the rulebook under which it stands."""


def noted(state: GraveFeastState, number: int, player: str, what: str, at_ms: int) -> Ruled:
    """Acknowledge a fact, with the cards that are left in the hand where the board is tracked."""
    data = ruling_data(what=what, hand=state.seat(player).hand if state.board else "")
    return state, (Ruling("board/noted", at_ms, player, data=data, calls=_calls(number)),)


def refused(state: GraveFeastState, player: Player, rule: str, at_ms: int, **more: int | str) -> Ruled:
    """Say which rule a move breaks; nothing on the board changes."""
    return state, (refusal.refused(at_ms, player, rule, SECTIONS[rule], **more),)


def may_act(state: GraveFeastState, player: str, cards: int, discarding: bool = False) -> str:
    """Return the rule that forbids to play or discard so many cards from the hand now; empty when none does."""
    if not state.board:
        return ""
    seat = state.seat(player)
    if state.turn not in (None, player):
        return NOT_YOUR_TURN
    if seat.discarded or (discarding and seat.played):
        return PLAY_OR_DISCARD
    return HAND_EMPTY if cards > filled(seat).hand - seat.frozen else ""


def filled(seat: Seat) -> Seat:
    """Return the seat with its hand filled for the turn."""
    return replace(seat, hand=seat.hand + seat.to_draw, drew=seat.drew or seat.to_draw, drawn=True)


def act(state: GraveFeastState, player: str, cards: int, discarding: bool = False) -> GraveFeastState:
    """Return the state after so many cards went from the hand to the board, or one to the discard pile."""
    seat = filled(state.seat(player))
    seat = replace(
        seat,
        hand=max(0, seat.hand - cards),
        played=seat.played or not discarding,
        discarded=seat.discarded or discarding,
    )
    return replace(state.sit(seat), turn=player if state.turn is None and state.board else state.turn)


def can_spend(state: GraveFeastState, player: Player, card: str) -> bool:
    """Return whether a player can have this card to play, from the hand or from the Mash, on anybody's turn."""
    if not state.board or player is None:
        return True
    seat = filled(state.seat(player))
    return seat.hand > seat.frozen or card in seat.cards


def spend(state: GraveFeastState, player: Player, card: str) -> GraveFeastState:
    """Return the state after a card was played and discarded; from the hand, or from the Mash when that is empty."""
    return take_away(state, player, card).discarded(card)


def take_away(state: GraveFeastState, player: Player, card: str, from_mash: bool = False) -> GraveFeastState:
    """Return the state after a card left a player's hand, or his Mash where he holds none or says so."""
    if player is None:
        return state
    seat = filled(state.seat(player))
    if card in seat.cards and (from_mash or (state.board and seat.hand <= seat.frozen)):
        return state.sit(without(seat, card))
    return state.sit(replace(seat, hand=max(0, seat.hand - 1)))


def without(seat: Seat, card: str) -> Seat:
    """Return a seat whose Mash has one such card less, the latest one."""
    index = max(place for place, name in enumerate(seat.cards) if name == card)
    loot = max(0, seat.loot - (index >= len(seat.mash) - seat.loot))
    return replace(seat, mash=seat.mash[:index] + seat.mash[index + 1 :], loot=loot)


def dealt(players: tuple[str, ...]) -> tuple[Seat, ...]:
    """Return the seats at the start of a game: five cards each."""
    return tuple(Seat(player, HAND) for player in players)


def _calls(number: int) -> tuple[int, ...]:
    return (number,) if number else ()
