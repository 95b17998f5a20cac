"""`referee bundle`: a whole log in one file."""

from pathlib import Path
from typing import Annotated

import typer


def bundle(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The folder of a log.")],
    target: Annotated[Path | None, typer.Argument(metavar="ZIP", help="The zip to write; LOG.zip if left out.")] = None,
) -> None:
    """Put a log, with its sound, into one zip that `referee verify` and `referee replay` read as well."""
    from assistant.errors import LossError
    from assistant.eventlog.bundle import make_bundle
    from assistant.eventlog.reader import read_log
    from assistant.eventlog.sound_left import THROWN_AWAY, sound_gone

    folder = log.parent if log.is_file() else log
    made = make_bundle(log, target or folder.with_name(folder.resolve().name + ".zip"))
    typer.echo(f"{made}: {made.stat().st_size} bytes")
    if sound_gone(read_log(log)):
        raise LossError(f"{log}: {THROWN_AWAY}: the bundle holds the event log alone")
