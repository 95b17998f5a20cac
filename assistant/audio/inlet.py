"""The mouth of one device: what PortAudio's own thread calls, which may neither wait nor think."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic_ns
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

UNPLUGGED = "unplugged"
"""Why a device delivers nothing more, unless somebody knows better."""


@dataclass(frozen=True, slots=True, eq=False)
class Packet:
    """What a device delivered at once."""

    first_frame: int
    """How many frames it had delivered before, those that found no room included."""
    arrival_ns: int
    """When it arrived, on the monotonic clock."""
    samples: NDArray[np.float32]
    """Shape (frames, channels of the device), at the device's rate."""
    overflow: bool = False
    """Whether sound was lost just before it or within it, nobody knows how much."""


class Flags(Protocol):
    """What PortAudio says of a packet."""

    @property
    def input_overflow(self) -> bool:
        """Whether sound was lost."""


class Inlet:
    """Copies packets into a bounded queue. One thread writes, another reads."""

    def __init__(self, most_frames: int, wake: Callable[[], None], clock_ns: Callable[[], int] = monotonic_ns) -> None:
        """Hold at most `most_frames` frames; call `wake` whenever there is something to read.

        Args:
            most_frames: what is held; more is dropped and counted, so that the loss is known to the sample.
            wake: must return at once.
            clock_ns: the monotonic clock.
        """
        self.fault: BaseException | None = None
        """What broke in the callback; the session must end."""
        self.finished = ""
        """Why the device will deliver nothing more; empty while it may."""
        self._most_frames = most_frames
        self._wake = wake
        self._clock_ns = clock_ns
        self._packets: deque[Packet] = deque()
        self._written_frames = 0
        self._taken_frames = 0
        self._delivered_frames = 0
        self._overflowed = False
        self._dropped: Packet | None = None

    def receive(self, samples: NDArray[np.float32], flags: Flags) -> bool:
        """Copy a packet; never raises, because nobody would hear of it. Return whether to go on."""
        try:
            arrival_ns = self._clock_ns()
            first_frame = self._delivered_frames
            self._delivered_frames += len(samples)
            self._overflowed |= bool(flags.input_overflow)
            if self._written_frames - self._taken_frames + len(samples) <= self._most_frames:
                self._packets.append(Packet(first_frame, arrival_ns, samples.copy(), self._overflowed))
                self._written_frames += len(samples)
                self._overflowed = False
                self._dropped = None
            else:
                self._dropped = Packet(self._delivered_frames, arrival_ns, samples[:0].copy())
            self._wake()
        except BaseException as fault:  # told by the reader; an exception here would vanish in PortAudio's thread
            self.fault = fault
            self._wake()
            return False
        return True

    def finish(self, reason: str = UNPLUGGED) -> None:
        """Note that the device will deliver nothing more; the first reason stands."""
        self.finished = self.finished or reason
        self._wake()

    def take(self) -> list[Packet]:
        """Return the packets that have come since the last call; an empty one at the end if later ones were dropped."""
        taken = []
        while self._packets:
            packet = self._packets.popleft()
            self._taken_frames += len(packet.samples)
            taken.append(packet)
        dropped, self._dropped = self._dropped, None
        if dropped is not None and (not taken or taken[-1].first_frame < dropped.first_frame):
            taken.append(dropped)
        return taken
