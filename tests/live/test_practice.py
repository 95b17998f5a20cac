"""A drill on a microphone that is software: the referee asks, a recording answers, the verdict comes back."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import soundfile
import soxr

from tests.live.pulse import RATE_HZ, Pulse

DRILL = Path(__file__).resolve().parent.parent / "practice" / "recordings" / "drill.flac"
BRAINS_S = (0.7, 1.5)
"""Where the drill's first "Brains!" lies."""
EVERY_S = 3.0
TIMES = 8


def brains_again_and_again(path: Path) -> Path:
    """Write a file of three channels in which the first says "Brains!" every so often."""
    sound, rate_hz = soundfile.read(DRILL, dtype="float32")
    word = soxr.resample(sound[round(BRAINS_S[0] * rate_hz) : round(BRAINS_S[1] * rate_hz)], rate_hz, RATE_HZ)
    period = np.pad(word, (0, round(EVERY_S * RATE_HZ) - len(word)))
    played = np.zeros((TIMES * len(period), 3), np.float32)
    played[:, 0] = np.tile(period, TIMES)
    played += np.random.default_rng(0).normal(0, 5e-4, played.shape)
    soundfile.write(path, played, RATE_HZ)
    return path


def test_a_drill_hears_the_microphone_and_counts_from_its_cue(pulse: Pulse, tmp_path: Path) -> None:
    path = brains_again_and_again(tmp_path / "brains.wav")
    arguments = ["--player", "Ann", "--phrases", "brains", "--rounds", "2", "--engine", "pocketsphinx", "--json"]
    with pulse.playing(path):
        ran = subprocess.run(
            [sys.executable, "-m", "assistant", "practice", *arguments],
            env={**pulse.environment, "XDG_DATA_HOME": str(tmp_path / "data")},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    assert ran.returncode == 0, ran.stderr
    *attempts, summary = map(json.loads, ran.stdout.splitlines())
    assert [line["heard"] for line in attempts] == ["brains", "brains"]
    assert summary["silence"] == 0
    for line in attempts:
        assert 0 <= line["reaction_ms"] <= EVERY_S * 1000
        assert 450 <= line["duration_ms"] <= 750  # 0.6 s in the recording
    # The second cue comes with the first answer, and the word comes again every three seconds: the next one, or, on a
    # machine that was slow to answer, one behind it.
    until_next_ms = attempts[0]["duration_ms"] + attempts[0]["answer_ms"] + attempts[1]["reaction_ms"]
    periods = round(until_next_ms / (EVERY_S * 1000))
    assert periods >= 1
    assert abs(until_next_ms - periods * EVERY_S * 1000) <= 200
