"""Keeps the devices of a table open: one that is gone is opened again when it is back, without holding up the others.

PortAudio knows only the devices of its start. So whether a device is back is asked of another process; only if it then
cannot be opened is PortAudio started anew, because that closes every stream of this program.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread

from assistant.audio.devices import DeviceName, InputDevice, MicrophoneError, find_device
from assistant.audio.inlet import Inlet
from assistant.audio.portaudio import Audio, OpenStream
from assistant.audio.track import RESTARTED

RETRY_S = 0.5
"""How long a device that is gone is left alone between two looks for it."""
CLOSE_TIMEOUT_S = 3.0
"""A driver that takes longer to answer has hung: the program ends without it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A device that the table needs."""

    name: DeviceName
    """Its whole name."""
    channels: int
    """At least so many channels are wanted of it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A device that was opened."""

    number: int
    """Its place among the wanted ones."""
    inlet: Inlet
    """Where its sound arrives."""
    rate_hz: int
    """The rate of that sound."""


class Plugs:
    """Owns the streams. `open_all`, `broken`, `reopened` and `close` are for one thread; the repairs run in another."""

    def __init__(self, audio: Audio, wanted: Sequence[Wanted], inlet: Callable[[], Inlet]) -> None:
        """Prepare; nothing is opened yet.

        Args:
            audio: what records.
            wanted: the devices.
            inlet: makes the inlet of a device that is about to be opened.
        """
        self._audio = audio
        self._wanted = tuple(wanted)
        self._inlet = inlet
        self._streams: dict[int, tuple[OpenStream, Inlet]] = {}
        self._broken: SimpleQueue[Inlet | None] = SimpleQueue()
        self._reopened: SimpleQueue[Opened] = SimpleQueue()
        self._closed = Event()
        self._repairs = Thread(target=self._repair, name="microphone repairs", daemon=True)

    def open_all(self) -> list[Opened]:
        """Open every device.

        Raises:
            MicrophoneError: one is missing or refuses; then none is open.
        """
        devices = self._audio.inputs()
        try:
            opened = [self._open(number, devices) for number in range(len(self._wanted))]
        except MicrophoneError:
            self._close_streams()
            raise
        self._repairs.start()
        return opened

    def broken(self, inlet: Inlet) -> None:
        """Have the device behind an inlet opened again; told twice, it is done once."""
        self._broken.put(inlet)

    def reopened(self) -> list[Opened]:
        """Return the devices that were opened again since the last call."""
        found = []
        while True:
            try:
                found.append(self._reopened.get_nowait())
            except Empty:
                return found

    def close(self) -> None:
        """Close every device; calling it twice does no harm."""
        self._closed.set()
        self._broken.put(None)
        if self._repairs.is_alive():
            self._repairs.join(CLOSE_TIMEOUT_S)
        if not self._repairs.is_alive():
            self._close_streams()

    def _open(self, number: int, devices: Sequence[InputDevice]) -> Opened:
        wanted = self._wanted[number]
        inlet = self._inlet()
        stream = self._audio.open(find_device(devices, wanted.name), wanted.channels, inlet)
        self._streams[number] = (stream, inlet)
        return Opened(number, inlet, stream.rate_hz)

    def _close_streams(self) -> None:
        while self._streams:
            _, (stream, inlet) = self._streams.popitem()
            inlet.finish(RESTARTED)
            stream.close()

    def _repair(self) -> None:
        """Wait for a broken device and open it again, until the session is over."""
        while (inlet := self._broken.get()) is not None:
            for number, (stream, used) in list(self._streams.items()):
                if used is inlet:
                    del self._streams[number]
                    stream.close()
            while len(self._streams) < len(self._wanted) and not self._closed.is_set():
                self._try_again()
                self._closed.wait(RETRY_S)

    def _try_again(self) -> None:
        missing = [number for number in range(len(self._wanted)) if number not in self._streams]
        fresh = self._audio.fresh_inputs()
        back = [number for number in missing if _is_there(fresh, self._wanted[number].name)]
        if self._open_some(back, self._audio_inputs()) == len(back):
            return
        self._close_streams()
        self._audio.reinitialise()
        self._open_some(range(len(self._wanted)), self._audio_inputs())

    def _audio_inputs(self) -> tuple[InputDevice, ...]:
        try:
            return self._audio.inputs()
        except MicrophoneError:
            return ()

    def _open_some(self, numbers: Sequence[int], devices: Sequence[InputDevice]) -> int:
        """Open devices as far as they let themselves be opened, and return how many did."""
        done = 0
        for number in numbers:
            try:
                self._reopened.put(self._open(number, devices))
                done += 1
            except MicrophoneError:
                continue
        return done


def _is_there(devices: Sequence[InputDevice], name: DeviceName) -> bool:
    try:
        find_device(devices, name)
    except MicrophoneError:
        return False
    return True
