"""Recordings as a drill's sound: mixed to one channel, and played at their own speed where that is wanted."""

import time
from pathlib import Path

import numpy as np
import soundfile

from assistant.audio.files import open_recording
from assistant.practice.sources import RecordingInput


def recording(path: Path, seconds: float) -> Path:
    left = np.full(int(16_000 * seconds), 0.2)
    soundfile.write(path, np.stack((left, np.zeros_like(left)), axis=1), 16_000)
    return path


def test_channels_are_mixed_into_one(tmp_path: Path) -> None:
    source = RecordingInput(open_recording(recording(tmp_path / "two.wav", 0.5)))
    sound = np.concatenate(list(source.blocks()))
    assert sound.shape == (8_000, 1)
    assert np.allclose(sound, 0.1, atol=1e-4)
    assert source.now_ms(321) == 321


def test_in_real_time_no_block_comes_before_it_was_spoken(tmp_path: Path) -> None:
    source = RecordingInput(open_recording(recording(tmp_path / "two.wav", 0.4)), paced=True)
    began_s, heard = time.monotonic(), 0
    for block in source.blocks():
        heard += len(block)
        assert time.monotonic() - began_s >= heard / 16_000 - 0.002
        assert source.now_ms(0) >= heard * 1000 // 16_000 - 2
    assert heard == 6_400
