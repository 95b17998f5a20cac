"""Reading a log, also one that broke off: all that was finished counts, and what was lost is said."""

import json
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from assistant.core import codec
from assistant.core.codec import CodecError, Json, JsonObject
from assistant.core.lateness import Late
from assistant.core.observations import Call, Numbered, Observation
from assistant.core.rulings import Ruling
from assistant.core.spoken import NEVER_SPOKEN, Spoken, SpokenTimes
from assistant.eventlog.chain import GENESIS, digest_of, unseal
from assistant.eventlog.files import LogFiles, log_files
from assistant.eventlog.lock import lock
from assistant.eventlog.records import (
    AUDIO,
    CLOSE,
    EVENTS_FILE,
    HEAD,
    LATE,
    OBSERVATION,
    RULING,
    SPOKEN,
    WITHDRAWN,
    AudioSegment,
    Head,
    LogError,
    place,
)
from assistant.eventlog.writer import LogWriter


@dataclass(frozen=True, slots=True)
class LoggedRuling:
    """A ruling as it was written."""

    line: int
    """Its line, from 1."""
    ruling: Ruling
    """What was ruled."""


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """An observation and what it brought, as they were written."""

    line: int
    """The observation's line, from 1."""
    numbered: Numbered
    """The observation as it came."""
    rulings: tuple[LoggedRuling, ...] = ()
    """The rulings, in the order of their lines."""
    withdrawn: tuple[int, ...] = ()
    """The ids of earlier rulings that stand no more."""


