"""Every side of the Creepy-O-Meter in both directions, by known amounts, on five voices (see make_voices.py).

A middle call stands half way up the side that is tested, so that a change can be seen upwards and downwards: the
everyday voice that it is held against is the call itself, half a side higher, clearer, smoother or brighter.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import log2, log10
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.practice import voice_numpy, voice_praat
from assistant.practice.creepy import (
    BREATH_DB,
    DARK_DB,
    HIDDEN_BREATH,
    PITCH_SEMITONES,
    ROUGH_JITTER,
    Creepiness,
    Side,
    VoiceMeasure,
    creepiness,
)
from engines.base import SAMPLE_RATE_HZ, Samples

VOICES = Path(__file__).parent / "recordings" / "voices"
Measure = Callable[[Samples], VoiceMeasure | None]
NO_PRAAT = voice_praat.praat() is None and not os.environ.get("CI")
measures = pytest.mark.parametrize(
    "measure",
    [
        pytest.param(voice_praat.measure, id="praat", marks=pytest.mark.skipif(NO_PRAAT, reason="no parselmouth here")),
        pytest.param(voice_numpy.measure, id="numpy"),
    ],
)
people = pytest.mark.parametrize("person", ["man", "woman", "scot", "machine", "child"])


@cache
def sound(name: str) -> Samples:
    samples, _ = soundfile.read(VOICES / f"{name}.flac", dtype="float32")
    return np.asarray(samples)


@cache
def measured(measure: Measure, name: str) -> VoiceMeasure:
    found = measure(sound(name))
    assert found is not None
    return found


def half_way(call: VoiceMeasure) -> VoiceMeasure:
    """Return the everyday voice against which a call is half way up every side but length."""
    return replace(
        call,
        pitch_hz=(call.pitch_hz or 0) * 2 ** (PITCH_SEMITONES / 2 / 12),
        hnr_db=(call.hnr_db or 0) + BREATH_DB / 2 - HIDDEN_BREATH * DARK_DB / 2,
        jitter=(call.jitter or 0) - ROUGH_JITTER / 2,
        tilt_db=call.tilt_db + DARK_DB / 2,
    )


def points(creepy: Creepiness, name: str) -> float:
    """Return how many points a side adds."""
    (side,) = (side for side in creepy.sides if side.name == name)
    return side.weight * side.filled


def around(measure: Measure, person: str, side: str, *names: str) -> tuple[list[float], list[int]]:
    """Return the points of one side and the scores of three calls, the second of which is half way up."""
    calls = [measured(measure, f"{person}-{name}") for name in names]
    everyday = half_way(calls[1])
    found = [creepiness(call, everyday) for call in calls]
    return [points(each, side) for each in found], [each.score for each in found]


@measures
@people
def test_pitch_up_and_down(measure: Measure, person: str) -> None:
    plain_hz = measured(measure, f"{person}-plain").pitch_hz or 0
    for semitones in (-6, -4, -2, 2, 3):
        found_hz = measured(measure, f"{person}-pitch{semitones:+d}").pitch_hz or 0
        assert 12 * log2(found_hz / plain_hz) == pytest.approx(semitones, abs=0.4)
    higher, middle, lower = around(measure, person, "pitch", "pitch+2", "plain", "pitch-2")[0]
    assert middle == pytest.approx(17.5)
    assert higher == pytest.approx(17.5 - 2 * 35 / PITCH_SEMITONES, abs=1.6)
    assert lower == pytest.approx(17.5 + 2 * 35 / PITCH_SEMITONES, abs=1.6)
    scores = around(measure, person, "pitch", "pitch+3", "plain", "pitch-4")[1]
    assert scores[0] < scores[1] < scores[2]


@measures
@people
def test_length_up_and_down(measure: Measure, person: str) -> None:
    plain_ms = measured(measure, f"{person}-plain").length_ms
    for factor in (0.75, 1.5, 2.0, 2.5):
        found_ms = measured(measure, f"{person}-length{factor}").length_ms
        assert found_ms == pytest.approx(plain_ms * factor, rel=0.05)
    sides, scores = around(measure, person, "length", "length1.5", "length2.0", "length2.5")
    step = plain_ms / 2 * 25 / 1000  # half a plain call more or less, of a second that is worth 25 points
    assert sides[1] - sides[0] == pytest.approx(step, abs=1.0)
    assert sides[2] - sides[1] == pytest.approx(step, abs=1.5)
    assert scores[0] <= scores[1] <= scores[2]  # overlap and add makes what it stretches a little clearer
    assert scores[0] < scores[2]


@measures
@people
def test_breath_up_and_down(measure: Measure, person: str) -> None:
    own_db = measured(measure, f"{person}-plain").hnr_db or 0
    for level_db in (-20, -14, -8):
        noise = 10 ** (-own_db / 10) + 10 ** (level_db / 10)  # the voice's own, and what was mixed in
        assert measured(measure, f"{person}-breath{level_db}").hnr_db == pytest.approx(-10 * log10(noise), abs=1.6)
    sides, scores = around(measure, person, "breath", "breath-20", "breath-14", "breath-8")
    assert sides[1] == pytest.approx(10)
    assert sides[0] < sides[1] - 2 < sides[1] + 2 < sides[2]
    assert scores[0] < scores[1] < scores[2]


@measures
@people
def test_jitter_up_and_down(measure: Measure, person: str) -> None:
    assert 0.025 < (measured(measure, f"{person}-jitter0.04").jitter or 0) < 0.05
    assert 0.005 < (measured(measure, f"{person}-jitter0.01").jitter or 0) < 0.025
    sides, scores = around(measure, person, "roughness", "jitter0.01", "jitter0.02", "jitter0.04")
    assert sides[1] == pytest.approx(5)
    assert sides[0] < sides[1] < sides[2] - 0.5
    assert sides[2] > sides[0] + 3
    assert scores[0] < scores[1] < scores[2]


@measures
@people
def test_tilt_up_and_down(measure: Measure, person: str) -> None:
    plain = measured(measure, f"{person}-plain")
    for an_octave_db in (-6, -3, 3):
        change_db = measured(measure, f"{person}-tilt{an_octave_db:+d}").tilt_db - plain.tilt_db
        known_db = tilt_change_db(sound(f"{person}-plain"), an_octave_db)
        assert change_db == pytest.approx(known_db, rel=0.3)
    sides, scores = around(measure, person, "darkness", "tilt+3", "plain", "tilt-3")
    assert sides[1] == pytest.approx(5)
    for side, an_octave_db in ((sides[0], 3), (sides[2], -3)):
        known = 5 - 10 / DARK_DB * tilt_change_db(sound(f"{person}-plain"), an_octave_db)
        assert side == pytest.approx(min(10.0, max(0.0, known)), abs=1.4)
    assert scores[0] < scores[1] < scores[2]


def tilt_change_db(samples: Samples, an_octave_db: float) -> float:
    """Return by how much the filter of `make_voices.darkened` must change a sound's tilt, by its whole spectrum."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    hz = np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE_HZ)
    gain = 10 ** (an_octave_db * np.log2(np.maximum(hz, 500.0) / 500.0) / 10)
    low, high = (hz >= 80) & (hz < 1_000), (hz >= 1_000) & (hz < 3_500)
    after, before = power * gain, power
    return float(10 * np.log10(after[high].sum() / after[low].sum() * before[low].sum() / before[high].sum()))


