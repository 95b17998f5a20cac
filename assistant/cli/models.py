"""`referee models`: which models are here, and how more come; only `get` asks the network."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from assistant.models.fetch import Progress as Told
from assistant.models.manifest import ModelError, model_named
from assistant.models.store import Found, Store, default_store

MEGABYTE = 1_000_000

models = typer.Typer(name="models", help="The models that the referee hears with.", no_args_is_help=True)


@models.command("list")
def list_models() -> None:
    """Show every known model: whether it is here, whether its files are right, and what would bring it."""
    from rich.console import Console
    from rich.table import Column, Table

    store = default_store()
    table = Table(
        Column("model", no_wrap=True), "engine", "language", "licence", Column("MB", justify="right"), "state", box=None
    )
    for model in store.models().values():
        found = store.locate(model)
        size_bytes = _size(found.folder) if found else model.size_bytes
        state = _state(store, found) if found else f"not here; run: {model.install}"
        cells = (model.name, model.engine, model.language, model.licence or "?", f"{size_bytes / MEGABYTE:.0f}", state)
        table.add_row(*map(_plain, cells))
    Console().print(table)


@models.command("add")
def add_model(
    path: Annotated[Path, typer.Argument(help="The folder or the zip of a model.")],
    name: Annotated[str | None, typer.Option(help="What it is to be called.")] = None,
    language: Annotated[str | None, typer.Option(help="Its language, such as en.")] = None,
) -> None:
    """Copy a model into the user's data folder, once an engine has opened it; its checksums are recorded."""
    from assistant.models.adding import Wanted, add

    _tell(add(default_store(), path, Wanted(name, language)))


@models.command("get")
def get_model(name: Annotated[str, typer.Argument(help="As in `referee models list`.")]) -> None:
    """Fetch a model from its publisher; a broken download goes on where it stopped."""
    from assistant.models.adding import get

    with _bar(name) as progress:
        found = get(default_store(), name, progress)
    _tell(found)


@models.command("verify")
def verify_models(
    name: Annotated[str | None, typer.Argument(help="One model; all that are here without it.")] = None,
) -> None:
    """Read every file of the models that are here, and compare it with its checksum."""
    store = default_store()
    known = store.models()
    chosen = [model_named(known, name)] if name else list(known.values())
    faults: list[str] = []
    for model in chosen:
        found = store.locate(model)
        if found is None:
            if name:
                raise ModelError(f"{name}: is not here; run: {model.install}")
            continue
        wrong = store.faults(found, fresh=True)
        checked = len(store.expected(found))
        typer.echo(f"{model.name}: {'DAMAGED' if wrong else _checked(checked)} ({found.folder})")
        for fault in wrong:
            typer.echo(f"  {fault}")
        faults += wrong
    if faults:
        raise ModelError(f"{len(faults)} files are not what they should be, named above; see `referee models list`")


def _tell(found: Found) -> None:
    typer.echo(f"{found.model.name}: {_checked(len(found.model.files))}; it lies in {found.folder}")


def _state(store: Store, found: Found) -> str:
    faults = store.faults(found)
    if faults:
        return f"DAMAGED: {faults[0]}"
    return f"{_checked(len(store.expected(found)))}; {found.place}"


def _checked(files: int) -> str:
    return f"{files} files checked" if files else "here, no checksums to check"


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _plain(text: str) -> str:
    """Return a text in which rich finds no markup."""
    from rich.markup import escape

    return escape(text)


@contextmanager
def _bar(name: str) -> Iterator[Told]:
    """Show how far a download is, on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (TextColumn(name), BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True))
    task = bar.add_task(name, total=None)

    def told(done_bytes: int, all_bytes: int) -> None:
        bar.start()
        bar.update(task, completed=done_bytes, total=all_bytes)

    try:
        yield told
    finally:
        if bar.live.is_started:
            bar.stop()
