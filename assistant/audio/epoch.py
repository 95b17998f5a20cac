"""A stretch of one device's sound without loss of unknown length, resampled onto the session clock."""

from dataclasses import dataclass, field

import numpy as np
import soxr
from numpy.typing import NDArray

from assistant.audio.inlet import Packet
from engines.base import SAMPLE_RATE_HZ

SLIP_SAMPLES = SAMPLE_RATE_HZ // 1000
"""A device that is 1 ms out of step drops or repeats single samples until it is in step: nobody hears that."""

Sound = NDArray[np.float32]


@dataclass(slots=True)
class Epoch:
    """Counts a device's frames from a known place on the session clock."""

    placed_at: int
    """The session sample of its first frame; negative if that came before the session."""
    first_frame: int
    """Which of the device's frames that is."""
    rate_hz: int
    """The device's rate."""
    mix: tuple[tuple[int, ...], ...]
    """For each microphone on this device the device's channels that are mixed into it."""
    next_frame: int = field(init=False)
    """The frame that comes next if none is lost."""
    written: int = field(init=False)
    """The session sample that comes next out of the resampler."""
    _slipped: int = 0
    _resampler: soxr.ResampleStream = field(init=False)

    def __post_init__(self) -> None:
        """Begin at the first frame."""
        self.next_frame, self.written = self.first_frame, self.placed_at
        self._resampler = soxr.ResampleStream(self.rate_hz, SAMPLE_RATE_HZ, len(self.mix), dtype="float32")

    def position(self, frame: int) -> float:
        """Return where a frame lies on the session clock, in session samples."""
        return self.placed_at + self._slipped + (frame - self.first_frame) * SAMPLE_RATE_HZ / self.rate_hz

    def add(self, packet: Packet) -> Sound:
        """Return the sound that comes out when a packet is put in; frames that were dropped before it are silence."""
        mixed = np.stack([packet.samples[:, list(channels)].mean(axis=1) for channels in self.mix], axis=1)
        missing = packet.first_frame - self.next_frame
        if missing > 0:
            mixed = np.concatenate([np.zeros((missing, len(self.mix)), dtype=np.float32), mixed])
        self.next_frame = packet.first_frame + len(packet.samples)
        return self._out(mixed, last=False)

    def flush(self) -> Sound:
        """Return the sound that is still in the resampler; nothing can be added afterwards."""
        return self._out(np.zeros((0, len(self.mix)), dtype=np.float32), last=True)

    def step(self, sound: Sound, error_samples: float) -> Sound:
        """Return sound that just came out, one sample longer or shorter where the device is out of step.

        Args:
            sound: what `add` returned last.
            error_samples: how much later on the session clock the sound belongs than it lies.
        """
        if len(sound) == 0 or abs(error_samples) < SLIP_SAMPLES:
            return sound
        slip = 1 if error_samples > 0 else -1
        self._slipped += slip
        self.written += slip
        return np.concatenate([sound, sound[-1:]]) if slip > 0 else sound[:-1]

    def _out(self, mixed: Sound, last: bool) -> Sound:
        if self.rate_hz == SAMPLE_RATE_HZ:
            sound = mixed.astype(np.float32)
        else:
            sound = self._resampler.resample_chunk(np.ascontiguousarray(mixed, dtype=np.float32), last=last)
        sound = np.asarray(sound, dtype=np.float32).reshape(-1, len(self.mix))
        self.written += len(sound)
        return sound
