"""A book with few phrases, and attempts in one line."""

from pathlib import Path

import pytest

from assistant import app
from assistant.core.observations import WordDiff
from assistant.core.phrases.book import GameBook
from assistant.practice.attempts import Attempt, Outcome
from assistant.practice.store import Store


@pytest.fixture(scope="session")
def book() -> GameBook:
    return app.phrase_book("grave-feast").at_table(("ann",))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data")


def attempt(
    phrase: str = "grave-feast.brains",
    outcome: Outcome = Outcome.EXACT,
    duration_ms: int | None = 600,
    complete_ms: int | None = 1200,
    diff: WordDiff | None = None,
    cued: bool = True,
) -> Attempt:
    return Attempt(
        phrase,
        "Brains!",
        outcome,
        at="2026-11-30T10:00:00+00:00",
        heard="brains",
        diff=diff or WordDiff(),
        reaction_ms=600,
        complete_ms=complete_ms,
        duration_ms=duration_ms,
        cued=cued,
    )
