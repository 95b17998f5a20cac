"""The latest minutes of a live match, for whoever wants to hear or see them again; safe for use by two threads."""

from collections import deque
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ

KEPT_MS = 180_000
"""Three minutes: who appeals later may do so on the log; 23 MB with four microphones."""
_FULL_SCALE = 32767
"""The greatest PCM16 value: half the memory of the ears' own samples."""


class Memory:
    """What the microphones heard lately, on the clock of the match."""

    def __init__(self, channels: int, offset_ms: int = 0, kept_ms: int = KEPT_MS) -> None:
        """Begin before the first sample.

        Args:
            channels: how many microphones.
            offset_ms: where the first sample lies on the clock of the match.
            kept_ms: how much is kept.
        """
        self._channels = channels
        self._offset_ms = offset_ms
        self._kept = kept_ms * SAMPLE_RATE_HZ // 1000
        self._blocks: deque[NDArray[np.int16]] = deque()
        self._start = 0
        self._end = 0
        self._lock = Lock()

    def push(self, block: NDArray[np.float32]) -> None:
        """Take a block, shape (n, channels)."""
        pcm = np.round(np.clip(block, -1.0, 1.0) * _FULL_SCALE).astype(np.int16)
        with self._lock:
            self._blocks.append(pcm)
            self._end += len(pcm)
            while self._end - self._start - len(self._blocks[0]) >= self._kept:
                self._start += len(self._blocks.popleft())

    def cut(self, from_ms: int, to_ms: int) -> NDArray[np.float32] | None:
        """Return the sound between two moments, shape (frames, channels); None where its begin is forgotten by now.

        What has not come yet is left out at the end.
        """
        first, last = ((at_ms - self._offset_ms) * SAMPLE_RATE_HZ // 1000 for at_ms in (from_ms, to_ms))
        with self._lock:
            if not self._start <= first < self._end:
                return None
            parts, position = [], self._start
            for block in self._blocks:
                low, high = max(first - position, 0), min(last - position, len(block))
                if low < high:
                    parts.append(block[low:high])
                position += len(block)
        pcm = np.concatenate(parts) if parts else np.zeros((0, self._channels), np.int16)
        return pcm.astype(np.float32) / np.float32(_FULL_SCALE)
