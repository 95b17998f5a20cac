"""The manifest: every model that an engine can hear with."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rapidfuzz import process

from assistant.errors import RefereeError

CLOSE_ENOUGH = 60
"""The rapidfuzz ratio (0 to 100) from which a wrong name is answered with "did you mean"."""

_SHA256 = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


class ModelError(RefereeError):
    """A model is not there, or is not what it should be: says which file, and what to do."""


class ManifestError(ModelError):
    """The manifest is damaged: the installation is not whole."""


@dataclass(frozen=True, slots=True)
class Model:
    """One model of the manifest, or one that the user added."""

    name: str
    """As in `referee models get NAME`; also the name of its folder."""
    engine: str
    """Which engine hears with it."""
    title: str
    """For people."""
    licence: str
    """Its SPDX name, or empty when nobody said."""
    language: str
    """Its language, as "en"."""
    size_bytes: int
    """Of its files, or of its archive."""
    install: str
    """The command that brings it."""
    files: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The sha256 of each file by its path in the folder; empty where nobody publishes them."""
    package: str = ""
    """The Python package that carries it, or empty."""
    package_folder: str = ""
    """Its folder inside the package."""
    archive: str = ""
    """Where a zip of it can be fetched, or empty."""
    archive_folder: str = ""
    """Its folder inside the zip."""
    archive_sha256: str = ""
    """The zip's checksum; there whenever `archive` is."""


def source_tree() -> Path | None:
    """Return the folder that holds `assistant`, `models` and `phrases.yaml` in a checkout, or None outside of one."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "models" / "manifest.toml").is_file() and (root / "pyproject.toml").is_file() else None


def load_manifest(path: Path | None = None) -> dict[str, Model]:
    """Return all models by name, from the source tree or from the copy that is packaged with the referee.

    Raises:
        ManifestError: the file is missing or damaged.
    """
    if path is None:
        root = source_tree()
        path = root / "models" / "manifest.toml" if root else Path(str(files("assistant") / "data" / "manifest.toml"))
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        models = {name: _model(name, entry) for name, entry in data["models"].items()}
        for model in models.values():
            _check(model)
    except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:  # TOML and UTF-8 errors are ValueErrors
        raise ManifestError(f"{path}: damaged ({error}); install the referee again") from error
    return models


def model_named(models: Mapping[str, Model], name: str) -> Model:
    """Return the model with this name.

    Raises:
        ModelError: there is none.
    """
    if name in models:
        return models[name]
    near = process.extractOne(name.casefold(), models, processor=lambda item: getattr(item, "name", item))
    hint = f"did you mean {near[2]}?" if near and near[1] >= CLOSE_ENOUGH else f"known are {', '.join(models)}"
    raise ModelError(f"no model {name!r}: {hint}")


def is_name(text: str) -> bool:
    """Return whether a text can name a model, and so a folder on every system."""
    return _NAME.fullmatch(text) is not None


def _check(model: Model) -> None:
    """Check one entry; raises ValueError or TypeError where it is wrong."""
    if not is_name(model.name):
        raise ValueError(f"{model.name!r} is no name of a model")
    texts = (model.engine, model.title, model.licence, model.language, model.install, model.package, model.archive)
    if not all(isinstance(text, str) for text in texts) or not isinstance(model.size_bytes, int):
        raise TypeError(f"{model.name}: a field has the wrong type")
    for name, digest in model.files.items():
        if not _SHA256.fullmatch(digest):
            raise ValueError(f"{model.name}: the sha256 of {name} is not 64 digits of hexadecimal")
    if model.archive and not _SHA256.fullmatch(model.archive_sha256):
        raise ValueError(f"{model.name}: an archive needs its sha256")
    if model.archive and not model.archive.startswith("https://"):
        raise ValueError(f"{model.name}: an archive is fetched by https only")


def _model(name: str, entry: Mapping[str, Any]) -> Model:
    return Model(name=name, **{**entry, "files": MappingProxyType(dict(entry.get("files", {})))})
