"""The table profiles on this machine: one TOML file each, in the user's folder of settings."""

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_config_path

from assistant.table import TableError, TableProfile, checked_name, from_toml, to_toml

APP = "party-referee"
"""The name of the user's folders."""
LARGEST_FILE_BYTES = 1_000_000
"""A profile is a page of text: anything larger is another file."""
_HEAD, _TAIL = "table-", ".toml"


@dataclass(frozen=True, slots=True)
class Entry:
    """One profile of the folder."""

    path: Path
    """Its file."""
    saved_ns: int
    """When it was written, in nanoseconds since 1970."""
    profile: TableProfile | None
    """The profile, or None when its file is damaged."""
    fault: str = ""
    """What is wrong with its file; empty when nothing is."""


class Tables:
    """The profiles of one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """Look into `folder`, or the user's own; nothing is made before a profile is saved."""
        self.folder = folder or user_config_path(APP) / "tables"
        """Where the profiles lie."""

    def path_of(self, name: str) -> Path:
        """Return the file of a table: the same one however its letters are cased, as on a Mac.

        Raises:
            TableError: the name cannot name a file.
        """
        return self.folder / f"{_HEAD}{checked_name(name).casefold()}{_TAIL}"

    def entries(self) -> tuple[Entry, ...]:
        """Return every profile, the latest first; damaged ones too, with what is wrong."""
        found = [_entry(path) for path in sorted(self.folder.glob(f"{_HEAD}*{_TAIL}"))]
        return tuple(sorted(found, key=lambda entry: -entry.saved_ns))

    def load(self, name: str) -> TableProfile:
        """Return a profile.

        Raises:
            TableError: there is none of that name, or its file is damaged.
        """
        path = self.path_of(name)
        if not path.exists():
            known = ", ".join(entry.profile.name for entry in self.entries() if entry.profile) or "none yet"
            raise TableError(f"no table is called {name!r} (there are: {known}): run `referee setup --name {name!r}`")
        return load_file(path)

    def latest(self) -> TableProfile | None:
        """Return the profile that was saved last, or None without any.

        Raises:
            TableError: its file is damaged: another one would be a surprise at the table.
        """
        entries = self.entries()
        return load_file(entries[0].path) if entries else None

    def save(self, profile: TableProfile) -> Path:
        """Write a profile, in place of one of the same name, and return its file; a crash leaves the old one whole.

        Raises:
            TableError: it cannot be written.
        """
        path = self.path_of(profile.name)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write_whole(path, to_toml(profile))
        except OSError as error:
            reason = error.strerror or str(error)
            raise TableError(
                f"{path}: cannot be written ({reason}): free some space or mend its permissions"
            ) from error
        return path

    def delete(self, name: str) -> None:
        """Remove a profile, damaged or not.

        Raises:
            TableError: there is none of that name, or it cannot be removed.
        """
        path = self.path_of(name)
        try:
            path.unlink()
        except FileNotFoundError as error:
            raise TableError(f"no table is called {name!r}: `referee setup --list` shows them") from error
        except OSError as error:
            raise TableError(f"{path}: cannot be removed ({error.strerror}): mend its permissions") from error


def load_file(path: Path) -> TableProfile:
    """Return the profile in a file.

    Raises:
        TableError: the file cannot be read, or holds no profile.
    """
    try:
        if path.stat().st_size > LARGEST_FILE_BYTES:
            raise TableError(f"{path}: too large for a table profile: run `referee setup` anew")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise TableError(f"{path}: this is no text: run `referee setup` anew") from error
    except OSError as error:
        raise TableError(f"{path}: cannot be read ({error.strerror}): run `referee setup` anew") from error
    return from_toml(text, str(path))


def _entry(path: Path) -> Entry:
    saved_ns = 0
    with suppress(OSError):
        saved_ns = path.stat().st_mtime_ns
    try:
        return Entry(path, saved_ns, load_file(path))
    except TableError as error:
        return Entry(path, saved_ns, None, str(error))


def _write_whole(path: Path, text: str) -> None:
    """Write a file so that at every moment either the old one or the new one is there, whole."""
    handle, part_name = tempfile.mkstemp(prefix=".", suffix=_TAIL, dir=path.parent)
    part = Path(part_name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
