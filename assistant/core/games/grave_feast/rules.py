"""The house rules of Grave Feast, with the recommended defaults: each settles what the rulebook leaves open."""

from dataclasses import dataclass, field
from typing import Literal

from assistant.core.games.base import Table


@dataclass(frozen=True, slots=True)
class GraveFeastRules:
    """House rules of Grave Feast."""

    mash_needs_word: bool = field(
        default=False,
        metadata={
            "key": "gf.mash_needs_word",
            "doc": "Whether an eater stored in the Monster Mash needs its word too (section 5 says no).",
        },
    )
    """Section 4 always asks for the word, section 5 exempts the Monster Mash: the later text holds."""
    eater_word_enforcement: Literal["on_challenge", "auto", "advisory"] = field(
        default="on_challenge",
        metadata={
            "key": "gf.eater_word_enforcement",
            "doc": "Who takes an eater away whose word was wrong: a player who calls it, the referee, or nobody.",
            "choices": ("on_challenge", "auto", "advisory"),
        },
    )
    """Section 5: another player has to call you on your mistake."""
    creepy: Literal["off", "advisory", "on_challenge_vote"] = field(
        default="off",
        metadata={
            "key": "gf.creepy",
            "doc": "Whether the creepiness of Brains and Blood is shown, or put to the vote after a challenge.",
            "choices": ("off", "advisory", "on_challenge_vote"),
        },
    )
    """The rulebook gives "creepy" no measure, so it is never judged without a vote."""
    reference: Literal["end_vs_end", "start_vs_end"] = field(
        default="end_vs_end",
        metadata={
            "key": "race.reference",
            "doc": "Whether Seduce must be complete, or only begun, before the announcement is complete.",
            "choices": ("end_vs_end", "start_vs_end"),
        },
    )
    """Section 4 ties both the block and the steal to what has been said: ends are compared."""
    tie_band_ms: int | None = field(
        default=None,
        metadata={
            "key": "race.tie_band_ms",
            "doc": "Margin in ms below which a race is too close to call; unset: 50, or 150 on a shared microphone.",
            "range": (30, 1000),
        },
    )
    """Never below 30 ms; the measured error of the two calls may widen it."""
    tie: Literal["redo", "defender", "attacker", "coin"] = field(
        default="redo",
        metadata={
            "key": "race.tie",
            "doc": "What happens when a race is too close to call.",
            "choices": ("redo", "defender", "attacker", "coin"),
        },
    )
    """Both say it again, unless the table prefers otherwise."""
    count_must_match: bool = field(
        default=True,
        metadata={
            "key": "gf.count_must_match",
            "doc": "Whether the number announced must be the family's size, where the referee knows it.",
        },
    )
    """A wrong number does not block, and costs no card."""
    announce_required: bool = field(
        default=True,
        metadata={
            "key": "gf.announce_required",
            "doc": "Whether a family scores only after its announcement, even when nobody interferes.",
        },
    )
    """It may be repeated until it is right."""
    preacher_window_s: int = field(
        default=5,
        metadata={
            "key": "gf.preacher_window_s",
            "doc": "How long after the announcement a preacher may still come, in seconds.",
            "range": (0, 60),
        },
    )
    """Or until the taker says that the cards are scooped. Section 5 shows it open while they are being scooped."""
    reply_window_s: int = field(
        default=5,
        metadata={
            "key": "gf.reply_window_s",
            "doc": "How long a preacher may be answered by an evil one, or that by another, in seconds.",
            "range": (0, 60),
        },
    )
    """After it, what stands is done."""
    challenge_window_s: int = field(
        default=5,
        metadata={
            "key": "gf.challenge_window_s",
            "doc": "How long a missing or wrong Brains or Blood may be called, in seconds.",
            "range": (1, 60),
        },
    )
    """After it, the play stands."""
    evil_tail: Literal["either", "swear", "evil_synonym"] = field(
        default="either",
        metadata={
            "key": "gf.evil_tail",
            "doc": "What must end an evil prayer: a swear word, a synonym of evil, or either.",
            "choices": ("either", "swear", "evil_synonym"),
        },
    )
    """Section 4 says both, in two sentences."""
    blocked_card: Literal["discard", "return"] = field(
        default="discard",
        metadata={
            "key": "gf.blocked_card",
            "doc": "Where a succubus goes that came too late: to the discard pile, or back to the hand.",
            "choices": ("discard", "return"),
        },
    )
    """Once used, a succubus is discarded."""
    leading_filler: Literal["allow", "reject"] = field(
        default="allow",
        metadata={
            "key": "exact.leading_filler",
            "doc": 'Whether "oh" and the like may come before a call.',
            "choices": ("allow", "reject"),
        },
    )
    """The phrase itself is still word for word."""
    target_score: int = field(
        default=9,
        metadata={"key": "gf.target_score", "doc": "Humans in the graveyard that win a game.", "range": (1, 99)},
    )
    """Section 3: nine."""
    set_games: Literal[1, 3, 5] = field(
        default=1,
        metadata={"key": "gf.set_games", "doc": "Games in a set: single, best of 3, best of 5.", "choices": (1, 3, 5)},
    )
    """Section 3: it is common to play best of 3 or 5."""


SEPARATE_BAND_MS = 50
"""The least margin of a race on separate microphones."""
SHARED_BAND_MS = 150
"""The least margin of a race on one microphone: its words are timed by alignment, not by their own channel."""


def least_band_ms(rules: GraveFeastRules, table: Table) -> int:
    """Return the least margin of a race at this table."""
    if rules.tie_band_ms is not None:
        return rules.tie_band_ms
    return SHARED_BAND_MS if table.shared_microphone else SEPARATE_BAND_MS


EVIL_WORD_LISTS = {
    "either": ("evil-family", "evil-mild", "swear-family", "swear-mild", "swear-full"),
    "swear": ("swear-family", "swear-mild", "swear-full"),
    "evil_synonym": ("evil-family", "evil-mild"),
}
"""Which of the phrase book's lists may end an evil prayer, by the house rule."""
