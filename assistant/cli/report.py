"""`referee report`: a match as one page."""

from pathlib import Path
from typing import Annotated

import typer

from assistant.errors import LossError
from assistant.eventlog.records import EVENTS_FILE


def report(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The folder of a log, or a bundle.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="The page; LOG.html if left out. Of many: a folder."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Of many logs: how many at once; 0: one a core.")] = 0,
    again: Annotated[bool, typer.Option("--again", help="Of many logs: make those that are made, too.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Of many logs: print JSON Lines and nothing else.")] = False,
) -> None:
    """Make one HTML page of a match: scores, every ruling with its photo finish and clip, statistics.

    Of a folder that holds logs, a page of each is made.
    """
    if log.is_dir() and not (log / EVENTS_FILE).exists():
        from assistant.cli.report_folder import report_folder

        report_folder(log, out, jobs, again, json)
        return
    folder = log.parent if log.is_file() and log.suffix == ".jsonl" else log
    target = out or folder.with_name(f"{folder.resolve().name.removesuffix('.zip')}.html")
    from assistant.cli.report_page import make_report

    lost = make_report(log, target)
    typer.echo(str(target))
    if lost:
        raise LossError(f"{log}: {lost}")
