"""Several ears, one verdict.

The grammar ear knows nothing but the game: it is good at single syllables and at noise, and forces whatever it hears
into a sentence of the book. The open ear writes down anything, and so tells table talk and made-up phrases from calls;
primed with the game's phrases it hears them better, and unprimed it does not hear them where they were not said. What
each of them heard competes with the sentences of the book that sound like it (`candidates`), and the likeliest wins, if
it is likely enough (`fusion`); the whole utterance is then judged word for word. Where they do not settle it, two more
are asked: one that knows single words only, and one that compares sounds and expects nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.core.observations import Verdict, WordDiff
from assistant.core.phrases.book import GameBook
from assistant.core.phrases.judge import Exact, Judgement, Near, is_unfinished, judge_words
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.hearing.candidates import Hearings, Lineup, misfit_nats
from assistant.hearing.denoise import Cleaned
from assistant.hearing.fusion import Candidate, Decision, Fusion, Outcome, decide_alone
from assistant.hearing.hiss import final_hiss
from assistant.hearing.sounds import Pronouncer
from engines.base import SAMPLE_RATE_HZ, Aligner, Engine, PhoneScorer, Samples, Scorer, Spotter, Transcript, said_once

MUTTERED_FROM = {False: 0.1, True: 0.01}
"""Talk is remembered as a possible call from this probability of a call on, in a quiet room and in a noisy one: of the
fitting voices' calls that were said over another's and taken for talk, it keeps 4 of 4 and 5 of 6."""


NOTHING: Words = ()
"""Stands for what the open ear wrote nothing down of: it competes with what other ears make of a shout."""


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
    probability: float = 1.0
    """That the exact calls in it were made, 0.0 to 1.0, as far as two ears can tell."""
    muttered: Utterance | None = None
    """The call that it may have been, though it was probably talk: it matters where it is said over another's call."""
    misfit_nats: float = 0.0
    """By how much worse their words fit the sound than those of a usual call, in nats a frame, as far as is known."""


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
        spotter: Spotter | None = None,
        phone_ear: PhoneScorer | None = None,
    ) -> None:
        """Join the engines given; at least one of `grammar` and `open_ear` must be there."""
        self._book = book
        self._fusion = fusion
        self._grammar = grammar
        self._open = open_ear
        self._aligner = aligner
        self._spotter = spotter
        self._phone_ear = phone_ear
        self._pronouncer = pronouncer or Pronouncer(None)
        self._lineup = Lineup(book, self._pronouncer)

    def listen(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Heard:
        """Return the calls in one segment.

        Args:
            samples: the segment, mono, 16 kHz.
            start_ms: where its first sample lies on the session clock.
            clean: the same without the noise of the room; None where none is heard.

        Raises:
            EngineError: an engine broke down.
        """
        sound = clean or Cleaned(samples, samples)
        if self._grammar is not None and self._open is not None:
            transcripts, candidates = self._compare(self._grammar, self._open, samples, clean, start_ms)
            decision = self._fusion.decide(candidates, clean is not None) if candidates else Decision(Outcome.TALK)
            heard = self._heard(decision.words, decision.outcome, transcripts, sound.grammar, start_ms)
            return replace(
                heard,
                probability=decision.probability,
                muttered=self._muttered(decision, start_ms, len(samples), clean is not None),
                misfit_nats=misfit_nats(transcripts[0].score, clean is not None),
            )
        only = self._grammar or self._open
        if only is None:
            return Heard((), ())
        transcript = only.transcribe(sound.grammar if self._grammar else sound.open_ear, start_ms)
        words = _words(transcript)
        judgement = judge_words(self._book, words) if words else None
        forced = self._open is None
        outcome = decide_alone(isinstance(judgement, tuple), isinstance(judgement, Near), forced)
        return self._heard(words, outcome, (transcript,), sound.grammar, start_ms)

    def candidates(self, samples: Samples, clean: Cleaned | None = None) -> tuple[Candidate, ...]:
        """Return what may have been said in a segment, for fitting the fusion; () without both ears, and for talk."""
        if self._grammar is None or self._open is None:
            return ()
        return self._compare(self._grammar, self._open, samples, clean, 0)[1]

    def close(self) -> None:
        """Free the engines."""
        for engine in (self._grammar, self._open):
            if engine is not None:
                engine.close()

    def _compare(
        self, grammar: Engine, open_ear: Scorer, samples: Samples, clean: Cleaned | None, start_ms: int
    ) -> tuple[tuple[Transcript, ...], tuple[Candidate, ...]]:
        """Return what every ear heard, the grammar ear first, the open ear last, and what may have been said."""
        sound = clean or Cleaned(samples, samples)
        forced = grammar.transcribe(sound.grammar, start_ms)
        grammar_words = _words(forced)
        hiss = final_hiss(samples) if clean is None else None
        keywords: Mapping[str, float] = {}
        shout_fits: Mapping[Words, float] = {}

        def settle(primed: Transcript) -> bool:
            return _words(primed) == grammar_words and self._lineup.is_certain(grammar_words, hiss)

        def hearings(primed: Transcript, plain: Transcript) -> Hearings:
            return Hearings(
                grammar_words,
                said_once(_words(primed)),
                said_once(_words(plain)),
                forced.score,
                primed.score,
                plain.score,
                noisy=clean is not None,
                keywords=keywords,
                shout_fits=shout_fits,
                hiss=hiss,
            )

        def propose(primed: Transcript, plain: Transcript) -> list[str]:
            nonlocal keywords, shout_fits  # asked only where the first two do not settle it
            keywords = self._spotter.log_chances(sound.open_ear) if self._spotter else {}
            shout_fits = self._fits(samples, self._lineup.shouts) if keywords else {}
            return [" ".join(words) for words in self._lineup.suspects(hearings(primed, plain))]

        primed, plain, scores = open_ear.transcribe_and_score(sound.open_ear, start_ms, propose, settle)
        by_words = {tuple(text.split()): score for text, score in scores.items()}
        if settle(primed):
            by_words = {grammar_words: 0.0}
        elif by_words and not primed.words and not plain.words:
            by_words[NOTHING] = max(by_words.values())
        transcripts = dict.fromkeys((forced, plain, primed))
        heard = hearings(primed, plain)
        fits = self._fits(samples, tuple(by_words)) if len(by_words) > 1 else {}
        return tuple(transcripts), self._lineup.candidates(heard, by_words, fits)

    def _fits(self, samples: Samples, sentences: Sequence[Words]) -> Mapping[Words, float]:
        """Return how much worse each sentence fits to the ear for sounds than what fits best of all."""
        if self._phone_ear is None or not sentences:
            return {}
        best, each = self._phone_ear.scores(samples, [self._pronouncer.sounds(words) for words in sentences])
        highest = max(best, *each)
        return {words: score - highest if words else 0.0 for words, score in zip(sentences, each, strict=True)}

    def _heard(
        self,
        words: Words,
        outcome: Outcome,
        transcripts: tuple[Transcript, ...],
        samples: Samples,
        start_ms: int,
    ) -> Heard:
        end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
        utterances: list[Utterance] = []
        judgement = judge_words(self._book, words) if words else None
        if outcome is Outcome.LEGAL and isinstance(judgement, tuple):
            utterances = self._calls(judgement, words, samples, start_ms, end_ms)
        elif outcome is Outcome.RIVAL and isinstance(judgement, Near):
            utterances = self._near(judgement, words, samples, start_ms, end_ms)
        elif outcome is not Outcome.TALK and judgement is not None:
            utterances = [_unsure(judgement, words, start_ms, end_ms)]
        said = {words, _words(transcripts[-1])}
        unfinished = any(is_unfinished(self._book, heard) for heard in said if heard)
        return Heard(tuple(utterances), transcripts, unfinished)

    def _muttered(self, decision: Decision, start_ms: int, samples: int, noisy: bool) -> Utterance | None:
        if decision.outcome is not Outcome.TALK or decision.probability < MUTTERED_FROM[noisy]:
            return None
        judgement = judge_words(self._book, decision.words) if decision.words else None
        if judgement is None:
            return None
        return replace(
            _unsure(judgement, decision.words, start_ms, start_ms + samples * 1000 // SAMPLE_RATE_HZ),
            reason="it was said over another's call",
        )

    def _near(self, near: Near, words: Words, samples: Samples, start_ms: int, end_ms: int) -> list[Utterance]:
        """Return an inexact call, and the exact ones that came before it in the same breath."""
        if not near.before:
            return [_inexact(near, words[near.start :], start_ms, end_ms)]
        begins = (*(call.start for call in near.before), near.start)
        bounds = self._bounds(begins, words, samples, start_ms, end_ms)
        before = [_exact(call, words, *bound) for call, bound in zip(near.before, bounds[:-1], strict=True)]
        return [*before, _inexact(near, words[near.start :], *bounds[-1])]

    def _bounds(
        self, begins: tuple[int, ...], words: Words, samples: Samples, start_ms: int, end_ms: int
    ) -> list[tuple[int, int]]:
        """Return where each of several calls begins and ends, given the first word of each.

        Without an alignment every word gets the same share of the time.
        """
        ends = (*begins[1:], len(words))
        aligned = self._aligner.align(samples, start_ms, words) if self._aligner else None
        if aligned is not None:
            return [(aligned[begin].start_ms, aligned[end - 1].end_ms) for begin, end in zip(begins, ends, strict=True)]
        word_ms = (end_ms - start_ms) / len(words)
        return [
            (start_ms + round(begin * word_ms), start_ms + round(end * word_ms))
            for begin, end in zip(begins, ends, strict=True)
        ]

    def _calls(
        self, calls: tuple[Exact, ...], words: Words, samples: Samples, start_ms: int, end_ms: int
    ) -> list[Utterance]:
        """Return exact calls with their bounds; several in a row are told apart by alignment."""
        bounds = [(start_ms, end_ms)]
        if len(calls) > 1:
            bounds = self._bounds(tuple(call.start for call in calls), words, samples, start_ms, end_ms)
        found: list[Utterance] = []
        for call, bound in zip(calls, bounds, strict=True):
            utterance = _exact(call, words, *bound)
            if not (found and found[-1].phrase == utterance.phrase and found[-1].slots == utterance.slots):
                found.append(utterance)
        return found


def _exact(call: Exact, words: Words, start_ms: int, end_ms: int) -> Utterance:
    said = words[call.start : call.end]
    slots = tuple((name, value) for name, value in call.slots if isinstance(value, int | str))
    return Utterance(call.phrase.id, Verdict.EXACT, " ".join(said), said[-1], start_ms, end_ms, slots)


def _words(transcript: Transcript) -> Words:
    return plain_words(transcript.text)


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
