"""`referee players`: who practises on this machine, and how somebody is forgotten."""

from typing import Annotated

import typer

players = typer.Typer(name="players", help="Who practises on this machine.", no_args_is_help=True)


@players.command("list")
def list_players() -> None:
    """List the players, how often each has tried, and where their data lie."""
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

    from assistant.practice.store import Store

    with Store() as store:
        known = store.players()
        table = Table(
            "player", Column("attempts", justify="right"), Column("recordings", justify="right"), "since", box=None
        )
        for player in known:
            recordings = str(len(store.recordings(player)))
            table.add_row(Text(player.name), str(player.attempts), recordings, player.created_at[:10])
        folder = store.folder
    if known:
        Console(highlight=False).print(table)
    else:
        typer.echo("nobody has practised yet: run `referee practice --player NAME`")
    typer.echo(f"kept in {folder}")


@players.command("delete")
def delete(
    name: Annotated[str, typer.Argument(help="Who is to be forgotten.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Forget a player: every attempt, best and race, and every recording."""
    from assistant.practice.store import Store

    with Store() as store:
        player = store.player(name)
        if not yes:
            typer.confirm(f"Forget {player.name}, with {player.attempts} attempts and all recordings?", abort=True)
        recordings = store.delete(player)
    typer.echo(f"{player.name} is forgotten: {player.attempts} attempts and {recordings} recordings are gone")
