"""Which recordings lie in a folder."""

from pathlib import Path

from assistant.errors import RefereeError
from assistant.eventlog.records import EVENTS_FILE

SCRIPT = ".script"
"""What a script is called at its end."""
RECORDINGS = (".wav", ".flac", ".rf64", SCRIPT)
"""What a recording, or a script, is called at its end."""


def recordings_in(folder: Path, without: Path) -> tuple[Path, ...]:
    """Return every recording and script below a folder, sorted; logs keep their own sound, which is passed over.

    Args:
        folder: where to look.
        without: a folder that is passed over, because results lie there.

    Raises:
        RefereeError: there is none.
    """
    apart = without.resolve()
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in RECORDINGS
        and not path.name.startswith(".")
        and path.is_file()
        and apart not in path.resolve().parents
        and not (path.parent / EVENTS_FILE).exists()
    ]
    if not found:
        raise RefereeError(f"{folder}: holds no recording: put files that end in {', '.join(RECORDINGS)} there")
    return tuple(found)
