"""Two ears, one verdict.

The grammar ear knows nothing but the game: it is good at single syllables and at noise, and forces whatever it hears
into a sentence of the book. The open ear writes down anything, and so tells table talk and made-up phrases from calls.
What each of them heard, and how well the legal sentence and its rivals fit the sound, become one probability that the
legal sentence was said (`fusion`); the whole utterance is then judged word for word.
"""

from dataclasses import dataclass

from assistant.core.observations import Verdict, WordDiff
from assistant.core.phrases.book import GameBook
from assistant.core.phrases.judge import Exact, Judgement, Near, is_unfinished, judge_words
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.hearing.fusion import SCORE_CLIP_NATS, SCORE_UNIT_NATS, Evidence, Fusion, Outcome, decide_alone
from assistant.hearing.sounds import Pronouncer, sound_distance
from engines.base import SAMPLE_RATE_HZ, Aligner, Engine, Samples, Scorer, Transcript, Word

MOST_RIVALS = 8
"""So many sentences of the book that sound nearest are scored against each other."""
HOPELESS_DISTANCE = 0.75
"""What the open ear heard sounds further than this from the grammar ear's sentence: not worth scoring."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One call, or what comes near one, within a segment."""

    phrase: str | None
    """The phrase's id."""
    verdict: Verdict
    """Whether it was said exactly."""
    heard: str
    """The words as heard."""
    last_word: str
    """The last of them, whose sound decides how its end is measured."""
    start_ms: int
    """Where it begins, as far as the aligner can tell."""
    end_ms: int
    """Where it ends likewise."""
    slots: tuple[tuple[str, int | str], ...] = ()
    """Its slots."""
    diff: WordDiff | None = None
    """What was wrong."""
    reason: str = ""
    """Why the verdict is unsure."""


@dataclass(frozen=True, slots=True)
class Heard:
    """All that the ears make of one segment."""

    utterances: tuple[Utterance, ...]
    """The calls in it, in order; empty for table talk."""
    transcripts: tuple[Transcript, ...]
    """What each engine heard, for the log and for disputes."""
    unfinished: bool = False
    """Whether it is the beginning of a longer phrase, so that the rest may yet come."""
    told: Words = ()
    """The fact or command that was said instead of a call (see `tellings`); empty for none."""


