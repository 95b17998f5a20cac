"""`referee report`: a match as one page."""

from pathlib import Path
from typing import Annotated

import typer

from assistant import app


def report(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The folder of a log, or a bundle.")],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="The page; LOG.html if left out.")
    ] = None,
) -> None:
    """Make one HTML page of a match: scores, every ruling with its photo finish and clip, statistics."""
    folder = log.parent if log.is_file() and log.suffix == ".jsonl" else log
    target = out or folder.with_name(f"{folder.resolve().name.removesuffix('.zip')}.html")
    make_report(log, target)
    typer.echo(str(target))


def make_report(log: Path, target: Path, workers: int | None = None) -> None:
    """Write the page of a log.

    Args:
        log: the folder of a log, or a bundle.
        target: the page.
        workers: how many processes draw; one a core unless given.

    Raises:
        RefereeError: the log or its sound cannot be read, or the page not be written.
    """
    from assistant.announce.console import counted
    from assistant.core.observations import moment_ms
    from assistant.disputes.cases import case_file
    from assistant.disputes.exhibits import exhibits
    from assistant.disputes.report import report_page, write_report
    from assistant.disputes.sound import LogSound
    from assistant.eventlog.reader import read_log
    from assistant.eventlog.replay import setup_of
    from assistant.listening import build_aligner

    read = read_log(log)
    match = setup_of(read.head, app.game_named(read.head.game))
    file = case_file(read, match)
    shown = counted(
        exhibits(read, file, build_aligner, workers), sum(bool(case.calls) for case in file.cases), "Drawing"
    )
    last_ms = max((moment_ms(observation) for observation in read.observations), default=0)
    page = report_page(read, match, file, list(shown), max(last_ms, LogSound.of(read).end_ms))
    write_report(target, page)
