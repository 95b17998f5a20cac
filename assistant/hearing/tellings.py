"""What the referee is told or asked by voice: the sentence of the fact grammar that was said, or none.

The open ear writes down once more, primed with facts and commands, what was no call. Of all sentences that the grammar
allows, those that sound nearest to its words are then weighed by forced decoding: against each other, against their
neighbours (another number, another name), against the calls, and against the words themselves. One that is not clearly
ahead of all that mean something else is not taken: nothing is ever noted that a neighbour fits nearly as well.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import Levenshtein

from assistant.core.observations import Verdict
from assistant.core.phrases.book import PLAYERS, GameBook
from assistant.core.phrases.match import Words, begins, full_matches
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.numbers import SPELLED
from assistant.core.phrases.tree import Literal, Maybe, Node, Row
from assistant.core.told import ADDRESS, told_by
from assistant.hearing.addressing import addressed, one_round
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.namesakes import namesakes
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
LEAST_AGAINST_WORDS_FAR_NATS = -2.0
"""A command that sounds further than MOST_DISTANCE from what the open ear wrote has to fit as well as that does; of
sentences that only begin like "referee", none comes nearer than -6."""
MOST_FORMS = 3
"""So many kinds of facts that sound nearest are weighed against each other."""
MOST_NEIGHBOURS = 6
"""So many neighbours of the nearest fact are weighed against it."""
MOST_COMMANDS = 5
"""So many commands prime the open ear, and the question about a rule: more leave no room for the facts."""
MOST_CALLS = 2
"""So many calls that sound nearest are weighed against it, unless the referee was spoken to: no call begins so."""
MOST_CALL_DISTANCE = 0.5
"""Calls that sound further off are no rivals: one word fits any long sentence well, for it leaves the rest out."""
MOST_ADDRESSED_DISTANCE = 0.6
"""Where the referee was spoken to, commands that sound no further off than this are weighed: they are short, and one
vowel that the open ear mistakes is a fifth of them; in phones, per phone of the longer one."""
MOST_BEHIND = 0.2
"""Commands that sound further off than the nearest fact by more than this are no rivals to it: they are short, and
leave most of what was said out; in phones, per phone."""
LEFT_OUT = 2.0
"""What is so many times as long as a command, in phones, is hardly that command."""
MOST_ADDRESSED = 8
"""Of these, so many that sound nearest: more take time and win nothing."""
SURE_LEAD_NATS = 3.0
"""What is ahead by less is not taken while another sentence sounds nearer to the words that the open ear wrote."""
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
    contradicted: bool = False
    """Whether it is only a little ahead, and another sentence sounds nearer to what the open ear wrote."""
    begun: bool = False
    """Whether what was written is the beginning of a fact, so that the rest may yet come."""

    @property
    def is_clear(self) -> bool:
        """Whether it can be taken for told."""
        far = self.distance > MOST_DISTANCE
        least = LEAST_AGAINST_WORDS_FAR_NATS if far else LEAST_AGAINST_WORDS_NATS
        ahead = self.lead_nats >= LEAST_LEAD_NATS and self.against_words_nats >= least
        return bool(self.words) and ahead and not self.contradicted


class FactEar:
    """Hears facts and commands."""

    def __init__(self, book: GameBook, ear: Scorer, pronouncer: Pronouncer) -> None:
        """Listen with an open ear that is primed with facts (see `telling_prompt`)."""
        self._book = book
        self._ear = ear
        self._pronouncer = pronouncer
        self._lists = book.list_map
        self._names = frozenset(name[0] for name in self._lists.get(PLAYERS, ()) if len(name) == 1)
        self._address = pronouncer.sounds((ADDRESS,))
        self._facts: tuple[Node, ...] = tuple(tree for form in book.facts for tree in form.trees)
        commands = [tree for form in book.commands for tree in form.trees]
        self._asked_trees = tuple(_unaddressed(tree) for tree in commands)
        self._trees: tuple[Node, ...] = (*(Row((Maybe(Literal(ADDRESS)), tree)) for tree in self._facts), *commands)
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
        written: dict[Words, tuple[Words, ...]] = {}

        def propose(transcript: Transcript, _: Transcript) -> Sequence[str]:
            words = self._said(transcript)
            candidates.update(self._candidates(words))
            written.update((each, self._written(each, words)) for each in candidates)
            texts = dict.fromkeys((*(text for texts in written.values() for text in texts), words))
            return [" ".join(text) for text in texts] if candidates else []

        transcript, _, fits = self._ear.transcribe_and_score(samples, 0, propose)
        heard = self._said(transcript)
        scores = {words: max(fits[" ".join(text)] for text in texts) for words, texts in written.items()}
        begun = any(begins(tree, heard, self._lists) for tree in self._trees)
        facts = [words for words in candidates if told_by(self._book, words)]
        if not facts:
            return Weighed(begun=begun)
        best = max(facts, key=lambda words: scores[words])
        score, meaning = scores[best], told_by(self._book, best)
        rivals = [words for words in candidates if told_by(self._book, words) != meaning]
        lead_nats = score - max((scores[words] for words in rivals), default=float("-inf"))
        nearer = any(candidates[words] < candidates[best] for words in rivals)
        contradicted = nearer and lead_nats < SURE_LEAD_NATS
        return Weighed(best, candidates[best], lead_nats, score - fits[" ".join(heard)], contradicted, begun)

    def _written(self, sentence: Words, heard: Words) -> tuple[Words, ...]:
        """Return a sentence as it is spelled, and where the referee is spoken to, as the open ear may write it.

        Talk is full of "and", but hardly ever told to the referee.
        """
        names = self._names if sentence[:1] == (ADDRESS,) else ()
        return (sentence, *namesakes(sentence, heard, names, self._pronouncer))

    def _said(self, transcript: Transcript) -> Words:
        """Return one round of what the open ear wrote."""
        return one_round(said_once(plain_words(transcript.text)), self._pronouncer)

    def _candidates(self, words: Words) -> dict[Words, float]:
        """Return the facts that sound nearest to the words, with their distances, and what else it may have been."""
        sound, spoken_to = self._pronouncer.sounds, addressed(words, self._pronouncer)
        if 0 < spoken_to < len(words):
            return self._asked(sound(words[:spoken_to]), sound(words[spoken_to:]))
        phones = sound(words)
        near = self._near(self._trees, phones, MOST_DISTANCE * len(phones))
        if not near:
            return {}
        calls = _nearest(self._calls, phones, MOST_CALLS)
        rivals = {words: distance for words, distance in calls.items() if distance <= MOST_CALL_DISTANCE}
        return near | self._around(_first(near), phones) | rivals

    def _near(self, trees: Iterable[Node], phones: Sounds, most: float) -> dict[Words, float]:
        """Return the sentences of some trees that sound nearest, and no further off than `most` phones."""
        heard = Sounding(phones, self._lists, self._pronouncer.sounds, most)
        nearest = sorted(found for tree in trees if (found := nearest_sentence(tree, heard))[0] <= heard.most)
        return {sentence: cost / len(phones) for cost, sentence in nearest[:MOST_FORMS]}

    def _around(self, sentence: Words, phones: Sounds, skipped: int = 0) -> dict[Words, float]:
        """Return the neighbours of a sentence that sound nearest behind their first words, with their distances."""
        around = {each: self._pronouncer.sounds(each[skipped:]) for each in neighbours(self._book, sentence)}
        return _nearest(around, phones, MOST_NEIGHBOURS)

    def _asked(self, address: Sounds, phones: Sounds) -> dict[Words, float]:
        """Return what may have been said behind the word by which the referee is spoken to, with the distances.

        Facts have to sound near by themselves; in their distances, that word counts as heard right.
        """
        sound = self._pronouncer.sounds
        facts = self._near(self._facts, phones, MOST_DISTANCE * len(phones))
        most = min(facts.values(), default=float("inf")) + MOST_BEHIND
        heard = Sounding(phones, self._lists, sound, float("inf"))
        found = sorted(nearest_sentence(tree, heard) for tree in self._asked_trees)
        longest = {words: len(self._address) + max(len(phones), len(sound(words))) for _, words in found}
        close = [(cost, words) for cost, words in found if cost <= MOST_ADDRESSED_DISTANCE * longest[words]]
        commands = {words: cost / len(phones) for cost, words in close[:MOST_ADDRESSED] if cost / len(phones) <= most}
        told = {(ADDRESS, *words): distance for words, distance in (commands | facts).items()}
        around = self._around(_first(told), phones, skipped=1) if told else {}
        return {
            words: self._whole_distance(words, distance, address, phones) for words, distance in (told | around).items()
        }

    def _whole_distance(self, words: Words, distance: float, address: Sounds, phones: Sounds) -> float:
        """Return how far a sentence is off with the address before it, given how far it is off behind that.

        A command, which has little else, is as far off as it was written; one that leaves half of what was said out is
        no nearer for the address.
        """
        if len(phones) >= LEFT_OUT * len(self._pronouncer.sounds(words[1:])):
            return distance
        if self._book.fact(words[1:]):
            return distance * len(phones) / (len(self._address) + len(phones))
        heard = Sounding((*address, *phones), self._lists, self._pronouncer.sounds, float("inf"))
        return nearest_sentence(Row(tuple(map(Literal, words))), heard)[0] / len(heard.phones)


class AttentiveEars:
    """Ears that hear calls, and what the referee is told or asked."""

    def __init__(self, ears: Hearing, facts: FactEar) -> None:
        """Ask `ears` first, and `facts` about all that is no exact call."""
        self._ears = ears
        self._facts = facts

    def listen(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Heard:
        """See `pool.Hearing.listen`."""
        heard = self._ears.listen(samples, start_ms, clean)
        if any(utterance.verdict is Verdict.EXACT for utterance in heard.utterances):
            return heard
        weighed = self._facts.weigh(samples if clean is None else clean.open_ear)
        if not weighed.is_clear:
            return replace(heard, unfinished=heard.unfinished or weighed.begun)
        inexact = tuple(_doubted(each) for each in heard.utterances if each.verdict is Verdict.INEXACT)
        return replace(heard, utterances=inexact, muttered=None, told=() if inexact else weighed.words)

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


def _first(near: Mapping[Words, float]) -> Words:
    """Return the sentence that sounds nearest."""
    return min(near, key=lambda sentence: near[sentence])


def _unaddressed(tree: Node) -> Node:
    """Return a command without the word by which the referee is spoken to."""
    if isinstance(tree, Row) and tree.nodes[:1] == (Literal(ADDRESS),):
        return Row(tree.nodes[1:])
    return tree


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
