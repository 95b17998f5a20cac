"""Microphones that are software: what is played into a sink of three channels is captured through PortAudio."""

import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import soundfile
from numpy.typing import NDArray

from assistant.audio.blocks import Block
from assistant.audio.devices import DeviceName, Microphone
from assistant.audio.microphones import Microphones
from assistant.cli.checks import State
from assistant.cli.probes import examine
from assistant.core.observations import Gap
from tests.live.pulse import RATE_HZ, Pulse

TABLE = tuple(Microphone(DeviceName("default", "ALSA"), (channel,)) for channel in range(3))
TONES_HZ = (400, 700, 1_100)
SESSION_HZ = 16_000


def until(table: Microphones, done: Callable[[Block], bool], timeout_s: float = 20.0) -> list[Block]:
    deadline_s = monotonic() + timeout_s
    blocks = []
    for block in table.blocks():
        blocks.append(block)
        if done(block):
            return blocks
        assert monotonic() < deadline_s, "the block that was waited for never came"
    raise AssertionError("the microphones stopped")


def lasting(table_ms: int) -> Callable[[Block], bool]:
    return lambda block: block.end_ms >= table_ms


def sound_of(blocks: list[Block]) -> NDArray[np.float32]:
    return np.concatenate([block.samples for block in blocks])


def gaps_of(blocks: list[Block]) -> list[Gap]:
    return [gap for block in blocks for gap in block.gaps]


def steady_tones(path: Path, seconds: float) -> Path:
    at_s = np.arange(int(seconds * RATE_HZ)) / RATE_HZ
    sound = np.stack([0.3 * np.sin(2 * np.pi * tone * at_s) for tone in TONES_HZ], axis=1)
    soundfile.write(path, sound, RATE_HZ)
    return path


def tones_one_after_another(path: Path) -> Path:
    """Write a file in which, after half a second, each channel sounds for half a second, after the one before it."""
    half = np.arange(RATE_HZ // 2) / RATE_HZ
    sound = np.zeros((4 * len(half), 3))
    for channel, tone in enumerate(TONES_HZ):
        sound[(channel + 1) * len(half) : (channel + 2) * len(half), channel] = 0.3 * np.sin(2 * np.pi * tone * half)
    soundfile.write(path, sound, RATE_HZ)
    return path


def pitches_hz(sound: NDArray[np.float32]) -> list[int]:
    """Return the loudest frequency of each channel."""
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound))[:, np.newaxis], axis=0))
    return [int(round(float(peak) * SESSION_HZ / len(sound), -1)) for peak in np.argmax(spectrum, axis=0)]


def test_three_channels_are_captured_each_in_its_place_and_at_its_time(pulse: Pulse, tmp_path: Path) -> None:
    path = tones_one_after_another(tmp_path / "tones.wav")
    with Microphones(TABLE) as table:
        blocks = until(table, lasting(500))
        with pulse.playing(path):
            blocks += until(table, lasting(blocks[-1].end_ms + 3_500))
    sound = sound_of(blocks)
    starts_s = []
    for channel, tone in enumerate(TONES_HZ):
        loud = np.flatnonzero(np.abs(sound[:, channel]) > 0.1)
        starts_s.append(loud[0] / SESSION_HZ)
        assert abs((loud[-1] - loud[0]) / SESSION_HZ - 0.5) < 0.005
        assert pitches_hz(sound[loud[0] : loud[-1]])[channel] == tone
    assert np.allclose(np.diff(starts_s), 0.5, atol=0.005)
    assert gaps_of(blocks) == []


