"""One writer a log: whoever was closed in a hurry may still be hearing out what was said, and two would tear it."""

from io import FileIO
from pathlib import Path

from assistant.eventlog.records import LogError


def lock(file: FileIO, folder: Path) -> None:
    """Keep every other program from writing on a log, until the file is closed or this program ends, however it ends.

    Where the system knows no such lock, nothing is done.

    Raises:
        LogError: another program is writing on it.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise LogError(
            f"{folder}: this match is still being written: wait until the other referee has heard out what was said"
        ) from error
    except OSError:  # a network drive without locks
        return
