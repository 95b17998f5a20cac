"""The shipped phrase book, with Ann, Ben and Mary-Lou at the table."""

from collections.abc import Callable

import pytest

from assistant.core.phrases.book import GameBook
from assistant.core.phrases.judge import Judgement, judge_words
from assistant.core.phrases.normalise import plain_words
from assistant.phrasebook import load_phrase_book

TABLE = ("Ann", "Ben", "Mary-Lou")

Judge = Callable[[str, str], Judgement]
"""Judges a sentence, in ordinary spelling, in a game."""


@pytest.fixture(scope="session")
def books() -> dict[str, GameBook]:
    return {game: book.at_table(TABLE) for game, book in load_phrase_book().games.items()}


@pytest.fixture(scope="session")
def judge(books: dict[str, GameBook]) -> Judge:
    return lambda game, text: judge_words(books[game], plain_words(text))
