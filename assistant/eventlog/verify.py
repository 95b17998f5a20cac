"""Looking for any changed, missing, reordered or truncated byte of a log or bundle, and naming the place."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from assistant.eventlog.bundle import MANIFEST_FILE, envelope_fault, read_manifest
from assistant.eventlog.chain import GENESIS, digest_of, unseal
from assistant.eventlog.files import BundleFiles, LogFiles, log_files
from assistant.eventlog.reader import parse_log
from assistant.eventlog.records import EVENTS_FILE, AudioSegment, LogError

MISSING_AUDIO = "the audio file is missing"
"""What is wrong where an audio file that the log names is not there."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not as it was written."""

    file: str
    """The file in the log, or the empty string for a bundle as a whole."""
    what: str
    """What is wrong, in one sentence."""
    line: int | None = None
    """The line of the event log, from 1; None for other files."""

    def shown(self, where: Path) -> str:
        """Return the fault with its place in the log at `where`."""
        file = str(where / self.file) if self.file else str(where)
        return f"{file}: {self.what}" if self.line is None else f"{file}:{self.line}: {self.what}"


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found."""

    where: Path
    """The folder or bundle."""
    faults: tuple[Fault, ...]
    """What is wrong; empty when the log is as it was written."""
    lines: int
    """How many lines of the event log were looked at."""
    audio_files: int
    """How many audio files were looked at."""

    @property
    def only_sound_gone(self) -> bool:
        """Whether nothing is wrong but that every audio file is missing, as after `referee logs prune --audio-only`."""
        return bool(self.faults) and not self.audio_files and all(each.what == MISSING_AUDIO for each in self.faults)


def verify(path: Path) -> Verification:
    """Check every byte of a log in its folder, or of a bundle.

    Raises:
        LogError: there is no log.
    """
    if path.is_file() and path.name != EVENTS_FILE:
        return _verify_bundle(path)
    files = log_files(path)
    return _verification(files, _log_faults(files))


def _verify_bundle(path: Path) -> Verification:
    envelope = envelope_fault(path)
    try:
        files = BundleFiles(path)
    except LogError:
        if envelope is None or not path.read_bytes().startswith(b"PK"):
            raise
        return Verification(path, (Fault("", "the directory of the archive was changed or cut off"),), 0, 0)
    faults = _log_faults(files)
    faults += _manifest_faults(files, {fault.file for fault in faults})
    if envelope is not None:
        faults.insert(0, Fault("", envelope if faults else f"{envelope}, outside of the files in it"))
    return _verification(files, faults)


def _verification(files: LogFiles, faults: list[Fault]) -> Verification:
    data = files.read(EVENTS_FILE) or b""
    audio_files = sum(name.endswith(".flac") for name in files.names())
    return Verification(files.where, tuple(faults), data.count(b"\n"), audio_files)


def _log_faults(files: LogFiles) -> list[Fault]:
    data = files.read(EVENTS_FILE)
    if data is None:
        return [Fault(EVENTS_FILE, "the event log is missing")]
    faults = _chain_faults(data)
    try:
        log = parse_log(data, files)
    except LogError as error:
        return faults or [Fault(EVENTS_FILE, str(error), line=1)]
    if log.lost:
        faults.append(Fault(EVENTS_FILE, log.lost, log.lines))
    for segment in log.audio:
        faults.extend(_audio_faults(segment, files))
    known = {segment.file for segment in log.audio}
    strays = [name for name in files.names() if name.endswith(".flac") and name not in known]
    faults.extend(Fault(name, "the log knows nothing of this audio file") for name in strays)
    return faults


def _chain_faults(data: bytes) -> list[Fault]:
    """Return the first line that does not follow from the one before it: all later hashes rest on it."""
    previous = GENESIS
    for number, raw in enumerate(data.split(b"\n")[:-1], start=1):
        sealed = unseal(raw.decode("ascii", "replace"))
        if sealed is None:
            return [Fault(EVENTS_FILE, "the line carries no hash: it was changed or cut off", number)]
        if digest_of(sealed[0], previous) != sealed[1]:
            what = "this line does not follow the one before it: one was changed, moved, added or taken out"
            return [Fault(EVENTS_FILE, what, number)]
        previous = sealed[1]
    return []


def _audio_faults(segment: AudioSegment, files: LogFiles) -> list[Fault]:
    data = files.read(segment.file)
    if data is None:
        return [Fault(segment.file, MISSING_AUDIO)]
    if hashlib.sha256(data).hexdigest() != segment.sha256:
        return [Fault(segment.file, "the audio file was changed or cut off")]
    return []


def _manifest_faults(files: LogFiles, damaged: set[str]) -> list[Fault]:
    """Return where manifest and files part.

    Where the log's own hashes find nothing wrong with a file, it is the manifest that was changed.
    """
    try:
        manifest = read_manifest(files)
    except (LogError, ValueError):
        return [Fault(MANIFEST_FILE, "the manifest is missing or was changed")]
    faults = []
    for name in sorted({*manifest, *files.names()} - damaged - {MANIFEST_FILE}):
        data = files.read(name)
        if name not in manifest:
            faults.append(Fault(name, "the manifest knows nothing of this file"))
        elif data is None:
            faults.append(Fault(name, "the file is missing"))
        elif hashlib.sha256(data).hexdigest() != manifest[name]:
            faults.append(Fault(name, "the file, or its hash in the manifest, was changed"))
    return faults
