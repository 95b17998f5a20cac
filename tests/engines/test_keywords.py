"""The ear for single words: it knows them loud or soft, whoever says them, and says nothing of sentences."""

import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from engines import network
from engines.base import OTHER, SAMPLE_RATE_HZ, EngineError, Samples
from engines.keywords import EMBEDDING, PLACES, TAPS, KeywordEar
from tests.engines.clips import clip

EAR = KeywordEar()


def silence(seconds: float) -> Samples:
    """Return a quiet room."""
    noise = np.random.default_rng(1).normal(0.0, 5e-4, round(seconds * SAMPLE_RATE_HZ))
    return noise.astype(np.float32)


@pytest.mark.parametrize(("name", "said"), [("en-stop", "stop"), ("en-seduce", "seduce"), ("en-tomorrow", OTHER)])
def test_it_knows_words_of_people_that_it_never_heard(name: str, said: str) -> None:
    """The Scotsman awb is nobody's teacher."""
    chances = EAR.log_chances(clip(name))
    assert max(chances, key=lambda word: chances[word]) == said


def test_its_chances_are_all_there_is() -> None:
    chances = EAR.log_chances(clip("en-stop"))
    assert set(chances) == {*EAR.words, OTHER}
    assert sum(np.exp(list(chances.values()))) == pytest.approx(1.0, abs=1e-4)


def test_one_of_its_networks_may_be_asked_alone() -> None:
    sound = clip("en-stop")
    alone = [np.exp(KeywordEar(only).log_chances(sound)["stop"]) for only in range(4)]
    assert len(set(alone)) == 4
    assert np.exp(EAR.log_chances(sound)["stop"]) == pytest.approx(np.mean(alone), abs=1e-4)


def test_less_silence_behind_a_word_changes_little() -> None:
    sound = clip("en-stop")
    soon = EAR.log_chances(sound[: -SAMPLE_RATE_HZ // 5])
    assert max(soon, key=lambda word: soon[word]) == "stop"


def test_it_does_not_depend_on_the_level() -> None:
    sound = clip("en-seduce")
    loud, soft = (EAR.log_chances((sound * gain).astype(np.float32)) for gain in (1.0, 0.05))
    assert soft["seduce"] == pytest.approx(loud["seduce"], abs=0.05)


@pytest.mark.parametrize("seconds", [0.0, 2.3, 10.0])
def test_what_cannot_be_a_word_is_not_asked_about(seconds: float) -> None:
    assert EAR.log_chances(silence(seconds)) == {}


@pytest.mark.parametrize("samples", [1, 160, 16_000, 35_200])
def test_every_stretch_that_may_be_a_word_has_all_its_windows(samples: int) -> None:
    assert EAR.embedding(silence(3.0)[:samples]).shape == (PLACES, len(TAPS) * EMBEDDING)
    assert EAR.log_chances(silence(3.0)[:samples]).keys() == {*EAR.words, OTHER}


def test_nothing_is_remembered() -> None:
    sound = clip("en-stop")
    first = EAR.log_chances(sound)
    EAR.log_chances(clip("en-seduce"))
    assert EAR.log_chances(sound) == first == KeywordEar().log_chances(sound)


def test_without_its_runtime_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(EngineError, match="pip install onnxruntime"):
        KeywordEar().log_chances(silence(1.0))


def test_a_broken_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "keywords.npz").write_bytes(b"nothing")
    real = files("engines")
    monkeypatch.setattr(network, "files", lambda _: tmp_path)
    with pytest.raises(EngineError, match=r"keywords\.npz: not readable .* install the referee again"):
        KeywordEar().log_chances(silence(1.0))
    assert (real / "keywords.npz").is_file()
