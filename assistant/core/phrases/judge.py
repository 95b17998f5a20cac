"""Heard words against the book: exact, almost, or no call at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from rapidfuzz.distance import Levenshtein

from assistant.core.observations import WordDiff
from assistant.core.phrases.book import GameBook, Phrase
from assistant.core.phrases.match import Words, prefix_matches, sentences
from assistant.core.phrases.tree import ListSlot, Node, NumberSlot, Row, Slots

FILLERS = frozenset(
    ("oh", "uh", "um", "er", "ah", "eh", "hey", "ha", "so", "well", "and", "ok", "okay", "yes", "now", "hah")
)
"""Words that may come before a call without spoiling it (house rule exact.leading_filler)."""
MOST_FILLERS = 3
"""So many fillers in a row are still a run-up."""
CLOSE_SHARE = 0.5
"""Words come near a phrase when at most so large a share of its words is missing, added or changed."""
STEM_LETTERS = 4
"""A single word comes near a one-word call when it shares so many letters from the start: "seduced", "brain"."""


@dataclass(frozen=True, slots=True)
class Exact:
    """The words are a phrase of the game."""

    phrase: Phrase
    """Which."""
    slots: Slots
    """Its slots."""
    start: int
    """The first of its words."""
    end: int
    """One past the last of its words."""


@dataclass(frozen=True, slots=True)
class Near:
    """The words come near a phrase of the game."""

    phrase: Phrase
    """The nearest."""
    diff: WordDiff
    """What is wrong."""
    distance: float
    """Edits per word of the phrase, above 0."""
    slots: Slots = ()
    """The slots that can be told in spite of the fault."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The words are more than one phrase at once."""

    phrases: tuple[Phrase, ...]
    """Which."""


Judgement = tuple[Exact, ...] | Near | Ambiguous | None
"""One or more exact calls in a row; a near miss; more than one meaning; or no call."""


def judge_words(book: GameBook, words: Words) -> Judgement:
    """Judge what was said in one utterance.

    The whole utterance counts: "stop it" is no "stop", and "no more brains" is no "more brains". Fillers before the
    call and one false start of it ("five to- five to the graveyard") are allowed.
    """
    start = _leading_fillers(words)
    rest = words[start:]
    if not rest:
        return None
    exact = split_calls(book, rest)
    if exact:
        return tuple(Exact(call.phrase, call.slots, call.start + start, call.end + start) for call in exact)
    matches = book.exact(rest)
    if len(matches) > 1:
        return Ambiguous(tuple(phrase for phrase, _ in matches))
    restart = _after_false_start(book, rest)
    if restart is not None:
        phrase, slots = book.exact(rest[restart:])[0]
        return (Exact(phrase, slots, start + restart, len(words)),)
    return nearest(book, rest)


def split_calls(book: GameBook, words: Words) -> tuple[Exact, ...]:
    """Return the calls that `words` are when they are nothing but calls in a row, the longest first; else ().

    Where one stretch of words is more than one phrase, there is no answer.
    """

    @cache
    def split(at: int) -> tuple[Exact, ...] | None:
        if at == len(words):
            return ()
        for end in range(len(words), at, -1):
            matches = book.exact(words[at:end])
            if len(matches) == 1 and (rest := split(end)) is not None:
                return (Exact(matches[0][0], matches[0][1], at, end), *rest)
        return None

    return split(0) or ()


def is_unfinished(book: GameBook, words: Words) -> bool:
    """Tell whether `words` are the beginning of a longer call, so that the rest may yet come.

    "the power of evil compels you" is one, since its last word is still to come; "brains" is none.
    """
    rest = words[_leading_fillers(words) :]
    return bool(rest) and any(_is_proper_prefix(tree, rest, book) for phrase in book.phrases for tree in phrase.trees)


def nearest(book: GameBook, words: Words) -> Near | None:
    """Return the phrase that `words` come near, or None when they are table talk."""
    best: Near | None = None
    for phrase in book.phrases:
        for tree in phrase.trees:
            near = _compare(book, phrase, tree, words)
            if near and (best is None or near.distance < best.distance):
                best = near
    return best


def _leading_fillers(words: Words) -> int:
    count = 0
    while count < min(MOST_FILLERS, len(words)) and words[count] in FILLERS:
        count += 1
    return count


def _after_false_start(book: GameBook, words: Words) -> int | None:
    """Return where the phrase begins anew after one false start, or None."""
    for start in range(1, len(words)):
        matches = book.exact(words[start:])
        if len(matches) == 1 and words[:start] == words[start : 2 * start] and is_unfinished(book, words[:start]):
            return start
    return None


def _is_proper_prefix(tree: Node, words: Words, book: GameBook) -> bool:
    nodes = tree.nodes if isinstance(tree, Row) else (tree,)
    lists = book.list_map
    for length in range(1, len(nodes)):
        head = Row(nodes[:length])
        if any(end == len(words) for end, _ in prefix_matches(head, words, 0, lists)):
            return True
    return False


def _compare(book: GameBook, phrase: Phrase, tree: Node, words: Words) -> Near | None:
    """Compare the words with the sentence of the template that is nearest to them."""
    best: Near | None = None
    for target, slots in _targets(tree, words, book):
        edits = Levenshtein.distance(target, words)
        distance = edits / len(target)
        if (best is None or distance < best.distance) and _comes_near(target, words, distance):
            best = Near(phrase, _diff(target, words, phrase), distance, slots)
    return best


def _targets(tree: Node, words: Words, book: GameBook) -> Iterator[tuple[Words, Slots]]:
    """Yield sentences of the template to compare with: a slot stands as "<name>", or is filled by words that were said.

    The open slot comes first: a word that serves elsewhere in the phrase ("to" in "to the graveyard") is no filling.
    """
    nodes = tree.nodes if isinstance(tree, Row) else (tree,)
    yield from _rows([list(_fillings(node, words, book)) for node in nodes])


def _rows(rows: list[list[tuple[Words, Slots]]]) -> Iterator[tuple[Words, Slots]]:
    """Yield every way of taking one filling a node, joined."""
    for parts in product(*rows):
        slots = tuple(sorted(slot for _, filled in parts for slot in filled))
        yield tuple(word for pattern, _ in parts for word in pattern), slots


def _fillings(node: Node, words: Words, book: GameBook) -> Iterator[tuple[Words, Slots]]:
    if not isinstance(node, NumberSlot | ListSlot):
        yield tuple(next(sentences(node, book.list_map)).split()), ()
        return
    yield (f"<{node.name}>",), ()
    for start in range(len(words)):
        for end, slots in prefix_matches(node, words, start, book.list_map):
            yield words[start:end], slots


def _comes_near(target: Words, words: Words, distance: float) -> bool:
    if len(target) == 1:
        stem = target[0][:STEM_LETTERS]
        return len(words) == 1 and words[0].startswith(stem)
    shared = sum(word in words for word in target)
    return distance <= CLOSE_SHARE and shared * 2 >= len(target) and len(words) > 1


def _diff(target: Words, words: Words, phrase: Phrase) -> WordDiff:
    missing, added, changed = [], [], []
    for edit in Levenshtein.editops(list(target), list(words)):
        if edit.tag == "delete":
            missing.append(_title(target[edit.src_pos], phrase))
        elif edit.tag == "insert":
            added.append(words[edit.dest_pos])
        else:
            changed.append((_title(target[edit.src_pos], phrase), words[edit.dest_pos]))
    return WordDiff(tuple(missing), tuple(added), tuple(changed))


def _title(word: str, phrase: Phrase) -> str:
    return f"<{phrase.slot_title(word[1:-1])}>" if word.startswith("<") else word
