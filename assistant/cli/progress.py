"""`referee progress`: how a player gets on, as a table, a picture or a CSV file."""

import csv
import json as json_text
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from assistant.core.codec import Json
from assistant.errors import RefereeError
from assistant.practice.attempts import Attempt, Outcome
from assistant.practice.progress import TREND, Climbed, Progress
from assistant.practice.repetition import DAY_S
from assistant.practice.store import Player, Store

TITLES = ("tries", "exact", "lately", "median", "best", "from cue", "streak", "again")
SYMBOLS: Mapping[Outcome, str] = {
    Outcome.EXACT: "✓",
    Outcome.INEXACT: "✗",
    Outcome.OTHER: "≠",
    Outcome.SILENCE: "·",
    Outcome.UNSURE: "?",
}
PLAIN_SYMBOLS: Mapping[Outcome, str] = {
    Outcome.EXACT: "+",
    Outcome.INEXACT: "x",
    Outcome.OTHER: "#",
    Outcome.SILENCE: ".",
    Outcome.UNSURE: "?",
}
"""For consoles that cannot show the others."""


def progress(
    player: Annotated[str | None, typer.Option(help="Whose; everybody's if left out.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw it into this file; wants --player.")] = None,
    csv_file: Annotated[Path | None, typer.Option("--csv", help="Write every attempt into this file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
) -> None:
    """Show how players get on: attempts, exact share, times and bests, a line a phrase."""
    from assistant.practice.progress import climbed, progress_of

    with Store() as store:
        chosen = (store.player(player),) if player is not None else store.players()
        if png is not None and len(chosen) != 1:
            raise RefereeError("--png draws one player: name one with --player")
        attempts = {each: store.attempts(each) for each in chosen}
        tables = {
            each: progress_of(tried, [store.best(each, phrase) for phrase in sorted({one.phrase for one in tried})])
            for each, tried in attempts.items()
        }
        ladders = {each: climbed(store.races(each)) for each in chosen}
    if csv_file is not None:
        _write_csv(csv_file, attempts)
    if png is not None:
        _draw(png, chosen[0], attempts[chosen[0]])
    if not json:
        _show(tables, ladders)
        return
    for each, table in tables.items():
        for line in table:
            typer.echo(json_text.dumps(_record(each, line), ensure_ascii=False))
        for ladder in ladders[each]:
            record = {"type": "ladder", "player": each.name, **asdict(ladder)}
            typer.echo(json_text.dumps(record, ensure_ascii=False))


def _record(player: Player, line: Progress) -> dict[str, Json]:
    counts: dict[str, Json] = {outcome.value: count for outcome, count in line.counts}
    return {
        "type": "progress",
        "player": player.name,
        "phrase": line.phrase,
        "attempts": line.attempts,
        **counts,
        "exact_share": line.share,
        "recent_share": line.recent_share,
        "median_ms": line.median_ms,
        "best_ms": line.best.duration_ms,
        "best_after_cue_ms": line.best.complete_ms,
        "longest_streak": line.best.streak,
        "last_at": line.last_at,
        "due_at": datetime.fromtimestamp(line.due_s, UTC).isoformat(timespec="seconds"),
    }


def _show(tables: Mapping[Player, tuple[Progress, ...]], ladders: Mapping[Player, tuple[Climbed, ...]]) -> None:
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

    console = Console(highlight=False)
    if not any(tables.values()) and not any(ladders.values()):
        console.print("nobody has practised yet: run `referee practice --player NAME`")
        return
    symbols = _symbols_for(console.encoding)
    for player, lines in tables.items():
        for game in dict.fromkeys(line.phrase.partition(".")[0] for line in lines):
            table = Table(
                Column("phrase", no_wrap=True),
                *(Column(title, justify="right") for title in TITLES),
                Column(f"last {TREND}", no_wrap=True),
                title=Text(f"{player.name}: {game}", "bold"),
                title_justify="left",
                box=None,
                padding=(0, 1, 0, 0),
            )
            for line in (each for each in lines if each.phrase.startswith(f"{game}.")):
                name = line.phrase.partition(".")[2]
                table.add_row(name, *_cells(line), "".join(symbols[outcome] for outcome in line.trend))
            console.print(table)
        for ladder in ladders[player]:
            console.print(Text(_ladder(player, ladder)), soft_wrap=True)
    if not any(tables.values()):
        return
    meaning = {"exact": Outcome.EXACT, "inexact": Outcome.INEXACT, "something else": Outcome.OTHER}
    meaning |= {"silence": Outcome.SILENCE, "unsure": Outcome.UNSURE}
    console.print(Text("  ".join(f"{symbols[outcome]} {title}" for title, outcome in meaning.items()), "dim"))


def _cells(line: Progress) -> tuple[str, ...]:
    return (
        str(line.attempts),
        _percent(line.share),
        _percent(line.recent_share),
        _seconds(line.median_ms),
        _seconds(line.best.duration_ms),
        _seconds(line.best.complete_ms),
        str(line.best.streak),
        _until(line.due_s),
    )


def _until(due_s: float) -> str:
    """Return how long until a phrase is asked again, in days."""
    days = (due_s - datetime.now(UTC).timestamp()) / DAY_S
    return "now" if days <= 0 else f"{max(1, round(days))} d"


def _ladder(player: Player, ladder: Climbed) -> str:
    rung = f"rung {ladder.rung} of {ladder.rungs}, {ladder.rival}" if ladder.rung else "no rung of the ladder yet"
    soonest = f"; soonest {_seconds(ladder.soonest_ms)}" if ladder.soonest_ms is not None else ""
    return f"{player.name}, ghost, {ladder.duel}: {rung}; {ladder.won} of {ladder.races} races won{soonest}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def _seconds(ms: int | None) -> str:
    return "-" if ms is None else f"{ms / 1000:.2f} s"


def _symbols_for(encoding: str) -> Mapping[Outcome, str]:
    try:
        "".join(SYMBOLS.values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return PLAIN_SYMBOLS
    return SYMBOLS


def _write_csv(path: Path, attempts: Mapping[Player, Sequence[Attempt]]) -> None:
    names = [field.name for field in fields(Attempt) if field.name != "diff"]
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["player", *names, "missing", "added", "changed"])
            for player, tried in attempts.items():
                for one in tried:
                    changed = "; ".join(f"{wanted} -> {said}" for wanted, said in one.diff.changed)
                    diff = (" ".join(one.diff.missing), " ".join(one.diff.added), changed)
                    writer.writerow([player.name, *(getattr(one, name) for name in names), *diff])
    except OSError as error:
        raise RefereeError(f"{path}: cannot be written ({error.strerror}); name another file with --csv") from error


def _draw(path: Path, player: Player, attempts: Sequence[Attempt]) -> None:
    from assistant.practice.progress_picture import progress_picture

    if not attempts:
        raise RefereeError(f"{player.name} has not practised yet, so there is nothing to draw")
    try:
        path.write_bytes(progress_picture(player.name, attempts))
    except OSError as error:
        raise RefereeError(f"{path}: cannot be written ({error.strerror}); name another file with --png") from error
