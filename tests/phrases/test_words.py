"""Numbers, spelling and matching by word and by sound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.phrases.match import begins, full_matches
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.numbers import SPELLED, spell
from assistant.core.phrases.template import parse_template

PLAYERS = {"players": (("ann",), ("mary", "lou"))}


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "zero"), (8, "eight"), (10, "ten"), (13, "thirteen"), (20, "twenty"), (40, "forty"), (99, "ninety nine")],
)
def test_numbers_in_words(number: int, said: str) -> None:
    assert spell(number) == said
    assert plain_words(f"{number}") == tuple(said.split())


@pytest.mark.parametrize("number", [-1, 100])
def test_there_is_no_word_for_other_numbers(number: int) -> None:
    with pytest.raises(ValueError, match=r"not between 0 and 99"):
        spell(number)


@given(st.integers(0, 99))
def test_every_number_is_read_as_it_is_spelled(number: int) -> None:
    assert SPELLED[tuple(spell(number).split())] == number


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Five to the GRAVEYARD!", "five to the graveyard"),
        ("5 to the grave-yard", "five to the graveyard"),
        ("5 to the grave yards", "five to the graveyards"),
        ("\uff35\uff30 \uff15", "up five"),  # full-width letters: NFKC
        ("\ufb01ght", "fight"),  # one character for "fi": NFKC
        ("Don\u2019t stop", "don't stop"),
        ("'stop'", "stop"),
        ("twenty-one, 21", "twenty one twenty one"),
        ("100 brains", "100 brains"),
        ("Mary-Lou", "mary lou"),
        ("stra\u00dfe", "strasse"),
        ("head shot", "headshot"),
        ("shot head", "shot head"),
        ("\u2026!?", ""),
    ],
)
def test_plain_words(text: str, words: str) -> None:
    assert plain_words(text) == tuple(words.split())


@given(st.text(max_size=30))
def test_plain_words_stay_as_they_are(text: str) -> None:
    words = plain_words(text)
    assert plain_words(" ".join(words)) == words


GRAVEYARD = parse_template("{n:1-9} to the graveyard")


@pytest.mark.parametrize(
    ("said", "number"),
    [("won", 1), ("to", 2), ("too", 2), ("free", 3), ("tree", 3), ("for", 4), ("fore", 4), ("ate", 8)],
)
def test_a_number_by_its_sound_where_all_the_rest_is_exact(said: str, number: int) -> None:
    words = (said, "to", "the", "graveyard")
    assert full_matches(GRAVEYARD, words, {}, by_sound=True) == ((("n", number),),)
    assert full_matches(GRAVEYARD, words, {}) == ()
    assert full_matches(GRAVEYARD, (said, "to", "the", "grave"), {}, by_sound=True) == ()


def test_a_sound_alike_is_no_number_outside_of_its_bounds() -> None:
    assert full_matches(parse_template("{n:1-3} cards"), ("for", "cards"), {}, by_sound=True) == ()
    assert full_matches(parse_template("ate cards"), ("eight", "cards"), {}, by_sound=True) == ()


@pytest.mark.parametrize("words", ["ten to the graveyard", "zero to the graveyard", "five the graveyard", "five", ""])
def test_what_is_no_graveyard(words: str) -> None:
    assert full_matches(GRAVEYARD, tuple(words.split()), {}) == ()


def test_many_numbers_and_names_of_two_words() -> None:
    lays = parse_template("{who:@players} lays {cards:1-9+}")
    words = plain_words("Mary-Lou lays 3 4 5")
    assert full_matches(lays, words, PLAYERS) == ((("cards", (3, 4, 5)), ("who", "mary lou")),)
    assert full_matches(lays, plain_words("Mary lays 3"), PLAYERS) == ()


def test_twenty_one_is_one_number_or_two() -> None:
    found = full_matches(parse_template("{n:1-30+}"), ("twenty", "one"), {})
    assert {slots[0][1] for slots in found} == {(21,), (20, 1)}


def test_a_beginning_is_no_whole() -> None:
    assert begins(GRAVEYARD, ("five", "to"), {})
    assert not begins(GRAVEYARD, ("five", "to", "the", "graveyard"), {})
    assert not begins(GRAVEYARD, ("five", "of"), {})
    assert not begins(GRAVEYARD, (), {})
