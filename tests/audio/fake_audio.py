"""An `Audio` without hardware: devices that are plugged in, spoken into and pulled out by the test."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Thread
from time import monotonic

import numpy as np

from assistant.audio.devices import DeviceName, InputDevice, MicrophoneError
from assistant.audio.inlet import Inlet

RATE_HZ = 16_000
PACKET_S = 0.02


@dataclass(frozen=True, slots=True)
class NoFlags:
    input_overflow: bool = False


@dataclass(slots=True)
class FakeStream:
    """Delivers a constant, which tells the devices apart, in real time."""

    inlet: Inlet
    level: float
    channels: int
    rate_hz: int = RATE_HZ
    closed: bool = False
    _ended: Event = field(default_factory=Event)

    def start(self) -> None:
        Thread(target=self._deliver, daemon=True).start()

    def pull(self) -> None:
        self._ended.set()

    def close(self) -> None:
        self.closed = True
        self._ended.set()
        self.inlet.finish()

    def _deliver(self) -> None:
        frames = round(self.rate_hz * PACKET_S)
        sound = np.full((frames, self.channels), self.level, dtype=np.float32)
        due_s = monotonic()
        while not self._ended.wait(max(0.0, due_s - monotonic())):
            due_s += PACKET_S
            if not self.inlet.receive(sound, NoFlags()):
                return
        self.inlet.finish()


@dataclass(slots=True)
class FakeAudio:
    """Some devices; what is known of them is as old as the latest start of the sound system."""

    plugged: dict[str, float]
    """The devices that are there now, with the level that each delivers."""
    channels: int = 3
    """How many channels each has."""
    refuses: Callable[[str], bool] = field(default=lambda _: False)
    """Whether a device cannot be opened."""
    streams: dict[str, FakeStream] = field(default_factory=dict)
    """The latest stream of each device."""
    restarts: int = 0
    """How often the sound system was started anew."""
    _known: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        self._known = dict(self.plugged)

    def inputs(self) -> tuple[InputDevice, ...]:
        return self._listed(self._known)

    def fresh_inputs(self) -> tuple[InputDevice, ...]:
        return self._listed(self.plugged)

    def reinitialise(self) -> None:
        assert all(stream.closed for stream in self.streams.values())
        self.restarts += 1
        self._known = dict(self.plugged)

    def open(self, device: InputDevice, channels: int, inlet: Inlet) -> FakeStream:
        name = device.name.name
        if name not in self.plugged or self.refuses(name):
            raise MicrophoneError(f'"{device.name}" cannot be opened')
        stream = self.streams[name] = FakeStream(inlet, self.plugged[name], channels)
        stream.start()
        return stream

    def pull(self, name: str) -> float:
        """Unplug a device and return its level."""
        self.streams[name].pull()
        return self.plugged.pop(name)

    def _listed(self, names: dict[str, float]) -> tuple[InputDevice, ...]:
        return tuple(
            InputDevice(DeviceName(name, "Fake"), self.channels, RATE_HZ, index=index)
            for index, name in enumerate(names)
        )
