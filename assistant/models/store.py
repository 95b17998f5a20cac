"""Where the models lie on this machine, and whether their files are what the manifest says."""

import hashlib
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_data_path

from assistant.errors import RefereeError
from assistant.models.manifest import Model, load_manifest, source_tree

APP = "party-referee"
"""The name of the user's data folder."""
CHUNK_BYTES = 1 << 20


class ModelError(RefereeError):
    """A model is not what it should be: says which file, and what to do."""


def user_models() -> Path:
    """Return the folder for models that were added or fetched."""
    return user_data_path(APP) / "models"


def places(model: Model) -> tuple[Path, ...]:
    """Return where a model may lie, the preferred place first."""
    found = [source_tree() / "models" / model.name, user_models() / model.name]
    spec = find_spec(model.package) if model.package else None
    if spec is not None and spec.submodule_search_locations:
        found.append(Path(next(iter(spec.submodule_search_locations))) / model.package_folder)
    return tuple(found)


def locate(model: Model) -> Path | None:
    """Return the folder of a model on this machine, or None."""
    return next((place for place in places(model) if place.is_dir() and any(place.iterdir())), None)


def find_model(engine: str, language: str = "en") -> Path | None:
    """Return the folder of the first model of an engine that is there, its checksums verified.

    Raises:
        ModelError: the model is there, but a file of it is not what the manifest says.
    """
    for model in load_manifest().values():
        if model.engine == engine and model.language == language and (folder := locate(model)) is not None:
            verify(model, folder)
            return folder
    return None


def verify(model: Model, folder: Path) -> None:
    """Check every file of a model that the manifest has a checksum for.

    Raises:
        ModelError: a file is missing or differs.
    """
    for name, expected in model.files.items():
        path = folder / name
        if not path.is_file():
            raise ModelError(f"{path}: missing from the model {model.name}; run: {model.install}")
        if sha256_of(path) != expected:
            raise ModelError(f"{path}: is not the file of the model {model.name} (checksum); run: {model.install}")


def sha256_of(path: Path) -> str:
    """Return a file's sha256 in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()
