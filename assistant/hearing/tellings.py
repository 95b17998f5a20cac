"""What the referee is told or asked by voice: the sentence of the fact grammar that was said, or none.

The open ear writes down once more, primed with facts and commands, what was no call. Of all sentences that the grammar
allows, those that sound nearest to its words are then weighed by forced decoding: against each other, against their
neighbours (another number, another name), against the calls, and against the words themselves. One that is not clearly
ahead of all that mean something else is not taken: nothing is ever noted that a neighbour fits nearly as well.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import Levenshtein

from assistant.core.observations import Verdict
from assistant.core.phrases.book import FactForm, GameBook
from assistant.core.phrases.match import Words, begins, full_matches
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.numbers import SPELLED
from assistant.core.phrases.tree import Literal, Maybe, Node, Row, Slots
from assistant.core.told import ADDRESS
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.nearest_sentence import Sounding, nearest_sentence
from assistant.hearing.pool import Hearing
from assistant.hearing.sounds import Pronouncer, Sounds
from engines.base import Samples, Scorer, Transcript, said_once

MOST_DISTANCE = 0.34
"""Words that sound further than this from every fact are talk; in phones, per phone."""
LEAST_LEAD_NATS = 1.0
"""A fact fits better by so much than anything that means something else; no wrong one of the fitting voices does."""
LEAST_AGAINST_WORDS_NATS = -12.0
"""A fact fits hardly worse than what the open ear wrote by itself; of table talk none comes nearer than -17."""
MOST_FORMS = 3
"""So many kinds of facts that sound nearest are weighed against each other."""
MOST_NEIGHBOURS = 6
"""So many neighbours of the nearest fact are weighed against it."""
MOST_COMMANDS = 5
"""So many commands prime the open ear, and the question about a rule: more leave no room for the facts."""
MOST_CALLS = 2
"""So many calls that sound nearest are weighed against it."""
NUMBERS = tuple(words for words in SPELLED if len(words) == 1)
"""Numbers of one word, which may stand in each other's place."""
CONTRADICTED = "it may have been a fact"
"""Why a call is unsure in which the second hearing finds a fact."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What an utterance may have told, with what speaks for it and against it."""

    words: Words = ()
    """The sentence; empty where nothing comes near a fact."""
    distance: float = 1.0
    """How far its sound is from what the open ear wrote, in phones, per phone."""
    lead_nats: float = 0.0
    """By how much it fits better than any sentence that means something else."""
    against_words_nats: float = 0.0
    """By how much it fits better than the words that the open ear wrote; 0 where they are its own."""
    begun: bool = False
    """Whether what was written is the beginning of a fact, so that the rest may yet come."""

    @property
    def is_clear(self) -> bool:
        """Whether it can be taken for told."""
        ahead = self.lead_nats >= LEAST_LEAD_NATS and self.against_words_nats >= LEAST_AGAINST_WORDS_NATS
        return bool(self.words) and ahead


class FactEar:
    """Hears facts and commands."""

    def __init__(self, book: GameBook, ear: Scorer, pronouncer: Pronouncer) -> None:
        """Listen with an open ear that is primed with facts (see `telling_prompt`)."""
        self._book = book
        self._ear = ear
        self._pronouncer = pronouncer
        self._lists = book.list_map
        facts = [Row((Maybe(Literal(ADDRESS)), tree)) for form in book.facts for tree in form.trees]
        self._trees: tuple[Node, ...] = (*facts, *(tree for form in book.commands for tree in form.trees))
        calls = (tuple(line.split()) for line, _ in (*book.sentences(), *book.near_misses()))
        self._calls = {words: pronouncer.sounds(words) for words in calls}

    def weigh(self, samples: Samples) -> Weighed:
        """Return the likeliest fact in one utterance.

        Args:
            samples: the utterance, mono, 16 kHz.

        Raises:
            EngineError: the engine broke down.
        """
        candidates: dict[Words, float] = {}

        def propose(transcript: Transcript, _: Transcript) -> Sequence[str]:
            words = said_once(plain_words(transcript.text))
            candidates.update(self._candidates(words))
            return [" ".join(each) for each in dict.fromkeys((*candidates, words))] if candidates else []

        transcript, _, scores = self._ear.transcribe_and_score(samples, 0, propose)
        heard = said_once(plain_words(transcript.text))
        begun = any(begins(tree, heard, self._lists) for tree in self._trees)
        facts = [words for words in candidates if told_by(self._book, words)]
        if not facts:
            return Weighed(begun=begun)
        best = max(facts, key=lambda words: scores[" ".join(words)])
        score, meaning = scores[" ".join(best)], told_by(self._book, best)
        rivals = [scores[" ".join(words)] for words in candidates if told_by(self._book, words) != meaning]
        lead_nats = score - max(rivals, default=float("-inf"))
        return Weighed(best, candidates[best], lead_nats, score - scores[" ".join(heard)], begun)

    def _candidates(self, words: Words) -> dict[Words, float]:
        """Return the facts that sound nearest to the words, with their distances, and what else it may have been."""
        sound = self._pronouncer.sounds
        phones = sound(words)
        heard = Sounding(phones, self._lists, sound, MOST_DISTANCE * len(phones))
        nearest = sorted(found for tree in self._trees if (found := nearest_sentence(tree, heard))[0] <= heard.most)
        if not nearest:
            return {}
        near = {sentence: cost / len(phones) for cost, sentence in nearest[:MOST_FORMS]}
        first = next(iter(near))
        around = {each: sound(each) for each in neighbours(self._book, first)}
        return near | _nearest(around, phones, MOST_NEIGHBOURS) | _nearest(self._calls, phones, MOST_CALLS)


