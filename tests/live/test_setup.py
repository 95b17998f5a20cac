"""`referee setup` with real PortAudio: two players speak into two channels of a sound server, one after the other."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr

from assistant.table import TableProfile, from_toml
from tests.live.pulse import RATE_HZ, Pulse
from tests.table_sounds import CHANNELS, stretch

WORDS_MS = 4_000


def spoken(folder: Path, player: str) -> Path:
    """Write a file of three channels in which a player speaks, again and again, into the own one."""
    words = stretch(player, ("Brains!", "Five to the graveyard!"), WORDS_MS)
    sound = np.concatenate([words] * 10)
    sound = sound + np.random.default_rng(1).normal(0, 10 ** (-66 / 20), sound.shape)
    high = soxr.resample(np.column_stack((sound, np.zeros(len(sound)))), 16_000, RATE_HZ)
    path = folder / f"{player}.wav"
    soundfile.write(path, np.clip(high, -1, 1), RATE_HZ)
    return path


def until(process: "subprocess.Popen[str]", text: str) -> str:
    """Read what a program prints until a line holds a text."""
    assert process.stdout is not None
    read = ""
    for line in process.stdout:
        read += line
        if text in line:
            return read
    raise AssertionError(f"the program ended before it said {text!r}: {read}")


@pytest.mark.parametrize("devices", [("default",), ("left", "right")])
def test_whose_microphone_is_whose_is_heard_and_saved(pulse: Pulse, tmp_path: Path, devices: tuple[str, ...]) -> None:
    """Two devices that give the same microphones twice, as a sound server does, are no riddle."""
    environment = pulse.environment | {"XDG_CONFIG_HOME": str(tmp_path / "config"), "PYTHONUNBUFFERED": "1"}
    players = ["--game", "grave-feast", "--players", "Ann,Ben"]
    command = [sys.executable, "-m", "assistant", "setup", "--yes", *players, "--warm-up", "0"]
    command += [f"--device={device}" for device in devices]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        for player in CHANNELS:
            with pulse.playing(spoken(tmp_path, player)):
                until(process, f"{player}: {devices[0]} [ALSA]:")
        until(process, "Saved in")
    assert process.returncode == 0
    [saved] = (tmp_path / "config").rglob("table-table.toml")
    profile: TableProfile = from_toml(saved.read_text(), str(saved))
    assert [seat.microphone.channels for seat in profile.seats if seat.microphone] == [(1,), (0,)]
    assert profile.channel_players == ("Ann", "Ben")
