"""`referee doctor`: whether this machine is fit for play, and what to do where it is not."""

from contextlib import nullcontext

import typer

from assistant.errors import SOMETHING_LOST_EXIT

STYLES = {"good": "green", "advice": "yellow", "bad": "bold red"}
"""The colour of each state; the state is written out as well."""


def doctor() -> None:
    """Check microphones, voice, engines, models, disk and clock; exit 0 when play is possible, 1 otherwise."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from assistant.audio.quiet import quiet_libraries
    from assistant.cli.checks import can_play
    from assistant.cli.probes import examine

    console = Console()
    waiting = console.status("Listening and looking around") if console.is_terminal else nullcontext()
    with quiet_libraries(), waiting:
        checks = list(examine())
    table = Table(box=None, show_header=False, padding=(0, 1))
    for check in checks:
        table.add_row(Text(check.state.value, STYLES[check.state.value]), check.name, Text(check.found))
        if check.remedy:
            table.add_row("", "", Text(f"-> {check.remedy}", "bold"))
    console.print(table)
    if not can_play(checks):
        console.print("Play is impossible until what is bad is mended.")
        raise typer.Exit(SOMETHING_LOST_EXIT)
    console.print("Play is possible.")
