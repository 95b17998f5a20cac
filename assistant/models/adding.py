"""Adds a model to the user's folder: found out, tried, its checksums recorded, and moved into place at once."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.models.digests import sha256_of
from assistant.models.fetch import Progress, fetch
from assistant.models.kinds import engine_of, folder_engines, model_files
from assistant.models.lock import Locked, write_lock
from assistant.models.manifest import Model, ModelError, is_name, model_named
from assistant.models.store import Found, Place, Store
from assistant.models.trial import try_model
from assistant.models.unpack import unpack

DOWNLOADS = ".downloads"
"""Where archives wait until they are whole; in the user's folder of models."""

_VOSK_NAME = re.compile(r"vosk-model(?:-small)?-(?P<language>[a-z]{2})(?:[-_.]|$)")
"""How Vosk's publisher names his models."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a new model is to be called; None: found out from the model."""

    name: str | None = None
    """Its name."""
    language: str | None = None
    """Its language, as "en"."""


def get(store: Store, name: str, progress: Progress = lambda _done, _all: None) -> Found:
    """Fetch a model of the manifest, unless it is here and whole. The only function that asks the network.

    Raises:
        ModelError: there is no such model, it comes another way, or it cannot be fetched, checked or unpacked.
    """
    model = model_named(store.manifest, name)
    found = store.locate(model)
    if found is not None:
        faults = store.faults(found, fresh=True)
        if not faults:
            return found
        if found.place is Place.TREE:
            raise ModelError(f"{faults[0]}: remove {found.folder}, then try again")
    if not model.archive:
        raise ModelError(f"{name} comes another way: run: {model.install}")
    archive = store.user / DOWNLOADS / f"{name}.zip"
    fetch(model.archive, archive, model.size_bytes, model.archive_sha256, progress)
    with _staging(store) as stage:
        unpack(archive, stage)
        added = _install(store, stage, model, f"{model.archive} (sha256 {model.archive_sha256})")
    archive.unlink()
    return added


def add(store: Store, path: Path, wanted: Wanted = Wanted()) -> Found:
    """Copy a model from a folder or a zip on this machine.

    Args:
        store: where it goes.
        path: the folder or the zip.
        wanted: what it is to be called.

    Raises:
        ModelError: it is no model of a known kind, is damaged, or its name or language must be told.
    """
    with _staging(store) as stage:
        origin = f"added from {path.resolve()}"
        if path.is_file():
            sha256 = sha256_of(path)
            unpack(path, stage)
            known = [model for model in store.manifest.values() if model.archive_sha256 == sha256]
            origin += f" (sha256 {sha256})"
        elif path.is_dir():
            _copy_folder(path, stage)
            known = [
                model for model in store.manifest.values() if path.resolve().name in (model.archive_folder, model.name)
            ]
        else:
            raise ModelError(f"{path}: no such file or folder: give the folder or the zip of a model")
        whole, engine = _whole_folder(stage, path)
        known += [model for model in store.manifest.values() if model.files and _has_files(whole, model)]
        model = known[0] if known and wanted.name in (None, known[0].name) else _besides(store, path, engine, wanted)
        return _install(store, whole, model, origin)


@contextmanager
def _staging(store: Store) -> Iterator[Path]:
    """Yield an empty folder on the same disk as the store, gone afterwards."""
    try:
        store.user.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".adding-", dir=store.user, ignore_cleanup_errors=True) as folder:
            stage = Path(folder) / "model"
            stage.mkdir()
            yield stage
    except OSError as error:
        raise ModelError(
            f"{error.filename or store.user}: {error.strerror or error}; mend that and try again"
        ) from error


def _copy_folder(source: Path, stage: Path) -> None:
    try:
        shutil.copytree(source, stage, dirs_exist_ok=True)
    except (OSError, shutil.Error) as error:
        raise ModelError(f"{source}: cannot be copied ({error})") from error


def _whole_folder(stage: Path, path: Path) -> tuple[Path, str]:
    """Return the folder that holds a model's files, `stage` or one in it, and the engine that they are for."""
    engine = engine_of(stage)
    if engine is not None:
        return stage, engine
    inside = {folder: engine_of(folder) for folder in sorted(stage.iterdir()) if folder.is_dir()}
    models = [(folder, engine) for folder, engine in inside.items() if engine is not None]
    if len(models) > 1:
        raise ModelError(f"{path}: holds several models: add them one by one")
    if not models:
        needed = "; ".join(f"{name}: {', '.join(model_files(name))}" for name in folder_engines())
        raise ModelError(f"{path}: no model of a known kind; these files are needed ({needed})")
    return models[0]


def _has_files(folder: Path, model: Model) -> bool:
    return all((folder / name).is_file() and sha256_of(folder / name) == one for name, one in model.files.items())


def _besides(store: Store, path: Path, engine: str, wanted: Wanted) -> Model:
    """Return a new entry for a model that the manifest does not know."""
    stem = path.resolve().name.removesuffix(".zip").casefold()
    name = wanted.name or stem
    if not is_name(name):
        raise ModelError(f"{name!r} cannot be a model's name: say another with --name, such as vosk-large-en")
    if name in store.manifest:
        raise ModelError(f"{path}: is not the model {name} of the manifest: say another name with --name")
    named = _VOSK_NAME.match(stem)
    language = wanted.language or (named["language"] if named else None)
    if language is None:
        raise ModelError(f"{path}: of which language is it? Say so with --language, such as --language en")
    return Model(name, engine, name, "", language, 0, f"referee models add PATH --name {name}")


def _install(store: Store, stage: Path, model: Model, origin: str) -> Found:
    """Try a model that lies in `stage`, record its checksums, and move it into place."""
    missing = [name for name in model_files(model.engine) if not (stage / name).is_file()]
    if missing:
        raise ModelError(f"{model.name}: refused: {', '.join(missing)} missing in what came from {origin}")
    digests = {
        path.relative_to(stage).as_posix(): sha256_of(path) for path in sorted(stage.rglob("*")) if path.is_file()
    }
    wrong = [name for name, digest in model.files.items() if digests.get(name) != digest]
    if wrong:
        raise ModelError(
            f"{model.name}: refused: {', '.join(wrong)} differ from the manifest in what came from {origin}"
        )
    try:
        try_model(model.engine, stage)
    except ModelError as error:
        raise ModelError(f"{model.name}: {error}") from error
    locked = store.locked()
    locked[model.name] = Locked(model.engine, model.language, origin, digests)
    target = store.user / model.name
    if target.exists():
        target.replace(stage.parent / "old")
    stage.replace(target)
    write_lock(store.lock_file, locked)
    return Found(replace(model, files=model.files or digests), target, Place.USER)
