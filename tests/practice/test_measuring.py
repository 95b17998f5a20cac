"""What is measured on real sound: the weakest word by alignment, the level, the syllables."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.cli.practice_ears import build_meter
from assistant.core.observations import Call, Verdict
from assistant.core.phrases.book import GameBook
from assistant.practice.measuring import Meter, level_dbfs
from assistant.practice.prompts import prompt_for
from assistant.practice.scoring import Measured, Stretch, weakest
from engines.base import SAMPLE_RATE_HZ, Samples

RECORDINGS = Path(__file__).parent / "recordings"
CHRIST = "the power of christ compels you"


@pytest.fixture(scope="module")
def meter() -> Meter:
    return build_meter()


def sound(name: str) -> Samples:
    samples, _ = soundfile.read(RECORDINGS / f"{name}.flac", dtype="float32")
    return np.asarray(samples)


def measured(meter: Meter, book: GameBook, samples: Samples) -> Measured:
    call = Call("ann", "grave-feast.christ", Verdict.EXACT, CHRIST, 0, 2000)
    return meter.measure(prompt_for(book, "christ"), Stretch(0, 2000, tuple(CHRIST.split()), (call,)), samples)


@pytest.mark.parametrize("voice", ["slt", "rms", "kal16"])
@pytest.mark.parametrize("word", ["power", "christ", "compels"])
def test_the_word_that_was_mangled_is_the_weakest(meter: Meter, book: GameBook, word: str, voice: str) -> None:
    found = measured(meter, book, sound(f"mangled-{word}-{voice}"))
    assert weakest(found.scores) == word
    assert [score.word for score in found.scores] == CHRIST.split()
    assert found.syllables == 8  # the PO-WER of CHRIST com-PELS you


def test_words_that_do_not_fit_at_all_are_not_scored(meter: Meter, book: GameBook) -> None:
    noise = np.random.default_rng(0).normal(0, 0.1, SAMPLE_RATE_HZ // 4).astype(np.float32)
    assert measured(meter, book, noise).scores == ()


def test_the_level_is_that_of_the_speech_and_not_of_the_pauses() -> None:
    tone = (0.5 * np.sin(np.arange(SAMPLE_RATE_HZ) * 0.3)).astype(np.float32)
    assert level_dbfs(tone) == pytest.approx(-9.0, abs=0.1)  # half of full scale, and 3 dB for a sine
    assert level_dbfs(np.pad(tone, 3 * SAMPLE_RATE_HZ)) == pytest.approx(-9.0, abs=0.1)
    assert level_dbfs(tone / 2) == pytest.approx(-15.1, abs=0.1)
    assert level_dbfs(np.zeros(SAMPLE_RATE_HZ, np.float32)) is None
    assert level_dbfs(np.zeros(0, np.float32)) is None
