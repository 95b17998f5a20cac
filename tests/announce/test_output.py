"""The loudspeaker's door to PortAudio, with a sounddevice that is missing, empty or broken."""

import builtins
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from assistant.announce.output import Loudspeaker, _ahead_s
from assistant.announce.player import Feed, OutputError

SECOND = np.full(48_000, 0.5, dtype=np.float32)


class PortAudioError(Exception):
    pass


class CallbackStopError(Exception):
    pass


class CallbackAbortError(Exception):
    pass


class Stream:
    """Takes its callback's blocks at once, as `behaviour` says."""

    latency = 0.03
    behaviour = "works"
    clock_s = 50.0
    silence = 0

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
        if self.behaviour == "refuses":
            raise PortAudioError("Invalid sample rate [PaErrorCode -9997]")

    def start(self) -> None:
        if self.behaviour == "hangs":
            return
        for number in range(10_000):
            if self.behaviour == "stops" and number == 2:
                break
            type(self).clock_s += 0.01
            out = np.zeros((480, self.settings["channels"]), dtype=np.float32)
            try:
                self.settings["callback"](out, 480, SimpleNamespace(outputBufferDacTime=0.0, currentTime=0.0), None)
            except (CallbackStopError, CallbackAbortError):
                break
            type(self).silence = 0 if out.any() else self.silence + 1
        self.settings["finished_callback"]()

    def close(self, ignore_errors: bool) -> None:
        raise PortAudioError("gone")


@pytest.fixture
def sounddevice(monkeypatch: pytest.MonkeyPatch) -> Any:
    module: Any = ModuleType("sounddevice")
    module.PortAudioError = PortAudioError
    module.CallbackStop, module.CallbackAbort = CallbackStopError, CallbackAbortError
    module.OutputStream = type("OutputStream", (Stream,), {})
    info = {"name": "Speaker", "max_output_channels": 2, "default_samplerate": 48_000.0}
    module.query_devices = lambda device, kind: info
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    monkeypatch.setattr(
        "assistant.announce.output.time", SimpleNamespace(monotonic=lambda: module.OutputStream.clock_s)
    )
    return module


def feed() -> Feed:
    return Feed(SECOND, 48_000, lambda: 1.0)


def test_a_sound_is_played_to_its_end_even_if_closing_fails(sounddevice: Any) -> None:
    played = feed()
    Loudspeaker().play(played)
    assert played.whole
    assert played.start_s == pytest.approx(50.01 + 0.05 + 0.03)
    assert played.end_s == pytest.approx(51.01 + 0.05 + 0.03)
    assert sounddevice.OutputStream.silence >= 5, "drivers throw away what was not heard when they are told to stop"
    assert Loudspeaker().rate_hz() == 48_000


@pytest.mark.parametrize(
    ("behaviour", "says"), [("refuses", "Invalid sample rate"), ("stops", "in the middle"), ("hangs", "no sign")]
)
def test_a_device_that_fails_gives_one_line_of_advice(
    behaviour: str, says: str, sounddevice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.announce.output.GRACE_S", -1.0)
    sounddevice.OutputStream.behaviour = behaviour
    with pytest.raises(OutputError, match=says) as error:
        Loudspeaker().play(feed())
    assert "plug in a loudspeaker" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_fault_inside_the_callback_is_not_lost(sounddevice: Any) -> None:
    class Broken(Feed):
        def fill(self, out: Any, heard_s: float) -> bool:
            raise ZeroDivisionError("broken")

    with pytest.raises(OutputError, match="ZeroDivisionError"):
        Loudspeaker().play(Broken(SECOND, 48_000, lambda: 1.0))


def test_no_device_gives_advice(sounddevice: Any) -> None:
    def query_devices(device: str | None, kind: str) -> None:
        raise PortAudioError("Error querying device -1")

    sounddevice.query_devices = query_devices
    with pytest.raises(OutputError, match=r"text only: nothing can be played \(Error querying device -1\)"):
        Loudspeaker().rate_hz()


def test_no_portaudio_gives_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> ModuleType:
        if name == "sounddevice":
            raise OSError("PortAudio library not found")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(OutputError, match="libportaudio2"):
        Loudspeaker().rate_hz()


@pytest.mark.parametrize(
    ("dac_s", "current_s", "ahead_s"),
    [(7.25, 7.0, 0.25), (7.0, 7.0, 0.0), (0.0, 0.0, 0.03), (99.0, 7.0, 0.03), (6.0, 7.0, 0.03)],
)
def test_times_that_a_driver_makes_up_are_not_believed(dac_s: float, current_s: float, ahead_s: float) -> None:
    times = SimpleNamespace(outputBufferDacTime=dac_s, currentTime=current_s)
    assert _ahead_s(times, 0.03) == pytest.approx(ahead_s)