class AttentiveEars:
    """Ears that hear calls, and what the referee is told or asked."""

    def __init__(self, ears: Hearing, facts: FactEar) -> None:
        """Ask `ears` first, and `facts` about all that is no exact call."""
        self._ears = ears
        self._facts = facts

    def listen(self, samples: Samples, start_ms: int) -> Heard:
        """See `pool.Hearing.listen`."""
        heard = self._ears.listen(samples, start_ms)
        if any(utterance.verdict is Verdict.EXACT for utterance in heard.utterances):
            return heard
        weighed = self._facts.weigh(samples)
        if not weighed.is_clear:
            return replace(heard, unfinished=heard.unfinished or weighed.begun)
        inexact = tuple(_doubted(each) for each in heard.utterances if each.verdict is Verdict.INEXACT)
        return replace(heard, utterances=inexact, told=() if inexact else weighed.words)

    def close(self) -> None:
        """See `pool.Hearing.close`."""
        self._ears.close()


def telling_prompt(book: GameBook, players: Sequence[str], example_players: Sequence[str]) -> str:
    """Return the facts and commands that prime the open ear, with the names of the table.

    Args:
        book: the game's book.
        players: who sits at the table.
        example_players: whose names the examples of the book have.
    """
    names = {example: players[at % len(players)] for at, example in enumerate(example_players)}
    asked = [form.examples[0] for form in (*book.commands[:MOST_COMMANDS], *book.commands[-1:]) if form.examples]
    told = [_sentence(form.examples[0], names) for form in book.facts if form.examples]
    return " ".join([*asked, *told])


def told_by(book: GameBook, words: Words) -> tuple[tuple[FactForm, Slots], ...]:
    """Return what words tell or ask, with or without the word by which the referee is spoken to."""
    return book.fact(words) or (book.fact(words[1:]) if words[:1] == (ADDRESS,) else ())


def neighbours(book: GameBook, sentence: Words) -> Iterator[Words]:
    """Yield every fact that differs from a sentence in one number, name or other slot of one word."""
    meaning = told_by(book, sentence)
    forms = [form for form, _ in meaning]
    lists, skipped = book.list_map, sentence[:1] == (ADDRESS,) and not book.fact(sentence)
    slots = {found for _, found in meaning}
    for place in range(int(skipped), len(sentence)):
        for other in _others(book, sentence[place]):
            changed = (*sentence[int(skipped) : place], *other, *sentence[place + 1 :])
            told = {found for form in forms for tree in form.trees for found in full_matches(tree, changed, lists)}
            if told and told != slots:
                yield (*sentence[: int(skipped)], *changed)


def _others(book: GameBook, word: str) -> Iterator[Words]:
    """Yield what may stand in a word's place: nothing, another number, another entry of its lists."""
    if (word,) in NUMBERS:
        yield ()
        yield from NUMBERS
    for entries in book.list_map.values():
        if (word,) in entries:
            yield from entries


def _nearest(sentences: Mapping[Words, Sounds], phones: Sounds, most: int) -> dict[Words, float]:
    """Return the sentences that sound nearest, with their distances in phones, per phone."""
    distances = {words: Levenshtein.distance(sounds, phones) / len(phones) for words, sounds in sentences.items()}
    return dict(sorted(distances.items(), key=lambda pair: pair[1])[:most])


def _sentence(example: str, names: Mapping[str, str]) -> str:
    """Return an example in ordinary spelling, with the names of the table."""
    spelled = " ".join(names.get(word, word) for word in example.split()).rstrip(".!")
    return spelled[:1].upper() + spelled[1:] + "."


def _doubted(utterance: Utterance) -> Utterance:
    return replace(utterance, verdict=Verdict.UNSURE, diff=None, reason=CONTRADICTED)
