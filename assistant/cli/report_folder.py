"""`referee report FOLDER`: a page of every log in a folder, on all cores."""

from pathlib import Path

import typer

from assistant import app
from assistant.batch.crew import Tell
from assistant.batch.jobs import Job, Result
from assistant.batch.record import Key, Record, input_sha256, settings_sha256
from assistant.cli.many import Fate, Outcome, tell_losses, work_through
from assistant.cli.report_page import make_report
from assistant.core.codec import JsonObject
from assistant.core.output import as_text
from assistant.eventlog.collection import logs_below
from assistant.eventlog.records import EVENTS_FILE

RESULTS = "reports"
"""The folder inside the one with the logs where the pages go, unless another one is named."""


def report_folder(folder: Path, out: Path | None, workers: int, again: bool, json: bool) -> None:
    """Make a page of every log below a folder.

    Raises:
        RefereeError: there is no log, or the pages cannot be written there.
        LossError: a log failed or had lost something; the others have their pages.
    """
    found = logs_below(folder)
    if not found:
        raise app.SettingsError(f"{folder}: holds no logs: give the folder of a log, or one that holds logs")
    record = Record(out or folder / RESULTS)
    settings = settings_sha256([list(pair) for pair in app.versions()])
    jobs = [_job(path, folder, record, settings) for path in found]
    outcomes = work_through(jobs, record, Reporter, workers, again)
    for outcome in outcomes:
        typer.echo(as_text(_line(outcome)) if json else _text(outcome))
    tell_losses(outcomes, "logs")


class Reporter:
    """Makes one page after another; lives in a worker."""

    def __call__(self, job: Job, tell: Tell) -> Result:
        """Make the page of a log; it lies in its file only when it is whole.

        Raises:
            RefereeError: the log cannot be read, or the page not be written.
        """
        part = job.output.with_name(f".{job.output.name}.part")
        try:
            job.output.parent.mkdir(parents=True, exist_ok=True)
            lost = make_report(job.source, part, workers=1, tell=tell)
            part.replace(job.output)
        except OSError as error:
            raise app.SettingsError(f"{job.output}: cannot be written ({error.strerror}): free some space") from error
        finally:
            part.unlink(missing_ok=True)
        return {"bytes": job.output.stat().st_size, "lost": f"{job.source}: {lost}" if lost else ""}


def _job(path: Path, folder: Path, record: Record, settings: str) -> Job:
    """Return the job of a log: its event log holds the hashes of its sound, which may have been thrown away since."""
    events = path / EVENTS_FILE if path.is_dir() else path
    sounds = len(list(path.glob("*.flac")))
    name = path.relative_to(folder).as_posix()
    return Job(Key(name, f"{input_sha256(events)} {sounds}", settings), path, record.folder / f"{name}.html")


def _line(outcome: Outcome) -> JsonObject:
    page = str(outcome.job.output) if outcome.result else None
    return {
        "type": "report",
        "log": str(outcome.job.source),
        "page": page,
        "fate": outcome.fate.value,
        "reason": outcome.reason,
    }


def _text(outcome: Outcome) -> str:
    where = outcome.reason if outcome.fate is Fate.FAILED else str(outcome.job.output)
    lost = f" ({outcome.reason})" if outcome.reason and outcome.fate is not Fate.FAILED else ""
    return f"{outcome.fate.value:12}{where}{lost}"
