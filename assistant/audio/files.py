"""Recordings: WAV and FLAC of any rate, read in blocks, so that hours of sound need no more memory than a minute."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from assistant.audio.wav_header import sound_bytes
from assistant.errors import RefereeError
from engines.base import SAMPLE_RATE_HZ

MOST_CHANNELS = 8
"""A microphone a player, for the largest table; also what a FLAC can hold."""
READABLE = ("WAV", "WAVEX", "FLAC", "RF64")
"""The containers that are judged."""
FLOATS = ("FLOAT", "DOUBLE")
"""The sample formats that can hold what is no number, or lies beyond full scale."""
RATES_HZ = (4_000, 768_000)
"""Below the first no speech fits in, and above the second no converter goes: the header is damaged."""
BLOCK_MS = 100
"""How much is read at once."""
SCAN_FRAMES = 1_024
"""So many samples a channel are read at once when a file is tried out."""
NEVER_WRITTEN = 2**63 - 1
"""What libsndfile says of a FLAC whose header does not tell its length."""
HIGHEST_PEAK = 16.0
"""Float samples may lie above full scale and are clipped; beyond this (+24 dB) they are scaled in another way."""


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
    """How many microphones it holds, 1 to 8."""
    samples: int
    """How many samples a channel can be read, at its own rate."""
    lost_ms: int = 0
    """How much its header promises beyond what can be read; 0 when it is whole."""

    @property
    def duration_ms(self) -> int:
        """How much of it can be read."""
        return self.samples * 1000 // self.rate_hz

    @property
    def lost(self) -> str:
        """What is missing, in one sentence; empty when the file is whole."""
        if not self.lost_ms:
            return ""
        return (
            f"{self.path}: cut off or damaged after {self.duration_ms / 1000:.1f} s, {self.lost_ms / 1000:.1f} s lost"
        )

    def blocks(self, block_ms: int = BLOCK_MS) -> Iterator[NDArray[np.float32]]:
        """Yield the sound in blocks of shape (n, channels), n > 0, at SAMPLE_RATE_HZ, full scale -1.0 to 1.0.

        The first sample lies at time 0, whatever the recording's own rate, and the sound does not depend on `block_ms`.

        Args:
            block_ms: how much of the file is read for one block; blocks may be shorter and longer.

        Raises:
            RecordingError: the file was changed since it was opened.
        """
        resampler = soxr.ResampleStream(self.rate_hz, SAMPLE_RATE_HZ, self.channels, dtype="float32")
        same_rate = self.rate_hz == SAMPLE_RATE_HZ
        for read in self._read(max(1, self.rate_hz * block_ms // 1000)):
            block = read if same_rate else resampler.resample_chunk(read)
            if len(block):
                yield _clipped(block)
        rest = np.zeros((0, self.channels), dtype=np.float32)
        if not same_rate and len(block := resampler.resample_chunk(rest, last=True)):
            yield _clipped(block)

    def _read(self, step: int) -> Iterator[NDArray[np.float32]]:
        left = self.samples
        try:
            with soundfile.SoundFile(self.path) as file:
                while left:
                    block = file.read(min(step, left), dtype="float32", always_2d=True)
                    if not len(block):
                        raise RecordingError(f"{self.path}: became shorter while it was read; judge it again")
                    left -= len(block)
                    yield block
        except (soundfile.LibsndfileError, OSError) as error:
            raise RecordingError(
                f"{self.path}: cannot be read any more ({_why(error)}); judge it again when nothing writes to it"
            ) from error


def open_recording(path: Path) -> Recording:
    """Look into a recording and try it out.

    A file that is shorter than its header says, or a FLAC that is damaged in the middle, is judged as far as it goes;
    `Recording.lost_ms` and `Recording.lost` tell how much is gone.

    Raises:
        RecordingError: there is no file, or it is no WAV or FLAC, is empty, has too many channels or holds no numbers.
    """
    _check_file(path)
    try:
        info = soundfile.info(str(path))
    except (soundfile.LibsndfileError, OSError) as error:
        raise RecordingError(
            f"{path}: is no WAV or FLAC that can be read ({_why(error)}); export it as FLAC"
        ) from error
    if info.format not in READABLE:
        raise RecordingError(f"{path}: is {info.format_info}; convert it to WAV or FLAC")
    if not 1 <= info.channels <= MOST_CHANNELS:
        raise RecordingError(f"{path}: has {info.channels} channels; at most {MOST_CHANNELS} microphones are heard")
    if not RATES_HZ[0] <= info.samplerate <= RATES_HZ[1]:
        raise RecordingError(f"{path}: says that its rate is {info.samplerate} Hz; record or export it at 16 to 48 kHz")
    if info.frames == 0:
        raise RecordingError(f"{path}: holds no sound, or was never finished; mend its header or record again")
    readable, promised = _frames(path, info.format, info.subtype, info.frames)
    if not readable:
        raise RecordingError(f"{path}: is cut off before its first sound; record or export it again")
    lost_ms = (promised - readable) * 1000 // info.samplerate
    return Recording(path, info.samplerate, info.channels, readable, lost_ms)


def _check_file(path: Path) -> None:
    if not path.exists():
        raise RecordingError(f"{path}: no such file; check the name")
    if path.is_dir():
        raise RecordingError(f"{path}: is a folder; name a WAV or FLAC file, or a script")
    if not path.is_file():
        raise RecordingError(f"{path}: is a device or a pipe; save the sound to a file first")
    try:
        with path.open("rb") as file:
            if not file.read(1):
                raise RecordingError(f"{path}: is empty; record the match again")
    except OSError as error:
        raise RecordingError(f"{path}: cannot be read ({error.strerror}); check who may read it") from error


def _frames(path: Path, container: str, subtype: str, frames: int) -> tuple[int, int]:
    """Return how many frames can be read, and how many the header promises."""
    if container == "FLAC" or subtype in FLOATS:
        readable = _try_out(path, subtype in FLOATS)
        if container == "FLAC":
            return readable, readable if frames == NEVER_WRITTEN else max(readable, frames)
    sound = sound_bytes(path)
    if sound is None or not sound.lost:
        return frames, frames
    return frames, frames * sound.promised // max(1, sound.held)


def _try_out(path: Path, floats: bool) -> int:
    """Return how many frames can be read before the end, or before the first damage.

    Raises:
        RecordingError: float samples are no numbers, or lie far beyond full scale.
    """
    readable = 0
    for step in (SCAN_FRAMES, 1):  # a step that meets the damage brings nothing of what lies before it
        try:
            with soundfile.SoundFile(path) as file:
                file.seek(readable)
                while len(block := file.read(step, dtype="float32", always_2d=True)):
                    readable += len(block)
                    if floats:
                        _check_scale(path, block)
            break
        except soundfile.LibsndfileError:
            continue
    return readable


def _check_scale(path: Path, block: NDArray[np.float32]) -> None:
    if not np.isfinite(block).all():
        raise RecordingError(f"{path}: holds samples that are no numbers; export it again as PCM")
    if np.abs(block).max() > HIGHEST_PEAK:
        raise RecordingError(f"{path}: holds samples far beyond full scale; export it again as PCM")


def _clipped(block: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.clip(np.asarray(block, dtype=np.float32), -1.0, 1.0)


def _why(error: Exception) -> str:
    return str(error).rpartition(": ")[2].rstrip(".").lower()
