"""The ears under test, as the bench calls them: one function from sound to calls, for each way to hear."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assistant.core.observations import Call, Observation
from assistant.hearing.ears import Ears
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.pool import InlinePool
from assistant.listening import build_ears, build_listener, plan_ears
from assistant.live.ears import live_pool, warmed, warming, workers
from bench.corpus import book_of
from engines.base import SAMPLE_RATE_HZ

ENGINES = {"fused": "auto", "pocketsphinx": "pocketsphinx", "whisper": "whisper"}
"""The ways to hear, by the bench's name and by that of `--engine`."""
BLOCK_SAMPLES = SAMPLE_RATE_HZ // 10
"""A file is pushed in blocks of 100 ms."""
LIVE_BLOCK_SAMPLES = SAMPLE_RATE_HZ // 50
"""A microphone gives blocks of 20 ms."""


def seats(players: Sequence[str], channels: int) -> tuple[Seat, ...]:
    """Return whose microphone each channel is; one channel for several players is shared."""
    if channels == 1 and len(players) > 1:
        return (Seat(None),)
    return tuple(Seat(player) for player in players)


@dataclass(slots=True)
class Hearing:
    """Listens to whole recordings in this process; keeps the ears of the latest game, so sort the matches by game."""

    engine: str
    """One of ENGINES."""
    _game: str = ""
    _ears: Ears | None = field(default=None)

    def __call__(self, samples: NDArray[np.float32], rate_hz: int, game: str, players: Sequence[str]) -> list[Call]:
        """Return the calls in a recording; see `bench.measure.Listen`.

        Raises:
            ValueError: the rate is another than SAMPLE_RATE_HZ.
            EngineError: the ears cannot be built, or broke down.
        """
        if rate_hz != SAMPLE_RATE_HZ:
            raise ValueError(f"the corpus has {SAMPLE_RATE_HZ} Hz, not {rate_hz}")
        plan, book = plan_ears(ENGINES[self.engine]), book_of(game)
        if self._ears is None or self._game != game:
            if self._ears is not None:
                self._ears.close()
            self._game, self._ears = game, build_ears(plan, book)
        listener = build_listener(plan, book, seats(players, samples.shape[1]), InlinePool(self._ears))
        return [each for each in observed(listener, samples) if isinstance(each, Call)]


def observed(listener: Listener, samples: NDArray[np.float32]) -> Iterator[Observation]:
    """Yield all that a listener makes of a whole recording."""
    for start in range(0, len(samples), BLOCK_SAMPLES):
        yield from listener.push(samples[start : start + BLOCK_SAMPLES], patient=True)
    yield from listener.finish()


def latencies_ms(
    samples: NDArray[np.float32], game: str, players: Sequence[str], engine: str, sleep: Callable[[float], None]
) -> list[int]:
    """Return how long after its end each call came out, the sound arriving in real time, in milliseconds.

    The ears are those of a live match, which listen for facts, too, and begin before it is sure that a call is over;
    they load their models before the sound begins.
    """
    plan, book, names = plan_ears(ENGINES[engine]), book_of(game), tuple(players)
    pool = live_pool(plan, book, names)
    listener = build_listener(plan, book, seats(players, samples.shape[1]), pool, names, early=True)
    found = []
    try:
        warmed(warming(pool, workers()))
        began_s = time.monotonic()
        for start in range(0, len(samples), LIVE_BLOCK_SAMPLES):
            block = samples[start : start + LIVE_BLOCK_SAMPLES]
            due_s = began_s + (start + len(block)) / SAMPLE_RATE_HZ
            sleep(max(0.0, due_s - time.monotonic()))
            for each in listener.push(block):
                if isinstance(each, Call):
                    found.append(round((time.monotonic() - began_s) * 1000) - each.end_ms)
    finally:
        pool.close()
    return found
