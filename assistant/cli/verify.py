"""`referee verify`: any changed, missing, reordered or truncated byte of a log, with its place."""

from pathlib import Path
from typing import Annotated

import typer


def verify(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The folder of a log, or a bundle.")],
) -> None:
    """Check that a log is as it was written; any fault ends it with exit code 1."""
    from assistant.errors import LossError
    from assistant.eventlog.sound_left import THROWN_AWAY
    from assistant.eventlog.verify import verify as look

    found = look(log)
    for fault in found.faults:
        typer.echo(fault.shown(found.where))
    if found.only_sound_gone:
        raise LossError(f"{log}: {THROWN_AWAY}, all of it; the event log is as it was written ({found.lines} lines)")
    if found.faults:
        count = len(found.faults)
        raise LossError(f"{log}: not as it was written: {count} {'fault' if count == 1 else 'faults'}, named above")
    typer.echo(f"{log}: as it was written ({found.lines} lines, {found.audio_files} audio files)")
