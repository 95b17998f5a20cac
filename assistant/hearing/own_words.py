"""Knows the referee's own words by what they are, where its voice came past the gate."""

from concurrent.futures import Future
from dataclasses import replace
from typing import Protocol

from rapidfuzz.distance import LCSseq

from assistant.core.observations import Verdict
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.core.spoken import SPEAKING
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.pool import Pool, handed_on
from engines.base import SAMPLE_RATE_HZ, Samples

ECHO_SHARE = 0.6
"""Words of which so large a share was being spoken, in the same order, are the referee's own."""


class Speaks(Protocol):
    """What knows when the referee spoke."""

    def spoken(self, from_ms: int, to_ms: int) -> str | None:
        """Return the words that the referee spoke between two moments; None when it was silent."""


class GatedPool:
    """Ears that know when the referee spoke: they drop its own words, and doubt what was said through them."""

    def __init__(self, pool: Pool, gate: Speaks) -> None:
        """Hand utterances on to `pool`; `gate` knows when the referee spoke, in this match or as it was logged."""
        self._pool = pool
        self._gate = gate

    def submit(self, samples: Samples, start_ms: int, clean: Samples | None = None) -> "Future[Heard]":
        """See `Pool.submit`."""
        end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
        heard = self._pool.submit(samples, start_ms, clean)
        return handed_on(heard, lambda heard: unechoed(heard, self._gate.spoken(start_ms, end_ms)))

    def close(self) -> None:
        """See `Pool.close`."""
        self._pool.close()


def unechoed(heard: Heard, spoken: str | None) -> Heard:
    """Return what was heard without the referee's own words, and with doubt where they covered a call.

    Facts and commands change the match and can be told again: they are taken only while the referee is silent.

    Args:
        heard: what the ears heard.
        spoken: what the referee spoke meanwhile; None when it was silent.
    """
    if spoken is None:
        return heard
    own = plain_words(spoken)
    kept = tuple(_doubted(each) for each in heard.utterances if not is_echo(plain_words(each.heard), own))
    return replace(heard, utterances=kept, told=() if own else heard.told)


def is_echo(words: Words, spoken: Words) -> bool:
    """Return whether most of the words were being spoken by the referee, in the same order."""
    if not words:
        return True
    return LCSseq.similarity(words, spoken) >= ECHO_SHARE * len(words)


def _doubted(utterance: Utterance) -> Utterance:
    if utterance.verdict is Verdict.EXACT:
        return utterance
    return replace(utterance, verdict=Verdict.UNSURE, diff=None, reason=SPEAKING)
