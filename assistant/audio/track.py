"""One device's sound on the session clock: in step with the other devices, its losses marked.

An epoch's first sample is put on the session clock by the computer's own clock, once the packets of a short while have
told how late packets are; from there samples are counted. When samples were lost and nobody knows how many, a new epoch
begins, and what lies between the two is a loss.
"""

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from assistant.audio.clock import NS_PER_S, SampleClock
from assistant.audio.epoch import Epoch, Sound
from assistant.audio.inlet import Packet
from engines.base import SAMPLE_RATE_HZ

SETTLE_S = 0.3
"""So much sound is gathered before an epoch is placed; the bursts of sound servers are far shorter."""
LATE_MS = 40.0
"""Packets that all come so much later than they should tell that samples were lost without a word."""
LATE_FOR_NS = NS_PER_S
"""... for so long: a computer that is busy for a moment delays packets, but not all of them."""
MOST_HOLE_S = 5
"""A longer loss, though known to the frame, begins a new epoch: no memory is spent on silence."""
OVERFLOW = "overflow"
"""The system says that sound was lost before it came to us."""
LOST_BLOCKS = "lost blocks"
"""The system says nothing, but less sound came than time has passed."""
TOO_SLOW = "the computer is too slow"
"""Sound came, but nobody fetched it in time."""
RESTARTED = "restarted"
"""The device had to be opened again."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Sound that is gone, on the session clock."""

    start_sample: int
    """The first lost sample."""
    end_sample: int
    """The first sample that is heard again, behind the first lost one."""
    reason: str
    """Why, in a few words."""


