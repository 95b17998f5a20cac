"""What a WAV file's header promises: libsndfile quietly takes a file that was cut off for a shorter one."""

from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_IN_DS64 = 0xFFFFFFFF
"""A chunk's size when the true one stands in the ds64 chunk (RF64, EBU Tech 3306), or was never written."""
_MOST_CHUNKS = 1_000
"""A header with more chunks than this before its sound is no header."""


@dataclass(frozen=True, slots=True)
class SoundBytes:
    """The sound of a WAV file, in bytes."""

    promised: int
    """What the header says, in bytes."""
    held: int
    """What the file holds behind its header, in bytes."""

    @property
    def lost(self) -> int:
        """How many bytes are missing from the end; 0 when the file is whole."""
        return max(0, self.promised - self.held)


def sound_bytes(path: Path) -> SoundBytes | None:
    """Return how much sound a WAV or RF64 file promises and holds; None where it is no such file, or does not say.

    Raises:
        OSError: the file cannot be read.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        container, _, kind = file.read(4), file.read(4), file.read(4)
        if container not in (b"RIFF", b"RF64") or kind != b"WAVE":
            return None
        in_ds64 = None
        for _ in range(_MOST_CHUNKS):
            name, length = file.read(4), _number(file, 4)
            if not name:
                return None
            begin = file.tell()
            if name == b"data":
                promised = in_ds64 if length == _IN_DS64 else length
                return None if promised is None else SoundBytes(promised, size - begin)
            if name == b"ds64":
                file.seek(begin + 8)
                in_ds64 = _number(file, 8)
            file.seek(begin + length + length % 2)
    return None


def _number(file: BinaryIO, size_bytes: int) -> int:
    return int.from_bytes(file.read(size_bytes), "little")
