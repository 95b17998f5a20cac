"""Opening the players' database: made when missing, brought to today's form, safe under several processes at once."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from assistant.errors import RefereeError
from assistant.practice.migrations import MIGRATIONS

BUSY_MS = 10_000
"""So long a process waits for another one that writes; a write takes a few milliseconds."""


class StoreError(RefereeError):
    """The players' database cannot be read or written: says which file, why, and what to do."""


class Database:
    """One connection to the file. Not for use by two threads at once."""

    def __init__(self, path: Path, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
        """Open or make the file, and bring it to the latest version.

        Args:
            path: the file; its folder is made when it is missing.
            migrations: the statements of every version.

        Raises:
            StoreError: the file cannot be opened, is no database, or was written by a newer program.
        """
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{path.parent}: cannot be made ({error.strerror}); see who may write there") from error
        with self._told():
            self._connection = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None)
        try:
            with self._told():
                self._prepare(migrations)
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file; calling it twice does no harm."""
        self._connection.close()

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query; raises StoreError."""
        with self._told():
            return list(self._connection.execute(statement, tuple(values)))

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection for one transaction: all of it is written, or nothing.

        Raises:
            StoreError: the file cannot be written.
        """
        with self._told():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.rollback()
                raise
            self._connection.commit()

    def empty_wal(self) -> None:
        """Write everything into the file itself, so that nothing deleted stays in the log beside it."""
        with self._told():
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _prepare(self, migrations: Sequence[Sequence[str]]) -> None:
        self._connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten, not only forgotten
        if self._version() == len(migrations):
            return
        self._connection.execute("PRAGMA journal_mode = WAL")
        with self.writing() as connection:  # two processes may come here at once: the second one finds it done
            version = self._version()
            if version > len(migrations):
                raise StoreError(f"{self._path}: was written by a newer version of this program; update it")
            for number, statements in enumerate(migrations[version:], version + 1):
                for statement in statements:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self._path}: {error}; see who may write there, and whether the disk is full") from error
        except sqlite3.DatabaseError as error:
            raise StoreError(
                f"{self._path}: is no database of players ({error}); move it away to begin anew"
            ) from error
