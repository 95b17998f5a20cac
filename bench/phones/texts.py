"""What is said for the ear for sounds to learn from."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from rapidfuzz.distance import Levenshtein

from assistant.core.games.registry import GAMES
from assistant.core.phrases.normalise import plain_words
from assistant.hearing.sounds import Pronouncer
from bench.corpus import book_of
from bench.items import lines_in
from bench.shouts import TALK
from engines.phones import labels
from engines.pocketsphinx import PocketsphinxAligner

COMMON_WORDS = 20_000
"""So many of the commonest English words are spoken, too."""
LONG_PHONES = 6
"""A word as long as this sounds like another that differs in two phones; a shorter one in one."""
LINE_SHARE, SWAPPED_SHARE, TALK_SHARE = 0.45, 0.27, 0.05
"""Of all texts, so many are lines of the phrase books, such lines with other words in them, and short talk; the rest
are words in no order."""
MOST_WORDS = 6
COMMON_POWER, COMMON_FROM = 0.6, 30
"""The n-th commonest word is drawn with a weight of (n + COMMON_FROM) ** -COMMON_POWER."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Draws texts."""

    lines: tuple[str, ...]
    """The calls and near misses of all games."""
    talk: tuple[str, ...]
    """Short table talk."""
    words: tuple[str, ...]
    """Common words, the commonest first."""
    alike: dict[str, tuple[str, ...]] = field(repr=False)
    """The common words that sound much like a word of the lines."""

    def draw(self, rng: random.Random) -> str:
        """Return one text, in lower case."""
        drawn = rng.random()
        if drawn < LINE_SHARE:
            return rng.choice(self.lines)
        if drawn < LINE_SHARE + SWAPPED_SHARE:
            return self._swapped(rng.choice(self.lines).split(), rng)
        if drawn < LINE_SHARE + SWAPPED_SHARE + TALK_SHARE:
            return rng.choice(self.talk)
        weights = [(place + COMMON_FROM) ** -COMMON_POWER for place in range(len(self.words))]
        return " ".join(rng.choices(self.words, weights, k=rng.randint(1, MOST_WORDS)))

    def _swapped(self, words: list[str], rng: random.Random) -> str:
        for _ in range(rng.choice((1, 1, 2))):
            at = rng.randrange(len(words))
            words[at] = rng.choice(self.alike.get(words[at]) or (words[at],))
        return " ".join(words)


@cache
def texts() -> Texts:
    """Return all texts; raises ModuleNotFoundError where the bench's packages are not installed."""
    from wordfreq import top_n_list

    lines: set[str] = set()
    for game in GAMES:
        book = book_of(game)
        lines |= {line for line, _ in book.sentences()} | set(book.run_on_sentences())
        lines |= {line for line, _ in book.near_misses()}
    words = tuple(word for word in top_n_list("en", COMMON_WORDS) if word.isalpha() and sounds_of(word))
    sounds = {word: sounds_of(word) for word in words}
    alike = {}
    for word in sorted({word for line in lines for word in line.split()}):
        mine = sounds_of(word)
        most = 1 if len(mine) < LONG_PHONES else 2
        alike[word] = tuple(one for one in words if one != word and Levenshtein.distance(mine, sounds[one]) <= most)
    return Texts(tuple(sorted(lines)), tuple(lines_in(TALK)), words, alike)


def sounds_of(text: str) -> tuple[str, ...]:
    """Return the phones of a text; nothing where a word is not in the dictionary."""
    sounds = _pronouncer().sounds(plain_words(text))
    return () if labels(sounds) is None else sounds


def labels_of(text: str) -> Sequence[int]:
    """Return the numbers of its phones, as the network knows them."""
    return labels(sounds_of(text)) or []


@cache
def _pronouncer() -> Pronouncer:
    return Pronouncer(PocketsphinxAligner().pronunciation)
