"""Adam (Kingma and Ba, ICLR 2015): steps downhill, as long for each number as its own slopes allow."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MEAN_DECAY, SQUARE_DECAY = 0.9, 0.999
LEAST = 1e-8
"""Keeps a step finite where a slope has been zero."""

Numbers = NDArray[np.float64]


@dataclass(slots=True)
class Adam:
    """The memory of one array that is learned."""

    rate: float
    """The length of a step."""
    mean: Numbers | float = 0.0
    """The mean of the slopes so far, the latest weighing most."""
    square: Numbers | float = 0.0
    """... of their squares."""
    steps: int = 0
    """How many there were."""

    def step(self, slope: Numbers) -> Numbers:
        """Return what is to be taken off the array."""
        self.steps += 1
        self.mean = MEAN_DECAY * self.mean + (1 - MEAN_DECAY) * slope
        self.square = SQUARE_DECAY * self.square + (1 - SQUARE_DECAY) * slope**2
        mean, square = self.mean / (1 - MEAN_DECAY**self.steps), self.square / (1 - SQUARE_DECAY**self.steps)
        return np.asarray(self.rate * mean / (np.sqrt(square) + LEAST))
