"""From what the ears heard to one verdict: a conditional logit over the sentences that may have been said.

Each sentence gets a score, the weighted sum of its features, and the softmax of the scores is the probability that it
was said. The probability of a call is that of all its spellings together ("four to the graveyard", "for to the
graveyard"). The weights are not typed in by hand: `python -m bench.fit` measures them on the fitting voices and writes
`fitted.toml` with their origin. Everything here is a pure function of the candidates.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum

from assistant.core.phrases.match import Words


class Kind(StrEnum):
    """What a sentence would be if it was said."""

    LEGAL = "legal"
    """Nothing but calls of the game."""
    NEAR = "near"
    """It comes near a call, or could be more than one."""
    TALK = "talk"
    """Table talk."""


class Outcome(StrEnum):
    """What the evidence amounts to."""

    LEGAL = "legal"
    """A legal sentence was said."""
    RIVAL = "rival"
    """Something else was said that comes near one."""
    DOUBT = "doubt"
    """Either may have been said."""
    TALK = "talk"
    """Table talk."""


@dataclass(frozen=True, slots=True)
class Features:
    """What speaks for a sentence and against it."""

    score: float
    """How much worse it fits the sound to the open ear than the best sentence does: 0 or less, in SCORE_UNIT_NATS."""
    length: float
    """Its length, in LENGTH_UNIT_PHONES: makes up for the lower scores of longer sentences."""
    grammar_agrees: float
    """1.0 when the grammar ear heard just that, else 0.0."""
    grammar_agrees_in_noise: float
    """1.0 when it did so in a noisy room, else 0.0."""
    grammar_distance: float
    """How far in sound the grammar ear's sentence is from it, 0.0 to 1.0."""
    grammar_misfit: float
    """That distance, times how badly its sentence fits, in nats a frame: what was forced proves little."""
    primed_agrees: float
    """1.0 when the open ear, primed with the game's phrases, heard just that, else 0.0."""
    primed_doubt: float
    """How unsure of that it was then, in nats a word piece, else 0.0."""
    primed_distance: float
    """How far in sound what it heard is from it, 0.0 to 1.0."""
    primed_misfit: float
    """That distance, times how unsure it was."""
    plain_agrees: float
    """1.0 when the open ear heard just that without being primed, else 0.0."""
    plain_doubt: float
    """How unsure of that it was then, in nats a word piece, else 0.0."""
    plain_distance: float
    """How far in sound what it heard is from it, 0.0 to 1.0."""
    plain_misfit: float
    """That distance, times how unsure it was."""
    open_agrees: float
    """1.0 when the open ear heard just that, primed or not, else 0.0."""
    legal: float
    """1.0 for nothing but calls, else 0.0."""
    shout: float
    """1.0 for a call of one word, else 0.0."""
    talk: float
    """1.0 for table talk, else 0.0."""
    keyword: float
    """The log-probability that the ear for single words gives to the word that it is or comes near, or to none, in
    SCORE_UNIT_NATS; 0.0 where more than a word was said."""
    final_hiss: float
    """How well it ends as the speech does, with a hiss or without: -1.0 to 1.0; 0.0 where that tells nothing."""
    phones: float
    """How much worse it fits to the ear for sounds than the best sentence does: 0 or less, in SCORE_UNIT_NATS, less of
    long sentences."""
    phones_in_noise: float
    """The same in a noisy room, else 0.0."""
    phones_misfit: float
    """How much worse than anything at all it fits to the ear for sounds: 0 or more, in nats a phone; 0 for table talk,
    which may be anything."""
    phones_misfit_in_noise: float
    """The same in a noisy room, else 0.0."""


