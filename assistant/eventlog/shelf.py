"""Where logs lie unless another place is named: one folder a match, named by its day, hour and game."""

from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from assistant.eventlog.records import EVENTS_FILE, LogError

APP = "party-referee"
"""The name of the user's folders."""


def shelf() -> Path:
    """Return the folder that holds the logs of this user; it may not exist yet."""
    return user_data_path(APP) / "logs"


def new_folder(game: str, now: datetime, place: Path | None = None) -> Path:
    """Return a folder for a new log that is not there yet.

    Args:
        game: the game's id.
        now: the local time.
        place: the folder that holds the logs; the user's own unless given.
    """
    place = place or shelf()
    name = f"{now:%Y-%m-%d-%H%M%S}-{game}"
    folder, number = place / name, 2
    while folder.exists():
        folder, number = place / f"{name}-{number}", number + 1
    return folder


def latest_log(place: Path | None = None) -> Path:
    """Return the log that was written on last.

    Raises:
        LogError: there is none.
    """
    place = place or shelf()
    events = sorted(place.glob(f"*/{EVENTS_FILE}"), key=lambda path: path.stat().st_mtime_ns)
    if not events:
        raise LogError(f"{place}: there is no log to resume: name its folder, or begin a match")
    return events[-1].parent
