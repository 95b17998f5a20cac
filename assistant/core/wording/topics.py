"""The rules by subject, in a language's own words: what a topic says, and which one a question is about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from assistant.core.phrases.normalise import plain_words

CLOSE_ENOUGH = 78
"""The rapidfuzz ratio (0 to 100) from which a misspelt subject is still meant; found by trying typos."""

SHORTEST_GUESS = 4
"""A word with fewer letters is too like others to be taken for a misspelt subject."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One subject of a game's rules."""

    name: str
    """What it is called, in plain words; unique within the game."""
    section: str
    """Where the rulebook has it: the number or the heading of its section; "the referee" for what is its own."""
    spoken: str
    """What is said aloud when somebody asks: the rule in a few seconds."""
    text: str
    """The whole of it, to be read."""
    also: tuple[str, ...] = ()
    """Other words under which people look for it, in plain words."""
    phrases: tuple[str, ...] = ()
    """The calls that it is about, by their names in the phrase book without the game, such as "seduce"."""
    keys: tuple[str, ...] = ()
    """The house rules that bear on it."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is called, each also with an s."""
        known = (self.name, *self.also)
        return tuple(dict.fromkeys((*known, *(f"{name}s" for name in known))))


def subject_names(rules: Mapping[str, Sequence[Topic]]) -> tuple[str, ...]:
    """Return every name of every subject of all games, each once."""
    return tuple(dict.fromkeys(name for topics in rules.values() for topic in topics for name in topic.names))


def topic_named(topics: Sequence[Topic], name: str) -> Topic | None:
    """Return the topic that is called `name` to the letter, or None."""
    wanted = " ".join(plain_words(name))
    return next((topic for topic in topics if wanted in topic.names), None)


def topic_asked(topics: Sequence[Topic], question: str) -> Topic | None:
    """Return the topic that a question is about, or None.

    The longest name within the question counts ("what does the evil preacher do" is not about the preacher), the first
    of those alike; without any, the name that a part of the question comes nearest to, as far as CLOSE_ENOUGH: people
    who misspell a word still get its first letter right.
    """
    words = plain_words(question)
    named = {name: topic for topic in reversed(topics) for name in reversed(topic.names)}
    parts = list(_parts(words, max((len(name.split()) for name in named), default=0)))
    for part in parts:
        if part in named:
            return named[part]
    guesses = (
        process.extractOne(part, [name for name in named if name[0] == part[0]], scorer=fuzz.ratio)
        for part in parts
        if len(part) >= SHORTEST_GUESS
    )
    found = [guess for guess in guesses if guess is not None and guess[1] >= CLOSE_ENOUGH]
    return named[max(found, key=lambda guess: guess[1])[0]] if found else None


def _parts(words: tuple[str, ...], longest: int) -> Iterator[str]:
    """Yield every stretch of words, the longest first and of those alike the first."""
    for length in range(min(longest, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            yield " ".join(words[start : start + length])
