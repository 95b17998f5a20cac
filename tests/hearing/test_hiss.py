"""Whether speech ends with a hiss: sounds of known spectra, in their places."""

import numpy as np
import pytest

from assistant.hearing.hiss import agreement, contradicts, ending_otherwise, final_hiss
from assistant.hearing.sounds import Pronouncer
from engines.base import SAMPLE_RATE_HZ, Samples
from engines.pocketsphinx import PocketsphinxAligner
from tests.engines.clips import clip

ROOM = 3e-4
"""The room's noise; without it a microphone with high sounds cannot be told from one without."""


def band(low_hz: float, high_hz: float, ms: int, level: float) -> Samples:
    """Return noise of one band, which no other sound is in."""
    size = ms * SAMPLE_RATE_HZ // 1000
    hertz = np.fft.rfftfreq(size, 1 / SAMPLE_RATE_HZ)
    phases = np.exp(2j * np.pi * np.random.default_rng(ms).random(len(hertz)))
    sound = np.fft.irfft(np.where((hertz >= low_hz) & (hertz <= high_hz), phases, 0.0), size)
    return np.asarray(sound * level / np.abs(sound).max(), dtype=np.float32)


def vowel(ms: int = 300) -> Samples:
    return band(250, 2_000, ms, 0.3)


def hiss(ms: int = 120) -> Samples:
    return band(4_000, 7_500, ms, 0.1)


def heard(*sounds: Samples) -> float | None:
    spoken = np.concatenate((*sounds, np.zeros(1_600, dtype=np.float32)))
    room = np.random.default_rng(1).normal(0.0, ROOM, len(spoken))
    return final_hiss((spoken + room).astype(np.float32))


@pytest.mark.parametrize(
    ("sounds", "expected"),
    [
        ((vowel(), hiss()), 1.0),
        ((vowel(),), -1.0),
        ((hiss(), vowel()), -1.0),
        ((hiss(), vowel(), hiss()), 1.0),
        ((vowel(), hiss(ms=70)), 1.0),
        ((vowel(), hiss(ms=15)), -1.0),
    ],
    ids=["vowel and hiss", "vowel", "hiss before", "both", "short hiss", "a click is no hiss"],
)
def test_only_a_hiss_at_the_end_counts(sounds: tuple[Samples, ...], expected: float) -> None:
    found = heard(*sounds)
    assert found == pytest.approx(expected, abs=0.5)


@pytest.mark.parametrize(("name", "hisses"), [("en-brains", True), ("en-five-graveyard", False)])
def test_recorded_words(name: str, hisses: bool) -> None:
    found = final_hiss(clip(name))
    assert found is not None
    assert (found > 0) is hisses


def test_a_microphone_without_high_sounds_tells_nothing() -> None:
    """As of a headset at 8 kHz: else every "brains" would be taken for "brain"."""
    assert final_hiss(vowel()) is None
    assert final_hiss(np.zeros(100, dtype=np.float32)) is None
    assert agreement(None, ("B", "R", "EY", "N", "Z")) == 0.0


def test_it_does_not_depend_on_the_level() -> None:
    sound = np.concatenate((vowel(), hiss())) + np.random.default_rng(1).normal(0.0, ROOM, 6_720)
    assert final_hiss(sound.astype(np.float32)) == pytest.approx(
        final_hiss((sound * 0.01).astype(np.float32)), abs=1e-3
    )


@pytest.mark.parametrize(
    ("text", "hiss_heard", "agrees"),
    [
        ("brains", 1.0, 1.0),
        ("brains", -1.0, -1.0),
        ("graveyard", 1.0, -1.0),
        ("graveyard", -1.0, 1.0),
        ("fight", 1.0, 0.0),
    ],
)
def test_a_sentence_agrees_where_it_ends_so(text: str, hiss_heard: float, agrees: float) -> None:
    sounds = Pronouncer(PocketsphinxAligner().pronunciation).sounds((text,))
    assert agreement(hiss_heard, sounds) == agrees
    assert contradicts(hiss_heard, sounds) is (agrees < 0)


def test_the_other_ending() -> None:
    assert ending_otherwise(("five", "to", "the", "graveyard")) == ("five", "to", "the", "graveyards")
    assert ending_otherwise(("brains",)) == ("brain",)
