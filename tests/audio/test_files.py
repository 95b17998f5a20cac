"""Recordings of every kind: their sound arrives whole and at its time; what is no recording is refused in a line."""

import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from assistant.audio.files import Recording, RecordingError, open_recording

CLICKS_S = (0.0, 0.25, 0.5, 1.0, 1.3333, 2.0, 2.75)
LENGTH_S = 3.0
Sound = NDArray[np.float32]


def read(recording: Recording, block_ms: int = 100) -> Sound:
    return np.concatenate(list(recording.blocks(block_ms)))


def clicks(rate_hz: int) -> Sound:
    """Return a bump of 1 ms at each moment, its highest point exactly there."""
    at_s = np.arange(int(LENGTH_S * rate_hz)) / rate_hz
    sound = np.zeros((len(at_s), 1), dtype=np.float32)
    for click_s in CLICKS_S:
        from_click_s = at_s - click_s
        bump = np.cos(np.pi * 1_000 * from_click_s) ** 2 * (np.abs(from_click_s) < 0.000_5)
        sound[:, 0] += bump.astype(np.float32) * 0.5
    return sound


def noise(seconds: float = 2.0, channels: int = 2, rate_hz: int = 16_000) -> Sound:
    shape = (int(seconds * rate_hz), channels)
    return (np.random.default_rng(7).standard_normal(shape) * 0.1).astype(np.float32)


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000])
def test_what_was_said_at_a_moment_is_heard_at_that_moment(tmp_path: Path, rate_hz: int) -> None:
    path = tmp_path / "clicks.wav"
    soundfile.write(path, clicks(rate_hz), rate_hz)
    heard = read(open_recording(path))[:, 0]
    assert abs(len(heard) - LENGTH_S * 16_000) <= 1
    for click_s in CLICKS_S:
        begin = max(0, round((click_s - 0.05) * 16_000))
        loudest = begin + int(np.argmax(heard[begin : begin + 1_600]))
        assert loudest / 16_000 == pytest.approx(click_s, abs=0.000_3)


@pytest.mark.parametrize(
    ("container", "subtype"),
    [
        ("WAV", "PCM_16"),
        ("WAV", "PCM_24"),
        ("WAV", "PCM_32"),
        ("WAV", "FLOAT"),
        ("WAV", "DOUBLE"),
        ("WAVEX", "PCM_16"),
        ("RF64", "PCM_16"),
        ("FLAC", "PCM_16"),
        ("FLAC", "PCM_24"),
    ],
)
def test_every_sample_format_brings_the_same_sound(tmp_path: Path, container: str, subtype: str) -> None:
    sound = noise()
    path = tmp_path / "match.sound"
    soundfile.write(path, sound, 16_000, format=container, subtype=subtype)
    recording = open_recording(path)
    assert (recording.rate_hz, recording.channels, recording.duration_ms) == (16_000, 2, 2_000)
    assert (recording.lost_ms, recording.lost) == (0, "")
    assert np.abs(read(recording) - sound).max() <= 1 / 32_768


@pytest.mark.parametrize("channels", range(1, 9))
def test_each_channel_stays_in_its_place(tmp_path: Path, channels: int) -> None:
    rate_hz = 44_100
    at_s = np.arange(rate_hz) / rate_hz
    tones_hz = [300 * (channel + 1) for channel in range(channels)]
    sound = np.stack([0.3 * np.sin(2 * np.pi * tone * at_s) for tone in tones_hz], axis=1)
    path = tmp_path / "match.flac"
    soundfile.write(path, sound, rate_hz)
    heard = read(open_recording(path))
    spectrum = np.abs(np.fft.rfft(heard[:16_000], axis=0))
    assert np.argmax(spectrum, axis=0).tolist() == tones_hz


@pytest.mark.parametrize("rate_hz", [16_000, 44_100, 48_000])
def test_the_sound_does_not_depend_on_the_size_of_the_blocks(tmp_path: Path, rate_hz: int) -> None:
    path = tmp_path / "match.wav"
    soundfile.write(path, noise(rate_hz=rate_hz), rate_hz)
    recording = open_recording(path)
    whole = read(recording, 5_000)
    for block_ms in (1, 10, 33, 250):
        assert np.array_equal(read(recording, block_ms), whole)


def test_no_block_is_empty_and_each_has_all_channels(tmp_path: Path) -> None:
    path = tmp_path / "match.wav"
    soundfile.write(path, noise(rate_hz=48_000, channels=3), 48_000)
    shapes = [block.shape for block in open_recording(path).blocks(5)]
    assert min(length for length, _ in shapes) > 0
    assert {channels for _, channels in shapes} == {3}


def test_floats_above_full_scale_are_clipped_like_any_microphone(tmp_path: Path) -> None:
    path = tmp_path / "loud.wav"
    soundfile.write(path, noise() * 20, 16_000, subtype="FLOAT")
    heard = read(open_recording(path))
    assert np.abs(heard).max() == 1.0


def test_a_long_recording_needs_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    with soundfile.SoundFile(path, "w", 48_000, 1, subtype="PCM_16") as file:
        for _ in range(10):
            file.write(noise(30, channels=1, rate_hz=48_000))
    tracemalloc.start()
    try:
        samples = sum(len(block) for block in open_recording(path).blocks())
        _, most_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert samples == 300 * 16_000
    assert most_bytes < 2_000_000


def write_bytes(path: Path, change: Callable[[bytes], bytes], subtype: str = "PCM_16", container: str = "WAV") -> Path:
    soundfile.write(path, noise(), 16_000, subtype=subtype, format=container)
    path.write_bytes(change(path.read_bytes()))
    return path