@dataclass(slots=True)
class Track:
    """The sound of one device. Every moment comes with the packets, so that it can be tried without a device."""

    mix: tuple[tuple[int, ...], ...]
    """For each microphone on this device the device's channels that are mixed into it."""
    leads: bool = False
    """Whether the session clock is this device's: it is never pushed into step, the others follow it."""
    rate_hz: int = SAMPLE_RATE_HZ
    """The device's own rate."""
    clock: SampleClock = field(default_factory=lambda: SampleClock(SAMPLE_RATE_HZ))
    """The device's clock in this epoch."""
    end: int = 0
    """The session sample up to which its sound is there, or known to be lost."""
    lost_from: int | None = None
    """Since when its sound is lost; None while all is well."""
    reason: str = ""
    """Why it is lost."""
    silent: bool = False
    """Whether nobody waits for it any more: silence takes its place until it is heard again."""
    losses: list[Loss] = field(default_factory=list)
    """The losses that are over and were not fetched yet."""
    _epoch: Epoch | None = None
    _settling: list[Packet] = field(default_factory=list)
    _in_time_ns: int = 0
    _in_time_end: int = 0
    _pieces: deque[tuple[int, Sound]] = field(default_factory=deque)

    @property
    def settled(self) -> bool:
        """Whether the packets of a new epoch are enough to place it."""
        if not self._settling:
            return False
        first, last = self._settling[0], self._settling[-1]
        sound_s = (last.first_frame + len(last.samples) - first.first_frame) / self.rate_hz
        return sound_s >= SETTLE_S and last.arrival_ns - first.arrival_ns >= SETTLE_S * NS_PER_S / 2

    @property
    def placed(self) -> bool:
        """Whether this epoch has its place on the session clock."""
        return self._epoch is not None

    @property
    def first_ns(self) -> int:
        """When the first sample of an epoch that settles was taken, on the monotonic clock."""
        return self.clock.time_ns(self._settling[0].first_frame)

    def open(self, rate_hz: int) -> None:
        """Expect the packets of a device that was opened just now."""
        self._end_epoch(RESTARTED)
        self.rate_hz = rate_hz
        self.clock = SampleClock(rate_hz, self.clock.drift)

    def close(self) -> None:
        """Let go of the resampler: one that outlives the program is complained about on the terminal."""
        self._epoch, self._settling = None, []

    def lose(self, reason: str) -> None:
        """Note that its sound is lost from its latest sample on, and wait for it no longer."""
        self._note_loss(self.end, reason)
        self.silent = True

    def feed(self, packet: Packet, session: SampleClock | None) -> None:
        """Take the device's next packet.

        Args:
            packet: the packet.
            session: maps session samples to the monotonic clock, or None before the session begins; the leading track
                teaches it.
        """
        if fault := self._fault(packet):
            self._end_epoch(fault)
        self.clock.observe(packet.first_frame + len(packet.samples), packet.arrival_ns)
        if self._epoch is None or session is None:
            self._settling.append(packet)
        else:
            self._append(self._epoch, packet, session)

    def place(self, session: SampleClock) -> SampleClock:
        """Put a settled epoch on the session clock, and return that clock: a new one if this track leads."""
        packets, self._settling = self._settling, []
        placed_at = round(session.sample_at(self.clock.time_ns(packets[0].first_frame)))
        if self.leads:
            session = session.anchored(placed_at, session.time_ns(placed_at))
        epoch = self._epoch = Epoch(placed_at, packets[0].first_frame, self.rate_hz, self.mix)
        for packet in packets:
            self._append(epoch, packet, session)
        self._in_time_ns, self._in_time_end = packets[-1].arrival_ns, self.end
        return session

    def fill(self, end: int) -> None:
        """Let silence stand for what is lost up to a session sample."""
        self.end = max(self.end, end)

    def take(self, start: int, end: int) -> Sound:
        """Return the sound between two session samples, shape (end - start, microphones), and forget it."""
        sound = np.zeros((end - start, len(self.mix)), dtype=np.float32)
        while self._pieces and self._pieces[0][0] < end:
            at, piece = self._pieces.popleft()
            kept = piece[max(0, start - at) : end - at]
            begin = max(at, start) - start
            sound[begin : begin + len(kept)] = kept
            if at + len(piece) > end:
                self._pieces.appendleft((end, piece[end - at :]))
        return sound

    def _fault(self, packet: Packet) -> str:
        """Return why sound was lost before a packet, nobody knows how much; empty if none was."""
        if self._settling:
            last = self._settling[-1]
            whole = not packet.overflow and packet.first_frame == last.first_frame + len(last.samples)
            return "" if whole else OVERFLOW
        if self._epoch is None:
            return ""
        if packet.overflow:
            return OVERFLOW
        if packet.first_frame - self._epoch.next_frame > MOST_HOLE_S * self.rate_hz:
            return TOO_SLOW
        if self.clock.lateness_ms(packet.first_frame + len(packet.samples), packet.arrival_ns) <= LATE_MS:
            self._in_time_ns, self._in_time_end = packet.arrival_ns, self.end
        return LOST_BLOCKS if packet.arrival_ns - self._in_time_ns > LATE_FOR_NS else ""

    def _end_epoch(self, reason: str) -> None:
        """Let go of the epoch: what comes next is placed anew."""
        if self._epoch is not None:
            if self.lost_from is None:
                self._keep(self._epoch.written, self._epoch.flush())
            self._note_loss(self._in_time_end if reason == LOST_BLOCKS else self.end, reason)
            self._epoch = None
        self._settling = []
        self.clock = self.clock.restarted()

    def _note_loss(self, start: int, reason: str) -> None:
        if self.lost_from is None:
            self.lost_from, self.reason = start, reason

    def _append(self, epoch: Epoch, packet: Packet, session: SampleClock) -> None:
        end_frame = packet.first_frame + len(packet.samples)
        if packet.first_frame > epoch.next_frame:
            lost, heard = round(epoch.position(epoch.next_frame)), round(epoch.position(packet.first_frame))
            self.losses.append(Loss(lost, max(heard, lost + 1), TOO_SLOW))
        at, sound = epoch.written, epoch.add(packet)
        if self.leads:
            session.observe(epoch.position(end_frame), packet.arrival_ns)
        else:
            belongs_at = session.sample_at(self.clock.time_ns(end_frame))
            sound = epoch.step(sound, belongs_at - epoch.position(end_frame))
        self._keep(at, sound)

    def _keep(self, at: int, sound: Sound) -> None:
        """Keep sound that begins at a session sample, but for what silence stands for already."""
        late = max(0, self.end - at)
        if late >= len(sound):
            return
        if self.lost_from is not None:
            self.losses.append(Loss(self.lost_from, max(at + late, self.lost_from + 1), self.reason))
            self.lost_from, self.reason, self.silent = None, "", False
        self._pieces.append((at + late, sound[late:]))
        self.end = at + len(sound)