FEATURES = tuple(field.name for field in fields(Features))
"""The names of the numbers that the model weighs."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may have been said."""

    words: Words
    """The sentence."""
    kind: Kind
    """What it would be."""
    call: tuple[object, ...]
    """The calls that a legal sentence is, alike for all spellings of the same calls; empty for others."""
    features: Features
    """What speaks for it and against it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the evidence amounts to."""

    outcome: Outcome
    """What was said."""
    words: Words = ()
    """The sentence that was most probably said; for talk the likeliest call, empty where nothing is like one."""
    probability: float = 1.0
    """That the legal sentence was said, where it was one, 0.0 to 1.0; for talk, that any was."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """How probable something must be to be taken for said."""

    exact_from: float
    """From this probability on, a call of several words was made."""
    shout_from: float
    """From this probability on, a call of one word was made: more than others it is like any short talk."""
    inexact_below: float
    """When all legal sentences together are less probable, none was said."""
    talk_from: float
    """From this probability of table talk on, nobody is asked whether it was a call."""


@dataclass(frozen=True, slots=True)
class Fusion:
    """The fitted model and its thresholds."""

    weights: Mapping[str, float]
    """The weight of every feature."""
    quiet: Thresholds
    """In a quiet room."""
    noisy: Thresholds
    """In a noisy one."""

    def probabilities(self, candidates: Sequence[Candidate]) -> tuple[float, ...]:
        """Return the probability that each candidate was said; they sum up to 1.0."""
        totals = [
            sum(self.weights[name] * getattr(candidate.features, name) for name in FEATURES) for candidate in candidates
        ]
        highest = max(totals, default=0.0)
        odds = [math.exp(total - highest) for total in totals]
        return tuple(each / sum(odds) for each in odds)

    def decide(self, candidates: Sequence[Candidate], noisy: bool = False) -> Decision:
        """Return what the evidence amounts to, and the sentence that was most probably said.

        An inexact call may cost a card, so it needs next to no chance of a legal one; whatever lies between is a doubt.

        Args:
            candidates: what may have been said.
            noisy: whether the noise of the room had to be taken out.
        """
        thresholds = self.noisy if noisy else self.quiet
        chances = list(zip(candidates, self.probabilities(candidates), strict=True))
        by_call = chances_by_call(chances)
        likeliest = max(by_call, key=lambda call: by_call[call], default=())
        legal = sum(by_call.values())
        near = sum(chance for candidate, chance in chances if candidate.kind is Kind.NEAR)
        talk = 1.0 - legal - near
        if by_call:
            words = _best(chances, lambda candidate: candidate.call == likeliest)
            if by_call[likeliest] >= (thresholds.exact_from if len(words) > 1 else thresholds.shout_from):
                return Decision(Outcome.LEGAL, words, by_call[likeliest])
        if legal < thresholds.inexact_below and near > talk:
            return Decision(Outcome.RIVAL, _best(chances, lambda candidate: candidate.kind is Kind.NEAR))
        if legal < thresholds.inexact_below or talk >= thresholds.talk_from:
            return Decision(Outcome.TALK, _best(chances, lambda candidate: candidate.kind is Kind.LEGAL), legal)
        return Decision(Outcome.DOUBT, _best(chances, lambda candidate: candidate.kind is not Kind.TALK))


def chances_by_call(chances: Iterable[tuple[Candidate, float]]) -> dict[tuple[object, ...], float]:
    """Return the probability of each call: that of all its spellings together."""
    found: dict[tuple[object, ...], float] = {}
    for candidate, chance in chances:
        if candidate.kind is Kind.LEGAL:
            found[candidate.call] = found.get(candidate.call, 0.0) + chance
    return found


def _best(chances: Sequence[tuple[Candidate, float]], wanted: Callable[[Candidate], bool]) -> Words:
    fitting = [pair for pair in chances if wanted(pair[0])]
    return max(fitting, key=lambda pair: pair[1])[0].words if fitting else ()


def decide_alone(legal: bool, near: bool, forced: bool) -> Outcome:
    """Return what one ear alone amounts to.

    Args:
        legal: whether it heard a legal sentence.
        near: whether it heard a near miss.
        forced: whether it forces whatever it hears into the book, so that its near misses prove nothing.
    """
    if legal:
        return Outcome.LEGAL
    if near:
        return Outcome.DOUBT if forced else Outcome.RIVAL
    return Outcome.TALK