class Ears:
    """The engines of one worker, joined."""

    def __init__(
        self,
        book: GameBook,
        fusion: Fusion,
        grammar: Engine | None = None,
        open_ear: Scorer | None = None,
        aligner: Aligner | None = None,
        pronouncer: Pronouncer | None = None,
    ) -> None:
        """Join the engines given; at least one of `grammar` and `open_ear` must be there."""
        self._book = book
        self._fusion = fusion
        self._grammar = grammar
        self._open = open_ear
        self._aligner = aligner
        self._pronounce = pronouncer or Pronouncer(None)
        legal = (*(line for line, _ in book.sentences()), *book.run_on_sentences())
        self._legal = tuple(tuple(line.split()) for line in legal)
        near = tuple(tuple(line.split()) for line, _ in book.near_misses())
        self._shouts = tuple(words for words in self._legal if len(words) == 1)
        self._sentences = frozenset((*self._legal, *near))
        self._sounds = {words: self._pronounce.sounds(words) for words in (*self._legal, *near)}

    def listen(self, samples: Samples, start_ms: int) -> Heard:
        """Return the calls in one segment.

        Args:
            samples: the segment, mono, 16 kHz.
            start_ms: where its first sample lies on the session clock.

        Raises:
            EngineError: an engine broke down.
        """
        transcripts, scores = self._ask(samples, start_ms)
        heard = [_words(transcript) for transcript in transcripts]
        if self._grammar is None or self._open is None:
            return self._heard_alone(heard[0], transcripts, samples, start_ms, forced=self._open is None)
        grammar_words, open_words = heard
        evidence = self._evidence(grammar_words, open_words, scores)
        outcome = self._fusion.decide(evidence)
        words = evidence.legal if outcome is Outcome.LEGAL else open_words
        if outcome is Outcome.DOUBT and judge_words(self._book, words) is None:
            words = grammar_words
        return self._heard(words, outcome, transcripts, samples, start_ms)

    def evidence(self, samples: Samples) -> Evidence | None:
        """Return what two ears make of a segment, for fitting the fusion; None where an ear is missing."""
        if self._grammar is None or self._open is None:
            return None
        (grammar, open_ear), scores = self._ask(samples, 0)
        return self._evidence(_words(grammar), _words(open_ear), scores)

    def close(self) -> None:
        """Free the engines."""
        for engine in (self._grammar, self._open):
            if engine is not None:
                engine.close()

    def _ask(self, samples: Samples, start_ms: int) -> tuple[list[Transcript], dict[Words, float]]:
        """Return what every ear heard, the grammar ear first, and how well the open ear finds sentences to fit."""
        transcripts: list[Transcript] = []
        grammar_words: Words = ()
        if self._grammar is not None:
            transcripts.append(self._grammar.transcribe(samples, start_ms))
            grammar_words = _words(transcripts[0])
        if self._open is None:
            return transcripts, {}

        def propose(transcript: Transcript) -> list[str]:
            if self._grammar is None:
                return []
            return [" ".join(words) for words in self._rivals(_words(transcript), grammar_words)]

        transcript, by_text = self._open.transcribe_and_score(samples, start_ms, propose)
        return [*transcripts, transcript], {tuple(text.split()): score for text, score in by_text.items()}

    def _heard_alone(
        self, words: Words, transcripts: list[Transcript], samples: Samples, start_ms: int, forced: bool
    ) -> Heard:
        judgement = judge_words(self._book, words) if words else None
        outcome = decide_alone(isinstance(judgement, tuple), isinstance(judgement, Near), forced)
        return self._heard(words, outcome, transcripts, samples, start_ms)

    def _rivals(self, open_words: Words, grammar_words: Words) -> list[Words]:
        """Return the sentences worth scoring: none where the open ear heard plain table talk."""
        if not open_words:
            return []
        sounds = self._pronounce.sounds(open_words)
        distances = {words: sound_distance(sounds, known) for words, known in self._sounds.items()}
        ranked = sorted(distances, key=lambda words: distances[words])[:MOST_RIVALS]
        if distances[ranked[0]] > self._fusion.talk_distance and distances.get(grammar_words, 1.0) > HOPELESS_DISTANCE:
            return []
        return [words for words in dict.fromkeys([open_words, grammar_words, *ranked, *self._shouts]) if words]

    def _evidence(self, grammar: Words, open_words: Words, scores: dict[Words, float]) -> Evidence:
        sounds = self._pronounce.sounds(open_words)
        distances = {words: sound_distance(sounds, known) for words, known in self._sounds.items()}
        legal = self._nearest_legal(grammar, open_words, scores, distances)
        rivals = [score for words, score in scores.items() if words != legal]
        lead = scores.get(legal, -SCORE_CLIP_NATS) - max(rivals, default=-SCORE_CLIP_NATS)
        judged_open = judge_words(self._book, open_words) if open_words else None
        judged_grammar = judge_words(self._book, grammar) if grammar else None
        return Evidence(
            legal=legal,
            grammar=grammar,
            open=open_words,
            grammar_agrees=float(grammar == legal),
            open_agrees=float(open_words == legal),
            open_distance=distances.get(legal, sound_distance(sounds, self._pronounce.sounds(legal))),
            rival_lead=min(distance for words, distance in distances.items() if words != legal)
            - sound_distance(sounds, self._pronounce.sounds(legal)),
            score_lead=max(-SCORE_CLIP_NATS, min(SCORE_CLIP_NATS, lead)) / SCORE_UNIT_NATS if scores else -2.0,
            open_is_rival=float(open_words in self._sentences and open_words not in self._legal),
            slot_conflict=float(
                _slots(judged_open) != _slots(judge_words(self._book, legal)) and _slots(judged_open) != ()
            ),
            grammar_is_near=isinstance(judged_grammar, Near),
            open_is_near=isinstance(judged_open, Near),
            same_phrase=_phrases(judged_open) == _phrases(judged_grammar),
        )

    def _nearest_legal(
        self, grammar: Words, open_words: Words, scores: dict[Words, float], distances: dict[Words, float]
    ) -> Words:
        """Return the legal sentence that the evidence is about: heard by an ear, else fitting best, else nearest."""
        for words in (grammar, open_words):
            if isinstance(judge_words(self._book, words), tuple):
                return words
        scored = [words for words in self._legal if words in scores]
        if scored:
            return max(scored, key=lambda words: scores[words])
        return min(self._legal, key=lambda words: distances[words])

    def _heard(
        self, words: Words, outcome: Outcome, transcripts: list[Transcript], samples: Samples, start_ms: int
    ) -> Heard:
        end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
        utterances: list[Utterance] = []
        judgement = judge_words(self._book, words) if words else None
        if outcome is Outcome.LEGAL and isinstance(judgement, tuple):
            utterances = self._calls(judgement, words, samples, start_ms, end_ms)
        elif outcome is Outcome.RIVAL and isinstance(judgement, Near):
            utterances = [_inexact(judgement, words, start_ms, end_ms)]
        elif outcome is not Outcome.TALK and judgement is not None:
            utterances = [_unsure(judgement, words, start_ms, end_ms)]
        said = {words, _words(transcripts[-1])}
        unfinished = any(is_unfinished(self._book, heard) for heard in said if heard)
        return Heard(tuple(utterances), tuple(transcripts), unfinished)

    def _calls(
        self, calls: tuple[Exact, ...], words: Words, samples: Samples, start_ms: int, end_ms: int
    ) -> list[Utterance]:
        """Return exact calls with their bounds; several in a row are told apart by alignment."""
        bounds = [(start_ms, end_ms)]
        if len(calls) > 1:
            aligned = self._aligner.align(samples, start_ms, words) if self._aligner else None
            bounds = _bounds(calls, aligned, len(words), start_ms, end_ms)
        found: list[Utterance] = []
        for call, (first_ms, last_ms) in zip(calls, bounds, strict=True):
            said = words[call.start : call.end]
            slots = tuple((name, value) for name, value in call.slots if isinstance(value, int | str))
            utterance = Utterance(call.phrase.id, Verdict.EXACT, " ".join(said), said[-1], first_ms, last_ms, slots)
            if not (found and found[-1].phrase == utterance.phrase and found[-1].slots == slots):
                found.append(utterance)
        return found


