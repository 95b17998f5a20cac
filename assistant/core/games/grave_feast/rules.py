"""The house rules of Grave Feast, with the recommended defaults: each settles what the rulebook leaves open."""

from dataclasses import dataclass
from typing import Literal

from assistant.core.games.mechanics.settings import RaceRules, Tracked, setting, tracking_setting


@dataclass(frozen=True, slots=True)
class GraveFeastRules(Tracked, RaceRules):
    """House rules of Grave Feast. For `race_reference` the attacker is the succubus, the other one the announcement."""

    tracking: Literal["calls", "board"] = tracking_setting(
        "gf.tracking",
        "What the referee follows: only the calls, or the board too, which it must then be told.",
    )
    """Facts are welcome either way; with the board tracked, what was not told does not exist."""
    mash_needs_word: bool = setting(
        False,
        "gf.mash_needs_word",
        "Whether an eater stored in the Monster Mash needs its word too.",
    )
    """Section 4 always asks for the word, section 5 exempts the Monster Mash: the later text holds."""
    eater_word_enforcement: Literal["on_challenge", "auto", "advisory"] = setting(
        "on_challenge",
        "gf.eater_word_enforcement",
        "Who takes an eater away whose word was missing or wrong: a player who calls it, the referee, or nobody.",
        ("on_challenge", "auto", "advisory"),
    )
    """Section 5: another player has to call you on your mistake."""
    challenge_window_s: float = setting(
        5.0,
        "gf.challenge_window_s",
        "Seconds in which a missing or wrong Brains or Blood may be called.",
        bounds=(1, 60),
    )
    """After it, the play stands."""
    creepy: Literal["off", "advisory", "on_challenge_vote"] = setting(
        "off",
        "gf.creepy",
        "Whether a Brains or Blood that was not creepy is let be, only remarked on, or may be called and voted about.",
        ("off", "advisory", "on_challenge_vote"),
    )
    """The rulebook gives "creepy" no measure, so the referee never rules on it without a vote."""
    count_must_match: bool = setting(
        True,
        "gf.count_must_match",
        "Whether the number announced must be the family's size, where the referee knows it.",
    )
    """A wrong number does not block, and costs no card."""
    announce_required: bool = setting(
        True,
        "gf.announce_required",
        "Whether a family scores only after its announcement, even when nobody interferes.",
    )
    """It may be repeated until it is right."""
    preacher_window_s: float = setting(
        5.0,
        "gf.preacher_window_s",
        "Seconds after the announcement in which a preacher may still come; the taker may close it with done.",
        bounds=(0, 60),
    )
    """Section 5 shows it open while the cards are being scooped."""
    reply_window_s: float = setting(
        5.0,
        "gf.reply_window_s",
        "Seconds in which a preacher may be answered by an evil one, or that one by another preacher.",
        bounds=(0, 60),
    )
    """After it, what stands is done."""
    evil_tail: Literal["either", "swear", "evil_synonym"] = setting(
        "either",
        "gf.evil_tail",
        "What must end an evil prayer: a swear word, a synonym of evil, or either.",
        ("either", "swear", "evil_synonym"),
    )
    """Section 4 says both, in two sentences."""
    evil_words: Literal["family", "mild", "full"] = setting(
        "full",
        "gf.evil_words",
        "How strong the words that end an evil prayer may be.",
        ("family", "mild", "full"),
    )
    """Each strength holds the ones before it."""
    evil_unknown: Literal["ask", "reject"] = setting(
        "ask",
        "gf.evil_unknown",
        "Whether the table is asked about a last word that is on no list, or the card is lost.",
        ("ask", "reject"),
    )
    """The lists cannot hold every swear word; without any word at the end the card is lost either way."""
    blocked_card: Literal["discard", "return"] = setting(
        "discard",
        "gf.blocked_card",
        "Where a succubus goes that came too late: to the discard pile, or back to the hand.",
        ("discard", "return"),
    )
    """Once used, a succubus is discarded."""
    target_score: int = setting(9, "gf.target_score", "Humans in the graveyard that win a game.", bounds=(1, 99))
    """Section 3: nine. More in one trip scores as it is."""
    set_games: Literal[1, 3, 5] = setting(1, "gf.set_games", "Games in a set: 1, best of 3, or best of 5.", (1, 3, 5))
    """Section 3: it is common to play best of 3 or 5."""
    combo_window_s: float = setting(
        10.0,
        "gf.combo_window_s",
        "Seconds in which the second of two preachers, or of two succubi, must follow the first to kill a rare card.",
        bounds=(1, 60),
    )
    """Each of the two needs its own words."""
    exorcist_split: Literal["units", "discard"] = setting(
        "units",
        "gf.exorcist_split",
        "What becomes of families that the Exorcist tears: each run left is a family, or single humans are discarded.",
        ("units", "discard"),
    )
    """Families cannot be split, but this effect overrides that."""
    devilwife_preacher: Literal["dies", "coin"] = setting(
        "dies",
        "gf.devilwife_preacher",
        "What a Devil Wife suffers who steals a preacher from a hand: she dies at once, or a coin decides.",
        ("dies", "coin"),
    )
    """The rulebook names this among the ways to kill her, and no coin."""
    rares_utterance: Literal["none", "announce"] = setting(
        "none",
        "rares.utterance",
        "What is said to play a Devil Wife or an Exorcist: nothing, or its owner must announce it to the referee.",
        ("none", "announce"),
    )
    """Section 6 gives neither of them any words."""


EVIL_LISTS = {
    "family": ("family",),
    "mild": ("family", "mild"),
    "full": ("family", "mild", "full"),
}
"""By how strong the words may be: the strengths that are allowed."""


def evil_word_lists(rules: GraveFeastRules) -> tuple[str, ...]:
    """Return the names of the phrase book's lists whose words may end an evil prayer."""
    kinds = {"either": ("evil", "swear"), "swear": ("swear",), "evil_synonym": ("evil",)}[rules.evil_tail]
    return tuple(f"{kind}-{strength}" for kind in kinds for strength in EVIL_LISTS[rules.evil_words])
