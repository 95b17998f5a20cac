"""Plays one sound after another, so that the start and the end of each are known to the sample.

One thread feeds one output: sounds never overlap. When a sound is queued, is over, or could not be heard is reported,
in session milliseconds: the ears are gated by these moments, never by when a function returned (which is up to a second
late, and with some drivers early).
"""

from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.errors import RefereeError
from engines.base import Samples

FADE_MS = 10
"""A sound that is interrupted fades in so long: cut off hard it would click, and clicks set off endpointers."""
FAILURES_BEFORE_REST = 2
"""After so many sounds in a row that no device would play, the player rests until it is revived."""

SLIP_S = 0.010
"""When a buffer will be heard is told with a jitter of about 1 ms; so much more, and the device ran dry in between."""

SessionClock = Callable[[float], int]
"""Turns a moment of `time.monotonic`, in seconds, into session milliseconds."""


class OutputError(RefereeError):
    """Nothing can be played. `str()` is one line of advice, to be given once."""


@dataclass(frozen=True, slots=True)
class Sound:
    """Something to play."""

    samples: Samples
    """Mono, full scale -1.0 to 1.0."""
    rate_hz: int
    """Samples a second."""
    text: str = ""
    """The words in it; empty for a beep."""
    pitches_hz: tuple[float, ...] = ()
    """The tones of a beep."""


@dataclass(frozen=True, slots=True)
class Queued:
    """A sound waits for its turn: from now on it may be heard at any moment."""

    number: int
    """The sound's number, from 1."""
    at_ms: int
    """When, on the session clock."""
    text: str
    """The words in it."""
    pitches_hz: tuple[float, ...] = ()
    """The tones of a beep."""


@dataclass(frozen=True, slots=True)
class Played:
    """A sound was heard."""

    number: int
    """The sound's number."""
    start_ms: int
    """When its first sample left the device, on the session clock."""
    end_ms: int
    """When its last sample left the device, on the session clock."""
    text: str
    """The words in it."""
    whole: bool = True
    """Whether it was heard to its end."""


@dataclass(frozen=True, slots=True)
class Unheard:
    """A sound was given up before anything of it was heard."""

    number: int
    """The sound's number."""
    at_ms: int
    """When it was given up, on the session clock."""
    text: str
    """The words in it: show them."""
    advice: str = ""
    """Why nothing can be played and what to do, in one line; empty when it was muted or interrupted."""


Report = Queued | Played | Unheard


