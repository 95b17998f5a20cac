"""Worker processes that never outlive the program that started them, however it ends."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from threading import Thread
from typing import Any


def worker_processes(count: int, prepare: Callable[..., object] | None = None, *given: Any) -> ProcessPoolExecutor:
    """Return an executor of so many processes, started afresh: threads and a microphone's callback stay where they are.

    Args:
        count: how many.
        prepare: what each of them does before its first task; picklable.
        given: what `prepare` is given.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(prepare, *given))


def _begin(prepare: Callable[..., object] | None, *given: Any) -> None:
    """Let this worker end when the process that started it does, and prepare it.

    A worker waits for work on a pipe that it holds open itself, so nothing tells it that nobody will ever send any.
    """
    Thread(target=_await_parent, name="parent", daemon=True).start()
    if prepare is not None:
        prepare(*given)


def _await_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
