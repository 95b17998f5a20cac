"""Keeps what C libraries write to the terminal away from it: PortAudio and ALSA complain about every pulled plug."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STDERR = 2
"""The file descriptor that C libraries write their complaints to."""


@contextmanager
def quiet_libraries(said: Path | None = None) -> Iterator[None]:
    """Let C libraries, and programs started meanwhile, write to a file while Python's own stderr stays what it is.

    Enter it before a screen is drawn: a screen that draws on stderr must find the one that still reaches the terminal.

    Args:
        said: the file that takes what they say; None: it is dropped.

    Raises:
        OSError: the file cannot be written.
    """
    target = os.open(said or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    ours = sys.stderr, sys.__stderr__
    for stream in ours:
        if stream is not None:
            stream.flush()
    terminal = os.dup(STDERR)
    with os.fdopen(os.dup(terminal), "w", buffering=1, encoding="utf-8", errors="backslashreplace") as kept:
        try:
            os.dup2(target, STDERR)
            sys.__stderr__ = kept  # type: ignore[misc]  # where textual draws
            if ours[0] is ours[1]:
                sys.stderr = kept
            yield
        finally:
            sys.stderr, sys.__stderr__ = ours  # type: ignore[misc]
            os.dup2(terminal, STDERR)
            os.close(terminal)
            os.close(target)
