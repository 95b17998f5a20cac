"""Any stretch of a log's sound, read from the few files that hold it."""

import io
from collections import OrderedDict
from typing import Self

import numpy as np
import soundfile
from numpy.typing import NDArray

from assistant.eventlog.files import LogFiles
from assistant.eventlog.reader import Log
from assistant.eventlog.records import AudioSegment, LogLossError

Sound = NDArray[np.float32]
"""Sound of all microphones, shape (frames, channels), full scale -1.0 to 1.0."""

KEPT_FILES = 4
"""So many decoded files are kept: what is asked for next mostly lies beside what was asked for last."""


class LogSound:
    """The sound of a log, in its folder or bundle."""

    def __init__(self, segments: tuple[AudioSegment, ...], files: LogFiles) -> None:
        """Look at which files there are; none is read yet."""
        self._segments = segments
        self._files = files
        self._decoded: OrderedDict[str, Sound] = OrderedDict()
        self.rate_hz = segments[0].rate_hz if segments else 0
        """Samples a second; 0 where the log has no sound."""
        self.channels = segments[0].channels if segments else 0
        """How many microphones; 0 where the log has no sound."""

    @classmethod
    def of(cls, log: Log) -> Self:
        """Return the sound of a log."""
        return cls(log.audio, log.files)

    @property
    def end_ms(self) -> int:
        """Where the sound ends; 0 where there is none."""
        if not self._segments:
            return 0
        last = self._segments[-1]
        return last.start_ms + last.frames * 1000 // last.rate_hz

    def cut(self, from_ms: int, to_ms: int) -> Sound:
        """Return the sound between two moments; silence where the log has none.

        Raises:
            LogLossError: a file is missing or damaged.
        """
        frames = max(0, (to_ms - from_ms) * self.rate_hz // 1000)
        out = np.zeros((frames, self.channels), np.float32)
        first = from_ms * self.rate_hz // 1000
        for segment in self._segments:
            begin = segment.start_ms * self.rate_hz // 1000
            low, high = max(first, begin), min(first + frames, begin + segment.frames)
            if low < high:
                out[low - first : high - first] = self._read(segment)[low - begin : high - begin]
        return out

    def _read(self, segment: AudioSegment) -> Sound:
        if segment.file in self._decoded:
            self._decoded.move_to_end(segment.file)
            return self._decoded[segment.file]
        data = self._files.read(segment.file)
        try:
            sound, _ = soundfile.read(io.BytesIO(data or b""), dtype="float32", always_2d=True)
        except soundfile.LibsndfileError as error:
            raise _damaged(self._files, segment) from error
        if sound.shape != (segment.frames, self.channels):
            raise _damaged(self._files, segment)
        decoded: Sound = sound
        self._decoded[segment.file] = decoded
        if len(self._decoded) > KEPT_FILES:
            self._decoded.popitem(last=False)
        return decoded


def _damaged(files: LogFiles, segment: AudioSegment) -> LogLossError:
    return LogLossError(f"{files.where / segment.file}: is missing or damaged: run `referee verify` on the log")
