"""What was said beneath the referee's own voice: asked for again where it was a call, and said to be lost otherwise.

The ears got nothing of it, and what is left when the echo is taken out is no ground for a verdict: whatever is heard in
it is unsure. All of it is done beside the match, in a thread of its own, and comes seconds after the sentence.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.core.observations import Call, Gap, Verdict
from assistant.core.spoken import SPEAKING
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.echo import Beneath, beneath
from assistant.hearing.gate import Covered, Gate
from assistant.hearing.listener import Seat
from assistant.hearing.pool import Pool
from engines.base import SAMPLE_RATE_HZ

BEFORE_SAMPLES = SAMPLE_RATE_HZ * 150 // 1000
AFTER_SAMPLES = SAMPLE_RATE_HZ * 250 // 1000
"""So much around a voice is heard too: soft consonants."""
ERROR_MS = 250
"""How far the end of a call may be off that was heard through the rest of an echo."""
PATIENCE_S = 5.0
"""At the end of a match so long is waited for what is still looked at."""


@dataclass(slots=True)
class _Found:
    """A voice, and what the ears will make of it."""

    channel: int
    start_ms: int
    end_ms: int
    heard: "Future[Heard]"


class Shouts:
    """Looks for voices beneath the referee's; `found` is for the thread of the match."""

    def __init__(self, gate: Gate, pool: Pool, seats: tuple[Seat, ...]) -> None:
        """Look at what `gate` kept from the ears.

        Args:
            gate: what keeps the referee's voice from the ears.
            pool: the ears, which know when it spoke.
            seats: whose microphone each channel is.
        """
        self._gate = gate
        self._pool = pool
        self._seats = seats
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="shouts")
        self._looking: list[Future[list[_Found]]] = []
        self._waiting: list[_Found] = []

    def found(self) -> Iterator[Call | Gap]:
        """Yield what was found since the last time, on the session clock; never waits.

        Raises:
            EngineError: the ears broke down.
        """
        self._looking += [self._worker.submit(self._look, covered) for covered in self._gate.covered()]
        for looked in [each for each in self._looking if each.done()]:
            self._looking.remove(looked)
            self._waiting += looked.result()
        for each in [each for each in self._waiting if each.heard.done()]:
            self._waiting.remove(each)
            yield from self._observed(each)

    def finish(self) -> Iterator[Call | Gap]:
        """Yield what is left at the end of a match, as far as it is found soon; raises as `found`."""
        yield from self.found()
        wait(self._looking, PATIENCE_S)
        yield from self.found()
        wait([each.heard for each in self._waiting], PATIENCE_S)
        yield from self.found()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _look(self, covered: Covered) -> list[_Found]:
        voices, rest = beneath(covered.sound, covered.played, covered.deaf)
        return [self._hear(voice, rest, covered.first_sample) for voice in voices]

    def _hear(self, voice: Beneath, rest: NDArray[np.float32], begin: int) -> _Found:
        first, last = max(0, voice.first - BEFORE_SAMPLES), min(len(rest), voice.last + AFTER_SAMPLES)
        samples = rest[first:last, voice.channel].copy()
        heard = self._pool.submit(samples, (begin + first) * 1000 // SAMPLE_RATE_HZ)
        start_ms, end_ms = ((begin + at) * 1000 // SAMPLE_RATE_HZ for at in (voice.first, voice.last))
        return _Found(voice.channel, start_ms, end_ms, heard)

    def _observed(self, each: _Found) -> Iterator[Call | Gap]:
        utterances = each.heard.result().utterances
        if not utterances:
            yield Gap(each.channel, each.start_ms, each.end_ms, SPEAKING)
        for utterance in utterances:
            yield self._call(each, utterance, last=utterance is utterances[-1])

    def _call(self, each: _Found, utterance: Utterance, last: bool) -> Call:
        player = self._seats[each.channel].player
        end_ms = each.end_ms if last else min(utterance.end_ms, each.end_ms)
        return Call(
            player=player,
            phrase=utterance.phrase,
            verdict=Verdict.UNSURE,
            heard=utterance.heard,
            start_ms=min(max(utterance.start_ms, each.start_ms), end_ms),
            end_ms=end_ms,
            slots=utterance.slots,
            error_ms=ERROR_MS,
            channel=each.channel,
            shared_microphone=player is None,
            reason=SPEAKING,
        )
