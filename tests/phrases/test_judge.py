"""What an utterance is: calls in a row, almost a call, talk; a near miss stands beside each hit."""

import statistics
import time
from dataclasses import replace

import pytest

from assistant.core.observations import Fact, WordDiff
from assistant.core.phrases.book import GameBook, Strictness
from assistant.core.phrases.judge import Ambiguous, Exact, Near, is_unfinished, judge_words
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.tree import SlotValue
from assistant.core.told import observation_told
from tests.phrases.conftest import TABLE, Judge

GRAVE, MORE, BLITZ, CAHOOTS = "grave-feast", "need-more-brains", "house-blitz", "in-cahoots"
SLOWEST_MS = 2.0
"""Matching must not be felt beside the ears, which take a hundred times as long."""


@pytest.mark.parametrize(
    ("game", "text", "calls"),
    [
        (GRAVE, "Brains!", [("brains", 0, 1, {})]),
        (GRAVE, "oh, um, brains", [("brains", 2, 3, {})]),
        (GRAVE, "brains brains", [("brains", 0, 1, {}), ("brains", 1, 2, {})]),
        (GRAVE, "brains, 3 to the graveyard", [("brains", 0, 1, {}), ("graveyard", 1, 5, {"n": 3})]),
        (GRAVE, "five to, five to the grave yard", [("graveyard", 2, 6, {"n": 5})]),
        (GRAVE, "the power of Christ compels you", [("christ", 0, 6, {})]),
        (GRAVE, "The power of evil compels you, son of a bitch!", [("evil", 0, 10, {"word": "son of a bitch"})]),
        (MORE, "no more brains", [("nomore", 0, 3, {})]),
        (MORE, "no more brains, more brains", [("nomore", 0, 3, {}), ("more", 3, 5, {})]),
        (MORE, "need more brains", [("more", 0, 3, {})]),
        (BLITZ, "stop, stop", [("stop", 0, 1, {"word": "stop"}), ("stop", 1, 2, {"word": "stop"})]),
        (CAHOOTS, "We flee!", [("choice", 0, 2, {"choice": "flee"})]),
    ],
)
def test_calls(judge: Judge, game: str, text: str, calls: list[tuple[str, int, int, dict[str, SlotValue]]]) -> None:
    found = judge(game, text)
    assert isinstance(found, tuple)
    assert [(call.phrase.id, call.start, call.end, dict(call.slots)) for call in found] == [
        (f"{game}.{name}", start, end, slots) for name, start, end, slots in calls
    ]
    assert not any(call.by_sound for call in found)


@pytest.mark.parametrize(
    ("game", "text", "phrase"),
    [
        (GRAVE, "free to the graveyard", "graveyard"),
        (GRAVE, "to to the graveyard", "graveyard"),
        (MORE, "know more brains", "nomore"),
        (CAHOOTS, "flea", "choice"),
    ],
)
def test_what_only_sounds_like_a_call_says_so(judge: Judge, game: str, text: str, phrase: str) -> None:
    found = judge(game, text)
    assert isinstance(found, tuple)
    assert [(call.phrase.id, call.by_sound) for call in found] == [(f"{game}.{phrase}", True)]


@pytest.mark.parametrize(
    ("game", "text", "phrase", "diff"),
    [
        (GRAVE, "brain", "brains", WordDiff(changed=(("brains", "brain"),))),
        (GRAVE, "seduced", "seduce", WordDiff(changed=(("seduce", "seduced"),))),
        (GRAVE, "five to the grave", "graveyard", WordDiff(changed=(("graveyard", "grave"),))),
        (GRAVE, "five the graveyard", "graveyard", WordDiff(missing=("to",))),
        (GRAVE, "to the graveyard", "graveyard", WordDiff(missing=("<number>",))),
        (GRAVE, "ten to the graveyard", "graveyard", WordDiff(changed=(("<number>", "ten"),))),
        (GRAVE, "five to to the graveyard", "graveyard", WordDiff(added=("to",))),
        (GRAVE, "Christ compels you", "christ", WordDiff(missing=("the", "power", "of"))),
        (GRAVE, "the power of evil compels you", "evil", WordDiff(missing=("<swear word>",))),
        (GRAVE, "the power of evil compels you, friend", "evil", WordDiff(changed=(("<swear word>", "friend"),))),
        (MORE, "need more brain", "more", WordDiff(changed=(("brains", "brain"),))),
        (MORE, "no brains", "nomore", WordDiff(missing=("more",))),
        (BLITZ, "stopped", "stop", WordDiff(changed=(("stop", "stopped"),))),
        (CAHOOTS, "fled", "choice", WordDiff(changed=(("flee", "fled"),))),
    ],
)
def test_near_misses(judge: Judge, game: str, text: str, phrase: str, diff: WordDiff) -> None:
    found = judge(game, text)
    assert isinstance(found, Near)
    assert (found.phrase.id, found.diff) == (f"{game}.{phrase}", diff)
    assert found.distance > 0


