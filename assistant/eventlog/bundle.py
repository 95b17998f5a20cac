"""One file that holds a whole log: a zip with a manifest, and a hash over every byte of the zip itself.

The files are stored as they are, so that any tool can take them out and every byte is covered. The zip's comment holds
the hash of all bytes before it.
"""

import hashlib
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path

from assistant.core.codec import JsonObject
from assistant.eventlog.files import LogFiles
from assistant.eventlog.reader import read_log
from assistant.eventlog.records import EVENTS_FILE, LogError, LogLossError
from assistant.eventlog.sound_left import without_gone_sound

MANIFEST_FILE = "manifest.json"
"""The name of the list of files in a bundle."""

BUNDLE_VERSION = 1
"""The version of the form of a bundle."""

_COMMENT_HEAD = b"sha256:"
_COMMENT_BYTES = len(_COMMENT_HEAD) + 64
_NO_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest date a zip can hold, for every file: so the same log gives the same bundle."""


def make_bundle(log_path: Path, target: Path, extra: Sequence[Path] = ()) -> Path:
    """Write the log in a folder as one zip; without its sound where all of that was thrown away.

    Args:
        log_path: the folder of the log.
        target: the zip to be written; it must not exist.
        extra: more files to go with it, such as a report.

    Returns:
        The path of the zip.

    Raises:
        LogError: there is no log, some of its audio files are missing, or the zip exists or cannot be written.
        LogLossError: the disk is full.
    """
    log, _ = without_gone_sound(read_log(log_path))
    names = [EVENTS_FILE, *(segment.file for segment in log.audio)]
    contents: dict[str, bytes] = {}
    for name in names:
        data = log.files.read(name)
        if data is None:
            raise LogError(f"{log.files.where / name}: the file is missing: run `referee verify` on the log")
        contents[name] = data
    for path in extra:
        contents[path.name] = path.read_bytes()
    contents[MANIFEST_FILE] = _manifest(contents, log.closed)
    try:
        _write_zip(target, contents)
    except FileExistsError as error:
        raise LogError(f"{target}: exists already: name another file for the bundle") from error
    except OSError as error:
        target.unlink(missing_ok=True)
        raise LogLossError(f"{target}: cannot be written ({error.strerror}): the log itself is unharmed") from error
    return target


def read_manifest(files: LogFiles) -> dict[str, str]:
    """Return the hash of every file that the manifest names.

    Raises:
        LogError: there is no manifest, or it has another form.
        ValueError: it is no JSON.
    """
    data = files.read(MANIFEST_FILE)
    manifest = json.loads(data) if data is not None else None
    listed = manifest.get("files") if isinstance(manifest, dict) else None
    if not isinstance(listed, dict):
        raise LogError(f"{files.where}: there is no {MANIFEST_FILE} in it: this is no bundle")
    return {str(name): str(entry.get("sha256")) for name, entry in listed.items() if isinstance(entry, dict)}


def envelope_fault(path: Path) -> str | None:
    """Return what is wrong with the zip as a whole, or None when every byte is as it was written.

    Raises:
        LogError: the file cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LogError(f"{path}: cannot be read ({error.strerror}): give the folder of a log, or a bundle") from error
    before, comment = data[:-_COMMENT_BYTES], data[-_COMMENT_BYTES:]
    if not comment.startswith(_COMMENT_HEAD):
        return "the end of the archive is missing or was changed"
    if hashlib.sha256(before).hexdigest().encode("ascii") != comment[len(_COMMENT_HEAD) :]:
        return "the archive was changed"
    return None


def _manifest(contents: dict[str, bytes], closed: bool) -> bytes:
    listed: JsonObject = {
        name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in contents.items()
    }
    manifest: JsonObject = {"bundle": BUNDLE_VERSION, "closed": closed, "files": listed}
    return (json.dumps(manifest, indent=1) + "\n").encode("ascii")


def _write_zip(target: Path, contents: dict[str, bytes]) -> None:
    with zipfile.ZipFile(target, "x", zipfile.ZIP_STORED) as archive:
        for name, data in contents.items():
            archive.writestr(zipfile.ZipInfo(name, _NO_DATE), data)
        archive.comment = _COMMENT_HEAD + b"0" * 64
    with target.open("r+b") as file:
        before = file.read()[:-_COMMENT_BYTES]
        file.seek(len(before) + len(_COMMENT_HEAD))
        file.write(hashlib.sha256(before).hexdigest().encode("ascii"))
