"""Writing a log: append-only, chained, on the disk before anybody hears of a ruling."""

import errno
import os
import shutil
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from assistant.core.codec import SCHEMA, JsonObject
from assistant.core.lateness import Late
from assistant.core.observations import Tick
from assistant.core.refold import RulesT, StateT, Step
from assistant.core.rulings import Ruling
from assistant.core.spoken import Spoken
from assistant.eventlog.chain import GENESIS, seal
from assistant.eventlog.lock import lock
from assistant.eventlog.records import (
    EVENTS_FILE,
    AudioSegment,
    Head,
    LogError,
    LogLossError,
    audio_record,
    close_record,
    head_record,
    late_record,
    observation_record,
    ruling_record,
    spoken_record,
    withdrawn_record,
)

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
LEAST_FREE_BYTES = 65_536
"""A disk with less is full: libraries that write in blocks fail before the last byte is taken, and do not say why."""
GO_ON = "then run it again, a live match with --resume; all before this stays readable"
"""What to do once a log can be written again."""


class LogWriter:
    """A log that is being written. Not safe for use by two threads at once."""

    def __init__(self, file: FileIO, folder: Path, previous: str, observations: int = 0, rulings: int = 0) -> None:
        """Write on after the line with the hash `previous`; use `begin` or `reader.reopen` instead of this."""
        self._file = file
        self._folder = folder
        self._previous = previous
        self._observations = observations
        self._rulings = rulings

    @classmethod
    def begin(cls, folder: Path, head: Head) -> Self:
        """Return a new log in `folder`, which is made if need be; its head is on the disk.

        Raises:
            LogError: the folder cannot be made or written, or holds a log already.
            LogLossError: the disk is full.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = FileIO(folder / EVENTS_FILE, "xb")
        except FileExistsError as error:
            reason = "holds a log already" if folder.is_dir() else "is a file"
            raise LogError(f"{folder}: {reason}: name another folder for the log") from error
        except OSError as error:
            raise LogError(f"{folder}: no log can be written there ({error.strerror}): name another folder") from error
        lock(file, folder)
        writer = cls(file, folder, GENESIS)
        writer._append(head_record(head, SCHEMA))
        return writer

    @property
    def folder(self) -> Path:
        """Where the log lies."""
        return self._folder

    def step(self, step: Step[StateT, RulesT]) -> None:
        """Put one step of the match on the disk: when this returns, its rulings may be announced.

        A tick that brought no ruling is left out: a replay derives the same without it.

        Raises:
            LogLossError: the disk is full, or can be written no more.
        """
        if isinstance(step.numbered.observation, Tick) and not step.rulings:
            return
        records = [observation_record(step.numbered), *(ruling_record(ruling) for ruling in step.rulings)]
        if step.withdrawn:
            records.append(withdrawn_record(step.withdrawn))
        self._append(*records, durable=bool(step.rulings))
        self._observations += 1
        self._rulings += len(step.rulings)

    def complete(self, rulings: Sequence[Ruling], withdrawn: tuple[int, ...]) -> None:
        """Add to the last step what broke off with the program: rulings that were made, but not written.

        Raises:
            LogLossError: the disk is full, or can be written no more.
        """
        records = [ruling_record(ruling) for ruling in rulings]
        if withdrawn:
            records.append(withdrawn_record(withdrawn))
        if records:
            self._append(*records)
            self._rulings += len(rulings)

    def audio(self, segment: AudioSegment) -> None:
        """Put the hash of a finished audio file into the chain.

        Raises:
            LogLossError: the disk is full, or can be written no more.
        """
        self._append(audio_record(segment))

    def spoken(self, spoken: Spoken) -> None:
        """Note when the referee spoke; no ruling rests on it, so it may reach the disk with the next one.

        Raises:
            LogLossError: the disk is full, or can be written no more.
        """
        self._append(spoken_record(spoken), durable=False)

    def late(self, late: Late) -> None:
        """Note when the machine was too slow; no ruling rests on it, so it may reach the disk with the next one.

        Raises:
            LogLossError: the disk is full, or can be written no more.
        """
        self._append(late_record(late), durable=False)

    def close(self) -> None:
        """End the log in order; calling it twice does no harm.

        Raises:
            LogLossError: the disk is full, or can be written no more.
        """
        if not self._file.closed:
            try:
                self._append(close_record(self._observations, self._rulings))
            finally:
                self._file.close()

    def abandon(self) -> None:
        """Let the file go without a close line: what stands in it stays, and readers say that it breaks off."""
        self._file.close()

    def __enter__(self) -> Self:
        """Return the writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the log, or leave it open-ended when something went wrong."""
        if error is None:
            self.close()
        else:
            self.abandon()

    def _append(self, *records: JsonObject, durable: bool = True) -> None:
        if self._file.closed:
            raise LogLossError(f"{self._folder / EVENTS_FILE}: the log is closed already: nothing more is written")
        previous, lines = self._previous, []
        for record in records:
            line, previous = seal(record, previous)
            lines.append(line + "\n")
        written_to = self._file.tell()
        try:
            self._write("".join(lines).encode("ascii"))
            if durable:
                os.fsync(self._file.fileno())
        except OSError as error:
            self._cut_back(written_to)
            raise unwritten(self._folder / EVENTS_FILE, "the log", error) from error
        self._previous = previous

    def _write(self, data: bytes) -> None:
        """Write everything: an unbuffered file may take a part only, at the edge of a full disk."""
        view = memoryview(data)
        while view:
            view = view[self._file.write(view) or 0 :]

    def _cut_back(self, length: int) -> None:
        """Take a half-written step away; if even that fails, readers tolerate a torn last line."""
        try:
            self._file.truncate(length)
            self._file.seek(length)
        except OSError:
            self._file.close()


def unwritten(path: Path, what: str, error: Exception) -> LogLossError:
    """Return the error for a file of a log that cannot be written on: what, where, what to do.

    Args:
        path: the file.
        what: what it is to people.
        error: what the system or a library said of it.
    """
    if _is_full(path, error):
        room = "make room there (`referee logs prune --audio-only` drops old sound)"
        return LogLossError(f"{path}: the disk is full: {room}, {GO_ON}")
    said = " ".join((getattr(error, "strerror", None) or str(error)).split()).rstrip(".")
    return LogLossError(
        f"{path}: {what} cannot be written on ({said}): see that the disk is there and may be written, {GO_ON}"
    )


def _is_full(path: Path, error: Exception) -> bool:
    """Return whether there is no room, also where a library that was told so says no more than "system error"."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno in _FULL
    try:
        return shutil.disk_usage(path.parent).free < LEAST_FREE_BYTES
    except OSError:
        return False
