"""From what two ears heard to one verdict: a logistic model with six numbers a call, fitted on the benchmark's corpus.

Its numbers are not typed in by hand: `python -m bench fit` measures them on the fitting voices and writes `fitted.toml`
with their origin. Everything here is a pure function of the evidence.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum

from assistant.core.phrases.match import Words

SCORE_CLIP_NATS = 15.0
"""Beyond this a difference of log-probabilities says nothing more."""
LEAST_DOUBT = 0.25
"""From this probability on, a legal sentence that the grammar ear heard is worth asking for again."""
SCORE_UNIT_NATS = 5.0
"""Differences of log-probabilities are counted in this unit, so that all features are of one size."""


class Outcome(StrEnum):
    """What the evidence amounts to."""

    LEGAL = "legal"
    """The legal sentence was said."""
    RIVAL = "rival"
    """Something else was said that comes near it."""
    DOUBT = "doubt"
    """Either may have been said."""
    TALK = "talk"
    """Table talk."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that counts towards one legal sentence."""

    legal: Words
    """The legal sentence that is nearest to what was heard."""
    grammar: Words
    """What the grammar ear heard; empty for nothing, or where there is no such ear."""
    open: Words
    """What the open ear heard; likewise."""
    grammar_agrees: float
    """1.0 when the grammar ear heard just that, else 0.0."""
    open_agrees: float
    """1.0 when the open ear heard just that, else 0.0."""
    open_distance: float
    """How far in sound the open ear's words are from it, 0.0 to 1.0."""
    rival_lead: float
    """How much further in sound the nearest other sentence of the book is: negative when it is nearer."""
    score_lead: float
    """By how much it fits the sound better than its best rival, in SCORE_UNIT_NATS, clipped."""
    open_is_rival: float
    """1.0 when the open ear heard a near miss of the book to the letter, else 0.0."""
    slot_conflict: float
    """1.0 when the open ear heard another number or word in the slot, else 0.0."""
    grammar_is_near: bool = False
    """Whether the grammar ear heard a sentence that is judged a near miss."""
    open_is_near: bool = False
    """Whether the open ear's words are judged a near miss."""
    same_phrase: bool = False
    """Whether what both ears heard comes nearest to one and the same phrase."""

    @property
    def features(self) -> dict[str, float]:
        """The numbers that the model weighs, by name."""
        return {name: getattr(self, name) for name in FEATURES}


FEATURES = tuple(field.name for field in fields(Evidence) if field.type is float)
"""The names of the numbers that the model weighs."""


@dataclass(frozen=True, slots=True)
class Fusion:
    """The fitted model and its thresholds."""

    weights: Mapping[str, float]
    """The weight of every feature."""
    bias: float
    """What is added."""
    exact_from: float
    """From this probability on, the legal sentence was said."""
    inexact_below: float
    """Below this probability, it was not."""
    talk_distance: float
    """What sounds further than this from every sentence of the book is table talk."""

    def probability(self, evidence: Evidence) -> float:
        """Return the probability that the legal sentence was said, 0.0 to 1.0."""
        total = self.bias + sum(self.weights[name] * value for name, value in evidence.features.items())
        return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, total))))

    def decide(self, evidence: Evidence) -> Outcome:
        """Return what the evidence of two ears amounts to.

        A rival needs both ears: the same phrase, and neither of them the legal sentence. One ear alone can only make a
        call doubtful, for an inexact one may cost a card.
        """
        probability = self.probability(evidence)
        if probability >= self.exact_from:
            return Outcome.LEGAL
        neither = not evidence.grammar_agrees and not evidence.open_agrees
        if evidence.open_is_near and evidence.same_phrase and neither and probability < self.inexact_below:
            return Outcome.RIVAL
        half_heard = evidence.grammar_agrees > 0 and probability >= LEAST_DOUBT
        if evidence.open_is_near or evidence.open_agrees or half_heard or self._sounds_near(evidence):
            return Outcome.DOUBT
        return Outcome.TALK

    def _sounds_near(self, evidence: Evidence) -> bool:
        nearest = min(evidence.open_distance, evidence.open_distance + evidence.rival_lead)
        return bool(evidence.open) and nearest <= self.talk_distance and bool(evidence.grammar)


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
