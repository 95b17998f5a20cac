"""Forms of one word, which a lenient table lets pass, and words that only look alike."""

import pytest

from assistant.core.games.house_blitz.rules import BlitzRules
from assistant.core.house_rules import from_mapping
from assistant.core.observations import WordDiff
from assistant.core.phrases.book import Strictness
from assistant.core.phrases.forms import differs_in_forms, same_word
from assistant.core.phrases.judge import Exact, Near, judge_words
from assistant.core.phrases.normalise import plain_words
from assistant.phrasebook import load_phrase_book


@pytest.mark.parametrize(
    ("wanted", "said", "same"),
    [
        ("brains", "brain", True),
        ("seduce", "seduced", True),
        ("seduce", "seducing", True),
        ("compels", "compelled", True),
        ("you", "thee", True),
        ("stop", "stopping", True),
        ("flee", "fleeing", True),
        ("graveyard", "grave", False),
        ("blood", "bloody", False),
        ("blood", "bleed", False),
        ("seduce", "produce", False),
        ("go", "goes", False),
    ],
)
def test_forms_have_one_stem(wanted: str, said: str, same: bool) -> None:
    assert same_word(wanted, said) is same


def test_a_missing_or_added_word_is_no_other_form() -> None:
    assert differs_in_forms(WordDiff(changed=(("brains", "brain"),)))
    assert not differs_in_forms(WordDiff(changed=(("brains", "brain"),), added=("my",)))
    assert not differs_in_forms(WordDiff(missing=("the",)))
    assert not differs_in_forms(WordDiff())


def test_only_a_lenient_book_takes_other_forms_with_their_numbers() -> None:
    strict = load_phrase_book().games["grave-feast"]
    lenient = strict.with_strictness(Strictness(other_forms=True))
    words = plain_words("oh, five to the graveyards")
    assert isinstance(judge_words(strict, words[1:]), Near)
    judged = judge_words(lenient, words[1:])
    assert isinstance(judged, tuple)
    assert isinstance(judged[0], Exact)
    assert (judged[0].phrase.id, judged[0].slots) == ("grave-feast.graveyard", (("n", 5),))
    assert isinstance(judge_words(lenient, plain_words("five to the grave")), Near)


def test_a_word_that_yaml_reads_as_a_number_is_still_the_word() -> None:
    assert from_mapping(BlitzRules, {"hb.false_stop": -2}).false_stop == "-2"
    assert from_mapping(BlitzRules, {"hb.false_stop": "-2"}).false_stop == "-2"
