"""The sound of a match, written next to its log as FLAC files that are closed often, so that a crash loses little."""

import hashlib
import io
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import soundfile
from numpy.typing import NDArray

from assistant.eventlog.files import LogFiles
from assistant.eventlog.records import AudioSegment, LogLossError
from assistant.eventlog.writer import LogWriter, unwritten
from engines.base import SAMPLE_RATE_HZ

SEGMENT_S = 30
"""The most that a crash may lose, in seconds of sound."""

RECOVERED_FRAMES = 1_024
"""So much of a broken file is read at once: a step that meets its end brings nothing of what lies before it."""

MOST_CHANNELS = 8
"""What one FLAC file can hold, by its format."""

_FULL_SCALE = 32767
"""The greatest PCM16 value."""

Block = NDArray[np.float32]
"""Sound of all microphones, shape (frames, channels), full scale -1.0 to 1.0."""


class AudioLog:
    """Sound that is being written. Not safe for use by two threads at once."""

    def __init__(
        self,
        log: LogWriter,
        channels: int,
        rate_hz: int = SAMPLE_RATE_HZ,
        segment_s: int = SEGMENT_S,
        after: Sequence[AudioSegment] = (),
    ) -> None:
        """Write the sound of `channels` microphones (1 to 8) beside `log`.

        Args:
            log: the log.
            channels: how many microphones.
            rate_hz: samples a second.
            segment_s: the length of a file, at most, in seconds.
            after: what was written of the match before it was resumed.
        """
        self._log = log
        self._channels = channels
        self._rate_hz = rate_hz
        self._segment_frames = segment_s * rate_hz
        self._file: soundfile.SoundFile | None = None
        self._path = Path()
        self.finished: tuple[AudioSegment, ...] = ()
        """The files that are written and in the log."""
        self._begun = len(after)
        self._frames = 0
        self._total_frames = sum(segment.frames for segment in after)

    def write(self, block: Block) -> None:
        """Append sound that follows directly on the sound before.

        Args:
            block: shape (frames, channels).

        Raises:
            LogLossError: the disk is full, or can be written no more.
        """
        self.write_pcm(np.round(np.clip(block, -1.0, 1.0) * _FULL_SCALE).astype(np.int16))

    def write_pcm(self, pcm: NDArray[np.int16]) -> None:
        """Append sound as whole numbers; see `write`."""
        while len(pcm):
            room = self._segment_frames - self._frames
            self._write_pcm(pcm[:room])
            pcm = pcm[room:]
            if self._frames == self._segment_frames:
                self._finish()

    def close(self) -> None:
        """Finish the last file and put its hash into the log; calling it twice does no harm.

        Raises:
            LogLossError: the disk is full, or can be written no more.
        """
        if self._file is not None:
            self._finish()

    def __enter__(self) -> Self:
        """Return the writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish the last file; after an error as far as that goes, so that the error itself is what is told."""
        with nullcontext() if error is None else suppress(LogLossError):
            self.close()

    def _write_pcm(self, pcm: NDArray[np.int16]) -> None:
        try:
            if self._file is None:
                self._begun += 1
                self._path = self._log.folder / audio_name(self._begun)
                self._file = soundfile.SoundFile(
                    self._path, "w", self._rate_hz, self._channels, subtype="PCM_16", format="FLAC"
                )
            self._file.write(pcm)
        except (OSError, soundfile.LibsndfileError) as error:
            raise self._lost(error) from error
        self._frames += len(pcm)

    def _finish(self) -> None:
        """Close the file and make sure that all of it is there: libsndfile tells of a full disk late or never."""
        file, self._file = self._file, None
        try:
            if file is not None:
                file.close()
            kept = soundfile.info(self._path).frames
            digest = hashlib.sha256(self._path.read_bytes()).hexdigest()
        except (OSError, soundfile.LibsndfileError) as error:
            raise self._lost(error) from error
        if kept != self._frames:
            raise self._lost(EOFError(f"{self._frames - kept} samples are missing"))
        start_ms = self._total_frames * 1000 // self._rate_hz
        segment = AudioSegment(self._path.name, start_ms, kept, self._channels, self._rate_hz, digest)
        self._log.audio(segment)
        self.finished = (*self.finished, segment)
        self._total_frames += kept
        self._frames = 0

    def _lost(self, error: Exception) -> LogLossError:
        self._file = None
        return unwritten(self._path, "the sound", error)


def audio_name(number: int) -> str:
    """Return the name of a log's audio file, from 1."""
    return f"audio-{number:04}.flac"


def recover_audio(folder: Path, segments: Sequence[AudioSegment], log: LogWriter) -> tuple[AudioSegment, ...]:
    """Return the segments of a log that broke off, with what can be read of the file that was being written then.

    That file is written anew, whole, and put into the chain.

    Args:
        folder: the log's folder.
        segments: those that stand in the log; at least one, or else the sound's form is taken from the file.
        log: the log, reopened.

    Raises:
        LogLossError: the disk is full, or can be written no more.
    """
    path = folder / audio_name(len(segments) + 1)
    if not path.is_file():
        return tuple(segments)
    parts: list[NDArray[np.int16]] = []
    rate_hz, channels = SAMPLE_RATE_HZ, 0
    with suppress(soundfile.LibsndfileError, OSError), soundfile.SoundFile(path) as broken:
        rate_hz, channels = broken.samplerate, broken.channels
        while len(part := broken.read(RECOVERED_FRAMES, dtype="int16", always_2d=True)):
            parts.append(part)
    fits = all((each.channels, each.rate_hz) == (channels, rate_hz) for each in segments)
    if not parts or not fits:
        path.unlink()
        return tuple(segments)
    with AudioLog(log, channels, rate_hz, segment_s=SEGMENT_S * 2, after=segments) as whole:
        whole.write_pcm(np.concatenate(parts))
        whole.close()
        return (*segments, *whole.finished)


def join_audio(segments: tuple[AudioSegment, ...], files: LogFiles, target: Path) -> None:
    """Write all the sound of a log, in its folder or bundle, as one FLAC file.

    Args:
        segments: at least one.
        files: where they lie.
        target: the file to be written.

    Raises:
        LogLossError: a file is missing or damaged, or the target cannot be written.
    """
    first = segments[0]
    with soundfile.SoundFile(target, "w", first.rate_hz, first.channels, "PCM_16", format="FLAC") as joined:
        for segment in segments:
            data = files.read(segment.file)
            try:
                pcm, _ = soundfile.read(io.BytesIO(data or b""), dtype="int16", always_2d=True)
            except soundfile.LibsndfileError as error:
                place = files.where / segment.file
                raise LogLossError(f"{place}: is missing or damaged: run `referee verify` on the log") from error
            joined.write(pcm)