@pytest.mark.parametrize(
    ("container", "subtype"), [("WAV", "PCM_16"), ("WAV", "PCM_24"), ("WAV", "FLOAT"), ("RF64", "PCM_16")]
)
def test_a_wav_that_was_cut_off_is_judged_as_far_as_it_goes(tmp_path: Path, container: str, subtype: str) -> None:
    path = write_bytes(tmp_path / "cut.wav", lambda data: data[: len(data) // 2 + 1], subtype, container)
    recording = open_recording(path)
    assert recording.duration_ms == pytest.approx(1_000, abs=2)
    assert recording.lost_ms == pytest.approx(1_000, abs=2)
    assert recording.duration_ms + recording.lost_ms == pytest.approx(2_000, abs=1)
    assert str(path) in recording.lost
    assert np.abs(read(recording) - noise()[: recording.samples]).max() <= 1 / 32_768


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def scratched(data: bytes) -> bytes:
    return data[: len(data) // 2] + bytes(2_000) + data[len(data) // 2 + 2_000 :]


@pytest.mark.parametrize("damage", [cut, scratched])
def test_a_flac_is_judged_up_to_its_damage(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    recording = open_recording(write_bytes(tmp_path / "cut.flac", damage, container="FLAC"))
    assert 500 <= recording.duration_ms <= 1_000
    assert recording.duration_ms + recording.lost_ms == pytest.approx(2_000, abs=1)
    for block_ms in (10, 5_000):
        assert np.abs(read(recording, block_ms) - noise()[: recording.samples]).max() <= 1 / 32_768


def test_headers_that_do_not_know_the_length_lose_nothing(tmp_path: Path) -> None:
    streamed_wav = write_bytes(
        tmp_path / "pipe.wav",
        lambda data: (
            data[:4]
            + b"\xff" * 4
            + data[8:].replace(b"data" + (128_000).to_bytes(4, "little"), b"data\xff\xff\xff\xff", 1)
        ),
    )
    streamed_flac = write_bytes(
        tmp_path / "pipe.flac",
        lambda data: data[:21] + bytes([data[21] & 0xF0]) + bytes(4) + data[26:],
        container="FLAC",
    )
    for path in (streamed_wav, streamed_flac):
        recording = open_recording(path)
        assert recording.lost_ms == 0
        assert len(read(recording)) == pytest.approx(32_000, abs=1)


def test_a_chunk_before_the_sound_is_not_taken_for_it(tmp_path: Path) -> None:
    junk = b"JUNK" + (16).to_bytes(4, "little") + b"data\xf0\xff\xff\x0f" + bytes(8)
    path = write_bytes(tmp_path / "junk.wav", lambda data: data[:12] + junk + data[12:])
    assert open_recording(path).lost_ms == 0


def nine_channels(path: Path) -> None:
    soundfile.write(path, noise(channels=9), 16_000)


def not_a_number(path: Path) -> None:
    sound = noise()
    sound[20_000, 1] = np.nan
    soundfile.write(path, sound, 16_000, subtype="FLOAT")


def infinite(path: Path) -> None:
    sound = noise()
    sound[0, 0] = np.inf
    soundfile.write(path, sound, 16_000, subtype="DOUBLE")


def scaled_as_integers(path: Path) -> None:
    soundfile.write(path, noise() * 32_768, 16_000, subtype="FLOAT")


def mp3(path: Path) -> None:
    soundfile.write(path, noise(), 16_000, format="MP3")


def ogg(path: Path) -> None:
    soundfile.write(path, noise(), 16_000, format="OGG")


def of_rate(rate_hz: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        write_bytes(path, lambda data: data[:24] + rate_hz.to_bytes(4, "little") + data[28:])

    return make


def holding(data: bytes) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(data)

    return make


def header_of_wav(path: Path) -> None:
    write_bytes(path, lambda data: data[:44])


def header_of_flac(path: Path) -> None:
    write_bytes(path, lambda data: data[:42], container="FLAC")


def nothing(path: Path) -> None:
    """Leave the path empty."""


REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "missing": (nothing, "no such file"),
    "folder": (Path.mkdir, "is a folder"),
    "pipe": (os.mkfifo, "is a device or a pipe"),
    "empty": (Path.touch, "is empty"),
    "only a WAV header": (header_of_wav, "holds no sound"),
    "only a FLAC header": (header_of_flac, "cut off before its first sound"),
    "random bytes": (holding(np.random.default_rng(3).bytes(5_000)), "no WAV or FLAC"),
    "text": (holding(b"0.0-1.0 Ann: brains\n" * 20), "no WAV or FLAC"),
    "half a header": (holding(b"RIFF\x24\x00\x00\x00WAVEfmt "), "no WAV or FLAC"),
    "an mp3": (mp3, "convert it to WAV or FLAC"),
    "an ogg": (ogg, "convert it to WAV or FLAC"),
    "nine channels": (nine_channels, "has 9 channels; at most 8"),
    "no number": (not_a_number, "no numbers"),
    "infinite": (infinite, "no numbers"),
    "other scale": (scaled_as_integers, "far beyond full scale"),
    "0 Hz": (of_rate(0), "no WAV or FLAC"),
    "1 Hz": (of_rate(1), "rate is 1 Hz"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_recording_is_refused_in_one_line(tmp_path: Path, case: str) -> None:
    make, reason = REFUSED[case]
    path = tmp_path / "match.wav"
    make(path)
    with pytest.raises(RecordingError) as caught:
        open_recording(path)
    said = str(caught.value)
    assert said.startswith(f"{path}: ")
    assert reason in said
    assert "\n" not in said


def test_a_file_that_shrinks_while_it_is_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "match.wav"
    soundfile.write(path, noise(60), 16_000)
    blocks = open_recording(path).blocks()
    next(blocks)
    os.truncate(path, 4_000)
    with pytest.raises(RecordingError, match="became shorter"):
        list(blocks)
