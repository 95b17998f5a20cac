"""What was said beneath the referee's own voice: the ears got nothing of it, so it is said to be lost.

What is left when the echo is taken out tells that somebody spoke, but is no ground for a call: asked about it the ears
would hear short words in the rests of an echo, too. It is looked for beside the match, in a thread of its own.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait

from assistant.core.observations import Gap
from assistant.core.spoken import SPEAKING
from assistant.hearing.echo import beneath
from assistant.hearing.gate import Covered, Gate
from engines.base import SAMPLE_RATE_HZ

PATIENCE_S = 5.0
"""At the end of a match so long is waited for what is still looked at."""


class Shouts:
    """Looks for voices beneath the referee's; `found` is for the thread of the match."""

    def __init__(self, gate: Gate) -> None:
        """Look at what `gate` kept from the ears."""
        self._gate = gate
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="shouts")
        self._looking: list[Future[list[Gap]]] = []

    def found(self) -> Iterator[Gap]:
        """Yield what was found since the last time, on the session clock; never waits."""
        self._looking += [self._worker.submit(_look, covered) for covered in self._gate.covered()]
        for looked in [each for each in self._looking if each.done()]:
            self._looking.remove(looked)
            yield from looked.result()

    def finish(self) -> Iterator[Gap]:
        """Yield what is left at the end of a match, as far as it is found soon."""
        yield from self.found()
        wait(self._looking, PATIENCE_S)
        yield from self.found()
        self._worker.shutdown(wait=False, cancel_futures=True)


def _look(covered: Covered) -> list[Gap]:
    voices, _ = beneath(covered.sound, covered.played, covered.deaf)
    return [
        Gap(voice.channel, _ms(covered.first_sample + voice.first), _ms(covered.first_sample + voice.last), SPEAKING)
        for voice in voices
    ]


def _ms(sample: int) -> int:
    return sample * 1000 // SAMPLE_RATE_HZ
