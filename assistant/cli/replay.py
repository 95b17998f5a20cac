"""`referee replay`: every ruling of a log derived anew from its observations."""

from pathlib import Path
from typing import Annotated

import typer

from assistant import app


def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The folder of a log, or a bundle.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
    verbosity: Annotated[app.Verbosity, typer.Option(help="How much is said of a ruling.")] = app.Verbosity.NORMAL,
) -> None:
    """Derive every ruling of a log again; the first difference ends it with exit code 1."""
    from assistant.cli.account import account, json_lines
    from assistant.core import referee
    from assistant.errors import LossError
    from assistant.eventlog.reader import read_log
    from assistant.eventlog.replay import replay as derive
    from assistant.eventlog.replay import setup_of

    read = read_log(log)
    match = setup_of(read.head, app.game_named(read.head.game))
    sink = json_lines() if json else account(match, verbosity)
    state = referee.start(match)
    for step in derive(read, match):
        sink.take(state, step)
        state = step.state
    sink.finish(state)
    if read.lost:
        raise LossError(f"{log}: {read.lost}")
