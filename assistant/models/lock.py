"""What was added or fetched on this machine: each model with the checksums of its files, as they were on that day."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from assistant.models.digests import write_whole
from assistant.models.manifest import ModelError, is_name

VERSION = 1
"""Of the form of the file."""


@dataclass(frozen=True, slots=True)
class Locked:
    """One model in the user's folder."""

    engine: str
    """Which engine hears with it."""
    language: str
    """Its language, as "en"."""
    origin: str
    """Where it came from, for people."""
    files: Mapping[str, str]
    """The sha256 of each file by its path in the folder, with forward slashes."""


def read_lock(path: Path) -> dict[str, Locked]:
    """Return the models by name; a missing file is an empty one.

    Raises:
        ModelError: it cannot be read or is damaged.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != VERSION:
            raise ValueError(f"it is of version {data['version']}")
        return {name: _locked(name, entry) for name, entry in data["models"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ModelError(f"{path}: damaged ({error}); remove it, and add your models again") from error


def write_lock(path: Path, models: Mapping[str, Locked]) -> None:
    """Write all models.

    Raises:
        OSError: the folder cannot be written to.
    """
    entries = {
        name: {"engine": one.engine, "language": one.language, "origin": one.origin, "files": dict(one.files)}
        for name, one in models.items()
    }
    write_whole(path, json.dumps({"version": VERSION, "models": entries}, indent=1, sort_keys=True) + "\n")


def _locked(name: str, entry: Mapping[str, object]) -> Locked:
    files = entry["files"]
    if not is_name(name) or not isinstance(files, dict) or not str(entry["engine"]).isidentifier():
        raise ValueError(f"the entry {name!r} is damaged")
    return Locked(
        str(entry["engine"]),
        str(entry["language"]),
        str(entry["origin"]),
        MappingProxyType({str(file): str(digest) for file, digest in files.items()}),
    )
