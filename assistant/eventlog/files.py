"""The files of a log, whether they lie in a folder or in a bundle."""

import zipfile
from pathlib import Path
from typing import Protocol

from assistant.eventlog.records import EVENTS_FILE, LogError

STORED_HEADER_BYTES = 30
"""The fixed part of the header before each file of a zip, by the zip specification (APPNOTE 4.3.7)."""


class LogFiles(Protocol):
    """Where the files of a log can be had."""

    @property
    def where(self) -> Path:
        """The folder or bundle, as errors name it."""

    def names(self) -> tuple[str, ...]:
        """Return the names of all files, sorted."""

    def read(self, name: str) -> bytes | None:
        """Return a file's bytes, or None where there is no such file."""


class FolderFiles:
    """The files of a log in its folder."""

    def __init__(self, folder: Path) -> None:
        """Look into `folder`."""
        self.where = folder

    def names(self) -> tuple[str, ...]:
        """Return the names of all files, sorted."""
        return tuple(sorted(path.name for path in self.where.iterdir() if path.is_file()))

    def read(self, name: str) -> bytes | None:
        """Return a file's bytes, or None where there is no such file."""
        path = self.where / name
        try:
            return path.read_bytes() if path.is_file() else None
        except OSError as error:
            raise LogError(f"{path}: cannot be read ({error.strerror})") from error


class BundleFiles:
    """The files of a log inside a bundle: a zip whose files are stored as they are, not compressed."""

    def __init__(self, path: Path) -> None:
        """Look into the zip at `path`.

        Raises:
            LogError: it is no zip.
        """
        self.where = path
        try:
            self._data = path.read_bytes()
            with zipfile.ZipFile(path) as archive:
                self._entries = {entry.filename: entry for entry in archive.infolist()}
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise LogError(
                f"{path}: this is no bundle that can be read ({error}): make it anew from its log"
            ) from error

    def names(self) -> tuple[str, ...]:
        """Return the names of all files, sorted."""
        return tuple(sorted(self._entries))

    def read(self, name: str) -> bytes | None:
        """Return a file's bytes as they are, right or damaged, or None where there is no such file."""
        entry = self._entries.get(name)
        if entry is None:
            return None
        name_bytes, extra_bytes = (
            int.from_bytes(self._data[entry.header_offset + at : entry.header_offset + at + 2], "little")
            for at in (26, 28)
        )
        begin = entry.header_offset + STORED_HEADER_BYTES + name_bytes + extra_bytes
        return self._data[begin : begin + entry.file_size]


def log_files(path: Path) -> LogFiles:
    """Return the files of the log at `path`: a folder, its event log, or a bundle.

    Raises:
        LogError: there is no log.
    """
    if path.name == EVENTS_FILE:
        path = path.parent
    if path.is_dir():
        if not (path / EVENTS_FILE).is_file():
            raise LogError(f"{path}: there is no {EVENTS_FILE} in this folder: give the folder of a log, or a bundle")
        return FolderFiles(path)
    if not path.exists():
        raise LogError(f"{path}: there is no such file or folder: give the folder of a log, or a bundle")
    return BundleFiles(path)
