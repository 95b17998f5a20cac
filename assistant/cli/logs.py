"""`referee logs`: which matches are kept, and how they are thrown away."""

import json as json_lines
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant import app
from assistant.core.codec import JsonObject
from assistant.core.times import clock
from assistant.errors import LossError

if TYPE_CHECKING:
    from rich.text import Text

    from assistant.eventlog.collection import Kept

logs = typer.Typer(name="logs", help="The matches that are kept.", no_args_is_help=True)

Folder = Annotated[Path | None, typer.Option(help="The folder of the logs; that of `referee play` if left out.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
AudioOnly = Annotated[bool, typer.Option("--audio-only", help="Only the sound goes: the rulings stay and replay.")]


@logs.command("list")
def list_logs(
    folder: Folder = None,
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    player: Annotated[str | None, typer.Option(help="Only matches of this player.")] = None,
    json: Json = False,
) -> None:
    """Show every log: when, which game, who played, who won, how long, how large."""
    place = _place(folder)
    found = [
        log
        for log in _looked(place, quiet=json)
        if (game is None or log.game == app.game_named(game).info.id)
        and (player is None or player.casefold() in (name.casefold() for name in log.players))
    ]
    found.sort(key=lambda log: log.began, reverse=True)
    if json:
        _print_json(found)
    elif found:
        _show(found, place)
    else:
        typer.echo(f"{place}: no logs")


@logs.command("delete")
def delete_logs(
    names: Annotated[list[str], typer.Argument(metavar="LOG...", help="Names as in `referee logs list`, or paths.")],
    folder: Folder = None,
    audio_only: AudioOnly = False,
    yes: Yes = False,
    force: Annotated[bool, typer.Option("--force", help="Also a log whose match may still go on.")] = False,
) -> None:
    """Delete logs, sound and all."""
    from assistant.eventlog.collection import find
    from assistant.eventlog.records import LogError

    known = _looked(_place(folder), names, quiet=True)
    chosen = list(dict.fromkeys(find(name.rstrip("/"), known) for name in names))
    running = [log.name for log in chosen if log.in_play(datetime.now(UTC))]
    if running and not force:
        raise LogError(
            f"{', '.join(running)}: was written on just now and is not closed: end the match, or add --force"
        )
    _remove(chosen, audio_only, yes)


@logs.command("prune")
def prune_logs(
    folder: Folder = None,
    older_than: Annotated[str | None, typer.Option(help="Only logs older than this: 12h, 30d, 2w, 6m, 1y.")] = None,
    keep: Annotated[int | None, typer.Option(min=0, help="The newest so many stay.")] = None,
    audio_only: AudioOnly = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would go.")] = False,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Delete old logs, or only their sound; both conditions must hold where both are given."""
    from assistant.eventlog.collection import age, to_prune
    from assistant.eventlog.records import LogError

    if older_than is None and keep is None:
        raise LogError("what is to be pruned? give --older-than, such as 30d, or --keep, such as 10, or both")
    place = _place(folder)
    limit = age(older_than) if older_than is not None else None
    chosen = to_prune(_looked(place, quiet=json), datetime.now(UTC), limit, keep)
    if audio_only:
        chosen = tuple(log for log in chosen if log.audio_bytes)
    if not chosen:
        if not json:
            typer.echo("Nothing is to be pruned.")
        return
    if json:
        _print_json(chosen)
    else:
        _show(chosen, place)
    if dry_run:
        return
    _remove(chosen, audio_only, yes, quiet=json)


def _place(folder: Path | None) -> Path:
    from assistant.eventlog.records import LogError
    from assistant.eventlog.shelf import shelf

    if folder is not None and not folder.is_dir():
        raise LogError(f"{folder}: there is no such folder: give the folder that holds the logs")
    return folder or shelf()


def _looked(place: Path, more: Sequence[str] = (), quiet: bool = False) -> "list[Kept]":
    """Return every log of a folder, and those that are named by their paths."""
    from assistant.announce.console import tracked
    from assistant.eventlog.collection import logs_in, look

    games = {game.info.id: game for game in app.games()}
    elsewhere = [Path(name) for name in more if len(Path(name).parts) > 1 and Path(name).exists()]
    paths = list(dict.fromkeys([*logs_in(place), *elsewhere]))
    return [look(path, games) for path in (paths if quiet else tracked(paths, "Reading"))]


def _remove(chosen: "Sequence[Kept]", audio_only: bool, yes: bool, quiet: bool = False) -> None:
    """Ask, then remove; what cannot be removed is told at the end."""
    from assistant.eventlog.collection import remove
    from assistant.eventlog.records import LogError

    size = sum(log.audio_bytes if audio_only else log.bytes for log in chosen)
    what = f"{'the sound of ' if audio_only else ''}{len(chosen)} log{'s' * (len(chosen) != 1)} ({_size(size)})"
    if not yes:
        if not sys.stdin.isatty():
            raise LogError(f"nobody to ask whether {what} may be deleted: add --yes")
        names = ", ".join(log.name for log in chosen)
        typer.confirm(f"Delete {what}: {names}?", abort=True, err=quiet)
    faults, freed = [], 0
    for log in chosen:
        try:
            freed += remove(log, audio_only)
        except LossError as error:
            faults.append(str(error))
    if not quiet:
        typer.echo(f"Deleted {what}." if not faults else f"{_size(freed)} are free again.")
    if faults:
        raise LossError(f"not everything could be deleted: {'; '.join(faults)}: mend the permissions")


def _show(found: "Sequence[Kept]", place: Path) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    table.add_column("log", no_wrap=True)
    table.add_column("scores", overflow="fold")
    for title in ("length", "size"):
        table.add_column(title, justify="right", no_wrap=True)
    for log in found:
        when = f"{log.began.astimezone():%Y-%m-%d %H:%M}  {log.game}"
        name = Text.assemble(log.name, "\n", (when, "dim"))
        if log.fault:
            table.add_row(name, Text("cannot be read", "bold red"), "", _size(log.bytes))
            continue
        table.add_row(name, _result(log), clock(log.length_ms), _size(log.bytes))
    console = Console(highlight=False)
    console.print(table)
    for log in found:
        if log.fault:
            console.print(Text(log.fault, "red"))
    total = sum(log.bytes for log in found)
    console.print(Text(f"{len(found)} log{'s' * (len(found) != 1)}, {_size(total)}, in {place}"), soft_wrap=True)


def _result(log: "Kept") -> "Text":
    """Return the scores, and below them who won, or that the log broke off."""
    from rich.text import Text

    scores = Text(", ".join(f"{name} {score}" for name, score in log.scores))
    if log.winner is not None:
        scores.append(f"\n{log.winner} won", "green")
    elif not log.closed:
        scores.append("\nnot closed", "yellow")
    return scores


def _print_json(found: "Sequence[Kept]") -> None:
    for log in found:
        line: JsonObject = {
            "type": "log",
            "name": log.name,
            "path": str(log.path),
            "started": log.started.isoformat() if log.started else None,
            "game": log.game or None,
            "players": list(log.players),
            "scores": dict(log.scores),
            "winner": log.winner,
            "length_ms": log.length_ms,
            "rulings": log.rulings,
            "bytes": log.bytes,
            "audio_bytes": log.audio_bytes,
            "closed": log.closed,
            "fault": log.fault or None,
        }
        typer.echo(json_lines.dumps(line, ensure_ascii=False))


def _size(size_bytes: int) -> str:
    size = float(size_bytes)
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