def _words(transcript: Transcript) -> Words:
    return plain_words(transcript.text)


def _phrases(judgement: Judgement) -> tuple[str, ...]:
    if isinstance(judgement, tuple):
        return tuple(call.phrase.id for call in judgement)
    return (judgement.phrase.id,) if isinstance(judgement, Near) else ()


def _slots(judgement: Judgement) -> tuple[tuple[str, object], ...]:
    if isinstance(judgement, tuple):
        return tuple(slot for call in judgement for slot in call.slots)
    return judgement.slots if isinstance(judgement, Near) else ()


def _bounds(
    calls: tuple[Exact, ...], aligned: tuple[Word, ...] | None, words: int, start_ms: int, end_ms: int
) -> list[tuple[int, int]]:
    """Return where each of several calls begins and ends; without an alignment, by their share of the words."""
    if aligned is not None:
        return [(aligned[call.start].start_ms, aligned[call.end - 1].end_ms) for call in calls]
    per_word = (end_ms - start_ms) / words
    return [(start_ms + round(call.start * per_word), start_ms + round(call.end * per_word)) for call in calls]


def _inexact(near: Near, words: Words, start_ms: int, end_ms: int) -> Utterance:
    slots = tuple((name, value) for name, value in near.slots if isinstance(value, int | str))
    return Utterance(near.phrase.id, Verdict.INEXACT, " ".join(words), words[-1], start_ms, end_ms, slots, near.diff)


def _unsure(judgement: Judgement, words: Words, start_ms: int, end_ms: int) -> Utterance:
    phrase, reason = None, "could be more than one call"
    if isinstance(judgement, Near):
        phrase, reason = judgement.phrase.id, "the ears do not agree"
    elif isinstance(judgement, tuple):
        phrase, reason = judgement[0].phrase.id, "the ears do not agree"
    return Utterance(phrase, Verdict.UNSURE, " ".join(words), words[-1], start_ms, end_ms, reason=reason)
