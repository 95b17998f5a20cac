"""The latest half minute of a live match, for whoever wants to hear or see it again; safe for use by two threads."""

from threading import Lock

import numpy as np
from numpy.typing import NDArray

from assistant.hearing.recent import KEPT_MS, RecentSound
from engines.base import SAMPLE_RATE_HZ


class Memory:
    """What the microphones heard lately, on the clock of the match."""

    def __init__(self, channels: int, offset_ms: int = 0) -> None:
        """Begin before the first sample.

        Args:
            channels: how many microphones.
            offset_ms: where the first sample lies on the clock of the match.
        """
        self._recent = RecentSound(channels)
        self._offset_ms = offset_ms
        self._lock = Lock()

    def push(self, block: NDArray[np.float32]) -> None:
        """Take a block, shape (n, channels)."""
        with self._lock:
            self._recent.push(block)

    def cut(self, from_ms: int, to_ms: int) -> NDArray[np.float32] | None:
        """Return the sound between two moments, shape (frames, channels); None where its begin is forgotten by now.

        What has not come yet is left out at the end.
        """
        with self._lock:
            end_ms = self._offset_ms + self._recent.end_sample * 1000 // SAMPLE_RATE_HZ
            if from_ms < max(self._offset_ms, end_ms - KEPT_MS) or from_ms >= end_ms:
                return None
            begin, end = from_ms - self._offset_ms, to_ms - self._offset_ms
            lanes = [self._recent.cut(channel, begin, end) for channel in range(self._recent.channels)]
        return np.stack(lanes, axis=1)
