"""Verdicts on attempts, from the calls that the ears give."""

import pytest

from assistant import app
from assistant.core.observations import Call, Verdict, WordDiff
from assistant.core.phrases.book import GameBook
from assistant.practice.attempts import Outcome
from assistant.practice.prompts import PracticeError, chosen_phrases, prompt_for, prompts_of
from assistant.practice.scoring import Measured, Stretch, WordScore, attempt_of, judge, syllables_in, weakest


def call(phrase: str | None, heard: str, verdict: Verdict = Verdict.EXACT, **more: object) -> Call:
    name = None if phrase is None else f"grave-feast.{phrase}"
    return Call("ann", name, verdict, heard, 1000, 1600, **more)  # type: ignore[arg-type]


def stretch(*calls: Call, words: str = "") -> Stretch:
    return Stretch(950, 1700, tuple(words.split()), calls)


FIVE = (("n", 5),)


@pytest.mark.parametrize(
    ("asked", "heard", "outcome", "diff"),
    [
        ("Brains!", stretch(call("brains", "brains")), Outcome.EXACT, WordDiff()),
        ("Brains!", stretch(call("blood", "blood")), Outcome.OTHER, WordDiff()),
        ("Brains!", stretch(words="what a lovely evening"), Outcome.OTHER, WordDiff()),
        ("Brains!", stretch(call("brains", "brains", Verdict.UNSURE)), Outcome.UNSURE, WordDiff()),
        ("Brains!", stretch(call(None, "brains blood", Verdict.UNSURE)), Outcome.UNSURE, WordDiff()),
        ("Brains!", stretch(call("blood", "blood", Verdict.UNSURE)), Outcome.OTHER, WordDiff()),
        (
            "5 to the graveyard",
            stretch(call("graveyard", "five to the graveyard", slots=FIVE)),
            Outcome.EXACT,
            WordDiff(),
        ),
        (
            "four to the graveyard",
            stretch(call("graveyard", "five to the graveyard", slots=FIVE)),
            Outcome.INEXACT,
            WordDiff(changed=(("four", "five"),)),
        ),
        (
            "five to the graveyard",
            stretch(
                call(
                    "graveyard",
                    "five to the grave",
                    Verdict.INEXACT,
                    slots=FIVE,
                    diff=WordDiff(changed=(("graveyard", "grave"),)),
                )
            ),
            Outcome.INEXACT,
            WordDiff(changed=(("graveyard", "grave"),)),
        ),
        (
            "four to the graveyard",
            stretch(
                call(
                    "graveyard",
                    "five to the grave",
                    Verdict.INEXACT,
                    slots=FIVE,
                    diff=WordDiff(changed=(("graveyard", "grave"),)),
                )
            ),
            Outcome.INEXACT,
            WordDiff(changed=(("graveyard", "grave"), ("four", "five"))),
        ),
    ],
)
def test_verdicts(book: GameBook, asked: str, heard: Stretch, outcome: Outcome, diff: WordDiff) -> None:
    found, _, what = judge(prompt_for(book, asked), heard)
    assert (found, what) == (outcome, diff)


def test_a_right_call_counts_whatever_else_was_said_in_one_breath(book: GameBook) -> None:
    both = stretch(call("graveyard", "five to the graveyard", slots=FIVE), call("brains", "brains"))
    assert judge(prompt_for(book, "brains"), both)[0] is Outcome.EXACT


def test_times_count_from_the_cue_and_speed_from_the_call(book: GameBook) -> None:
    made = attempt_of(prompt_for(book, "brains"), stretch(call("brains", "brains")), 400, Measured(3), cued=True)
    assert (made.reaction_ms, made.complete_ms, made.duration_ms) == (600, 1200, 600)
    assert made.syllables_per_s == 5.0


def test_what_was_no_call_is_timed_by_its_sound(book: GameBook) -> None:
    made = attempt_of(prompt_for(book, "brains"), stretch(words="hello there"), 400, Measured(3), cued=True)
    assert (made.reaction_ms, made.complete_ms, made.heard) == (550, 1300, "hello there")


def test_another_choice_is_told_as_such() -> None:
    book = app.phrase_book("in-cahoots").at_table(("ann",))
    flee = Call("ann", "in-cahoots.choice", Verdict.EXACT, "flee", 1000, 1600, (("choice", "flee"),))
    for asked in ("Fight!", "I fight"):
        assert judge(prompt_for(book, asked), stretch(flee))[2] == WordDiff(changed=(("fight", "flee"),))
    assert judge(prompt_for(book, "We flee"), stretch(flee))[0] is Outcome.EXACT


def test_the_weakest_word_is_the_one_that_fits_worst() -> None:
    scores = [WordScore("power", -0.9, 30), WordScore("christ", -4.0, 30), WordScore("you", -1.0, 20)]
    assert weakest(scores) == "christ"


def test_a_short_word_is_not_weak_for_its_shortness() -> None:
    scores = [WordScore("graveyard", -2.6, 70), WordScore("rats", -3.2, 4), WordScore("five", -0.6, 40)]
    assert weakest(scores) == "graveyard"
    assert weakest(scores[:1]) == ""


def test_small_words_are_never_the_weakest() -> None:
    scores = [WordScore("five", -0.9, 36), WordScore("the", -5.0, 12), WordScore("graveyard", -0.7, 58)]
    assert weakest(scores) == "five"
    assert weakest(scores[:2]) == ""


def test_syllables_by_the_dictionary_or_by_letters() -> None:
    phones = {"power": "P AW ER", "graveyard": "G R EY V Y AA R D", "brains": "B R EY N Z"}
    assert syllables_in(["power", "graveyard", "brains"], phones.get) == 5
    assert syllables_in(["beelzebub", "hmm"], phones.get) == 4  # "hmm" has no vowel and is one syllable


def test_prompts_vary_numbers_but_not_swear_words(book: GameBook) -> None:
    numbers = prompts_of(book, book.phrase("grave-feast.graveyard"))
    assert [prompt.text for prompt in numbers[:3]] == [
        "Five to the graveyard!",
        "3 to the graveyard",
        "One to the graveyard!",
    ]
    assert len(numbers) == 9
    evil = prompts_of(book, book.phrase("grave-feast.evil"))
    assert [prompt.text for prompt in evil] == list(book.phrase("grave-feast.evil").examples)


def test_phrases_are_chosen_by_id_or_by_name(book: GameBook) -> None:
    assert [phrase.id for phrase in chosen_phrases(book, ["blood", "grave-feast.brains", "blood"])] == [
        "grave-feast.blood",
        "grave-feast.brains",
    ]
    assert len(chosen_phrases(book, [])) == 6
    with pytest.raises(PracticeError, match=r"'house-blitz.stop': no phrase of grave-feast; choose from .*brains"):
        chosen_phrases(book, ["house-blitz.stop"])


def test_a_sentence_that_is_no_phrase_cannot_be_asked_for(book: GameBook) -> None:
    with pytest.raises(PracticeError, match="no phrase of grave-feast"):
        prompt_for(book, "five to the grave")
