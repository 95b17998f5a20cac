"""How loud each channel is, in two bands, every 10 ms; how loud its room is; and whose voice a channel carries.

Two bands, because a final "s" lives above 3.5 kHz and the noise of a party below: an ending that the whole band hides
stands out in its own. The room is tracked by minimum statistics (Martin 2001): the quietest stretch of the last
seconds, raised by the bias that a minimum has. Bleed between microphones is tracked in the same way: the quietest that
one channel has been while another spoke.
"""

from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ

FRAME_MS = 10
"""The step of all frame levels."""
FRAME_SAMPLES = SAMPLE_RATE_HZ * FRAME_MS // 1000
WINDOW_SAMPLES = 2 * FRAME_SAMPLES
"""20 ms: short enough to place an ending, long enough for two periods of a low voice."""
GROUP_FRAMES = 5
"""Rooms and bleed are followed in steps of 50 ms, on a grid that begins with the sound, whatever the block size."""
BAND_EDGES_HZ = (120, 3500, 7900)
"""Below lie hum and handling; the low band holds the voice, the high band the hiss of "s"."""
BANDS = len(BAND_EDGES_HZ) - 1
SILENCE_POWER = 1e-10
"""-100 dBFS: what digital silence counts as."""
FIRST_ROOM_POWER = 1e-7
"""-70 dBFS: what a room counts as before it has been heard."""
ROOM_MEMORY_GROUPS = 50
"""2.5 s: the minimum is taken over so long; longer than any call, so that no call counts as room."""
MINIMUM_BIAS = 1.6
"""How far the mean power of noise lies above the minimum of its 50 ms means over 2.5 s."""
STEADY_SPREAD = 4.0
"""Groups whose powers differ by no more than this, 6 dB, are the noise of a room and no voice."""
FIRST_BLEED_DB = -9.0
"""How much of a voice another microphone is taken to carry before it has been measured."""
BLEED_STEP_DB = 0.5
"""How fast the estimate of bleed moves, per frame."""
BLEED_QUANTILE = 0.15
"""The estimate settles where so large a share of the speaker's frames is quieter on the other channel."""
BLEED_SPEECH_DB = 8.0
"""A channel teaches the others about bleed while it stands so far above its room: in noise, too, it is then seen that
they carry little of it."""
LEAST_BLEED_DB = -40.0
"""No estimate of bleed goes below this."""
BLEED_MARGIN_DB = 5.0
"""A channel has a voice of its own when it is so far above what the others' voices leave on it."""
ECHO_FRAMES = 4
"""Sound of another channel counts as bleed for so many frames after it: 40 ms of travel and early echo."""

Levels = NDArray[np.float64]
"""Powers relative to full scale, shape (frames, channels, BANDS)."""


def band_powers(windows: NDArray[np.float32]) -> Levels:
    """Return the mean power of each window in each band.

    Args:
        windows: shape (..., WINDOW_SAMPLES).

    Returns:
        Shape (..., BANDS), at least SILENCE_POWER.
    """
    hann = np.hanning(WINDOW_SAMPLES + 1)[:-1].astype(np.float32)
    spectrum = np.abs(np.fft.rfft(windows * hann, axis=-1)) ** 2
    hz = np.fft.rfftfreq(WINDOW_SAMPLES, 1.0 / SAMPLE_RATE_HZ)
    scale = 2.0 / (WINDOW_SAMPLES * float((hann**2).sum()))
    edges = pairwise(BAND_EDGES_HZ)
    bands = [spectrum[..., (hz >= low) & (hz < high)].sum(axis=-1) * scale for low, high in edges]
    return np.asarray(np.maximum(np.stack(bands, axis=-1), SILENCE_POWER), dtype=np.float64)


