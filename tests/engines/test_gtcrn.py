"""The network that tells a voice from noise: the clock stays true, the voice stays, the noise goes."""

import sys

import numpy as np
import pytest

from bench.conditions import active_level_db, pink_noise
from engines.base import SAMPLE_RATE_HZ, EngineError, Samples
from engines.gtcrn import Gtcrn
from tests.engines.clips import clip

ROOM_SAMPLES = SAMPLE_RATE_HZ
"""A second of room before the speech."""
NETWORK = Gtcrn()


def after_a_second(speech: Samples) -> Samples:
    return np.concatenate((np.zeros(ROOM_SAMPLES, dtype=np.float32), speech))


def noise_for(speech: Samples, snr_db: float, seed: int) -> Samples:
    scale = 10 ** ((active_level_db(speech) - snr_db) / 20)
    return np.asarray(pink_noise(ROOM_SAMPLES + len(speech), seed) * scale, dtype=np.float32)


def power_db(samples: Samples) -> float:
    return float(10 * np.log10(np.mean(samples.astype(np.float64) ** 2) + 1e-12))


def snr_db(estimate: Samples, speech: Samples) -> float:
    """Return by how much the speech in an estimate stands above all else in it (scale-invariant)."""
    scale = float(estimate @ speech) / float(speech @ speech)
    return power_db(scale * speech) - power_db(estimate - scale * speech)


@pytest.mark.parametrize("samples", [0, 1, 255, 512, 8_000, 24_001])
def test_the_length_stays(samples: int) -> None:
    voice = NETWORK.voice(np.zeros(samples, dtype=np.float32))
    assert voice.shape == (samples,)
    assert voice.dtype == np.float32
    assert np.all(np.isfinite(voice))


def test_a_voice_in_a_quiet_room_stays_where_it_is_and_as_loud() -> None:
    speech = clip("en-five-graveyard")
    voice = NETWORK.voice(after_a_second(speech))[ROOM_SAMPLES:]
    lags = np.correlate(voice, speech, mode="full")
    assert abs(int(lags.argmax()) - (len(speech) - 1)) <= 1
    assert abs(power_db(voice) - power_db(speech)) < 1.0


def test_noise_alone_all_but_goes() -> None:
    noise = (0.01 * pink_noise(3 * SAMPLE_RATE_HZ, seed=3)).astype(np.float32)
    left = NETWORK.voice(noise)
    assert power_db(left[ROOM_SAMPLES:]) < power_db(noise[ROOM_SAMPLES:]) - 15.0


@pytest.mark.parametrize("before_db", [0.0, 10.0])
def test_a_voice_in_noise_stands_higher_above_it(before_db: float) -> None:
    speech = clip("en-five-graveyard")
    mixed = after_a_second(speech) + noise_for(speech, before_db, seed=5)
    before = snr_db(mixed[ROOM_SAMPLES:], speech)
    after = snr_db(NETWORK.voice(mixed)[ROOM_SAMPLES:], speech)
    assert after > before + 3.0


def test_nothing_is_remembered_from_one_call_to_the_next() -> None:
    speech = clip("en-brains")
    first = NETWORK.voice(speech)
    NETWORK.voice(pink_noise(16_000, seed=1).astype(np.float32))
    assert np.array_equal(NETWORK.voice(speech), first)
    assert np.array_equal(Gtcrn().voice(speech), first)


def test_without_its_runtime_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(EngineError, match="pip install onnxruntime"):
        Gtcrn().voice(np.zeros(16_000, dtype=np.float32))
