"""The referee's own ears at practice: besides the calls, every stretch of speech that is none, and silence.

The `Listener` of matches does the hearing, so that practice and matches judge alike; what it sends to its pool of
decoders is looked at on the way.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assistant.core.observations import Call, End, Tick
from assistant.core.phrases.normalise import plain_words
from assistant.errors import RefereeError
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard
from assistant.hearing.levels import FRAME_MS
from assistant.hearing.listener import Listener
from assistant.hearing.pool import Pool
from assistant.hearing.recent import RecentSound
from assistant.hearing.segments import LEAD_FRAMES, TAIL_FRAMES
from assistant.practice.scoring import Stretch
from engines.base import SAMPLE_RATE_HZ, EngineError, Samples

WARM_UP_MS = 400
"""So much silence makes a worker load its models."""


@dataclass(slots=True)
class _Sent:
    """What was sent to the decoders."""

    from_ms: int
    to_ms: int
    future: "Future[Heard]"


@dataclass(slots=True)
class TapPool:
    """A pool that remembers what passes through it."""

    pool: Pool
    """What decodes."""
    sent: list[_Sent] = field(default_factory=list)
    """What was sent and is not yet accounted for, in order."""

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        """See `Pool.submit`; a stretch that is sent again with what follows on it takes the place of its beginning."""
        future = self.pool.submit(samples, start_ms, clean)
        self.sent = [sent for sent in self.sent if sent.from_ms != start_ms]
        self.sent.append(_Sent(start_ms, start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ, future))
        return future

    def warm_up(self) -> None:
        """Wait until a worker has loaded its models.

        Raises:
            RefereeError: the ears cannot be built.
        """
        silence = np.zeros(WARM_UP_MS * SAMPLE_RATE_HZ // 1000, dtype=np.float32)
        try:
            self.pool.submit(silence, 0).result()
        except EngineError as error:
            raise RefereeError(str(error)) from error

    def close(self) -> None:
        """See `Pool.close`."""
        self.pool.close()


Listening = Callable[[Pool], Listener]
"""Builds the listener of one microphone around a pool."""


class Ear:
    """One player's microphone."""

    def __init__(self, pool: Pool, listening: Listening) -> None:
        """Join a pool of decoders with a listener.

        Args:
            pool: what decodes.
            listening: builds the listener of one channel around it.
        """
        self._tap = TapPool(pool)
        self._listener = listening(self._tap)
        self._sound = RecentSound(1)
        self._calls: list[Call] = []

    @property
    def heard_ms(self) -> int:
        """How much sound has come in."""
        return self._listener.heard_ms

    def warm_up(self) -> None:
        """Load the models, so that the first answer comes as fast as the others; raises RefereeError."""
        self._tap.warm_up()

    def push(self, block: NDArray[np.float32], patient: bool) -> Iterator[Stretch | Tick]:
        """Take a block of sound; yield every stretch of speech that was heard out, and how far everything was.

        Args:
            block: shape (n, 1), 16 kHz.
            patient: whether to wait for the decoders (a file), or never (live).

        Raises:
            RefereeError: the ears broke down.
        """
        self._sound.push(block)
        try:
            if patient:
                for sent in self._tap.sent:
                    sent.future.result()
            for observation in self._listener.push(block, patient):
                yield from self._told(observation)
        except EngineError as error:
            raise RefereeError(str(error)) from error

    def finish(self) -> Iterator[Stretch | Tick]:
        """Yield all that is left; raises RefereeError where the ears broke down."""
        try:
            for observation in self._listener.finish():
                yield from self._told(observation)
        except EngineError as error:
            raise RefereeError(str(error)) from error

    def cut(self, from_ms: int, to_ms: int) -> Samples:
        """Return what was heard lately between two moments."""
        return self._sound.cut(0, max(0, from_ms), to_ms)

    def close(self) -> None:
        """Stop the decoders."""
        self._tap.close()

    def _told(self, observation: object) -> Iterator[Stretch | Tick]:
        if isinstance(observation, Call):
            self._calls.append(observation)
        elif isinstance(observation, Tick | End):
            ended = isinstance(observation, End)
            for sent in [sent for sent in self._tap.sent if ended or sent.to_ms <= observation.at_ms]:
                self._tap.sent.remove(sent)
                yield from self._stretch(sent)
            yield Tick(observation.at_ms)

    def _stretch(self, sent: _Sent) -> Iterator[Stretch]:
        calls = tuple(call for call in self._calls if sent.from_ms <= call.start_ms <= sent.to_ms)
        self._calls = [call for call in self._calls if call not in calls]
        transcripts = sent.future.result().transcripts
        words = plain_words(transcripts[-1].text) if transcripts else ()
        start_ms = min(sent.from_ms + LEAD_FRAMES * FRAME_MS, sent.to_ms)
        end_ms = max(start_ms, sent.to_ms - TAIL_FRAMES * FRAME_MS)
        if calls:
            start_ms, end_ms = calls[0].start_ms, max(end_ms, calls[-1].end_ms)
        yield Stretch(start_ms, end_ms, words, calls)
