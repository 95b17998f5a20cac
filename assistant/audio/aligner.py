"""All devices of a table in step: blocks of all microphones on one session clock, with gaps and outages."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from assistant.audio.blocks import Block, Outage
from assistant.audio.clock import SampleClock
from assistant.audio.inlet import Packet
from assistant.audio.track import Track
from assistant.core.observations import Gap
from engines.base import SAMPLE_RATE_HZ

SHORTEST_BLOCK = SAMPLE_RATE_HZ * 20 // 1000
"""Blocks of less than 20 ms cost more than they bring."""
LONGEST_BLOCK = SAMPLE_RATE_HZ
"""A second: what has piled up is handed out in pieces."""
SILENT_SAMPLES = SAMPLE_RATE_HZ // 2
"""A device that is half a second behind is not waited for; so a player is told within a second."""
SILENCE_LAG_SAMPLES = SAMPLE_RATE_HZ // 2
"""While no device is heard at all, silence stays so far behind the present that sound may still find its place."""
NO_SOUND = "no sound"
"""Why, as long as the device has not said that it is gone."""


@dataclass(slots=True)
class Aligner:
    """Puts the packets of several devices together. Time comes as data; the first track leads."""

    tracks: tuple[Track, ...]
    """The devices; the session clock is the first one's."""
    order: tuple[tuple[int, int], ...]
    """For each microphone of the table its track and its place on that track."""
    session: SampleClock | None = None
    """Maps session samples to the monotonic clock, as far as sound has arrived; None until all devices were heard."""
    _cursor: int = 0
    _gaps: list[tuple[int, Gap]] = field(default_factory=list)

    def feed(self, track: int, packet: Packet) -> None:
        """Take a device's next packet."""
        self.tracks[track].feed(packet, self.session)
        self._place()

    def blocks(self, now_ns: int) -> Iterator[Block]:
        """Yield what is complete by now.

        Args:
            now_ns: the monotonic clock, read after the latest packets were fed.
        """
        if self.session is None:
            return
        now = self.session.sample_at(now_ns)
        for track in self.tracks:
            if not track.silent and now - track.end > SILENT_SAMPLES:
                track.lose(NO_SOUND)
        heard = [track.end for track in self.tracks if not track.silent]
        limit = min(heard, default=int(now) - SILENCE_LAG_SAMPLES)
        for track in self.tracks:
            if track.silent:
                track.fill(limit)
        self._fetch_gaps()
        while limit - self._cursor >= SHORTEST_BLOCK:
            yield self._block(min(limit, self._cursor + LONGEST_BLOCK))

    def _place(self) -> None:
        waiting = [track for track in self.tracks if not track.placed]
        if self.session is None:
            if all(track.settled for track in waiting):
                start_ns = max(track.first_ns for track in waiting)
                self.session = SampleClock(SAMPLE_RATE_HZ).anchored(0, start_ns)
            else:
                return
        for track in waiting:
            if track.settled:
                self.session = track.place(self.session)

    def _block(self, end: int) -> Block:
        start, self._cursor = self._cursor, end
        parts = [track.take(start, end) for track in self.tracks]
        samples = np.stack([parts[track][:, place] for track, place in self.order], axis=1)
        over = [gap for at, gap in self._gaps if at <= end]
        self._gaps = [(at, gap) for at, gap in self._gaps if at > end]
        outages = [
            Outage(channel, _start_ms(since), self.tracks[track].reason)
            for channel, (track, _) in enumerate(self.order)
            if (since := self.tracks[track].lost_from) is not None and since < end
        ]
        return Block(start, samples, tuple(over), tuple(outages))

    def _fetch_gaps(self) -> None:
        for number, track in enumerate(self.tracks):
            for loss in track.losses:
                start_ms = _start_ms(loss.start_sample)
                end_ms = max(start_ms + 1, _end_ms(loss.end_sample))
                self._gaps.extend(
                    (loss.end_sample, Gap(channel, start_ms, end_ms, loss.reason))
                    for channel, (of_track, _) in enumerate(self.order)
                    if of_track == number
                )
            track.losses.clear()


def _start_ms(sample: int) -> int:
    return max(0, sample) * 1000 // SAMPLE_RATE_HZ


def _end_ms(sample: int) -> int:
    return -(-sample * 1000 // SAMPLE_RATE_HZ)
