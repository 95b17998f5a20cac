"""Worker processes that do one task after another. A worker that dies takes its own task with it and no other.

That is why this is no pool of the standard library: there, a worker that crashes in a decoder breaks the whole pool.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from assistant.errors import RefereeError

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

END_TIMEOUT_S = 5.0
"""So long a worker may take to end by itself."""

Tell = Callable[[float], None]
"""Takes which share of the task is done, 0 to 1."""
Work = Callable[[TaskT, Tell], ResultT]
"""Does one task; raises RefereeError where the task is at fault."""
MakeWork = Callable[[], Work[TaskT, ResultT]]
"""Builds what does tasks, once a worker, inside it; picklable."""


@dataclass(frozen=True, slots=True)
class Share:
    """A task gets on."""

    number: int
    """The task's place in the list, from 0."""
    share: float
    """Which share of it is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Done(Generic[ResultT]):
    """A task is done."""

    number: int
    """The task's place in the list, from 0."""
    result: ResultT
    """What came of it."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A task came to nothing."""

    number: int
    """The task's place in the list, from 0."""
    reason: str
    """Why, in one line."""


@dataclass(slots=True)
class _Worker:
    """A process and the way to it."""

    process: BaseProcess
    """The process."""
    connection: "Connection[Any, Any]"
    """Our end of the pipe: tasks go in, what becomes of them comes out."""
    task: int | None = None
    """The number of the task that it is at; None when it waits for one."""


@dataclass(slots=True)
class Crew(Generic[TaskT, ResultT]):
    """Worker processes for a list of tasks."""

    make: MakeWork[TaskT, ResultT]
    """Builds what does the tasks."""
    workers: int
    """How many processes, at least 1."""
    _crew: list[_Worker] = field(default_factory=list)

    def run(self, tasks: Sequence[TaskT]) -> Iterator[Share | Done[ResultT] | Failed]:
        """Do all tasks, in their order as far as workers are free, and yield what becomes of each as it happens."""
        left = list(range(len(tasks)))
        try:
            for _ in range(min(self.workers, len(tasks))):
                self._give(self._hired(), left, tasks)
            while busy := [worker for worker in self._crew if worker.task is not None]:
                for ready in wait([worker.connection for worker in busy]):
                    worker = next(worker for worker in busy if worker.connection is ready)
                    told = self._told(worker)
                    yield told
                    if not isinstance(told, Share):
                        alive = worker in self._crew
                        if left:
                            self._give(worker if alive else self._hired(), left, tasks)
                        elif alive:
                            self._dismiss(worker)
        finally:
            for worker in list(self._crew):
                worker.process.terminate()
                self._dismiss(worker)

    def _hired(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self.make), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._crew.append(worker)
        return worker

    def _give(self, worker: _Worker, left: list[int], tasks: Sequence[TaskT]) -> None:
        worker.task = left.pop(0)
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: reading from it will tell
            worker.connection.send(tasks[worker.task])

    def _told(self, worker: _Worker) -> Share | Done[ResultT] | Failed:
        number = -1 if worker.task is None else worker.task
        try:
            kind, value = worker.connection.recv()
        except (EOFError, ConnectionResetError):
            self._dismiss(worker)
            return Failed(number, f"its process died ({_death(worker.process.exitcode)}): report the file, please")
        if kind == "share":
            return Share(number, value)
        worker.task = None
        return Done(number, value) if kind == "done" else Failed(number, value)

    def _dismiss(self, worker: _Worker) -> None:
        self._crew.remove(worker)
        worker.task = None
        with suppress(OSError):
            worker.connection.send(None)
        worker.process.join(END_TIMEOUT_S)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.connection.close()


def _serve(connection: "Connection[Any, Any]", make: MakeWork[Any, Any]) -> None:
    """Do tasks until there are none; runs in a worker. Ctrl-C is the main process's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work: Work[Any, Any] | None = None
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while (task := connection.recv()) is not None:
            try:
                work = work or make()
                connection.send(("done", work(task, lambda share: connection.send(("share", share)))))
            except RefereeError as error:
                connection.send(("failed", str(error)))
            except (BrokenPipeError, ConnectionResetError):
                raise
            except Exception as error:
                what = " ".join(f"{type(error).__name__}: {error}".split())
                connection.send(("failed", f"a fault of the program ({what}): please report it"))


def _death(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        with suppress(ValueError):
            return signal.Signals(-exit_code).name
    return f"exit code {exit_code}"
