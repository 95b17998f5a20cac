"""Spaced repetition: which phrase comes next, by SuperMemo's algorithm SM-2 (Wozniak 1990).

A phrase that was said exactly comes back after 1 day, then after 6, then after the last interval times its easiness,
which grows with ready attempts and shrinks with hesitant ones. A phrase that failed begins anew and comes back in the
same session, behind one other. What SM-2 leaves open: an attempt before the phrase is due changes nothing unless it
fails, because it proves nothing about memory; an unsure attempt changes nothing at all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.practice.attempts import Attempt, Outcome

FIRST_EASE = 2.5
"""SM-2: the easiness of a new item."""
LEAST_EASE = 1.3
"""SM-2: items below this came back annoyingly often."""
FIRST_INTERVALS_DAYS = (1.0, 6.0)
"""SM-2: the first two intervals."""
PASSED = 3
"""SM-2: a grade below this means that the item was not remembered."""
DAY_S = 86_400
FLUENT_MS = 1_000
"""Whoever begins to speak so soon after the cue has not had to think: reading and answering take about 0.6 s."""
HESITANT_MS = 2_500
"""Whoever needs longer has had to search for the words."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of a player's memory of one phrase."""

    phrase: str
    """The phrase's id."""
    attempts: int = 0
    """How often it was tried."""
    passes: int = 0
    """How often in a row it was remembered when it was due."""
    ease: float = FIRST_EASE
    """SM-2's easiness factor, at least LEAST_EASE."""
    interval_days: float = 0.0
    """How long until it is due, counted from its last pass."""
    due_s: float = 0.0
    """When it is due, in seconds since 1970."""
    last_s: float = 0.0
    """When it was tried last, in seconds since 1970."""


def grade(attempt: Attempt) -> int | None:
    """Return SM-2's grade of an attempt, 0 (nothing) to 5 (perfect), or None where it proves nothing."""
    match attempt.outcome:
        case Outcome.UNSURE:
            return None
        case Outcome.SILENCE | Outcome.OTHER:
            return 0
        case Outcome.INEXACT:
            wrong = len(attempt.diff.missing) + len(attempt.diff.added) + len(attempt.diff.changed)
            return 2 if wrong == 1 else 1
        case Outcome.EXACT:
            if not attempt.cued or attempt.reaction_ms is None:
                return 4
            return 5 if attempt.reaction_ms <= FLUENT_MS else 4 if attempt.reaction_ms <= HESITANT_MS else 3


def review(card: Card, quality: int | None, at_s: float) -> Card:
    """Return the card after an attempt.

    Args:
        card: the card before it.
        quality: its grade, 0 to 5, or None.
        at_s: when it was made, in seconds since 1970.
    """
    card = replace(card, attempts=card.attempts + 1, last_s=at_s)
    if quality is None:
        return card
    if quality < PASSED:
        return replace(card, passes=0, interval_days=0.0, due_s=at_s)
    if at_s < card.due_s:
        return card
    if card.passes < len(FIRST_INTERVALS_DAYS):
        interval_days = FIRST_INTERVALS_DAYS[card.passes]
    else:
        interval_days = card.interval_days * card.ease
    ease = max(LEAST_EASE, card.ease + 0.1 - (5 - quality) * (0.08 + (5 - quality) * 0.02))
    return replace(
        card, passes=card.passes + 1, ease=ease, interval_days=interval_days, due_s=at_s + interval_days * DAY_S
    )


def cards_of(phrases: Sequence[str], attempts: Iterable[tuple[Attempt, float]]) -> dict[str, Card]:
    """Return the card of every phrase, from all attempts in order, each with its moment in seconds since 1970."""
    cards = {phrase: Card(phrase) for phrase in phrases}
    for attempt, at_s in attempts:
        if attempt.phrase in cards:
            cards[attempt.phrase] = review(cards[attempt.phrase], grade(attempt), at_s)
    return cards


def next_phrase(cards: dict[str, Card], now_s: float, last: str | None) -> str:
    """Return the phrase to be asked next.

    First what is due, the longest overdue first; then what is new, in the order of `cards`; then, since the player
    wants to go on, what has rested longest. The phrase of the attempt before comes again only if there is no other.

    Args:
        cards: the card of every phrase that is practised, at least one.
        now_s: the time, in seconds since 1970.
        last: the phrase that was asked before, or None.
    """
    others = [card for card in cards.values() if card.phrase != last] or list(cards.values())
    due = [card for card in others if card.attempts and card.due_s <= now_s]
    if due:
        return min(due, key=lambda card: card.due_s).phrase
    new = [card for card in others if not card.attempts]
    return (new[0] if new else min(others, key=lambda card: card.last_s)).phrase
