"""When a device took its samples: its own clock, measured against the computer's.

A device delivers its samples in packets. A packet never arrives before its last sample was taken, but often later: the
operating system wakes the program up when it sees fit. So the truth lies along the lower edge of the cloud of (sample,
arrival): among the packets of a few seconds the least delayed one counts, and the slope of the least delayed ones is
the device's drift. What drivers say of capture times is not used: several leave it at 0 or give moments in the future
(PortAudio issues 121, 135, 144, 149, 531).
"""

from collections import deque
from dataclasses import dataclass, field
from itertools import combinations
from statistics import median

NS_PER_S = 1_000_000_000
WINDOW_S = 2.0
"""Of the packets of so long a time the least delayed one counts, in seconds."""
KEPT_WINDOWS = 60
"""Drift is measured over the last two minutes: longer than jitter matters, shorter than a sound card's warming up."""
FEWEST_WINDOWS = 5
"""Drift is only told from so many windows on; before, jitter would pass for drift."""
OFFSET_WINDOWS = 10
"""The offset follows the least delayed packet of so many windows."""
MOST_DRIFT = 0.002
"""Crystals err by 0.02 % at worst; what seems to be far more is jitter."""


@dataclass(slots=True)
class SampleClock:
    """The mapping between a device's samples and the computer's monotonic clock, learned from arriving packets."""

    rate_hz: float
    """The nominal rate of the samples, in hertz."""
    drift: float = 0.0
    """How much faster the device counts than its rate says, as a fraction; what is known before anything arrives."""
    _base_sample: float = 0.0
    _origin_ns: int | None = None
    _measured: bool = False
    _windows: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=KEPT_WINDOWS))
    _best: tuple[float, float] | None = None
    _window_end_s: float = WINDOW_S
    _offset_s: float = 0.0
    _jitter_s: float = 0.0

    def anchored(self, sample: float, time_ns: int) -> "SampleClock":
        """Return a clock that reads `sample` at `time_ns` and goes on at this one's pace, until packets teach it."""
        return SampleClock(self.rate_hz, self.drift, sample, time_ns, self._measured)

    def restarted(self) -> "SampleClock":
        """Return a clock of this one's pace that knows nothing of when its samples were taken."""
        return SampleClock(self.rate_hz, self.drift, _measured=self._measured)

    @property
    def started(self) -> bool:
        """Whether anything is known of it."""
        return self._origin_ns is not None

    @property
    def drift_ppm(self) -> float | None:
        """How much faster it counts than its rate says, in parts per million; None while that is not yet known."""
        return self.drift * 1e6 if self._measured else None

    @property
    def jitter_ms(self) -> float:
        """How late the latest packet was, beyond the least delayed ones, in milliseconds."""
        return self._jitter_s * 1000

    def observe(self, end_sample: float, arrival_ns: int) -> None:
        """Learn from a packet.

        Args:
            end_sample: how many samples the device had taken when its packet was complete; never falls.
            arrival_ns: when the packet arrived, on the monotonic clock.
        """
        if self._origin_ns is None:
            self._origin_ns, self._base_sample = arrival_ns, end_sample
        counted_s = (end_sample - self._base_sample) / self.rate_hz
        late_s = (arrival_ns - self._origin_ns) / NS_PER_S - counted_s
        if counted_s >= self._window_end_s:
            self._close_window(counted_s)
        if self._best is None or self._lateness(counted_s, late_s) < self._lateness(*self._best):
            self._best = (counted_s, late_s)
        self._offset_s = min(self._lateness(*point) for point in self._recent())
        self._jitter_s = self._lateness(counted_s, late_s) - self._offset_s

    def time_ns(self, sample: float) -> int:
        """Return when a sample was taken (and arrived, if it was not delayed), on the monotonic clock.

        Raises:
            RuntimeError: nothing has arrived yet.
        """
        counted_s = (sample - self._base_sample) / self.rate_hz
        return self._known_origin_ns() + round((counted_s * (1 - self.drift) + self._offset_s) * NS_PER_S)

    def sample_at(self, time_ns: int) -> float:
        """Return how many samples the device has taken at a moment of the monotonic clock.

        Raises:
            RuntimeError: nothing has arrived yet.
        """
        passed_s = (time_ns - self._known_origin_ns()) / NS_PER_S - self._offset_s
        return self._base_sample + passed_s / (1 - self.drift) * self.rate_hz

    def lateness_ms(self, end_sample: float, arrival_ns: int) -> float:
        """Return how much later a packet arrived than the least delayed ones did, in milliseconds."""
        return (arrival_ns - self.time_ns(end_sample)) * 1000 / NS_PER_S

    def _known_origin_ns(self) -> int:
        if self._origin_ns is None:
            raise RuntimeError("a clock was read before its first packet")
        return self._origin_ns

    def _lateness(self, counted_s: float, late_s: float) -> float:
        return late_s + counted_s * self.drift

    def _recent(self) -> list[tuple[float, float]]:
        recent = list(self._windows)[-OFFSET_WINDOWS:]
        return recent if self._best is None else [*recent, self._best]

    def _close_window(self, counted_s: float) -> None:
        if self._best is not None:
            self._windows.append(self._best)
        self._best = None
        self._window_end_s = counted_s + WINDOW_S
        if len(self._windows) >= FEWEST_WINDOWS:
            slope = median((two[1] - one[1]) / (two[0] - one[0]) for one, two in combinations(self._windows, 2))
            self.drift = min(max(-slope, -MOST_DRIFT), MOST_DRIFT)
            self._measured = True
