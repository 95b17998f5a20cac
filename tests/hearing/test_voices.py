"""One voice, or two at once: tones of known pitch, and recorded calls laid over each other."""

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.hearing.voices import second_voice_share
from engines.base import SAMPLE_RATE_HZ, Samples

RECORDINGS = Path(__file__).parents[1] / "recordings" / "grave-feast"


def voice(pitch_hz: float, seconds: float = 1.0, level: float = 0.3) -> Samples:
    """Return a hum with the harmonics of a voice, its pitch gliding by a fifth of a tone."""
    times_s = np.arange(int(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    phase = 2 * np.pi * pitch_hz * (times_s + 0.01 * times_s**2)
    harmonics = range(1, int(3_000 / pitch_hz))
    return np.asarray(level * sum(np.sin(k * phase) / k for k in harmonics), dtype=np.float32)


@pytest.mark.parametrize("pitch_hz", [90.0, 140.0, 220.0, 350.0])
def test_one_voice_is_one(pitch_hz: float) -> None:
    assert second_voice_share(voice(pitch_hz)) == 0.0


@pytest.mark.parametrize("pair_hz", [(90.0, 137.0), (118.0, 205.0), (150.0, 241.0)])
@pytest.mark.parametrize("softer", [1.0, 0.6])
def test_two_voices_are_two(pair_hz: tuple[float, float], softer: float) -> None:
    assert second_voice_share(voice(pair_hz[0]) + softer * voice(pair_hz[1])) > 0.8


def test_a_voice_that_joins_for_half_the_time_is_there_for_half_of_it() -> None:
    other = voice(205.0)
    other[: len(other) // 2] = 0.0
    assert second_voice_share(voice(118.0) + other) == pytest.approx(0.5, abs=0.1)


def test_noise_is_no_voice_and_no_second_one() -> None:
    noise = np.random.default_rng(3).normal(0, 0.02, SAMPLE_RATE_HZ).astype(np.float32)
    assert second_voice_share(noise) == 0.0
    assert second_voice_share(voice(118.0) + noise) < 0.05


def test_silence_and_clicks_hold_nobody() -> None:
    assert second_voice_share(np.zeros(SAMPLE_RATE_HZ, dtype=np.float32)) == 0.0
    assert second_voice_share(np.ones(10, dtype=np.float32)) == 0.0


def recorded_calls() -> Iterator[tuple[str, Samples]]:
    """Yield who said each call of the Grave Feast recordings, and its sound, all of one power."""
    for path in sorted(RECORDINGS.glob("GF-*.truth.json")):
        block, _ = soundfile.read(path.with_suffix("").with_suffix(".flac"), dtype="float32", always_2d=True)
        for said in json.loads(path.read_text(encoding="utf-8")):
            part = block[said["start_ms"] * 16 : said["end_ms"] * 16]
            sound = part[:, (part**2).sum(axis=0).argmax()]
            yield said["player"], sound / np.sqrt((sound**2).mean()) * 0.1


def test_two_recorded_calls_at_once_are_told_from_each_alone() -> None:
    calls = list(recorded_calls())
    assert all(second_voice_share(sound) < 0.15 for _, sound in calls)
    pairs = [(one, two) for (ann, one), (ben, two) in combinations(calls, 2) if ann != ben][::4]
    lengths = [min(len(one), len(two)) for one, two in pairs]
    both = [second_voice_share(one[:n] + two[:n]) for (one, two), n in zip(pairs, lengths, strict=True)]
    assert len(both) == 51
    assert sum(share >= 0.17 for share in both) >= 0.75 * len(both)
