"""Real talk, with recordings made here."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from bench import human
from bench.human import Talk, read, render_talk, talks
from bench.items import Kind


def recording(path: Path, rate_hz: int, seconds: float = 0.5) -> Path:
    sound = np.zeros(rate_hz)
    begin = rate_hz // 4
    sound[begin : begin + round(seconds * rate_hz)] = np.random.default_rng(1).uniform(
        -0.3, 0.3, round(seconds * rate_hz)
    )
    soundfile.write(path, sound, rate_hz)
    return path


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 44_100])
def test_a_recording_of_any_rate_is_cut_to_its_voice(tmp_path: Path, rate_hz: int) -> None:
    assert len(read(recording(tmp_path / "a.wav", rate_hz))) / 16_000 == pytest.approx(0.5, abs=0.01)


def test_raw_samples_are_read_as_sixteen_bits(tmp_path: Path) -> None:
    (tmp_path / "a.raw").write_bytes((np.full(1600, 16384)).astype("<i2").tobytes())
    assert read(tmp_path / "a.raw") == pytest.approx(np.full(1600, 0.5))


def test_a_silent_recording_holds_no_voice(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.zeros(8000), 8000)
    assert len(read(tmp_path / "a.wav")) == 0


def test_every_recording_is_one_line_of_talk_at_the_next_microphone(tmp_path: Path) -> None:
    files = tuple(recording(tmp_path / f"{name}.wav", 16_000) for name in "abcd")
    match = render_talk(Talk("x", "grave-feast", files))
    assert [(truth.kind, truth.player, truth.phrase) for truth in match.truths] == [
        (Kind.TALK, player, None) for player in ("Ann", "Ben", "Cid", "Ann")
    ]
    assert [truth.start_ms for truth in match.truths] == pytest.approx([1000, 2500, 4000, 5500], abs=10)


def test_recordings_without_a_voice_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sounds"
    folder.mkdir()
    for name in ("hello", "beep", "busy-tone"):
        recording(folder / f"{name}.wav", 8000)
    monkeypatch.setattr(human, "ASTERISK", folder)
    monkeypatch.setattr(human, "POCKETSPHINX", tmp_path / "none")
    monkeypatch.setattr(human, "HEDGEWARS", tmp_path / "none")
    assert [path.stem for path in human.files()] == ["hello"]
    assert [talk.game for talk in talks(("house-blitz", "in-cahoots"))] == ["house-blitz", "in-cahoots"]
