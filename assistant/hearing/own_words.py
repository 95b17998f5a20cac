"""Knows the referee's own words by what they are, where its voice came past the gate."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from rapidfuzz.distance import LCSseq

from assistant.core.observations import Verdict
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.core.spoken import SPEAKING, Speaks
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.pool import Pool, handed_on
from engines.base import SAMPLE_RATE_HZ, Samples

ECHO_SHARE = 0.6
"""Words of which so large a share was being spoken, in the same order, are the referee's own."""
MIXED_SHARE = 0.34
"""A command of which a larger share was being spoken may be a piece of the referee's sentence, and is not followed."""

Commands = Callable[[Words], bool]
"""Tells whether words are a command: a closed list of short sentences, where a fact has numbers and names."""


class GatedPool:
    """Ears that know when the referee spoke: they drop its own words, and doubt what was said through them."""

    def __init__(self, pool: Pool, gate: Speaks, commands: Commands = lambda words: False) -> None:
        """Hand utterances on to `pool`.

        Args:
            pool: what hears them.
            gate: knows when the referee spoke, in this match or as it was logged.
            commands: tells whether words are a command.
        """
        self._pool = pool
        self._gate = gate
        self._commands = commands

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        """See `Pool.submit`."""
        end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ

        def known(heard: Heard) -> Heard:
            spoken = self._gate.spoken(start_ms, end_ms)
            return unechoed(heard, spoken, (start_ms, end_ms), self._commands)

        return handed_on(self._pool.submit(samples, start_ms, clean), known)

    def close(self) -> None:
        """See `Pool.close`."""
        self._pool.close()


def unechoed(
    heard: Heard, spoken: str | None, span_ms: tuple[int, int] = (0, 0), commands: Commands = lambda words: False
) -> Heard:
    """Return what was heard without the referee's own words, and with doubt where they covered a call.

    A fact of which the referee's voice covered a word may still be a fact, but another one, so it is never taken: it
    is doubtful, as a call would be, and asked for again. A command is one of a few, and any of them can be taken back.
    Beeps are no reason to doubt: of 78 calls of the sample match with a beep laid over each, none was heard otherwise.

    Args:
        heard: what the ears heard.
        spoken: what the referee spoke meanwhile; empty when it only beeped, None when it was silent.
        span_ms: where what was heard begins and ends.
        commands: tells whether words are a command.
    """
    own = plain_words(spoken or "")
    if not own:
        return heard
    kept = tuple(_doubted(each) for each in heard.utterances if not is_echo(plain_words(each.heard), own))
    if not heard.told:
        return replace(heard, utterances=kept)
    if commands(heard.told) and _shared(heard.told, own) <= MIXED_SHARE:
        return replace(heard, utterances=kept)
    if not is_echo(heard.told, own):
        kept = (*kept, _told_again(heard.told, span_ms))
    return replace(heard, utterances=kept, told=())


def is_echo(words: Words, spoken: Words) -> bool:
    """Return whether most of the words were being spoken by the referee, in the same order."""
    return _shared(words, spoken) >= ECHO_SHARE


def _shared(words: Words, spoken: Words) -> float:
    """Return the share of the words that were being spoken by the referee, in the same order; 1.0 of no words."""
    return LCSseq.similarity(words, spoken) / len(words) if words else 1.0


def _told_again(told: Words, span_ms: tuple[int, int]) -> Utterance:
    """Return what was told as something that was not heard well enough."""
    return Utterance(None, Verdict.UNSURE, " ".join(told), told[-1], *span_ms, reason=SPEAKING)


def _doubted(utterance: Utterance) -> Utterance:
    if utterance.verdict is Verdict.EXACT:
        return utterance
    return replace(utterance, verdict=Verdict.UNSURE, diff=None, reason=SPEAKING)
