"""The house rules of Zombies! Need more Brains, with the recommended defaults."""

from dataclasses import dataclass
from typing import Literal

from assistant.core.games.mechanics.settings import SharedRules, Tracked, setting, tracking_setting


@dataclass(frozen=True, slots=True)
class BrainsRules(Tracked, SharedRules):
    """House rules of Zombies! Need more Brains."""

    mode: Literal["basic", "horde", "solo"] = setting(
        "basic",
        "zb.mode",
        "Which game is played: one after the other, all at once in the Horde, or six rounds alone.",
        ("basic", "horde", "solo"),
    )
    """Basic is the rulebook's first."""
    tracking: Literal["calls", "board"] = tracking_setting(
        "zb.tracking",
        "What the referee follows: only the calls, or every card too, which it must then be told.",
    )
    """Cards are welcome either way; with the board tracked, nobody decides before the card that is due was told."""
    target_score: int = setting(30, "zb.target_score", "Brain points that end the game.", bounds=(1, 99))
    """The objective: thirty."""
    first_card_forced: bool = setting(
        True, "zb.first_card_forced", "Whether the first card of a turn is dealt before anybody decides."
    )
    """Basic steps 1 and 2 deal it first."""
    horde_order: Literal["score", "clockwise"] = setting(
        "score",
        "zb.horde_order",
        "In which order the Horde decides: from the highest score down, or clockwise from the dealer.",
        ("score", "clockwise"),
    )
    """The Deluxe text wants scores, the text of the Horde mode wants both."""
    first_row: Literal["table", "shuffle"] = setting(
        "table",
        "zb.first_row",
        "How the Horde's first row is made: as the players sit (or as it is told), or shuffled by the referee.",
        ("table", "shuffle"),
    )
    """The rulebook wants it random: whoever places the tokens may tell the row."""
    double_on_double: Literal["x4_next", "next_two", "no_effect"] = setting(
        "x4_next",
        "zb.double_on_double",
        "What a doubled Double Rampage does: the next card counts four times, or two cards are doubled, or nothing.",
        ("x4_next", "next_two", "no_effect"),
    )
    """Whatever the next card is, its effects are doubled."""
    chase_in_chase: Literal["add", "wait"] = setting(
        "add",
        "zb.chase_in_chase",
        "What a Chase does while cards of another one are due: more of them are due, or it waits for the next choice.",
        ("add", "wait"),
    )
    """As the last of them it leaves the choice, as any Chase does."""
    pity_tie: Literal["all", "none"] = setting(
        "all", "zb.pity_tie", "Who gets the Pity Brain when several are last: all of them, or none.", ("all", "none")
    )
    """The rulebook speaks of one player."""
    pity_can_trigger_end: bool = setting(
        False, "zb.pity_can_trigger_end", "Whether a Pity Brain may lift a player to the points that end the game."
    )
    """Where it may not, it is kept back."""
    pity_final: bool = setting(False, "zb.pity_final", "Whether there are Pity Brains once the last chance has begun.")
    """It is there to help players catch up."""
    solo_20: Literal["winner", "fun"] = setting(
        "winner", "zb.solo_20", "What exactly twenty points are worth in the Solo mode.", ("winner", "fun")
    )
    """The rulebook covers fewer and more than twenty."""
    prompt_s: float = setting(
        8.0, "zb.prompt_s", "Seconds of silence after which the referee asks whoever has to decide.", bounds=(1, 600)
    )
    """It asks three times at most."""
    timeout: Literal["ask", "stop"] = setting(
        "ask",
        "zb.timeout",
        "What happens when nobody answers the referee's question: it asks again, or the player stops.",
        ("ask", "stop"),
    )
    """By default nothing is ever chosen for a player."""
    card_input: Literal["voice", "key"] = setting(
        "voice",
        "zb.card_input",
        "How the referee asks for a card that was turned: to call it aloud, or to type it.",
        ("voice", "key"),
    )
    """Both ways are always open."""


MOST_PROMPTS = 3
"""So often the referee asks; after that the table knows."""

QUICKEST_CARD_MS = 1500
"""No card is turned and looked at in less: a call that begins sooner after a decision comes too late to change it."""

HESITATION_MS = 1000
""" "No ..." and "more brains", apart by no more than this, may have been one call."""

COMPLETION_MS = 4000
"""Told that "more brains" is missing, a player may say just that and mean "no more brains": it takes two seconds to be
told, and as long again to answer."""

SOLO_ROUNDS = 6
"""The Solo mode has so many rounds."""

SOLO_ROUNDS_A_DECK = 3
"""So many of them are played before the deck is shuffled."""

BULLETS_OUT = 2
"""So many bullets put a zombie out of the round."""
