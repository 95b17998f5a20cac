"""The sound of all microphones of a table, in the order of the session clock."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.core.observations import Gap
from engines.base import SAMPLE_RATE_HZ


@dataclass(frozen=True, slots=True)
class Outage:
    """A microphone that is not heard just now: the game should pause."""

    channel: int
    """The microphone, from 0."""
    start_ms: int
    """Since when, on the session clock."""
    reason: str
    """What happened, in a few words, such as "unplugged"."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A stretch of sound; the next block follows on its last sample."""

    start_sample: int
    """Its first sample on the session clock, from 0, at SAMPLE_RATE_HZ."""
    samples: NDArray[np.float32]
    """Shape (n, channels), full scale -1.0 to 1.0; zeros where sound was lost."""
    gaps: tuple[Gap, ...] = ()
    """The losses that are over by the end of this block, each told once."""
    outages: tuple[Outage, ...] = ()
    """The microphones that are not heard at the end of this block, until a later block tells their gaps."""

    @property
    def end_sample(self) -> int:
        """The first sample behind it."""
        return self.start_sample + len(self.samples)

    @property
    def start_ms(self) -> int:
        """Its begin on the session clock."""
        return self.start_sample * 1000 // SAMPLE_RATE_HZ

    @property
    def end_ms(self) -> int:
        """Its end on the session clock."""
        return self.end_sample * 1000 // SAMPLE_RATE_HZ
