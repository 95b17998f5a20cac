"""The sound of the room while nobody speaks, to be heard in the place of what must not be, or was lost.

Plain silence would teach the ears that the room is silent, and they would take its noise for speech afterwards.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ

ROOM_SAMPLES = SAMPLE_RATE_HZ * 320 // 1000
"""The empty room is a loop of 320 ms: longer than a syllable, shorter than a pause between two calls."""
ROOM_STRETCHES = 30
"""The quietest of the last ten seconds' stretches is the empty room."""

Block = NDArray[np.float32]


class EmptyRoom:
    """The quietest stretch of each microphone lately, to be played in the place of what must not be heard."""

    def __init__(self, channels: int) -> None:
        """Begin with silence."""
        self._stretches: deque[tuple[NDArray[np.float64], Block]] = deque(maxlen=ROOM_STRETCHES)
        self._open: Block = np.zeros((0, channels), dtype=np.float32)
        self._quietest: Block = np.zeros((ROOM_SAMPLES, channels), dtype=np.float32)

    def hear(self, sound: Block) -> None:
        """Take sound in which the referee is silent."""
        self._open = np.concatenate([self._open, sound])
        while len(self._open) >= ROOM_SAMPLES:
            stretch, self._open = self._open[:ROOM_SAMPLES], self._open[ROOM_SAMPLES:]
            self._stretches.append(((stretch.astype(np.float64) ** 2).mean(axis=0), stretch))
            best = np.argmin([power for power, _ in self._stretches], axis=0)
            parts = [self._stretches[index][1][:, channel] for channel, index in enumerate(best)]
            self._quietest = np.stack(parts, axis=1)

    def sound(self, first: int, count: int) -> Block:
        """Return `count` samples of the empty room from session sample `first` on."""
        return self._quietest[np.arange(first, first + count) % ROOM_SAMPLES]
