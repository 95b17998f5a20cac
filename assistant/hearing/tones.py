"""Takes pure tones of known pitch out of sound, and leaves the voices in it as they are.

A beep in a room is still a sum of its tones, whatever the room does to their loudness and phase. So each short frame is
projected onto the space beside those tones; of a voice only its share in a few narrow bands goes with them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ

HOP_SAMPLES = 256
"""16 ms: frames of twice that length overlap by half, so that nothing clicks."""
SPREAD_HZ = (-30.0, -15.0, 0.0, 15.0, 30.0)
"""Tones that begin and end within a frame spread: a little below and above each pitch goes too. Of a beep whose tones
rise in 27 ms so much is left that it is 43 dB quieter, in a room too; 12 Hz to each side made it 28 dB quieter."""
LEAST_SINGULAR = 1e-6
"""Waves so near to each other are one: what tells them apart is rounding."""


class ToneRemover:
    """Removes some tones."""

    def __init__(self, pitches_hz: Sequence[float]) -> None:
        """Prepare to remove the tones of these pitches."""
        seconds = np.arange(2 * HOP_SAMPLES) / SAMPLE_RATE_HZ
        near = [pitch + offset for pitch in sorted(set(pitches_hz)) for offset in SPREAD_HZ]
        waves = [wave(2 * np.pi * pitch * seconds) for pitch in near for wave in (np.sin, np.cos)]
        basis, singular, _ = np.linalg.svd(np.stack(waves, axis=1), full_matrices=False)
        self._basis = basis[:, singular > LEAST_SINGULAR * singular[0]]
        self._fade_in = (0.5 - 0.5 * np.cos(np.pi * (np.arange(HOP_SAMPLES) + 0.5) / HOP_SAMPLES))[:, np.newaxis]

    def hop(self, sound: NDArray[np.float32], begins: bool) -> NDArray[np.float32]:
        """Return the middle hop of three without the tones.

        Args:
            sound: shape (3 * HOP_SAMPLES, channels): the hop before, the hop itself, and the hop behind.
            begins: whether the hop before is still to be left as it is, so that the tones are faded out.
        """
        own = sound[HOP_SAMPLES:].astype(np.float64)
        after = (own - self._basis @ (self._basis.T @ own))[:HOP_SAMPLES]
        earlier = sound[: 2 * HOP_SAMPLES].astype(np.float64)
        before = earlier if begins else earlier - self._basis @ (self._basis.T @ earlier)
        mixed = self._fade_in * after + (1 - self._fade_in) * before[HOP_SAMPLES:]
        return np.asarray(mixed, dtype=np.float32)
