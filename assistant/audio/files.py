"""Recordings: WAV and FLAC of any rate, read in blocks, so that hours of sound need no more memory than a minute."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from assistant.errors import RefereeError
from engines.base import SAMPLE_RATE_HZ

MOST_CHANNELS = 8
"""A microphone a player, for the largest table."""
READABLE = ("WAV", "WAVEX", "FLAC", "RF64")
"""The containers that are judged."""
BLOCK_MS = 100
"""How much is read at once."""


class RecordingError(RefereeError):
    """A recording cannot be judged: says which file, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording that can be read."""

    path: Path
    """The file."""
    rate_hz: int
    """Its own rate; blocks come at SAMPLE_RATE_HZ."""
    channels: int
    """How many microphones it holds."""
    samples: int
    """How many samples a channel its header promises."""
    lost_ms: int = 0
    """How much its header promises beyond what the file holds; 0 when it is whole."""

    @property
    def duration_ms(self) -> int:
        """How long it is."""
        return self.samples * 1000 // self.rate_hz

    def blocks(self, block_ms: int = BLOCK_MS) -> Iterator[NDArray[np.float32]]:
        """Yield the sound in blocks of shape (n, channels) at SAMPLE_RATE_HZ; time 0 is the first sample.

        Raises:
            RecordingError: the file holds what is no sound, or cannot be read to its end.
        """
        resampler = soxr.ResampleStream(self.rate_hz, SAMPLE_RATE_HZ, self.channels, dtype="float32")
        step = max(1, self.rate_hz * block_ms // 1000)
        try:
            with soundfile.SoundFile(self.path) as file:
                left = self.samples
                while left and len(block := file.read(min(step, left), dtype="float32", always_2d=True)):
                    left -= len(block)
                    if not np.isfinite(block).all():
                        raise RecordingError(f"{self.path}: holds samples that are no numbers; export it again as PCM")
                    yield self._at_rate(resampler, block, last=False)
                yield self._at_rate(resampler, np.zeros((0, self.channels), dtype=np.float32), last=True)
        except soundfile.LibsndfileError as error:
            raise RecordingError(f"{self.path}: breaks off in the middle ({error}); repair or re-export it") from error

    def _at_rate(self, resampler: soxr.ResampleStream, block: NDArray[np.float32], last: bool) -> NDArray[np.float32]:
        if self.rate_hz == SAMPLE_RATE_HZ:
            return block
        return np.asarray(resampler.resample_chunk(block, last=last), dtype=np.float32).reshape(-1, self.channels)


def open_recording(path: Path) -> Recording:
    """Look into a recording.

    A file that is shorter than its header says is judged as far as it goes; `Recording.lost_ms` tells how much is gone.

    Raises:
        RecordingError: there is no file, or it is no WAV or FLAC, is empty, or has too many channels.
    """
    if not path.exists():
        raise RecordingError(f"{path}: no such file; check the name")
    if path.is_dir():
        raise RecordingError(f"{path}: is a folder; name a WAV or FLAC file, or a script")
    if path.stat().st_size == 0:
        raise RecordingError(f"{path}: is empty; record the match again")
    try:
        info = soundfile.info(str(path))
    except (soundfile.LibsndfileError, OSError) as error:
        raise RecordingError(
            f"{path}: is no WAV or FLAC that can be read ({_why(error)}); export it as FLAC"
        ) from error
    if info.format not in READABLE:
        raise RecordingError(f"{path}: is {info.format_info}; convert it to WAV or FLAC")
    if info.frames == 0:
        raise RecordingError(f"{path}: holds no sound; record the match again")
    if not 1 <= info.channels <= MOST_CHANNELS:
        raise RecordingError(f"{path}: has {info.channels} channels; at most {MOST_CHANNELS} microphones are heard")
    readable, lost = _readable_frames(path, info.frames, info.channels * _bytes_per_sample(info.subtype))
    return Recording(path, info.samplerate, info.channels, readable, lost * 1000 // info.samplerate)


def _why(error: Exception) -> str:
    return str(error).rpartition(": ")[2].rstrip(".").lower()


def _bytes_per_sample(subtype: str) -> int:
    return {"PCM_16": 2, "PCM_24": 3, "PCM_32": 4, "FLOAT": 4, "DOUBLE": 8, "PCM_U8": 1, "PCM_S8": 1}.get(subtype, 2)


def _readable_frames(path: Path, frames: int, frame_bytes: int) -> tuple[int, int]:
    """Return how many frames can be read, and how many more the header promises."""
    with path.open("rb") as file:
        head = file.read(4096)
    at = head.find(b"data")
    if not head.startswith(b"RIFF") or at < 0:
        return _readable_flac_frames(path, frames)
    promised = int.from_bytes(head[at + 4 : at + 8], "little")
    held = path.stat().st_size - at - 8
    if promised in (0, 0xFFFFFFFF) or promised <= held:
        return frames, 0
    return frames, (promised - held) // frame_bytes


def _readable_flac_frames(path: Path, frames: int) -> tuple[int, int]:
    """Return how many frames of a FLAC can be read: its header may promise more than was written."""
    try:
        with soundfile.SoundFile(path) as file:
            file.seek(max(0, frames - 1))
            if len(file.read(1)) == 1:
                return frames, 0
    except soundfile.LibsndfileError:
        pass
    readable = 0
    try:
        with soundfile.SoundFile(path) as file:
            while len(block := file.read(file.samplerate)):
                readable += len(block)
    except soundfile.LibsndfileError:
        pass
    if not readable:
        raise RecordingError(f"{path}: is cut off before its first sound; record or export it again")
    return readable, frames - readable
