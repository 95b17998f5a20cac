"""Coins that are tossed at the table by the referee: seeded, spoken, logged."""

from dataclasses import replace

from assistant.core.games.grave_feast.state import GraveFeastState, Player
from assistant.core.games.mechanics.coin import flip
from assistant.core.rulings import Ruling, ruling_data


def toss(
    state: GraveFeastState, reason: str, player: Player, at_ms: int, calls: tuple[int, ...] = ()
) -> tuple[GraveFeastState, str, Ruling]:
    """Return the state, the side that came up, and the ruling that says so.

    Args:
        state: where the match stands.
        reason: what the coin is about, for the sentence.
        player: whose fate it is.
        at_ms: when.
        calls: the calls behind it.
    """
    side = flip(state.table.seed, state.flips)
    ruling = Ruling("coin/tossed", at_ms, player, calls=calls, data=ruling_data(side=side, reason=reason))
    return replace(state, flips=state.flips + 1), side, ruling
