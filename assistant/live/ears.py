"""The ears of a live match: ready before the first call, deaf to the terminal, and gone when the referee is gone."""

import os
import signal
from collections.abc import Sequence
from concurrent.futures import Future, wait
from functools import partial

import numpy as np

from assistant.core.phrases.book import GameBook
from assistant.errors import RefereeError
from assistant.hearing.ears import Heard
from assistant.hearing.pool import Hearing, Pool, ProcessPool
from assistant.listening import WORKERS, EarPlan, build_table_ears
from engines.base import SAMPLE_RATE_HZ, EngineError

WARM_UP_S = 1.5
"""So much noise is decoded by each worker before play, so that models are loaded when the first call comes."""
WARM_UP_LEVEL = 0.05
"""-26 dBFS: loud enough that no engine takes it for silence."""
PATIENCE_S = 120.0
"""The ears that are not ready after so long never will be."""


def live_pool(plan: EarPlan, book: GameBook, players: tuple[str, ...]) -> ProcessPool:
    """Return worker processes that hear a live match."""
    return ProcessPool(partial(build_steadfast_ears, plan, book, players), workers())


def workers() -> int:
    """Return how many worker processes hear."""
    return min(WORKERS, os.cpu_count() or 1)


def build_steadfast_ears(plan: EarPlan, book: GameBook, players: tuple[str, ...]) -> Hearing:
    """Build the ears of one worker, which stands fast."""
    stand_fast()
    # A table mostly calls one after another: all cores at one call rule it sooner.
    return build_table_ears(plan, book, players, threads=workers())


def stand_fast() -> None:
    """Let this worker end when the referee's own process does (see `assistant.workers`), and not a moment before.

    Ctrl-C, a closed terminal and a computer that shuts down reach every process; the referee still needs its ears then,
    to hear out what was said.
    """
    for name in ("SIGINT", "SIGHUP", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def warming(pool: Pool, count: int) -> "tuple[Future[Heard], ...]":
    """Start every worker and let it load its models; `warmed` waits until all are ready.

    A screen must be drawn later: while it is, standard error has no file descriptor that a new process could inherit.
    """
    noise = np.random.default_rng(1).standard_normal(round(WARM_UP_S * SAMPLE_RATE_HZ)).astype(np.float32)
    return tuple(pool.submit(WARM_UP_LEVEL * noise, 0) for _ in range(count))


def warmed(waiting: "Sequence[Future[Heard]]") -> None:
    """Return when all workers are ready.

    Raises:
        RefereeError: the ears cannot be built.
    """
    done, late = wait(waiting, PATIENCE_S)
    if late:
        raise RefereeError(f"the ears were not ready after {PATIENCE_S:g} s: close other programs and start again")
    try:
        for each in done:
            each.result()
    except EngineError as error:
        raise RefereeError(str(error)) from error
    except Exception as error:  # a worker that died tells only that it died
        raise RefereeError(f"the ears cannot be built ({error}): run `referee doctor`") from error
