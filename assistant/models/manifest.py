"""The manifest: every model that an engine can hear with."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from assistant.errors import RefereeError


class ManifestError(RefereeError):
    """The manifest is damaged: the installation is not whole."""


@dataclass(frozen=True, slots=True)
class Model:
    """One model of the manifest."""

    name: str
    """As in `referee models get NAME`."""
    engine: str
    """Which engine hears with it."""
    title: str
    """For people."""
    licence: str
    """Its SPDX name."""
    language: str
    """Its language, as "en"."""
    size_bytes: int
    """About so large when unpacked."""
    install: str
    """The command that brings it."""
    files: Mapping[str, str]
    """The sha256 of each file by its name; empty where its publisher's package vouches for it."""
    package: str = ""
    """The Python package that carries it, or empty."""
    package_folder: str = ""
    """Its folder inside the package."""
    archive: str = ""
    """Where a zip of it can be fetched, or empty."""
    archive_folder: str = ""
    """Its folder inside the zip."""
    archive_sha256: str = ""
    """The zip's checksum; empty where its publisher gives none."""


def source_tree() -> Path:
    """Return the folder that holds `assistant`, `models` and `phrases.yaml` in a checkout."""
    return Path(__file__).resolve().parent.parent.parent


def load_manifest(path: Path | None = None) -> dict[str, Model]:
    """Return all models by name.

    Raises:
        ManifestError: the file is missing or damaged.
    """
    in_tree = source_tree() / "models" / "manifest.toml"
    path = path or (in_tree if in_tree.is_file() else Path(str(files("assistant") / "data" / "manifest.toml")))
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: Model(name=name, **entry) for name, entry in data["models"].items()}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise ManifestError(f"{path}: damaged ({error}); install the referee again") from error
