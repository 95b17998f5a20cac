"""Unpacks a model's zip without trusting it: nothing lands outside of its folder, and nothing grows without end."""

import re
import stat
import zipfile
from pathlib import Path, PurePosixPath

from assistant.models.manifest import ModelError

LARGEST_BYTES = 6_000_000_000
"""The largest Vosk models unpack to less than 5 GB."""
MOST_FILES = 10_000
"""Models have some twenty files."""
CHUNK_BYTES = 1 << 20

_FORBIDDEN = re.compile(r'[\\:*?"<>|\x00-\x1f]')
"""What a file's name may not hold on some system, or what would make it a path there."""


def unpack(archive: Path, into: Path) -> None:
    """Unpack a zip into an empty folder; one folder that holds everything is left out.

    Raises:
        ModelError: it is no zip, is damaged, encrypted or too large, or holds links or names that lead out of it.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            members = [member for member in opened.infolist() if not member.is_dir()]
            paths = [_safe_path(archive, member) for member in members]
            _check_whole(archive, members, paths)
            skipped = 1 if len({path.parts[0] for path in paths}) == 1 and all(len(p.parts) > 1 for p in paths) else 0
            for member, path in zip(members, paths, strict=True):
                _copy(opened, member, into.joinpath(*path.parts[skipped:]))
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise ModelError(f"{archive}: damaged or no zip ({error}); fetch it again") from error
    except OSError as error:
        raise ModelError(f"{archive}: cannot be unpacked into {into} ({error.strerror or error})") from error


def _safe_path(archive: Path, member: zipfile.ZipInfo) -> PurePosixPath:
    """Return where a member belongs, relative to the folder; the name is taken as the zip has it, not as repaired."""
    name = member.orig_filename
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or _FORBIDDEN.search(name):
        raise ModelError(f"{archive}: refused: the name {name!r} in it leads out of its folder")
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise ModelError(f"{archive}: refused: {name!r} in it is a link or no plain file")
    if member.flag_bits & 1:
        raise ModelError(f"{archive}: refused: it is encrypted")
    return path


def _check_whole(archive: Path, members: list[zipfile.ZipInfo], paths: list[PurePosixPath]) -> None:
    if not members:
        raise ModelError(f"{archive}: refused: there is nothing in it")
    if len(members) > MOST_FILES or sum(member.file_size for member in members) > LARGEST_BYTES:
        raise ModelError(f"{archive}: refused: it unpacks to more than any model ({LARGEST_BYTES // 10**9} GB)")
    if len({str(path).casefold() for path in paths}) < len(paths):
        raise ModelError(f"{archive}: refused: a file comes twice in it")


def _copy(opened: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path) -> None:
    """Write one member; the zip module itself stops at the size that the member declares, and checks its CRC."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with opened.open(member) as source, target.open("xb") as sink:
        while chunk := source.read(CHUNK_BYTES):
            sink.write(chunk)
