"""The house rules of Zombie House Blitz, with the recommended defaults."""

from dataclasses import dataclass
from typing import Literal

from assistant.core.games.mechanics.settings import MarginRules, Tracked, setting, tracking_setting

HOUSE_CARDS = 10
"""Setup: so many cards form a House."""

DECK_CARDS = 36
"""Components: so many cards has a deck."""

SAVED_POINTS, LOST_POINTS = 2, -1
"""Scoring: points for a person in a car, and for a card in the House or a person in the Dead Pile."""

FALSE_STOP_POINTS = -2
"""What a false stop costs where the house rules say -2."""


@dataclass(frozen=True, slots=True)
class BlitzRules(Tracked, MarginRules):
    """House rules of Zombie House Blitz."""

    tracking: Literal["calls", "board"] = tracking_setting(
        "hb.tracking",
        "What the referee follows: only the calls, or every round's result too, which it must then be told.",
    )
    """Results are welcome either way; with the board tracked, no round starts before the last one is scored."""
    target_score: int = setting(66, "hb.target_score", "Points that end the game.", bounds=(1, 999))
    """The game ends when a player reaches 66."""
    countdown_s: int = setting(
        3, "hb.countdown_s", "Seconds that the referee counts down once everybody is ready; 0: none.", bounds=(0, 10)
    )
    """Whoever says Go starts the round without it."""
    false_stop: Literal["resume", "-2", "round_void"] = setting(
        "resume",
        "hb.false_stop",
        "What follows a Stop with cards left in the House: the round goes on, also with two points less, or is void.",
        ("resume", "-2", "round_void"),
    )
    """The rulebook does not say."""
    stop_words: tuple[str, ...] = setting(
        ("stop",), "hb.stop_words", "The words that stop a round, each of them alone: a list of one or more."
    )
    """The rulebook says that they call Stop."""
    stop_lead_s: float = setting(
        0.3,
        "hb.stop_lead_s",
        "Seconds of silence before a Stop, so that it stands alone.",
        bounds=(0, 5),
    )
    """The word in the middle of talk does not count."""
