"""The rules by subject: every game has them, every call and house rule belongs to one, and questions find them."""

import re

import pytest

from assistant.core.games.registry import GAMES
from assistant.core.house_rules import settings
from assistant.core.phrases.normalise import plain_words
from assistant.core.rule_book import RuleBook, UnknownTopicError, rule_book
from assistant.core.wording.en import ENGLISH
from assistant.core.wording.topics import Topic, topic_asked, topic_named
from assistant.phrasebook import load_phrase_book

EVERY_GAME = pytest.mark.parametrize("game", ENGLISH.rules)
MOST_SPOKEN_WORDS = 25
"""So many can be said in seven seconds: longer, and nobody at a table listens to the end."""
WITHOUT_SUBJECT = re.compile(r".*\.(mode|tracking|card_input)|race\..*|exact\..*")
"""House rules about the program and not about a subject, or of every game."""


def book_of(game: str) -> RuleBook:
    return rule_book(GAMES[game], GAMES[game].rules_type(), load_phrase_book().games[game])


def test_every_game_with_sentences_has_its_rules() -> None:
    worded = {game for game in GAMES if any(info.code in ENGLISH.catalogue for info in GAMES[game].info.codes)}
    assert set(ENGLISH.rules) == worded
    assert len(worded) >= 4


@EVERY_GAME
def test_a_subject_is_found_by_each_of_its_names_and_no_name_belongs_to_two(game: str) -> None:
    topics = ENGLISH.rules[game]
    names = [name for topic in topics for name in topic.names]
    assert [name for name in names if names.count(name) > 1] == []
    for topic in topics:
        for name in (topic.name, *topic.also):
            assert topic_named(topics, name) is topic
            assert topic_asked(topics, f"Well, {name}?") is topic


@EVERY_GAME
def test_texts_are_whole_sentences_and_short_enough_to_be_spoken(game: str) -> None:
    for topic in ENGLISH.rules[game]:
        assert topic.section
        for text in (topic.spoken, topic.text):
            assert text[0].isupper()
            assert text.endswith(".")
        assert len(topic.spoken.split()) <= MOST_SPOKEN_WORDS, topic.name
        assert all(" ".join(plain_words(name)) == name for name in topic.names)


@EVERY_GAME
def test_every_call_and_every_house_rule_is_told_under_some_subject(game: str) -> None:
    book = book_of(game)
    told = {phrase.id for topic in book.topics for phrase in book.calls_of(topic)}
    assert told == {phrase.id for phrase in book.phrases.phrases}
    keys = {key for topic in book.topics for key in topic.keys}
    declared = {setting.key for setting in settings(GAMES[game].rules_type)}
    assert {key for key in declared - keys if not WITHOUT_SUBJECT.fullmatch(key)} == set()
    assert {key for key in keys - declared if not WITHOUT_SUBJECT.fullmatch(key)} == set()


@pytest.mark.parametrize(
    ("game", "question", "subject"),
    [
        ("grave-feast", "preacher", "preacher"),
        ("grave-feast", "what does the preacher do", "preacher"),
        ("grave-feast", "What does the EVIL preacher do?", "evil preacher"),
        ("grave-feast", "can I split a family", "family"),
        ("grave-feast", "preecher", "preacher"),
        ("grave-feast", "how many humans do I need to win", "family"),
        ("house-blitz", "grandma", "grandma"),
        ("house-blitz", "may I kill my grandmother", "grandma"),
        ("house-blitz", "shotguns", "shotgun"),
        ("house-blitz", "does a zombie eat cars", "zombie"),
        ("house-blitz", "escape routes", "escape route"),
        ("need-more-brains", "head shot", "headshot"),
        ("need-more-brains", "what happens after a double rampage", "double rampage"),
        ("in-cahoots", "when may I scavenge", "scavenging"),
        ("in-cahoots", "reveal sign", "reveal sign"),
    ],
)
def test_questions_find_their_subject(game: str, question: str, subject: str) -> None:
    assert book_of(game).on(question).name == subject


@pytest.mark.parametrize("question", ["the weather", "", "???", "grandfather"])
def test_a_question_about_nothing_is_answered_with_the_subjects(question: str) -> None:
    with pytest.raises(UnknownTopicError, match=r"the subjects are turn, family, zombie, .*race$"):
        book_of("grave-feast").on(question)


def test_a_short_word_is_never_taken_for_a_misspelt_subject() -> None:
    topics = (Topic("go", "", "", ""),)
    assert topic_asked(topics, "so") is None
    assert topic_asked(topics, "go") is topics[0]
