"""Many inputs worked through on all cores, with progress; what is done already is skipped, what breaks is told."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from assistant.batch.crew import Crew, Done, Failed, MakeWork, Share
from assistant.batch.jobs import Job, Result
from assistant.batch.record import Record
from assistant.errors import LossError


class Fate(StrEnum):
    """What became of an input."""

    DONE = "done"
    """It is done."""
    BEFORE = "done before"
    """It was done before, from the same input and settings."""
    LOST = "partly lost"
    """It is done, but something was lost."""
    FAILED = "failed"
    """Nothing came of it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a job."""

    job: Job
    """Which."""
    fate: Fate
    """What became of it."""
    result: Result
    """What is worth telling; empty when it failed."""
    reason: str = ""
    """Why it failed, or what was lost, in one line."""


class Watcher(Protocol):
    """Who shows how far it is."""

    def __call__(self, jobs_done: float, names: Sequence[str]) -> None:
        """Take how many jobs are done, with the shares of those that are under way, and which are under way."""


def work_through(
    jobs: Sequence[Job], record: Record, make: MakeWork[Job, Result], workers: int, again: bool = False
) -> list[Outcome]:
    """Do every job that is not done, the largest first so that all cores end together.

    Args:
        jobs: what is to be done.
        record: what was done before.
        make: builds what does a job.
        workers: how many processes; 0: one a core.
        again: whether to do what is done already, too.

    Returns:
        What became of every job, in the order of `jobs`.

    Raises:
        LossError: the record can be written no more.
    """
    found: dict[str, Outcome] = {}
    for job in jobs:
        before = None if again else record.done(job.key, job.output)
        if isinstance(before, dict):
            found[job.key.name] = _outcome(job, before, Fate.BEFORE)
    left = sorted((job for job in jobs if job.key.name not in found), key=lambda job: -_size(job.source))
    with _watched(len(left)) as watch:
        shares: dict[int, float] = {}
        for told in Crew(make, workers or os.cpu_count() or 1).run(left):
            job = left[told.number]
            match told:
                case Share():
                    shares[told.number] = told.share
                case Done():
                    record.add(job.key, job.output, told.result)
                    found[job.key.name] = _outcome(job, told.result, Fate.DONE)
                case Failed():
                    found[job.key.name] = Outcome(job, Fate.FAILED, {}, told.reason)
            under_way = [number for number in shares if left[number].key.name not in found]
            done = len(left) - sum(each.key.name not in found for each in left)
            watch(done + sum(shares[number] for number in under_way), [left[number].key.name for number in under_way])
    return [found[job.key.name] for job in jobs]


def tell_losses(outcomes: Sequence[Outcome], what: str) -> None:
    """Raise when something was lost.

    Raises:
        LossError: names every input that failed, or lost something.
    """
    lost = [outcome for outcome in outcomes if outcome.reason]
    if lost:
        names = ", ".join(outcome.job.key.name for outcome in lost)
        raise LossError(f"{len(lost)} of {len(outcomes)} {what} failed or lost something, as said above: {names}")


def _size(path: Path) -> int:
    """Return the size of an input; 0 for one that cannot be looked at."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _outcome(job: Job, result: Result, fate: Fate) -> Outcome:
    lost = str(result.get("lost") or "")
    return Outcome(job, Fate.LOST if lost and fate is Fate.DONE else fate, result, lost)


@contextmanager
def _watched(jobs: int) -> Iterator[Watcher]:
    """Show a bar on stderr, where it is a terminal."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    console = Console(stderr=True)
    columns = (BarColumn(20), TextColumn("{task.fields[done]} of {task.total}"), TimeRemainingColumn())
    names_column = TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis"))
    bar = Progress(*columns, names_column, console=console, transient=True)
    bar.disable = not console.is_terminal or not jobs
    with bar:
        task = bar.add_task("", total=jobs, done=0)

        def watch(jobs_done: float, names: Sequence[str]) -> None:
            bar.update(task, completed=jobs_done, done=int(jobs_done), description=escape(", ".join(names)))

        yield watch