ADVICE = {
    "pitch": ("lower", ("pitch+2", "plain", "pitch-2")),
    "length": ("longer", ("length1.5", "length2.0", "length2.5")),
    "breath": ("breathier", ("breath-20", "breath-14", "breath-8")),
    "roughness": ("rougher", ("jitter0.01", "jitter0.02", "jitter0.04")),
    "darkness": ("darker", ("tilt+3", "plain", "tilt-3")),
}
"""What is advised on each side, and calls that follow the advice more and more."""


@measures
@people
@pytest.mark.parametrize("name", ADVICE)
def test_whoever_follows_the_advice_is_creepier(measure: Measure, person: str, name: str) -> None:
    advice, names = ADVICE[name]
    sides, scores = around(measure, person, name, *names)
    assert sides == sorted(sides)
    assert scores[0] < scores[2]
    calls = [measured(measure, f"{person}-{each}") for each in names]
    (side,) = (each for each in creepiness(calls[0], half_way(calls[1])).sides if each.name == name)
    assert side.advice == advice


@pytest.mark.parametrize("name", ADVICE)
def test_only_the_side_that_lacks_is_advised(name: str) -> None:
    sides = tuple(
        Side(each, weight, 0.0 if each == name else 1.0, ADVICE[each][0], "")
        for each, weight in (("pitch", 35), ("length", 25), ("breath", 20), ("roughness", 10), ("darkness", 10))
    )
    assert Creepiness(sides, None).advice == (ADVICE[name][0],)


def test_a_pitch_that_the_cost_of_octaves_alone_makes_a_peak_is_measured_all_the_same() -> None:
    """Between two samples the parabola has its top beyond both; it once gave a pitch below zero, and a crash."""
    found = voice_numpy.measure(sound("scot-pitch-6"))
    assert found is not None
    assert found.jitter is not None
