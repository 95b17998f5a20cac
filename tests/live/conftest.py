"""Live tests run with real sound servers and real PortAudio; on the build machine they may not be skipped."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.audio.devices import MicrophoneError
from assistant.audio.portaudio import PortAudio
from tests.live.pulse import Pulse, missing_programs, pulse_server

PACKAGES = "pulseaudio pulseaudio-utils libasound2-plugins libportaudio2"


def _lacking() -> str:
    if programs := missing_programs():
        return f"no {', '.join(programs)} on this machine"
    try:
        PortAudio()
    except MicrophoneError as error:
        return str(error)
    return ""


@pytest.fixture(scope="session")
def live_sound() -> None:
    """Skip where there is no sound server to be had; fail on the build machine."""
    if lacking := _lacking():
        message = f"{lacking}; on Debian: apt install {PACKAGES}"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture
def pulse(live_sound: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pulse]:
    """Return a sound server of this test's own, which this process and its children record from."""
    with tempfile.TemporaryDirectory(prefix="pulse-") as folder, pulse_server(Path(folder)) as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        audio = PortAudio()
        audio.reinitialise()
        yield server
