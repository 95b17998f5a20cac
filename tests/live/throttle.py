"""A machine that is too slow, made by stopping a program for most of every tenth of a second."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

PERIOD_S = 0.1


@contextmanager
def throttled(group: int, share: float) -> Iterator[None]:
    """Let all processes of a group run for `share` (0 to 1) of the time only."""
    over = Event()

    def throttle() -> None:
        while not over.wait(PERIOD_S * share):
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGSTOP)
            over.wait(PERIOD_S * (1 - share))
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGCONT)

    thread = Thread(target=throttle, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGCONT)