def decibels(power: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return powers in dB."""
    return np.asarray(10.0 * np.log10(np.maximum(power, SILENCE_POWER)))


@dataclass(slots=True)
class FrameCutter:
    """Cuts blocks of any size into groups of frames; the same audio gives the same groups at every block size."""

    channels: int
    """How many microphones."""
    _rest: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with a quarter window of silence, so that a window is centred on its frame."""
        self._rest = np.zeros(((WINDOW_SAMPLES - FRAME_SAMPLES) // 2, self.channels), dtype=np.float32)

    def push(self, block: NDArray[np.float32]) -> Levels:
        """Return the levels of all groups that this block completes, shape (n * GROUP_FRAMES, channels, BANDS).

        Args:
            block: shape (n, channels), 16 kHz.
        """
        joined = np.concatenate((self._rest, block))
        frames = max(0, (len(joined) - WINDOW_SAMPLES) // FRAME_SAMPLES + 1)
        frames -= frames % GROUP_FRAMES
        self._rest = joined[frames * FRAME_SAMPLES :]
        if not frames:
            return np.zeros((0, self.channels, BANDS))
        view = np.lib.stride_tricks.sliding_window_view(joined, WINDOW_SAMPLES, axis=0)
        return band_powers(view[: frames * FRAME_SAMPLES : FRAME_SAMPLES])


@dataclass(slots=True)
class Rooms:
    """Follows the noise of every channel's room, in every band."""

    channels: int
    """How many microphones."""
    _means: deque[NDArray[np.float64]] = field(default_factory=lambda: deque(maxlen=ROOM_MEMORY_GROUPS))
    _known: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with rooms that nobody has heard yet."""
        self._known = np.zeros((self.channels, BANDS), dtype=bool)

    def push(self, group: Levels) -> NDArray[np.float64]:
        """Take one group of frames and return the room's powers, shape (channels, BANDS)."""
        self._means.append(group.mean(axis=0))
        quietest = np.min(self._means, axis=0) * MINIMUM_BIAS
        if len(self._means) < ROOM_MEMORY_GROUPS:
            # A recording may begin in the middle of a word: until the memory is full, a room is at most the prior
            # unless several groups have agreed that it is louder.
            spread = np.max(self._means, axis=0) / np.min(self._means, axis=0)
            self._known |= (len(self._means) >= GROUP_FRAMES) & (spread < STEADY_SPREAD)
            quietest = np.where(self._known, quietest, np.minimum(quietest, FIRST_ROOM_POWER))
        return np.asarray(quietest)


@dataclass(slots=True)
class Bleed:
    """Follows how much of each channel's voice the other channels carry."""

    channels: int
    """How many microphones."""
    coupling_db: NDArray[np.float64] = field(init=False)
    """Shape (channels, channels): [i, j] is the level on i of a voice that belongs to j, relative to its level on j."""
    _tail: NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with the prior."""
        self.coupling_db = np.full((self.channels, self.channels), FIRST_BLEED_DB)
        self._tail = np.full((ECHO_FRAMES, self.channels), LEAST_BLEED_DB * 3)

    def push(self, group: Levels, room: NDArray[np.float64], learns: bool = True) -> NDArray[np.bool_]:
        """Take one group of frames and tell which hold a voice of the channel's own, shape (frames, channels).

        Args:
            group: the levels, shape (frames, channels, BANDS).
            room: the rooms' powers, shape (channels, BANDS).
            learns: whether it teaches what the channels carry of each other: not where its voice may be no player's.
        """
        own = np.ones(group.shape[:2], dtype=bool)
        if self.channels == 1:
            return own
        room_db = decibels(room.sum(axis=1))
        levels_db = decibels(np.maximum(group.sum(axis=2) - room.sum(axis=1), room.sum(axis=1) * 0.1))
        history = np.concatenate((self._tail, levels_db))
        for k in range(len(levels_db)):
            recent_db = history[k : k + ECHO_FRAMES + 1].max(axis=0)
            left_db = recent_db[None, :] + self.coupling_db + BLEED_MARGIN_DB
            np.fill_diagonal(left_db, -np.inf)
            own[k] = levels_db[k] > left_db.max(axis=1)
            own[k, levels_db[k].argmax()] = True
            if learns:
                self._learn(levels_db[k], room_db)
        self._tail = history[-ECHO_FRAMES:]
        return own

    def reaches(
        self, levels_db: NDArray[np.float64], room: NDArray[np.float64], speech: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Tell where another channel's voice is heard on a channel above its room, shape (frames, channels).

        Args:
            levels_db: the levels, shape (frames, channels).
            room: the rooms' powers, shape (channels, BANDS).
            speech: which frames hold a voice of the channel's own, shape (frames, channels).
        """
        left_db = levels_db[:, None, :] + self.coupling_db[None, :, :]
        heard = speech[:, None, :] & (left_db > decibels(room.sum(axis=1))[None, :, None])
        return np.asarray((heard & ~np.eye(self.channels, dtype=bool)[None]).any(axis=2))

    def _learn(self, levels_db: NDArray[np.float64], room_db: NDArray[np.float64]) -> None:
        loudest = int(levels_db.argmax())
        if levels_db[loudest] < room_db[loudest] + BLEED_SPEECH_DB:
            return
        column = self.coupling_db[:, loudest]
        below = levels_db - levels_db[loudest] < column
        column += np.where(below, -BLEED_STEP_DB * (1 - BLEED_QUANTILE), BLEED_STEP_DB * BLEED_QUANTILE)
        np.clip(column, LEAST_BLEED_DB, 0.0, out=column)
