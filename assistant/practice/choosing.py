"""Which prompt comes next: by spaced repetition, or in a given order."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from assistant.core.phrases.book import GameBook, Phrase
from assistant.practice.attempts import Attempt, Outcome
from assistant.practice.prompts import PracticeError, Prompt, prompt_for, prompts_of
from assistant.practice.repetition import Card, cards_of, grade, next_phrase, review

WEAKEST = 3
"""So many phrases are drilled when the weakest are asked for."""


class Chooser(Protocol):
    """Decides what is asked next."""

    def choose(self, now_s: float) -> Prompt | None:
        """Return the next prompt, or None when there are no more."""

    def learn(self, attempt: Attempt, at_s: float) -> None:
        """Take note of an attempt."""


@dataclass(slots=True)
class Spaced:
    """Asks by spaced repetition; within a phrase its sentences take turns."""

    prompts: dict[str, tuple[Prompt, ...]]
    """The sentences of every phrase that is practised."""
    cards: dict[str, Card]
    """What is known of the player's memory."""
    _last: str | None = field(default=None, init=False)

    @classmethod
    def of(cls, book: GameBook, phrases: Sequence[Phrase], history: Sequence[tuple[Attempt, float]]) -> "Spaced":
        """Return the chooser of a player with a history of attempts, each with its moment in seconds since 1970."""
        prompts = {phrase.id: prompts_of(book, phrase) for phrase in phrases}
        return cls(prompts, cards_of(tuple(prompts), history))

    def choose(self, now_s: float) -> Prompt | None:
        """See Chooser."""
        self._last = next_phrase(self.cards, now_s, self._last)
        sentences = self.prompts[self._last]
        return sentences[self.cards[self._last].attempts % len(sentences)]

    def learn(self, attempt: Attempt, at_s: float) -> None:
        """See Chooser."""
        if attempt.phrase in self.cards:
            self.cards[attempt.phrase] = review(self.cards[attempt.phrase], grade(attempt), at_s)


@dataclass(slots=True)
class InOrder:
    """Asks what a list says, once through."""

    prompts: tuple[Prompt, ...]
    """The list."""
    _asked: int = field(default=0, init=False)

    def choose(self, now_s: float) -> Prompt | None:
        """See Chooser."""
        if self._asked == len(self.prompts):
            return None
        self._asked += 1
        return self.prompts[self._asked - 1]

    def learn(self, attempt: Attempt, at_s: float) -> None:
        """See Chooser: an order does not change."""


def read_order(path: Path, book: GameBook) -> tuple[Prompt, ...]:
    """Return the prompts of a text file: a phrase's id or a sentence a line; `#` begins a comment.

    Raises:
        PracticeError: the file cannot be read, is empty, or a line is no phrase of the game.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PracticeError(f"{path}: cannot be read ({error}); give a text file with a phrase a line") from error
    prompts = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                prompts.append(prompt_for(book, text))
            except PracticeError as error:
                raise PracticeError(f"{path}:{number}: {error}") from error
    if not prompts:
        raise PracticeError(f"{path}: names no phrase; give a phrase a line")
    return tuple(prompts)


def weakest_phrases(phrases: Sequence[Phrase], attempts: Sequence[Attempt]) -> tuple[Phrase, ...]:
    """Return the phrases that a player fails most, by the share of attempts that were not exact, at most WEAKEST.

    Raises:
        PracticeError: no attempt of these phrases has failed.
    """
    failed: dict[str, float] = {}
    for phrase in phrases:
        outcomes = [attempt.outcome for attempt in attempts if attempt.phrase == phrase.id and attempt.counts]
        if outcomes:
            failed[phrase.id] = 1 - outcomes.count(Outcome.EXACT) / len(outcomes)
    ranked = sorted((phrase for phrase in phrases if failed.get(phrase.id)), key=lambda phrase: -failed[phrase.id])
    if not ranked:
        raise PracticeError("no phrase has failed yet: practise without --weakest first")
    return tuple(ranked[:WEAKEST])
