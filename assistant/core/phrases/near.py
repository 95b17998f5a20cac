"""How near words come to a phrase that they are not, and what is wrong with them.

The distance is a cost of edits, per weight of the phrase. Words that carry the phrase ("power", "graveyard") weigh 1,
the small words of any sentence and the slots weigh LIGHT: "christ compels you" comes near the prayer, and "the power of
love" does not. A word put in costs 1, since it makes a call into a sentence about something; behind the phrase, or as a
filler, it costs LIGHT. At most NEAR_SHARE is near. These figures keep all near misses of phrases of several words and
all table talk of the benchmark on their own sides.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rapidfuzz.distance import Editop, Editops, Levenshtein

from assistant.core.observations import WordDiff
from assistant.core.phrases.book import GameBook, Phrase
from assistant.core.phrases.match import Words, full_matches, prefix_matches, sentences
from assistant.core.phrases.outcomes import Ambiguous, Near
from assistant.core.phrases.split import FILLERS
from assistant.core.phrases.tree import Leaf, ListSlot, Literal, NumberSlot, Slots, rows_of

NEAR_SHARE = 0.45
"""Words come near a phrase of several words when their edits cost at most this share of its weight."""
LIGHT = 0.5
"""What a small word, a slot, a filler, or a word behind the phrase weighs, when others weigh 1."""
SMALL_WORDS = frozenset(
    (
        *("a", "an", "the", "this", "that", "my", "your", "his", "her", "our", "their"),
        *("i", "you", "he", "she", "it", "we", "they", "me", "him", "us", "them", "is", "am", "are", "was", "be"),
        *("to", "of", "in", "on", "at", "by", "for", "from", "with", "and", "or", "but"),
    )
)
"""Words that any sentence is full of."""
STEM_LETTERS = 5
"""A one-word call is recognised in another word by its stem: all of it, or all but its last letter if it is longer."""
SHORTEST_STEM = 4
"""Below so many letters a stem proves nothing, and only the near misses that the book names come near."""
LONGEST_ENDING = 4
"""An ending has at most so many letters: "seduc-tion", "brain-less", but not "brain-storming"."""
COMMON_BEGINNING = 3
"""A near miss of a one-word call that the book names comes near when as many letters, or all of the call, begin it."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One word of a sentence to compare with."""

    word: str
    weight: float
    is_filled: bool = False
    """Whether it fills a slot."""


_Target = tuple[tuple[_Part, ...], Slots]
"""A sentence to compare with, and the slots that it fills; an open slot stands as "<name>"."""


def nearest(book: GameBook, words: Words) -> Near | Ambiguous | None:
    """Return the phrase that `words` come near, the phrases that they come equally near to, or None for table talk.

    A sentence that the book names as a near miss of a phrase of several words comes near it in any case, and before
    other phrases. A call of one word is only ever said alone: within a longer sentence it is talk.
    """
    lists = book.list_map
    found: list[tuple[bool, float, Near]] = []
    for phrase in book.phrases:
        named = any(full_matches(tree, words, lists) for tree in phrase.near_misses)
        near = _compare(book, phrase, words, named)
        if near:
            found.append((not named, near.distance, near))
    if not found:
        return None
    least = min(found, key=lambda each: each[:2])[:2]
    best = [each[2] for each in found if each[:2] == least]
    return best[0] if len(best) == 1 else Ambiguous(tuple(near.phrase for near in best))


def _compare(book: GameBook, phrase: Phrase, words: Words, named: bool) -> Near | None:
    """Compare the words with the sentence of the phrase that is nearest to them."""
    rows = tuple(dict.fromkeys(row for tree in phrase.trees for row in rows_of(tree)))
    named_sentence = named and all(len(row) > 1 for row in rows)
    best: Near | None = None
    for row in rows:
        one_word = len(row) == 1 and not isinstance(row[0], NumberSlot)
        for near in _one_word(book, phrase, row[0], words, named) if one_word else _row(book, phrase, row, words):
            close = one_word or named_sentence or near.distance <= NEAR_SHARE
            if close and (best is None or near.distance < best.distance):
                best = near
    return best


