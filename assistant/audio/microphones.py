"""The microphones of a table, live: any mix of devices, one stretch of sound on one clock, whatever happens to them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from time import monotonic, monotonic_ns
from types import TracebackType
from typing import Self

from assistant.audio.aligner import NO_SOUND, Aligner
from assistant.audio.blocks import Block
from assistant.audio.devices import DeviceName, Microphone, MicrophoneError, find_device
from assistant.audio.inlet import Inlet
from assistant.audio.plugs import Opened, Plugs, Wanted
from assistant.audio.portaudio import Audio, PortAudio
from assistant.audio.track import Track
from assistant.errors import LossError
from engines.base import SAMPLE_RATE_HZ

QUEUE_S = 10.0
"""So much sound waits for a program that is busy; what comes then is lost, and known to be."""
HIGHEST_RATE_HZ = 48_000
"""The queue is measured in frames of this rate; faster devices get a shorter one."""
POLL_S = 0.02
"""How often it is looked whether a device has fallen silent."""
START_TIMEOUT_S = 15.0
"""Some devices take seconds until their first sound; longer is broken (sounddevice issue 327)."""
DEAD_AFTER_S = 2.0
"""A device that is open but delivers nothing for so long is opened again."""


class CaptureError(LossError):
    """The program that records is broken: the session ends; its log is whole up to here."""


@dataclass(frozen=True, slots=True)
class DeviceReading:
    """How a device fares."""

    device: DeviceName
    """The device."""
    rate_hz: int
    """At what rate it records."""
    drift_ppm: float | None
    """How much faster its clock runs than the computer's, in parts per million; None in the first ten seconds."""
    jitter_ms: float
    """How late its latest packet was."""
    heard: bool
    """Whether sound comes from it."""


@dataclass(slots=True)
class _Feed:
    """The device that a track belongs to, as it is open now."""

    inlet: Inlet
    heard_at_s: float
    told: bool = False


class Microphones:
    """The microphones of a table; a context manager. One thread reads `blocks`; any other may call `stop`."""

    def __init__(self, microphones: Sequence[Microphone], audio: Audio | None = None, queue_s: float = QUEUE_S) -> None:
        """Find the devices; nothing is opened yet.

        Args:
            microphones: one a channel of the session, in the order of the channels.
            audio: what records; PortAudio unless given.
            queue_s: how much sound waits for a reader that is busy, in seconds.

        Raises:
            MicrophoneError: there is no PortAudio, or a device is missing or named so that several could be meant.
        """
        if not microphones:
            raise MicrophoneError("no microphone is chosen: run `referee devices` and name one")
        self._audio = audio or PortAudio()
        offered = self._audio.inputs()
        places = [(find_device(offered, microphone.device).name, microphone.channels) for microphone in microphones]
        self._names = tuple(dict.fromkeys(name for name, _ in places))
        mixes: list[list[tuple[int, ...]]] = [[] for _ in self._names]
        order = []
        for name, channels in places:
            track = self._names.index(name)
            order.append((track, len(mixes[track])))
            mixes[track].append(channels)
        tracks = tuple(Track(tuple(mix), leads=number == 0) for number, mix in enumerate(mixes))
        self._aligner = Aligner(tracks, tuple(order))
        self._wake, self._stopped = Event(), Event()
        self._queue_frames = round(queue_s * HIGHEST_RATE_HZ)
        wanted = [Wanted(name, 1 + max(map(max, mix))) for name, mix in zip(self._names, mixes, strict=True)]
        self._plugs = Plugs(self._audio, wanted, self._new_inlet)
        self._feeds: dict[int, _Feed] = {}

    @property
    def channels(self) -> int:
        """How many channels a block has."""
        return len(self._aligner.order)

    @property
    def readings(self) -> tuple[DeviceReading, ...]:
        """How each device fares."""
        return tuple(
            DeviceReading(name, track.rate_hz, track.clock.drift_ppm, track.clock.jitter_ms, track.lost_from is None)
            for name, track in zip(self._names, self._aligner.tracks, strict=True)
        )

    def session_ms(self, time_ns: int | None = None) -> int | None:
        """Return which moment of the session arrives at a moment of the monotonic clock; None before the first sound.

        Args:
            time_ns: the monotonic clock; now, unless given.
        """
        session = self._aligner.session
        if session is None:
            return None
        return int(session.sample_at(monotonic_ns() if time_ns is None else time_ns) * 1000 / SAMPLE_RATE_HZ)

    def __enter__(self) -> Self:
        """Open all devices.

        Raises:
            MicrophoneError: one cannot be opened.
        """
        for opened in self._plugs.open_all():
            self._connect(opened)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close all devices."""
        self.stop()
        self._plugs.close()
        for track in self._aligner.tracks:
            track.close()

    def stop(self) -> None:
        """Let `blocks` end; safe from any thread and from a signal's handler."""
        self._stopped.set()
        self._wake.set()

    def blocks(self) -> Iterator[Block]:
        """Yield the sound of all microphones from the moment on when all are heard, until `stop`.

        Raises:
            MicrophoneError: no sound comes from a device at the start.
            CaptureError: the program that records is broken.
        """
        deadline_s = monotonic() + START_TIMEOUT_S
        while not self._stopped.is_set():
            self._wake.wait(POLL_S)
            self._wake.clear()
            for number in self._feeds:
                self._drain(number)
            for opened in self._plugs.reopened():
                self._connect(opened)
            yield from self._aligner.blocks(monotonic_ns())
            if self._aligner.session is None and monotonic() > deadline_s:
                raise MicrophoneError(self._silent_at_start())

    def _new_inlet(self) -> Inlet:
        return Inlet(self._queue_frames, self._wake.set)

    def _connect(self, opened: Opened) -> None:
        self._feeds[opened.number] = _Feed(opened.inlet, monotonic())
        self._aligner.tracks[opened.number].open(opened.rate_hz)

    def _drain(self, number: int) -> None:
        feed = self._feeds[number]
        finished = feed.inlet.finished  # read first: what came before the end is still to be heard
        packets = feed.inlet.take()
        for packet in packets:
            self._aligner.feed(number, packet)
        if feed.inlet.fault is not None:
            fault = feed.inlet.fault
            raise CaptureError(
                f'"{self._names[number]}": recording broke ({type(fault).__name__}: {fault}); '
                "the match is kept up to here: resume it, and report this"
            ) from fault
        now_s = monotonic()
        if packets:
            feed.heard_at_s = now_s
        dead = self._aligner.session is not None and now_s - feed.heard_at_s > DEAD_AFTER_S
        if not feed.told and (finished or dead):
            feed.told = True
            self._aligner.tracks[number].lose(finished or NO_SOUND)
            self._plugs.broken(feed.inlet)

    def _silent_at_start(self) -> str:
        silent = [
            f'"{name}"' for name, track in zip(self._names, self._aligner.tracks, strict=True) if not track.settled
        ]
        return f"no sound comes from {', '.join(silent)}: unmute it, allow this program to record, or plug it in again"
