"""The loudspeaker, through PortAudio: imported when first used, for the referee must work without it."""

import time
from contextlib import suppress
from threading import Event
from types import ModuleType
from typing import Any

from assistant.announce.player import Feed, OutputError

LONGEST_AHEAD_S = 2.0
"""No device buffers more; what a driver says beyond this, or below nothing, is no time."""
LATENCY_S = 0.1
"""What PortAudio is asked to buffer: with less a busy machine lets it run dry, and PulseAudio then loses sound."""
LEAD_S = 0.05
"""So much silence comes before a sound: a device that wakes up swallows its first samples (PulseAudio: 9 ms)."""
DRAIN_S = 0.05
"""So much silence follows a sound: some drivers throw their last buffers away when they are told to stop."""
GRACE_S = 3.0
"""A device that needs so much longer than its sound lasts has hung."""
STEREO = 2
"""The same sound on two channels, for on a stereo device one channel would come from one side only."""


class Loudspeaker:
    """An output device; opened for each sound, so that one that was plugged in anew is found, and idle ones sleep."""

    def __init__(self, device: str | None = None) -> None:
        """Remember which device.

        Args:
            device: part of its name, or "name, host API"; None for the system's default.
        """
        self._device = device

    def rate_hz(self) -> int:
        """Return the rate that the device takes.

        Raises:
            OutputError: there is no PortAudio, or no such device.
        """
        return round(float(self._info()["default_samplerate"]))

    def play(self, feed: Feed) -> None:
        """Play a feed, and wait until the last sample was heard.

        Raises:
            OutputError: the device cannot be opened, broke down or hung.
        """
        sounddevice = _sounddevice()
        channels = min(STEREO, int(self._info()["max_output_channels"]))
        over = Event()
        faults: list[BaseException] = []

        begun = 0

        def callback(out: Any, frames: int, times: Any, flags: Any) -> None:
            nonlocal begun
            begun += frames
            if begun <= LEAD_S * feed.rate_hz:
                out.fill(0.0)
                return
            now_s = time.monotonic()
            try:
                feed.fill(out, now_s + _ahead_s(times, float(stream.latency)))
            except BaseException as error:  # PortAudio prints what a callback raises, and tells nobody
                faults.append(error)
                raise sounddevice.CallbackAbort from error
            if feed.end_s is not None and now_s >= feed.end_s + DRAIN_S:
                raise sounddevice.CallbackStop

        stream: Any = None
        try:
            stream = sounddevice.OutputStream(
                samplerate=feed.rate_hz,
                device=self._device,
                channels=channels,
                dtype="float32",
                latency=LATENCY_S,
                callback=callback,
                finished_callback=over.set,
            )
            stream.start()
            in_time = over.wait(LEAD_S + feed.left_s + DRAIN_S + float(stream.latency) + GRACE_S)
        except (sounddevice.PortAudioError, ValueError) as error:
            raise _advice(str(error)) from error
        finally:
            _close(stream)
        if faults:
            raise _advice(f"{type(faults[0]).__name__}: {faults[0]}") from faults[0]
        if not in_time:
            raise _advice("the device gives no sign")
        if feed.end_s is None:
            raise _advice("the device stopped in the middle of a sound")

    def _info(self) -> dict[str, Any]:
        sounddevice = _sounddevice()
        try:
            info: dict[str, Any] = sounddevice.query_devices(self._device, "output")
        except (sounddevice.PortAudioError, ValueError) as error:
            raise _advice(str(error)) from error
        if info["max_output_channels"] < 1:
            raise _advice(f"{info['name']} is no output")
        return info


def _ahead_s(times: Any, latency_s: float) -> float:
    """Return how long after now a buffer will be heard, by the driver's clock or else by the stream's latency."""
    if not times.outputBufferDacTime or not times.currentTime:  # what some drivers say for "I do not know"
        return latency_s
    ahead_s = float(times.outputBufferDacTime - times.currentTime)
    return ahead_s if 0.0 <= ahead_s <= LONGEST_AHEAD_S else latency_s


def _close(stream: Any) -> None:
    """Close a stream in whatever state it is; a device that was unplugged raises here, and is closed all the same."""
    if stream is not None:
        with suppress(Exception):
            stream.close(ignore_errors=True)


def _sounddevice() -> ModuleType:
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        raise OutputError(
            "rulings come as text only: PortAudio is missing; on Debian or Ubuntu, run: sudo apt install libportaudio2"
        ) from error
    module: ModuleType = sounddevice
    return module


def _advice(problem: str) -> OutputError:
    said = " ".join(problem.split())
    return OutputError(
        f"rulings come as text only: nothing can be played ({said}); plug in a loudspeaker, or use --no-speak"
    )
