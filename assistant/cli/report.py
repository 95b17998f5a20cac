"""`referee report`: a match as one page."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from assistant import app
from assistant.errors import LossError
from assistant.eventlog.records import EVENTS_FILE

ItemT = TypeVar("ItemT")


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
    lost = make_report(log, target)
    typer.echo(str(target))
    if lost:
        raise LossError(f"{log}: {lost}")


def make_report(
    log: Path, target: Path, workers: int | None = None, tell: Callable[[float], None] | None = None
) -> str:
    """Write the page of a log.

    Args:
        log: the folder of a log, or a bundle.
        target: the page.
        workers: how many processes draw; one a core unless given.
        tell: takes which share is done; a bar on the terminal unless given.

    Returns:
        What of the match is lost, so that the page lacks it; empty when nothing is.

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
    from assistant.eventlog.sound_left import without_gone_sound
    from assistant.listening import build_aligner

    read, gone = without_gone_sound(read_log(log))
    match = setup_of(read.head, app.game_named(read.head.game))
    file = case_file(read, match)
    made, count = exhibits(read, file, build_aligner, workers), sum(bool(case.calls) for case in file.cases)
    shown = counted(made, count, "Drawing") if tell is None else _told(made, count, tell)
    told_ms = (moment_ms(observation) for observation in read.observations)
    ruled_ms = (case.ruling.at_ms for case in file.cases)  # a window may close after the sound
    end_ms = max([LogSound.of(read).end_ms, *told_ms, *ruled_ms])
    page = report_page(read, match, file, list(shown), end_ms)
    write_report(target, page)
    without = f"{gone}: there are no waves and clips" if gone else ""
    return "; ".join(part for part in (read.lost, without) if part)


def _told(made: Iterator[ItemT], count: int, tell: Callable[[float], None]) -> Iterator[ItemT]:
    for number, each in enumerate(made, start=1):
        tell(number / count)
        yield each
