"""Many logs in one folder: what each holds, which ones are to go, and how they go."""

import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from assistant.core import referee
from assistant.core.games.base import Game
from assistant.core.observations import moment_ms
from assistant.core.refold import scores, winner
from assistant.errors import RefereeError
from assistant.eventlog.reader import Log, read_log
from assistant.eventlog.records import EVENTS_FILE, LogError, LogLossError
from assistant.eventlog.replay import setup_of

IN_PLAY_FOR = timedelta(minutes=30)
"""A log that is open and was written on so short a time ago belongs to a match that may still go on, or be resumed."""
_AGE = re.compile(r"(\d+(?:\.\d+)?)\s*([hdwmy])")
_HOURS = {"h": 1, "d": 24, "w": 7 * 24, "m": 30 * 24, "y": 365 * 24}


@dataclass(frozen=True, slots=True)
class Kept:
    """One log of a folder, in a folder of its own or as a bundle."""

    path: Path
    """Its folder, or its zip."""
    written: datetime
    """When it was last written on."""
    bytes: int
    """The size of all its files."""
    audio_bytes: int = 0
    """The size of its sound; 0 for a bundle, whose sound cannot be taken out."""
    started: datetime | None = None
    """When the match began; None when the log cannot be read."""
    game: str = ""
    """The game's id."""
    players: tuple[str, ...] = ()
    """The names, in clockwise order."""
    length_ms: int = 0
    """The moment of its last observation."""
    rulings: int = 0
    """How many rulings stand."""
    scores: tuple[tuple[str, int], ...] = ()
    """Every player's score at the end."""
    winner: str | None = None
    """Who won; None while nobody has."""
    closed: bool = False
    """Whether it was ended in order."""
    fault: str = ""
    """Why it cannot be read or judged, in one line; empty when it can."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.path.name

    @property
    def began(self) -> datetime:
        """When the match began, or, where nobody can know, when it was last written on."""
        return self.started or self.written

    def in_play(self, now: datetime) -> bool:
        """Return whether its match may still go on."""
        return not self.closed and not self.fault and now - self.written < IN_PLAY_FOR


def logs_in(folder: Path) -> tuple[Path, ...]:
    """Return the logs that lie directly in a folder: folders with an event log, and zips; sorted by name."""
    if not folder.is_dir():
        return ()
    found = [path for path in folder.iterdir() if (path / EVENTS_FILE).is_file() or path.suffix == ".zip"]
    return tuple(sorted(found))


def logs_below(folder: Path) -> tuple[Path, ...]:
    """Return the logs that lie anywhere below a folder: folders with an event log, and zips; sorted by path."""
    folders = (events.parent for events in folder.rglob(EVENTS_FILE) if events.parent != folder)
    return tuple(sorted({*folders, *folder.rglob("*.zip")}))


def look(path: Path, games: Mapping[str, Game[Any, Any]]) -> Kept:
    """Return what a log holds; one that is damaged is returned with its fault.

    Args:
        path: a folder or a bundle.
        games: the games by id.
    """
    files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
    sizes = {each: each.stat().st_size for each in files if each.exists()}
    events = path / EVENTS_FILE if path.is_dir() else path
    written = datetime.fromtimestamp(events.stat().st_mtime, UTC)
    audio_bytes = sum(size for each, size in sizes.items() if each in _sound_files(path))
    kept = Kept(path, written, sum(sizes.values()), audio_bytes)
    try:
        return _read(kept, read_log(path), games)
    except RefereeError as error:
        return Kept(path, written, kept.bytes, audio_bytes, fault=str(error))


def find(name: str, logs: Sequence[Kept]) -> Kept:
    """Return the log that is meant: by its path, its name, or the beginning of a name that no other has.

    Raises:
        LogError: there is none, or several could be meant.
    """
    by_path = [log for log in logs if log.name == name or log.path == Path(name)]
    found = by_path or [log for log in logs if name and log.name.startswith(name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise LogError(f"{name!r} may be {' or '.join(log.name for log in found)}: write the whole name")
    raise LogError(f"{name!r}: there is no such log: `referee logs list` shows them")


def age(text: str) -> timedelta:
    """Return a length of time such as 12h, 30d, 2w, 6m (months of 30 days) or 1y.

    Raises:
        LogError: it has another form.
    """
    found = _AGE.fullmatch(text.strip().casefold())
    if found is None or float(found[1]) * _HOURS[found[2]] > _HOURS["y"] * 1000:
        raise LogError(f"{text!r} is no age: write a number and h, d, w, m or y, such as 30d")
    return timedelta(hours=float(found[1]) * _HOURS[found[2]])


def to_prune(
    logs: Sequence[Kept], now: datetime, older_than: timedelta | None = None, keep: int | None = None
) -> tuple[Kept, ...]:
    """Return the logs that are to go, the oldest first; never one whose match may still go on.

    Args:
        logs: all logs.
        now: the time.
        older_than: only logs that began longer ago; None: of any age.
        keep: the newest so many stay, whatever their age; None: none of them for being new.
    """
    oldest_first = sorted(logs, key=lambda log: log.began)
    candidates = oldest_first[: max(0, len(logs) - keep)] if keep is not None else oldest_first
    return tuple(
        log for log in candidates if not log.in_play(now) and (older_than is None or now - log.began > older_than)
    )


def remove(log: Kept, audio_only: bool = False) -> int:
    """Remove a log, or its sound alone, and return how many bytes that freed.

    Raises:
        LogLossError: something of it cannot be removed; what could be is gone.
    """
    if audio_only:
        freed = 0
        for file in _sound_files(log.path):
            freed += file.stat().st_size
            _unlink(file)
        return freed
    if log.path.is_symlink() or log.path.is_file():
        _unlink(log.path)
        return log.bytes
    try:
        shutil.rmtree(log.path)
    except OSError as error:
        raise LogLossError(f"{error.filename or log.path}: cannot be removed ({error.strerror})") from error
    return log.bytes


def _read(kept: Kept, log: Log, games: Mapping[str, Game[Any, Any]]) -> Kept:
    """Return what a log holds, with the scores that its observations give."""
    head = log.head
    started = None
    with suppress(ValueError):
        started = datetime.fromisoformat(head.started)
    if head.game not in games:
        raise LogError(f"{kept.path}: its game {head.game!r} is not known to this program: install a newer one")
    state = referee.start(setup_of(head, games[head.game]))
    for observation in log.observations:
        state = referee.step(state, observation).state
    return Kept(
        kept.path,
        kept.written,
        kept.bytes,
        kept.audio_bytes,
        started if started is None or started.tzinfo else started.replace(tzinfo=UTC),
        head.game,
        head.players,
        max((moment_ms(each) for each in log.observations), default=0),
        len(log.standing),
        tuple(scores(state).items()),
        winner(state),
        log.closed,
    )


def _sound_files(path: Path) -> tuple[Path, ...]:
    return tuple(sorted(path.glob("audio-*.flac"))) if path.is_dir() else ()


def _unlink(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise LogLossError(f"{path}: cannot be removed ({error.strerror})") from error