def test_a_device_unloaded_in_mid_capture_is_a_gap_and_comes_back_by_itself(pulse: Pulse, tmp_path: Path) -> None:
    path = steady_tones(tmp_path / "tones.wav", 60)
    with Microphones(TABLE) as table:
        with pulse.playing(path):
            blocks = until(table, lambda block: float(np.abs(block.samples).max()) > 0.2)
            blocks += until(table, lasting(blocks[-1].end_ms + 500))
            pulse.unplug()
            gone_s = monotonic()
            blocks += until(table, lambda block: bool(block.outages))
            assert monotonic() - gone_s < 1.0
            blocks += until(table, lasting(blocks[-1].end_ms + 1_000))
        pulse.plug_in()
        with pulse.playing(path):
            blocks += until(table, lambda block: bool(block.gaps))
            blocks += until(table, lambda block: float(np.abs(block.samples).max()) > 0.2)
            blocks += until(table, lasting(blocks[-1].end_ms + 1_000))
    assert [gap.channel for gap in gaps_of(blocks)] == [0, 1, 2]
    [(start_ms, end_ms, reason)] = {(gap.start_ms, gap.end_ms, gap.reason) for gap in gaps_of(blocks)}
    assert reason in ("unplugged", "no sound")
    assert end_ms - start_ms > 1_000
    assert all(one.end_sample == two.start_sample for one, two in pairwise(blocks))
    sound = sound_of(blocks)
    assert not sound[start_ms * 16 + 16 : end_ms * 16 - 16].any()
    assert blocks[-1].outages == ()
    for piece in (sound[start_ms * 16 - 4_800 : start_ms * 16], sound[-SESSION_HZ // 2 :]):
        assert pitches_hz(piece) == list(TONES_HZ)


def test_two_devices_that_hear_the_same_are_in_step(pulse: Pulse, tmp_path: Path) -> None:
    path = tones_one_after_another(tmp_path / "tones.wav")
    two = [Microphone(DeviceName("left", "ALSA"), (0,)), Microphone(DeviceName("right", "ALSA"), (0,))]
    with Microphones(two) as table:
        blocks = until(table, lasting(3_000))
        with pulse.playing(path):
            blocks += until(table, lasting(blocks[-1].end_ms + 3_500))
        assert [str(reading.device) for reading in table.readings] == ["left [ALSA]", "right [ALSA]"]
    starts = [int(np.flatnonzero(np.abs(channel) > 0.1)[0]) for channel in sound_of(blocks).T]
    assert abs(starts[0] - starts[1]) * 1000 / SESSION_HZ < 10
    assert gaps_of(blocks) == []


def test_a_reader_that_is_throttled_gets_gaps_and_what_follows_lies_at_its_time(pulse: Pulse, tmp_path: Path) -> None:
    with Microphones(TABLE, queue_s=0.5) as table, pulse.playing(steady_tones(tmp_path / "tones.wav", 60)):
        blocks = until(table, lambda block: float(np.abs(block.samples).max()) > 0.2)
        blocks += until(table, lasting(blocks[-1].end_ms + 500))
        for _ in range(3):
            sleep(1.5)
            blocks += until(table, lasting((table.session_ms() or 0) + 300))
        behind_ms = (table.session_ms() or 0) - blocks[-1].end_ms
    gaps = [gap for gap in gaps_of(blocks) if gap.channel == 1]
    assert {gap.reason for gap in gaps} == {"the computer is too slow"}
    assert abs(sum(gap.end_ms - gap.start_ms for gap in gaps) - 3_000) < 400
    assert behind_ms < 500
    sound = sound_of(blocks)
    for gap in gaps:
        assert not sound[gap.start_ms * 16 + 1_000 : gap.end_ms * 16 - 1_000].any()
    assert pitches_hz(sound[-SESSION_HZ // 4 :]) == list(TONES_HZ)


def test_the_devices_command_lists_the_sink_by_name_and_host_api(pulse: Pulse) -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "assistant", "devices"],
        env=pulse.environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert listed.returncode == 0
    assert "default [ALSA]" in listed.stdout


def test_the_doctor_hears_the_sink(pulse: Pulse, tmp_path: Path) -> None:
    with pulse.playing(steady_tones(tmp_path / "tones.wav", 60)):
        [listened] = [check for check in examine() if check.name == "hearing"]
    assert listened.state is State.GOOD
    assert "default [ALSA]: peak -1" in listened.found
