"""The house rules of Eaten By Zombies!: In Cahoots, with the recommended defaults."""

from dataclasses import dataclass
from typing import Literal

from assistant.core.games.mechanics.settings import SharedRules, Tracked, setting, tracking_setting

FIGHT, FLEE = "fight", "flee"
"""The two choices."""

HAND_LIMIT = 6
"""Game Set-up: a hand holds so many cards."""

STARTING_DECK = 12
"""Game Set-up: so many cards has a starting deck."""

BASIC_ZOMBIES, SET_ZOMBIES = 15, 5
"""Components: the basic zombies, and those of the In Cahoots set."""

ECHO_MS = 2000
"""So long a choice may be taken back, in milliseconds (house rule ez.choice_binding)."""


@dataclass(frozen=True, slots=True)
class CahootsRules(Tracked, SharedRules):
    """House rules of In Cahoots."""

    tracking: Literal["calls", "board"] = tracking_setting(
        "ez.tracking",
        "What the referee follows: the choices and what it is told, or every step and pile of the turn.",
    )
    """With the board tracked, no step is passed over, and cards are counted from the set-up on."""
    zombie_set: bool = setting(
        False, "ez.zombie_set", "Whether the five zombies of the In Cahoots set are in the Zombie Deck."
    )
    """A two player game needs only the basic ones."""
    choice_words: tuple[str, str] = setting(
        (FIGHT, FLEE), "ez.choice_words", "The words for the two choices, fight first: each is said alone, or after I."
    )
    """The rulebook mandates no words, only the choice."""
    choice_binding: Literal["after_echo_2s", "first"] = setting(
        "after_echo_2s",
        "ez.choice_binding",
        "When Fight or Flee binds: two seconds after the referee has repeated it, or as soon as it is said.",
        ("after_echo_2s", "first"),
    )
    """Playing Swag binds it, too."""
    fight_spent: bool = setting(
        True, "ez.fight_spent", "Whether every zombie that is killed uses up its Level of the Fight."
    )
    """The rulebook asks for enough Fight left in you."""
    scavenge: Literal["at_most", "equal"] = setting(
        "at_most",
        "ez.scavenge",
        "Whether the Find of all that is scavenged may be less than the total, or must be equal to it.",
        ("at_most", "equal"),
    )
    """Taken word for word, the rulebook wants it equal."""
    flee_success: Literal["dissipate_oldest", "clear"] = setting(
        "dissipate_oldest",
        "ez.flee_success",
        "What leaves the Horde after a flight that succeeded: its oldest zombie, or all.",
        ("dissipate_oldest", "clear"),
    )
    """The rulebook's note empties it after failures only."""
    reshuffle_counts: Literal["at_once", "next_turn"] = setting(
        "at_once",
        "ez.reshuffle_counts",
        "When the additional zombie of a reshuffle is first revealed: in the same turn, or from the next one on.",
        ("at_once", "next_turn"),
    )
    """For the remainder of the game."""

    @property
    def zombies(self) -> int:
        """How many cards the Zombie Deck has at the start."""
        return BASIC_ZOMBIES + SET_ZOMBIES * self.zombie_set
