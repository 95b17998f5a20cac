"""PortAudio behind a small door: everything that is imported, opened or may break in it lies in this file."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

from assistant.audio.devices import DeviceName, InputDevice, MicrophoneError
from assistant.audio.inlet import Inlet

LATENCY_S = 0.06
"""What PortAudio is asked to buffer: less overflows on a busy machine, more delays every ruling."""
PACKETS_PER_S = 50
"""Packets of 20 ms: fewer delay every ruling, more cost time."""
COMMON_RATES_HZ = (48_000, 44_100, 16_000)
"""What is tried when a device refuses the rate that it calls its own."""
LIST_TIMEOUT_S = 10
"""A fresh look at the devices that takes longer has hung."""

_LIST_FRESH = "import json, sounddevice as s; print(json.dumps([list(s.query_devices()), list(s.query_hostapis())]))"
"""Python's own process sees the devices of its start only; another one sees those of now."""


class OpenStream(Protocol):
    """A device that delivers into an inlet."""

    @property
    def rate_hz(self) -> int:
        """The rate at which it was opened."""

    @property
    def channels(self) -> int:
        """How many channels it delivers."""

    def close(self) -> None:
        """Stop it, whatever state it is in; calling it twice does no harm."""


class Audio(Protocol):
    """What records."""

    def inputs(self) -> tuple[InputDevice, ...]:
        """Return the devices that can be opened; the list may be old."""

    def fresh_inputs(self) -> tuple[InputDevice, ...]:
        """Return the devices that are there now; they cannot be opened by their index."""

    def reinitialise(self) -> None:
        """Make `inputs` new. Every stream of the program must be closed before and is dead afterwards."""

    def open(self, device: InputDevice, channels: int, inlet: Inlet) -> OpenStream:
        """Start a device that delivers at least `channels` channels.

        Raises:
            MicrophoneError: it cannot be opened, or has not so many.
        """


@dataclass(frozen=True, slots=True)
class _Stream:
    """A stream of sounddevice."""

    rate_hz: int
    """See OpenStream."""
    channels: int
    """See OpenStream."""
    stream: Any
    """The sounddevice.InputStream."""

    def close(self) -> None:
        """See OpenStream."""
        for end in (self.stream.abort, self.stream.close):
            try:
                end()
            except Exception:  # a device that is gone answers with any error; it is gone all the same
                continue


class PortAudio:
    """The computer's devices, through sounddevice."""

    def __init__(self) -> None:
        """Load PortAudio.

        Raises:
            MicrophoneError: it is not installed.
        """
        self._sounddevice = _load()

    @property
    def version(self) -> str:
        """What PortAudio calls itself."""
        return str(self._sounddevice.get_portaudio_version()[1])

    def inputs(self) -> tuple[InputDevice, ...]:
        """See Audio."""
        try:
            return _inputs(list(self._sounddevice.query_devices()), list(self._sounddevice.query_hostapis()))
        except self._sounddevice.PortAudioError as error:
            raise MicrophoneError(f"the sound system does not answer ({error}): run `referee doctor`") from error

    def can_play(self) -> bool:
        """Return whether there is a device to play to."""
        try:
            return any(device["max_output_channels"] > 0 for device in self._sounddevice.query_devices())
        except self._sounddevice.PortAudioError:
            return False

    def fresh_inputs(self) -> tuple[InputDevice, ...]:
        """See Audio."""
        try:
            listed = subprocess.run(
                [sys.executable, "-c", _LIST_FRESH], capture_output=True, timeout=LIST_TIMEOUT_S, check=True
            )
            devices, host_apis = json.loads(listed.stdout)
        except (OSError, subprocess.SubprocessError, ValueError):
            return ()
        return _inputs(devices, host_apis)

    def reinitialise(self) -> None:
        """See Audio."""
        self._sounddevice._terminate()  # sounddevice has no public way to look for devices again (its issue 125)
        self._sounddevice._initialize()

    def open(self, device: InputDevice, channels: int, inlet: Inlet) -> OpenStream:
        """See Audio."""
        if channels > device.channels:
            raise MicrophoneError(
                f'"{device.name}" has {device.channels} channels, number {channels} is wanted: choose others'
            )
        refusal: Exception | None = None
        for rate_hz, width in _ways(device, channels):
            try:
                return self._start(device.index, rate_hz, width, inlet)
            except (self._sounddevice.PortAudioError, ValueError, OSError) as error:
                refusal = refusal or error
        said = " ".join(str(refusal).split())
        raise MicrophoneError(
            f'"{device.name}" cannot be opened ({said}): close other programs that record, or plug it in again'
        ) from refusal

    def _start(self, index: int, rate_hz: int, channels: int, inlet: Inlet) -> _Stream:
        abort = self._sounddevice.CallbackAbort

        def callback(samples: Any, frames: int, time: Any, flags: Any) -> None:
            if not inlet.receive(samples, flags):
                raise abort

        stream = self._sounddevice.InputStream(
            device=index,
            channels=channels,
            samplerate=rate_hz,
            blocksize=rate_hz // PACKETS_PER_S,
            latency=LATENCY_S,
            dtype="float32",
            callback=callback,
            finished_callback=inlet.finish,
        )
        opened = _Stream(rate_hz, channels, stream)
        try:
            stream.start()
        except BaseException:
            opened.close()
            raise
        return opened


def _ways(device: InputDevice, channels: int) -> Iterator[tuple[int, int]]:
    """Yield what to try: the device's own rate first; all channels where it refuses to give a few."""
    rates_hz = dict.fromkeys((device.rate_hz, *COMMON_RATES_HZ))
    for width in dict.fromkeys((channels, device.channels)):
        for rate_hz in rates_hz:
            yield rate_hz, width


def _load() -> ModuleType:
    try:
        import sounddevice
    except (OSError, ImportError) as error:
        raise MicrophoneError(
            "PortAudio is missing, so nothing can be recorded: on Debian or Ubuntu, run: sudo apt install "
            "libportaudio2; elsewhere, install the Python package sounddevice again"
        ) from error
    module: ModuleType = sounddevice
    return module


def _inputs(devices: list[dict[str, Any]], host_apis: list[dict[str, Any]]) -> tuple[InputDevice, ...]:
    defaults = {api["default_input_device"] for api in host_apis}
    return tuple(
        InputDevice(
            DeviceName(str(device["name"]), str(host_apis[device["hostapi"]]["name"])),
            int(device["max_input_channels"]),
            round(device["default_samplerate"]),
            index in defaults,
            index,
        )
        for index, device in enumerate(devices)
        if device["max_input_channels"] > 0
    )
