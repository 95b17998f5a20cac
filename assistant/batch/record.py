"""What is done already: a record beside the results, so that a run that was interrupted goes on where it stopped.

An append-only file of JSON lines, one a result, each flushed to the disk: a crash costs at most a torn last line.
Something counts as done while its input, the settings and its result are all byte for byte what the record says.
"""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path

from assistant.core.codec import Json, JsonObject
from assistant.errors import LossError, RefereeError

RECORD_FILE = "record.jsonl"
"""Its name in the folder of the results."""
CHUNK_BYTES = 1 << 20


class RecordError(RefereeError):
    """The folder of the results cannot be used; says why and what to do."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a result rests on."""

    name: str
    """The input's name."""
    input_sha256: str
    """The hash of the input."""
    settings_sha256: str
    """The hash of all that was chosen: game, rules, models, versions."""


class Record:
    """The record of one folder of results."""

    def __init__(self, folder: Path) -> None:
        """Read the record in `folder`, which is made if need be.

        Raises:
            RecordError: the folder cannot be made or read.
        """
        self.folder = folder
        """Where the results lie."""
        self._path = folder / RECORD_FILE
        self._lines: dict[str, JsonObject] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            text = self._path.read_bytes() if self._path.exists() else b""
        except OSError as error:
            raise RecordError(f"{folder}: cannot be used ({error.strerror}): name another folder with -o") from error
        for raw in text.split(b"\n"):
            line = _line(raw)
            if line is not None:
                self._lines[str(line["name"])] = line
        self._torn = bool(text) and not text.endswith(b"\n")

    def done(self, key: Key, output: Path) -> Json:
        """Return what came of an input when it was done before, or None where it is to be done (again)."""
        line = self._lines.get(key.name, {})
        wanted = (key.input_sha256, key.settings_sha256)
        if (line.get("input_sha256"), line.get("settings_sha256")) != wanted or not output.is_file():
            return None
        return line.get("result") if line.get("output_sha256") == file_sha256(output) else None

    def add(self, key: Key, output: Path, result: JsonObject) -> None:
        """Write down that an input is done.

        Args:
            key: what it rests on.
            output: the file of its result, whole.
            result: what is worth telling of it.

        Raises:
            LossError: the record cannot be written: what was made stays, but will be made again.
        """
        line: JsonObject = {
            "name": key.name,
            "input_sha256": key.input_sha256,
            "settings_sha256": key.settings_sha256,
            "output_sha256": file_sha256(output),
            "result": result,
        }
        try:
            with self._path.open("ab") as file:
                file.write(b"\n" * self._torn + json.dumps(line).encode("ascii") + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise LossError(f"{self._path}: cannot be written ({error.strerror}): free some space") from error
        self._torn = False
        self._lines[key.name] = line


def file_sha256(path: Path) -> str:
    """Return the hash of a file.

    Raises:
        RecordError: it cannot be read.
    """
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                digest.update(chunk)
    except OSError as error:
        raise RecordError(f"{path}: cannot be read ({error.strerror}): mend its permissions") from error
    return digest.hexdigest()


def input_sha256(path: Path) -> str:
    """Return the hash of an input; empty for one that cannot be read: whoever works on it will say why."""
    try:
        return file_sha256(path)
    except RecordError:
        return ""


def settings_sha256(settings: Json) -> str:
    """Return the hash of all that was chosen."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode("ascii")).hexdigest()


def _line(raw: bytes) -> JsonObject | None:
    """Return a line of the record, or None for a torn or foreign one: what it told of is done again."""
    try:
        line = json.loads(raw)
    except ValueError:
        return None
    return line if isinstance(line, dict) and isinstance(line.get("name"), str) else None