def _one_word(book: GameBook, phrase: Phrase, leaf: Leaf, words: Words, named: bool) -> Iterator[Near]:
    """Compare one word with a call of one word: "seduced" with "seduce"."""
    if len(words) != 1:
        return
    said = words[0]
    for wanted in sentences(leaf, book.list_map):
        stem = wanted if len(wanted) <= STEM_LETTERS else wanted[:-1]
        inflected = len(stem) >= SHORTEST_STEM and said.startswith(stem) and len(said) <= len(stem) + LONGEST_ENDING
        shortened = len(said) >= SHORTEST_STEM and said == wanted[:-1]
        if inflected or shortened or (named and said.startswith(wanted[:COMMON_BEGINNING])):
            slots = ((leaf.name, wanted),) if isinstance(leaf, ListSlot) else ()
            diff = WordDiff(changed=((wanted, said),))
            yield Near(phrase, diff, Levenshtein.normalized_distance(wanted, said), slots)


def _row(book: GameBook, phrase: Phrase, row: tuple[Leaf, ...], words: Words) -> Iterator[Near]:
    """Compare the words with every sentence of a row that has words of theirs in its slots, or has them open."""
    fillings = [tuple(dict.fromkeys(_fillings(leaf, words, book))) for leaf in row]
    said = any(isinstance(leaf, Literal) and leaf.word in words and leaf.word not in SMALL_WORDS for leaf in row)
    if not said and all(len(each) == 1 for each in fillings):
        return
    for filled in product(*fillings):
        parts = tuple(part for target, _ in filled for part in target)
        edits = Levenshtein.editops([part.word for part in parts], list(words))
        if _carries(parts, edits):
            cost = sum(_cost(edit, parts, words) for edit in edits) / sum(part.weight for part in parts)
            slots = tuple(sorted(slot for _, found in filled for slot in found))
            yield Near(phrase, _diff(edits, parts, words, phrase), cost, slots)


def _fillings(leaf: Leaf, words: Words, book: GameBook) -> Iterator[_Target]:
    """Yield what may stand for a leaf: the open slot first, for a word that serves elsewhere is no filling.

    The "to" of "to the graveyard" sounds like a number, but is none.
    """
    if isinstance(leaf, Literal):
        yield (_Part(leaf.word, LIGHT if leaf.word in SMALL_WORDS else 1.0),), ()
        return
    yield (_Part(f"<{leaf.name}>", LIGHT),), ()
    by_sound = isinstance(leaf, NumberSlot)
    for start in range(len(words)):
        for end, slots in prefix_matches(leaf, words, start, book.list_map, by_sound):
            yield tuple(_Part(word, LIGHT, is_filled=True) for word in words[start:end]), slots


def _carries(parts: tuple[_Part, ...], edits: Editops) -> bool:
    """Tell whether any word by which the sentence is recognised was said."""
    lost = {edit.src_pos for edit in edits if edit.tag != "insert"}
    return any(at not in lost for at, part in enumerate(parts) if part.is_filled or part.weight == 1)


def _cost(edit: Editop, parts: tuple[_Part, ...], words: Words) -> float:
    if edit.tag == "delete":
        return parts[edit.src_pos].weight
    said = words[edit.dest_pos]
    if edit.tag == "insert":
        return LIGHT if edit.src_pos == len(parts) or said in FILLERS else 1.0
    return max(parts[edit.src_pos].weight, LIGHT if said in SMALL_WORDS else 1.0)


def _diff(edits: Editops, parts: tuple[_Part, ...], words: Words, phrase: Phrase) -> WordDiff:
    missing, added, changed = [], [], []
    for edit in edits:
        if edit.tag == "delete":
            missing.append(_title(parts[edit.src_pos].word, phrase))
        elif edit.tag == "insert":
            added.append(words[edit.dest_pos])
        else:
            changed.append((_title(parts[edit.src_pos].word, phrase), words[edit.dest_pos]))
    return WordDiff(tuple(missing), tuple(added), tuple(changed))


def _title(word: str, phrase: Phrase) -> str:
    return f"<{phrase.slot_title(word[1:-1])}>" if word.startswith("<") else word
