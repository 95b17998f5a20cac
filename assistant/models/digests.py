"""Checksums of files, remembered by size and time of change, so that a start does not read every model again."""

import hashlib
import json
import os
import time
from pathlib import Path

CHUNK_BYTES = 1 << 20
SETTLED_NS = 2_000_000_000
"""A file that changed within the last two seconds may change again unseen: some file systems count in whole seconds."""
LARGEST_CACHE_BYTES = 4_000_000
"""Far more than a few models' files need; anything larger is not ours."""

Entry = tuple[int, int, str]
"""Size in bytes, time of change in nanoseconds, sha256."""


def sha256_of(path: Path) -> str:
    """Return a file's sha256 in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


class Digests:
    """Reads checksums, and remembers them in a file."""

    def __init__(self, cache: Path | None) -> None:
        """Remember in `cache`, or nowhere."""
        self._cache = cache
        self._known = _read(cache) if cache else {}
        self._changed = False

    def of(self, path: Path, fresh: bool = False) -> str:
        """Return the sha256 of a file; `fresh` reads it again in any case.

        Raises:
            OSError: the file cannot be read.
        """
        status = path.stat()
        key = str(path.resolve())
        known = self._known.get(key)
        if not fresh and known and known[:2] == (status.st_size, status.st_mtime_ns):
            return known[2]
        digest = sha256_of(path)
        if time.time_ns() - status.st_mtime_ns > SETTLED_NS:
            self._known[key] = (status.st_size, status.st_mtime_ns, digest)
            self._changed = True
        return digest

    def save(self) -> None:
        """Write down what is new; where that is not possible, the next start reads the files again."""
        if self._cache is None or not self._changed:
            return
        try:
            self._cache.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._cache, json.dumps(self._known, indent=0, sort_keys=True))
        except OSError:
            return
        self._changed = False


def write_whole(path: Path, text: str) -> None:
    """Replace a file by another at once, so that nobody ever reads half of it.

    Raises:
        OSError: the folder cannot be written to.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _read(cache: Path) -> dict[str, Entry]:
    """Return what an earlier run remembered; a damaged file counts as none."""
    try:
        if cache.stat().st_size > LARGEST_CACHE_BYTES:
            return {}
        data = json.loads(cache.read_text(encoding="utf-8"))
        return {str(key): (int(size), int(changed), str(digest)) for key, (size, changed, digest) in data.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}
