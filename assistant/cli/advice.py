"""One line for whoever sits there, beside what stdout holds."""

import typer


def advise(advice: str) -> None:
    """Give one line of advice on stderr, if there is any, without disturbing what stdout holds."""
    if advice:
        typer.echo(advice, err=True)
