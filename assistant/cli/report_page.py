"""Makes the page of one log, with its progress on the terminal or told to whoever makes many."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from assistant import app
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

ItemT = TypeVar("ItemT")


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
