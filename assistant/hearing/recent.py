"""The last stretch of sound of all channels, so that a segment can be cut out of it once it is complete."""

from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ, Samples

KEPT_MS = 30_000
"""How much is kept: the longest segment, twice over, and what may wait for the ears."""


@dataclass(slots=True)
class RecentSound:
    """Holds the latest KEPT_MS of sound; memory stays flat however long the match."""

    channels: int
    """How many microphones."""
    end_sample: int = 0
    """How many samples have come in all."""
    _blocks: deque[NDArray[np.float32]] = field(default_factory=deque)
    _start_sample: int = 0

    def push(self, block: NDArray[np.float32]) -> None:
        """Append a block, shape (n, channels)."""
        self._blocks.append(block)
        self.end_sample += len(block)
        while self.end_sample - self._start_sample - len(self._blocks[0]) > KEPT_MS * SAMPLE_RATE_HZ // 1000:
            self._start_sample += len(self._blocks.popleft())

    def cut(self, channel: int, from_ms: int, to_ms: int) -> Samples:
        """Return one channel between two moments; shorter where the sound has not come yet or is no longer kept."""
        first = max(from_ms * SAMPLE_RATE_HZ // 1000, self._start_sample)
        last = min(to_ms * SAMPLE_RATE_HZ // 1000, self.end_sample)
        parts, position = [], self._start_sample
        for block in self._blocks:
            low, high = max(first - position, 0), min(last - position, len(block))
            if low < high:
                parts.append(block[low:high, channel])
            position += len(block)
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)