class Feed:
    """One sound on its way into a device's buffers; it notes when its first and its last sample will be heard."""

    def __init__(self, samples: Samples, rate_hz: int, gain: Callable[[], float]) -> None:
        """Begin at the first sample.

        Args:
            samples: mono, at the device's rate.
            rate_hz: the device's rate.
            gain: tells how loud it shall be now, 0.0 to 1.0.
        """
        self._samples = samples
        self._rate_hz = rate_hz
        self._gain = gain
        self._last_gain = gain()
        self._position = 0
        self._began_s = 0.0
        self._fade = 0
        self._stopped = False
        self.start_s: float | None = None
        """When the first sample is heard, on the monotonic clock; None before."""
        self.end_s: float | None = None
        """When the last sample is over, on the monotonic clock; None before it has reached a buffer."""

    @property
    def rate_hz(self) -> int:
        """The device's rate."""
        return self._rate_hz

    @property
    def left_s(self) -> float:
        """How much is still to be put into buffers, in seconds."""
        return (len(self._samples) - self._position) / self._rate_hz

    @property
    def whole(self) -> bool:
        """Whether every sample was put into a buffer, at the loudness it should have."""
        return self.end_s is not None and not self._stopped

    def stop(self) -> None:
        """Fade out within the next FADE_MS; a sound that is in the buffers to its end is heard to its end."""
        self._stopped = self.end_s is None

    def fill(self, out: NDArray[np.float32], heard_s: float) -> bool:
        """Fill one buffer and return whether more is to come.

        Args:
            out: shape (frames, channels): every channel gets the same.
            heard_s: when the buffer's first frame will be heard, on the monotonic clock.
        """
        out.fill(0.0)
        if self.end_s is not None:
            return False
        if self._stopped and not self._fade:
            self._fade = max(1, self._rate_hz * FADE_MS // 1000)
            self._samples = self._samples[: self._position + self._fade]
        part = self._samples[self._position : self._position + len(out)]
        gain = self._gain()
        ramp = np.linspace(self._last_gain, gain, len(part), dtype=np.float32)
        if self._fade:
            left = len(self._samples) - self._position
            ramp *= (left - 1 - np.arange(len(part), dtype=np.float32)) / self._fade
        out[: len(part)] = (part * ramp)[:, None]
        self._follow(heard_s)
        self._position += len(part)
        self._last_gain = gain
        if self._position >= len(self._samples):
            self.end_s = self._began_s + self._position / self._rate_hz
        return self.end_s is None

    def _follow(self, heard_s: float) -> None:
        """Count samples from the first one on, as long as the device did not run dry."""
        if self.start_s is None:
            self.start_s = self._began_s = heard_s
        elif abs(heard_s - self._began_s - self._position / self._rate_hz) > SLIP_S:
            self._began_s = heard_s - self._position / self._rate_hz


class Output(Protocol):
    """A loudspeaker."""

    def rate_hz(self) -> int:
        """Return the rate that the device takes.

        Raises:
            OutputError: there is no device.
        """

    def play(self, feed: Feed) -> None:
        """Play a feed, and wait until the last sample was heard.

        Raises:
            OutputError: the device is missing or gave up.
        """


class Player:
    """Plays sounds in the order in which they are queued; safe for use by several threads."""

    def __init__(
        self,
        output: Output,
        session: SessionClock,
        report: Callable[[Report], None],
        monotonic: Callable[[], float],
        volume: float = 1.0,
    ) -> None:
        """Start the thread that plays.

        Args:
            output: the loudspeaker.
            session: maps the monotonic clock to the session's.
            report: is told what becomes of each sound; called from several threads, and never with a lock held.
            monotonic: the clock by which `output` times its feeds.
            volume: how loud, 0.0 to 1.0.
        """
        self._output = output
        self._session = session
        self._report = report
        self._monotonic = monotonic
        self._lock = Lock()
        self._queue: SimpleQueue[tuple[int, Sound] | None] = SimpleQueue()
        self._number = 0
        self._cancelled_to = 0
        self._feed: Feed | None = None
        self._volume = min(1.0, max(0.0, volume))
        self._muted = False
        self._failures = 0
        self._advice = ""
        self._thread = Thread(target=self._run, name="player", daemon=True)
        self._thread.start()

    @property
    def volume(self) -> float:
        """How loud, 0.0 to 1.0; a change is heard at once."""
        return self._volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._volume = min(1.0, max(0.0, volume))

    @property
    def muted(self) -> bool:
        """Whether nothing is played."""
        return self._muted

    def play(self, sound: Sound) -> int:
        """Queue a sound and return its number; it is over once it was reported as played or unheard."""
        with self._lock:
            self._number += 1
            number = self._number
        self._report(Queued(number, self._now_ms(), sound.text, sound.pitches_hz))
        self._queue.put((number, sound))
        return number

    def interrupt(self) -> None:
        """Fade out what is heard now, and give up what waits."""
        with self._lock:
            self._cancelled_to = self._number
            if self._feed is not None:
                self._feed.stop()

    def mute(self, muted: bool) -> None:
        """Fall silent at once, or speak again."""
        self._muted = muted
        if muted:
            self.interrupt()

    def revive(self) -> None:
        """Try again after no device would play, for instance after one was plugged in."""
        with self._lock:
            self._failures, self._advice = 0, ""

    def close(self, patience_s: float = 2.0) -> None:
        """Give up everything and end the thread.

        Args:
            patience_s: how long to wait for it; a device that hangs is left alone.
        """
        self.interrupt()
        self._queue.put(None)
        self._thread.join(patience_s)

    def finish(self) -> None:
        """Play all that waits to its end, then end the thread."""
        self._queue.put(None)
        self._thread.join()

    def _now_ms(self) -> int:
        return self._session(self._monotonic())

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            self._report(self._sounded(*item))

    def _sounded(self, number: int, sound: Sound) -> Report:
        feed: Feed | None = None
        advice = ""
        try:
            feed = self._admit(number, sound)
            if feed is not None:
                self._output.play(feed)
        except OutputError as error:
            advice = str(error)
        with self._lock:
            self._feed = None
            self._failures = self._failures + 1 if advice else 0 if feed is not None else self._failures
            if self._failures >= FAILURES_BEFORE_REST:
                self._advice = advice or self._advice
            advice = advice or self._advice
        if feed is None or feed.start_s is None:
            return Unheard(number, self._now_ms(), sound.text, advice)
        end_s = feed.end_s if feed.end_s is not None else self._monotonic()
        return Played(number, self._session(feed.start_s), self._session(end_s), sound.text, feed.whole)

    def _admit(self, number: int, sound: Sound) -> Feed | None:
        """Return the feed of a sound, or None when it is not to be played any more.

        Raises:
            OutputError: there is no device.
        """
        with self._lock:
            if self._muted or self._advice or number <= self._cancelled_to or not len(sound.samples):
                return None
        rate_hz = self._output.rate_hz()
        samples = at_rate(sound, rate_hz)
        with self._lock:
            if number <= self._cancelled_to:
                return None
            self._feed = Feed(samples, rate_hz, lambda: self._volume)
            return self._feed


def at_rate(sound: Sound, rate_hz: int) -> Samples:
    """Return a sound at a device's rate, shape (n,); its length stays true to a sample."""
    if sound.rate_hz == rate_hz:
        return sound.samples
    import soxr

    return np.asarray(soxr.resample(sound.samples, sound.rate_hz, rate_hz), dtype=np.float32)
