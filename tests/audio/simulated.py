"""Devices made of numbers: each hears the same room, by a clock of its own, and delivers packets late at random."""

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.audio.aligner import Aligner
from assistant.audio.blocks import Block
from assistant.audio.clock import NS_PER_S
from assistant.audio.inlet import Packet

SESSION_HZ = 16_000
START_NS = 7_000 * NS_PER_S
"""The computer has been on for a while."""


def click(at_s: NDArray[np.float64], moments_s: Sequence[float]) -> NDArray[np.float32]:
    """Return a bump of 2 ms at each moment, its highest point exactly there."""
    sound = np.zeros(len(at_s), dtype=np.float32)
    for moment_s in moments_s:
        if not at_s[0] - 0.001 < moment_s < at_s[-1] + 0.001:
            continue
        near = np.abs(at_s - moment_s) < 0.001
        sound[near] += 0.5 * np.cos(np.pi * 500 * (at_s[near] - moment_s)).astype(np.float32) ** 2
    return sound


@dataclass(frozen=True, slots=True)
class Device:
    """A device that hears clicks."""

    moments_s: tuple[float, ...]
    """When it clicks, in true seconds."""
    rate_hz: int = 48_000
    """Its nominal rate."""
    drift_ppm: float = 0.0
    """How much faster it really counts."""
    starts_s: float = 0.0
    """When it is opened."""
    ends_s: float = 10.0
    """When it is pulled out."""
    jitter_ms: float = 3.0
    """How late packets come, on average."""
    lost_s: tuple[tuple[float, float], ...] = ()
    """Stretches of which nothing is delivered."""
    tells_overflow: bool = True
    """Whether the packet behind a lost stretch says so."""
    counts_lost: bool = False
    """Whether lost frames are counted, as those are that found no room in our own queue."""
    seed: int = 1
    """Of the jitter."""

    def packets(self) -> Iterator[Packet]:
        """Yield what it delivers, 20 ms at once."""
        chance = random.Random(self.seed)
        true_hz = self.rate_hz * (1 + self.drift_ppm / 1e6)
        size = self.rate_hz // 50
        delivered, lost, arrival_s = 0, False, 0.0
        for first in range(0, int((self.ends_s - self.starts_s) * true_hz) - size, size):
            at_s = self.starts_s + np.arange(first, first + size) / true_hz
            end_s = self.starts_s + (first + size) / true_hz
            if any(from_s < end_s and at_s[0] < to_s for from_s, to_s in self.lost_s):
                lost = True
                delivered += size if self.counts_lost else 0
                continue
            arrival_s = max(arrival_s, end_s + chance.expovariate(1.0) * self.jitter_ms / 1000)
            sound = click(at_s, self.moments_s)[:, np.newaxis]
            overflow = lost and self.tells_overflow and not self.counts_lost
            yield Packet(delivered, START_NS + round(arrival_s * NS_PER_S), sound, overflow)
            delivered, lost = delivered + size, False


def run(aligner: Aligner, devices: Sequence[Sequence[Device]], until_s: float) -> list[Block]:
    """Return the blocks that come out; `devices` holds each track's device, again and again as it is opened."""
    events: list[tuple[int, int, Device | Packet]] = []
    for track, lives in enumerate(devices):
        for device in lives:
            events.append((START_NS + round(device.starts_s * NS_PER_S), track, device))
            events.extend((packet.arrival_ns, track, packet) for packet in device.packets())
    polls_ns = range(START_NS, START_NS + round(until_s * NS_PER_S), NS_PER_S // 50)
    blocks: list[Block] = []
    queue = deque(sorted(events, key=lambda event: event[:2]))
    for now_ns in polls_ns:
        while queue and queue[0][0] <= now_ns:
            _, track, event = queue.popleft()
            if isinstance(event, Packet):
                aligner.feed(track, event)
            else:
                aligner.tracks[track].open(event.rate_hz)
        blocks.extend(aligner.blocks(now_ns))
    return blocks


def sound_of(blocks: Sequence[Block]) -> NDArray[np.float32]:
    return np.concatenate([block.samples for block in blocks])


def clicks_heard_s(sound: NDArray[np.float32]) -> list[float]:
    """Return when a channel clicks, in seconds."""
    loud = np.flatnonzero(sound > 0.2)
    groups = np.split(loud, np.flatnonzero(np.diff(loud) > SESSION_HZ // 50) + 1) if len(loud) else []
    return [float(group[np.argmax(sound[group])]) / SESSION_HZ for group in groups]