@dataclass(frozen=True, slots=True)
class Log:
    """A log, read."""

    files: LogFiles
    """Where its files can be had."""
    head: Head
    """What was fixed before the first call."""
    steps: tuple[LoggedStep, ...]
    """What was observed and ruled."""
    audio: tuple[AudioSegment, ...]
    """The sound that belongs to it, in order."""
    closed: bool
    """Whether it was ended in order."""
    last_hash: str
    """The hash of its last whole line."""
    lines: int
    """How many whole lines it has."""
    bytes: int
    """How many bytes those take: what follows is torn."""
    spoken: SpokenTimes = NEVER_SPOKEN
    """When the referee spoke; nothing in a log of a recording, or of a schema before 3."""
    late: tuple[Late, ...] = ()
    """When the machine was too slow; nothing in a log of a recording, or of a schema before 4."""
    lost: str = ""
    """What was lost, in one sentence; empty when nothing was."""

    @property
    def observations(self) -> tuple[Observation, ...]:
        """All that a replay needs."""
        return tuple(step.numbered.observation for step in self.steps)

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every call as it came."""
        return tuple(each for each in self.observations if isinstance(each, Call))

    @property
    def standing(self) -> tuple[Ruling, ...]:
        """The rulings that were not withdrawn later, in order."""
        withdrawn = {number for step in self.steps for number in step.withdrawn}
        return tuple(each.ruling for step in self.steps for each in step.rulings if each.ruling.id not in withdrawn)


def read_log(path: Path) -> Log:
    """Return the log in a folder or bundle.

    Hashes are not checked here (see `verify`): a log that somebody changed is still to be read, in order to see what.

    Raises:
        LogError: there is no log, or a line before the last one cannot be read.
    """
    files = log_files(path)
    data = files.read(EVENTS_FILE)
    if data is None:
        raise LogError(f"{path}: there is no {EVENTS_FILE} in it: give the folder of a log, or a bundle")
    return parse_log(data, files)


def parse_log(data: bytes, files: LogFiles) -> Log:
    """Return the log whose event file holds `data`.

    Raises:
        LogError: a line before the last one cannot be read, or there is no head.
    """
    *whole, torn = data.split(b"\n")
    records: list[tuple[int, JsonObject]] = []
    for number, raw in enumerate(whole, start=1):
        record = _record(raw)
        if record is None:
            if number == len(whole) and not torn:
                torn = raw + b"\n"
                break
            raise LogError(f"{place(files.where, number)}: this line cannot be read: run `referee verify` on the log")
        records.append((number, record))
    if not records:
        raise LogError(f"{place(files.where, 1)}: the log has no head: it broke off before the match began")
    head, schema = _head(records[0][1], files)
    reading = _Reading(files, schema)
    for number, record in records[1:]:
        reading.take(number, record)
    last = unseal(whole[len(records) - 1].decode("ascii", "replace"))
    return Log(
        files,
        head,
        tuple(reading.steps),
        tuple(reading.audio),
        reading.closed,
        last[1] if last else GENESIS,
        lines=len(records),
        bytes=len(data) - len(torn),
        spoken=SpokenTimes(tuple(reading.spoken)),
        late=tuple(reading.late),
        lost=_lost(torn, reading),
    )


def reopen(path: Path) -> tuple[Log, LogWriter]:
    """Return a finished or broken-off log and a writer that goes on after its last whole line.

    Raises:
        LogError: there is no log in a folder, it cannot be written, another program writes on it, or its last line was
            changed.
    """
    log = read_log(path)
    folder = log.files.where
    if not folder.is_dir():
        raise LogError(f"{folder}: a bundle is never changed: give the folder of the log")
    try:
        file = FileIO(folder / EVENTS_FILE, "r+b")
        lock(file, folder)
        log = read_log(path)  # nobody writes on it any more
        file.truncate(log.bytes)
        file.seek(log.bytes)
    except OSError as error:
        raise LogError(f"{folder}: the log cannot be written on ({error.strerror})") from error
    rulings = sum(len(step.rulings) for step in log.steps)
    return log, LogWriter(file, folder, log.last_hash, len(log.steps), rulings)


def chain_fault(data: bytes) -> int | None:
    """Return the first line whose hash does not fit, from 1, or None; a torn last line is not looked at."""
    previous = GENESIS
    for number, raw in enumerate(data.split(b"\n")[:-1], start=1):
        sealed = unseal(raw.decode("ascii", "replace"))
        if sealed is None or digest_of(sealed[0], previous) != sealed[1]:
            return number
        previous = sealed[1]
    return None


class _Reading:
    """Lines gathered into steps."""

    def __init__(self, files: LogFiles, schema: int) -> None:
        self.steps: list[LoggedStep] = []
        self.audio: list[AudioSegment] = []
        self.spoken: list[Spoken] = []
        self.late: list[Late] = []
        self.closed = False
        self._files = files
        self._schema = schema

    def take(self, line: int, record: JsonObject) -> None:
        """Add one line.

        Raises:
            LogError: it cannot be understood.
        """
        where = place(self._files.where, line)
        try:
            self._understand(line, codec.upgrade(record, self._schema), where)
        except CodecError as error:
            raise LogError(f"{error}" if str(error).startswith(where) else f"{where}: {error}") from error

    def _understand(self, line: int, record: JsonObject, where: str) -> None:
        kind = record.get("kind")
        self.closed = kind == CLOSE
        body: dict[str, Json] = {name: value for name, value in record.items() if name not in ("kind", "sha256")}
        if kind == OBSERVATION:
            self.steps.append(LoggedStep(line, codec.decode(body, Numbered, where)))
        elif kind == RULING and self.steps:
            ruling = codec.decode(body.get("ruling"), Ruling, where)
            self._extend(rulings=(*self.steps[-1].rulings, LoggedRuling(line, ruling)))
        elif kind == WITHDRAWN and self.steps:
            ids = body.get("ids")
            numbers = tuple(number for number in ids if isinstance(number, int)) if isinstance(ids, list) else ()
            self._extend(withdrawn=(*self.steps[-1].withdrawn, *numbers))
        elif kind == AUDIO:
            self.audio.append(codec.decode(body.get("segment"), AudioSegment, where))
        elif kind == SPOKEN:
            self.spoken.append(codec.decode(body.get("spoken"), Spoken, where))
        elif kind == LATE:
            self.late.append(codec.decode(body.get("late"), Late, where))
        elif kind != CLOSE:
            raise CodecError(f"{where}: a line of the kind {kind!r} has no place here")

    def _extend(
        self, rulings: tuple[LoggedRuling, ...] | None = None, withdrawn: tuple[int, ...] | None = None
    ) -> None:
        last = self.steps[-1]
        self.steps[-1] = LoggedStep(
            last.line,
            last.numbered,
            last.rulings if rulings is None else rulings,
            last.withdrawn if withdrawn is None else withdrawn,
        )


def _record(raw: bytes) -> JsonObject | None:
    try:
        record = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _head(record: JsonObject, files: LogFiles) -> tuple[Head, int]:
    where = place(files.where, 1)
    schema = record.get("schema")
    if record.get("kind") != HEAD or not isinstance(schema, int):
        raise LogError(f"{where}: the first line is no head: this is no log of party-referee")
    try:
        return codec.decode(codec.upgrade(record, schema).get("head"), Head, where), schema
    except CodecError as error:
        raise LogError(f"{where}: {error}" if not str(error).startswith(where) else str(error)) from error


def _lost(torn: bytes, reading: _Reading) -> str:
    if reading.closed and not torn:
        return ""
    after = f"after line {reading.steps[-1].line}" if reading.steps else "before the first call"
    half = f"; its last {len(torn)} bytes are half a line" if torn else ""
    return f"the log was not closed: what came {after} may be lost{half}"