def test_a_near_miss_keeps_its_number_and_the_calls_before_it(judge: Judge) -> None:
    found = judge(GRAVE, "brains, five to the grave")
    assert isinstance(found, Near)
    assert (found.phrase.id, found.slots, found.start) == ("grave-feast.graveyard", (("n", 5),), 1)
    assert [(call.phrase.id, call.start, call.end) for call in found.before] == [("grave-feast.brains", 0, 1)]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (BLITZ, "stop it"),
        (BLITZ, "let's go"),
        (GRAVE, "my brain hurts"),
        (MORE, "my brain hurts"),
        (GRAVE, "five of us"),
        (GRAVE, "the graveyard shift was long"),
        (GRAVE, "the power went out"),
        (GRAVE, "so I said brains to him"),
        (CAHOOTS, "don't fight"),
        (GRAVE, "oh well"),
        (GRAVE, ""),
    ],
)
def test_table_talk_comes_near_nothing(judge: Judge, game: str, text: str) -> None:
    assert judge(game, text) is None


def test_a_fact_is_no_failed_call(judge: Judge) -> None:
    assert judge(GRAVE, "Ann is done") is None


def test_no_near_miss_of_the_book_is_its_phrase(books: dict[str, GameBook]) -> None:
    for book in books.values():
        for sentence, phrase in book.near_misses():
            found = judge_words(book, tuple(sentence.split()))
            spoken = found if isinstance(found, tuple) else ()
            assert phrase.id not in [call.phrase.id for call in spoken if not call.by_sound], sentence


def test_every_sentence_of_the_book_is_its_phrase_and_no_other(books: dict[str, GameBook]) -> None:
    for book in books.values():
        for sentence, phrase in book.sentences():
            words = tuple(sentence.split())
            found = judge_words(book, words)
            assert isinstance(found, tuple), sentence
            assert [(call.phrase.id, call.start, call.end) for call in found] == [(phrase.id, 0, len(words))]


def test_strictness_is_a_house_rule(books: dict[str, GameBook]) -> None:
    strict = books[GRAVE].with_strictness(Strictness(leading_filler=False, restart=False))
    spoiled = judge_words(strict, ("oh", "brains"))
    assert isinstance(spoiled, Near)
    assert spoiled.diff == WordDiff(added=("oh",))
    restarted = judge_words(strict, plain_words("5 to 5 to the graveyard"))
    assert isinstance(restarted, Near)
    assert (restarted.diff, restarted.slots) == (WordDiff(added=("five", "to")), (("n", 5),))
    loose = books[GRAVE].with_strictness(Strictness(inner_filler=True))
    words = plain_words("five um to the graveyard")
    assert isinstance(judge_words(loose, words), tuple)
    assert isinstance(judge_words(books[GRAVE], words), Near)


def test_a_filler_that_follows_a_call_of_one_word_makes_talk_of_it_and_no_failed_call(
    books: dict[str, GameBook],
) -> None:
    """Only a confident, explained fault may cost a card: "brains, um" is none."""
    assert judge_words(books[GRAVE], ("brains", "um")) is None
    assert judge_words(books[GRAVE], ("seduce", "right")) is None


@pytest.mark.parametrize(
    ("game", "text", "unfinished"),
    [
        (GRAVE, "the power of evil compels you", True),
        (GRAVE, "five", True),
        (GRAVE, "oh, five to the", True),
        (GRAVE, "free to", True),
        (GRAVE, "five to the graveyard", False),
        (GRAVE, "five of", False),
        (GRAVE, "brains", False),
        (GRAVE, "", False),
        (MORE, "no more", True),
        (MORE, "more brains", False),
    ],
)
def test_is_unfinished(books: dict[str, GameBook], game: str, text: str, unfinished: bool) -> None:
    assert is_unfinished(books[game], plain_words(text)) is unfinished


def test_a_name_in_two_words_is_spelled_as_the_table_does(books: dict[str, GameBook]) -> None:
    told = observation_told(books[GRAVE], TABLE, plain_words("Mary Lou is done"), 1000, None)
    assert told == Fact(1000, "grave-feast.done", (("player", "Mary-Lou"),), "mary lou is done", None)
    assert observation_told(books[GRAVE], TABLE, plain_words("Mary is done"), 1000, None) is None


def test_one_sentence_of_two_phrases_is_ambiguous(books: dict[str, GameBook]) -> None:
    brains = books[GRAVE].phrase("grave-feast.brains")
    book = replace(books[GRAVE], phrases=(brains, replace(brains, id="grave-feast.minds")))
    found = judge_words(book, ("brains",))
    assert isinstance(found, Ambiguous)
    assert [phrase.id for phrase in found.phrases] == ["grave-feast.brains", "grave-feast.minds"]


def test_twelve_words_are_matched_in_no_time(books: dict[str, GameBook]) -> None:
    words = plain_words("brains five to the graveyard blood three to the graveyard seduce brains")
    assert len(words) == 12
    found = judge_words(books[GRAVE], words)
    assert isinstance(found, tuple)
    assert all(isinstance(call, Exact) for call in found)
    took_ms = []
    for _ in range(51):
        start = time.perf_counter()
        judge_words(books[GRAVE], words)
        took_ms.append(1000 * (time.perf_counter() - start))
    assert statistics.median(took_ms) < SLOWEST_MS
