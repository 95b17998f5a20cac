"""SM-2 against the intervals that its description gives (Wozniak 1990, and supermemo.com's "SM-2")."""

import pytest

from assistant.core.observations import WordDiff
from assistant.practice.attempts import Outcome
from assistant.practice.repetition import DAY_S, Card, cards_of, grade, next_phrase, review
from tests.practice.conftest import attempt


def reviewed(*qualities: int | None) -> Card:
    """Return a card that is reviewed each time on the day when it is due."""
    card = Card("p")
    for quality in qualities:
        card = review(card, quality, card.due_s)
    return card


def test_perfect_answers_space_out_as_sm2_says() -> None:
    assert [round(reviewed(*[5] * n).interval_days, 2) for n in (1, 2, 3, 4)] == [1, 6, 16.2, 45.36]
    # eases: 2.6, 2.7, 2.8: the third interval is 6 * 2.7, the fourth 16.2 * 2.8


def test_good_answers_keep_the_ease_and_hard_ones_lower_it() -> None:
    assert reviewed(4, 4, 4).ease == pytest.approx(2.5)
    assert reviewed(4, 4, 4).interval_days == pytest.approx(15.0)
    assert reviewed(3).ease == pytest.approx(2.36)


def test_the_ease_never_falls_below_its_floor() -> None:
    assert reviewed(*[3] * 20).ease == 1.3


def test_a_failure_begins_anew_and_keeps_the_ease() -> None:
    card = reviewed(5, 5, 5, 1)
    assert (card.passes, card.interval_days) == (0, 0.0)
    assert card.ease == pytest.approx(2.8)
    assert review(card, 4, card.due_s).interval_days == 1


def test_a_pass_before_it_is_due_proves_nothing_but_a_failure_does() -> None:
    card = reviewed(5, 5)
    early = review(card, 5, card.due_s - DAY_S)
    assert (early.interval_days, early.due_s, early.ease) == (card.interval_days, card.due_s, card.ease)
    assert review(card, 2, card.due_s - DAY_S).passes == 0


def test_an_unsure_attempt_changes_nothing_but_its_date() -> None:
    card = reviewed(5, 5)
    after = review(card, None, card.due_s)
    assert (after.passes, after.ease, after.due_s) == (card.passes, card.ease, card.due_s)


@pytest.mark.parametrize(
    ("outcome", "diff", "expected"),
    [
        (Outcome.SILENCE, WordDiff(), 0),
        (Outcome.OTHER, WordDiff(), 0),
        (Outcome.INEXACT, WordDiff(missing=("the", "power", "of")), 1),
        (Outcome.INEXACT, WordDiff(changed=(("graveyard", "grave"),)), 2),
        (Outcome.UNSURE, WordDiff(), None),
        (Outcome.EXACT, WordDiff(), 5),
    ],
)
def test_grades(outcome: Outcome, diff: WordDiff, expected: int | None) -> None:
    assert grade(attempt(outcome=outcome, diff=diff)) == expected


def test_what_was_said_after_thinking_is_no_perfect_answer() -> None:
    from dataclasses import replace

    assert [grade(replace(attempt(), reaction_ms=ms)) for ms in (1000, 1001, 2500, 2501)] == [5, 4, 4, 3]
    assert grade(replace(attempt(cued=False), reaction_ms=9000)) == 4  # a recording knows no cue


def test_due_phrases_come_first_then_new_ones_then_those_that_rested_longest() -> None:
    now = 1000.0 * DAY_S
    overdue = Card("overdue", attempts=3, due_s=now - 5, last_s=now - DAY_S)
    due = Card("due", attempts=1, due_s=now - 2, last_s=now - 2)
    new = Card("new")
    rested = Card("rested", attempts=1, due_s=now + DAY_S, last_s=now - 100)
    fresh = Card("fresh", attempts=1, due_s=now + DAY_S, last_s=now - 1)
    cards = {card.phrase: card for card in (fresh, new, due, rested, overdue)}
    order = []
    while cards:
        order.append(next_phrase(cards, now, None))
        del cards[order[-1]]
    assert order == ["overdue", "due", "new", "rested", "fresh"]


def test_the_same_phrase_comes_twice_in_a_row_only_when_it_is_alone() -> None:
    failed = Card("failed", attempts=1, due_s=0.0)
    assert next_phrase({"failed": failed, "new": Card("new")}, 1.0, "failed") == "new"
    assert next_phrase({"failed": failed}, 1.0, "failed") == "failed"


def test_a_history_gives_the_cards() -> None:
    history = [(attempt(), 0.0), (attempt(), 1.0 * DAY_S), (attempt("other.phrase"), 2.0 * DAY_S)]
    cards = cards_of(["grave-feast.brains", "grave-feast.blood"], history)
    assert cards["grave-feast.brains"].interval_days == 6
    assert cards["grave-feast.blood"] == Card("grave-feast.blood")
