"""What an Exorcist does by sitting in a Monster Mash: he guards it, and confuses monsters (section 6)."""

from assistant.core.games.grave_feast.hand import without
from assistant.core.games.grave_feast.rares.chance import toss
from assistant.core.games.grave_feast.seat import EXORCIST, Seat
from assistant.core.games.grave_feast.state import GraveFeastState, Player
from assistant.core.games.mechanics.coin import TAILS
from assistant.core.rulings import Ruling, ruling_data

Confusion = tuple[GraveFeastState, bool, tuple[Ruling, ...]]
"""The state afterwards, whether the monster failed, and what was ruled."""


def watcher(state: GraveFeastState) -> Seat | None:
    """Return the seat in whose Mash an Exorcist sits, or None."""
    return next((seat for seat in state.seats if seat.guarded), None)


def confuse(state: GraveFeastState, player: Player, card: str, at_ms: int, call: int) -> Confusion:
    """Let a monster that attempts anything toss a coin while an Exorcist watches: on tails it fails."""
    if watcher(state) is None:
        return state, False, ()
    state, side, tossed = toss(state, "confusion", player, at_ms, (call,))
    if side != TAILS:
        return state, False, (tossed,)
    return state, True, (tossed, confused(player, card, at_ms, call))


def confused(player: Player, card: str, at_ms: int, call: int) -> Ruling:
    """Return the ruling that a monster fails, and must wait until the next turn."""
    return Ruling("exorcist/confuses", at_ms, player, calls=(call,), data=ruling_data(card=card))


def doubt_himself(state: GraveFeastState, at_ms: int, call: int) -> tuple[GraveFeastState, tuple[Ruling, ...]]:
    """A family went to the graveyard under Exorcists' watch: each who tosses tails is removed from play."""
    rulings: list[Ruling] = []
    watching = [seat.player for seat in state.seats for card in seat.cards if card == EXORCIST]
    for owner in watching:
        state, side, tossed = toss(state, "doubt", owner, at_ms, (call,))
        rulings.append(tossed)
        if side == TAILS:
            gone = Ruling("exorcist/removed", at_ms, owner, calls=(call,), data=ruling_data(reason="doubt"))
            state = state.sit(without(state.seat(owner), EXORCIST))
            rulings.append(gone)
    return state, tuple(rulings)
