"""Worker processes for the ears, so that both cores decode while the main process listens on.

Processes, not threads: a decoder that holds the interpreter for a tenth of a second would make a microphone's callback
miss its block. Results come back in the order of submission, whatever worker was quicker.
"""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard
from assistant.workers import worker_processes
from engines.base import EngineError, Samples


class Hearing(Protocol):
    """The ears of one worker."""

    def listen(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Heard:
        """Return what is in one segment; see `Ears.listen`. Raises EngineError where an engine broke down."""

    def close(self) -> None:
        """Free the engines."""


EarsFactory = Callable[[], Hearing]
"""Builds the ears inside a worker; must be picklable."""

_ears: Hearing | None = None
"""The ears of this worker process; set once by its initializer."""


class Pool(Protocol):
    """Whatever decodes utterances in the background."""

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        """Have one utterance decoded, see `Ears.listen`; the future raises EngineError where the engines broke down."""

    def close(self) -> None:
        """Stop the workers; what has not begun is dropped."""


def handed_on(heard: "Future[Heard]", changed: Callable[[Heard], Heard] = lambda heard: heard) -> "Future[Heard]":
    """Return the future of what is made of an utterance; unlike a worker's own it can be cancelled while he is at it.

    Args:
        heard: what the ears will hear; cancelled, too, if no worker has begun.
        changed: makes of it what is wanted.
    """
    found: Future[Heard] = Future()

    def hand_on(done: "Future[Heard]") -> None:
        if done.cancelled():
            found.cancel()
        if not found.set_running_or_notify_cancel():
            return
        if error := done.exception():
            found.set_exception(error)
        else:
            found.set_result(changed(done.result()))

    found.add_done_callback(lambda _: heard.cancel())
    heard.add_done_callback(hand_on)
    return found


class InlinePool:
    """Decodes at once, in this process: for scripted engines and for tests."""

    def __init__(self, ears: Hearing) -> None:
        """Use the ears given."""
        self._ears = ears

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        """See `Pool.submit`."""
        future: Future[Heard] = Future()
        future.set_result(self._ears.listen(samples, start_ms, clean))
        return future

    def close(self) -> None:
        """Close the ears."""
        self._ears.close()


class ProcessPool:
    """Decodes in worker processes, each with ears of its own."""

    def __init__(self, factory: EarsFactory, workers: int) -> None:
        """Start the workers; they load their models when the first utterance comes, or in `warm_up`."""
        self._executor = worker_processes(workers, _start, factory)
        self._workers = workers

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        """See `Pool.submit`."""
        try:
            return self._executor.submit(_listen, samples, start_ms, clean)
        except BrokenProcessPool as error:
            raise EngineError("the ears stopped working; start again (the log is whole), or try --engine") from error

    def close(self) -> None:
        """Stop the workers."""
        self._executor.shutdown(wait=True, cancel_futures=True)


def _start(factory: EarsFactory) -> None:
    global _ears
    _ears = factory()


def _listen(samples: Samples, start_ms: int, clean: Cleaned | None) -> Heard:
    if _ears is None:
        raise EngineError("the ears were not built in this worker")
    return _ears.listen(samples, start_ms, clean)
