"""`referee judge FOLDER`: every recording of a folder, on all cores; the JSON Lines of each go into a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import typer

from assistant.batch.finding import recordings_in
from assistant.batch.jobs import Job
from assistant.batch.judging import Judge, Wishes, settings_of
from assistant.batch.matches import wishes_for
from assistant.batch.record import Key, Record, input_sha256
from assistant.cli.many import Fate, Outcome, tell_losses, work_through
from assistant.core.codec import JsonObject
from assistant.core.output import as_text
from assistant.core.times import clock

RESULTS = "judged"
"""The folder inside the one that is judged where the results go, unless another one is named."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where results go, and how many are made at once."""

    out: Path | None
    """The folder of the results; None: RESULTS inside the folder that is judged."""
    logs: Path | None
    """The folder of the logs, one folder a recording; None: no logs."""
    workers: int
    """How many processes; 0: one a core."""
    again: bool
    """Whether to judge what is judged already, too."""


def judge_folder(folder: Path, wishes: Wishes, places: Places, json: bool) -> None:
    """Judge every recording below a folder, each as `matches.toml` there says of it, or else as wished for.

    Raises:
        RefereeError: a setting is wrong, or there is no recording.
        LossError: a recording failed or lost something; the others are judged.
    """
    out = places.out or folder / RESULTS
    found = recordings_in(folder, out)
    chosen = wishes_for(folder, found, wishes)
    settings = {each: settings_of(each) for each in set(chosen.values())}
    record = Record(out)
    jobs = [_job(path, folder, record, settings[chosen[path]], places.logs) for path in found]
    outcomes = work_through(jobs, record, partial(Judge, chosen), places.workers, places.again)
    if json:
        for outcome in outcomes:
            typer.echo(as_text(_line(outcome)))
    else:
        _show(outcomes)
        typer.echo(f"The rulings are in {out}, one file of JSON Lines a recording.")
    tell_losses(outcomes, "recordings")


def _job(path: Path, folder: Path, record: Record, settings: str, logs: Path | None) -> Job:
    name = path.relative_to(folder)
    log = None if logs is None else _free(logs / name)
    return Job(Key(name.as_posix(), input_sha256(path), settings), path, record.folder / f"{name}.jsonl", log)


def _free(folder: Path) -> Path:
    """Return a folder for a log: that name, or the first one with a number that is free."""
    found, number = folder, 2
    while found.exists():
        found, number = folder.with_name(f"{folder.name}-{number}"), number + 1
    return found


def _line(outcome: Outcome) -> JsonObject:
    return {
        "type": "recording",
        "file": str(outcome.job.source),
        "output": str(outcome.job.output) if outcome.result else None,
        "fate": outcome.fate.value,
        "reason": outcome.reason,
        **{name: value for name, value in outcome.result.items() if name != "lost"},
    }


def _show(outcomes: Sequence[Outcome]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    styles = {Fate.DONE: "green", Fate.BEFORE: "dim", Fate.LOST: "yellow", Fate.FAILED: "bold red"}
    table = Table(box=None, pad_edge=False)
    for title in ("recording", "scores"):
        table.add_column(title, overflow="fold")
    for title in ("length", "calls", "rulings"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for outcome in outcomes:
        result, fate = outcome.result, Text(outcome.fate.value, styles[outcome.fate])
        if not result:
            table.add_row(Text(outcome.job.key.name), "", "", "", "", fate)
            continue
        points = result["scores"]
        told = ", ".join(f"{name} {score}" for name, score in points.items()) if isinstance(points, dict) else ""
        counts = (clock(int(str(result["length_ms"]))), str(result["calls"]), str(result["rulings"]))
        table.add_row(Text(outcome.job.key.name), Text(told), *counts, fate)
    console = Console(highlight=False)
    console.print(table)
    for outcome in outcomes:
        if outcome.reason:
            console.print(Text(outcome.reason, styles[outcome.fate]))
