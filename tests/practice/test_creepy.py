"""The Creepy-O-Meter on voices that were changed by known amounts (see make_voices.py), by Praat and by numpy."""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant import app
from assistant.__main__ import run
from assistant.cli.creepy_remarks import creepy_remarks
from assistant.practice import voice_numpy, voice_praat, voices
from assistant.practice.creepy import VoiceMeasure, creepiness
from assistant.practice.database import StoreError
from engines.base import Samples

VOICES = Path(__file__).parent / "recordings" / "voices"
Measure = Callable[[Samples], VoiceMeasure | None]
NO_PRAAT = voice_praat.praat() is None and not os.environ.get("CI")
MEASURES = [
    pytest.param(voice_praat.measure, id="praat", marks=pytest.mark.skipif(NO_PRAAT, reason="no parselmouth here")),
    pytest.param(voice_numpy.measure, id="numpy"),
]
measures = pytest.mark.parametrize("measure", MEASURES)
people = pytest.mark.parametrize("person", ["man", "woman"])


def sound(name: str) -> Samples:
    samples, _ = soundfile.read(VOICES / f"{name}.flac", dtype="float32")
    return np.asarray(samples)


@cache
def measured(measure: Measure, name: str, loudness: float = 1.0) -> VoiceMeasure:
    found = measure((sound(name) * loudness).astype(np.float32))
    assert found is not None
    return found


def scores(measure: Measure, person: str, *names: str) -> list[int]:
    own = measured(measure, f"{person}-everyday")
    return [creepiness(measured(measure, f"{person}-{name}"), own).score for name in names]


def rising(values: list[int]) -> bool:
    return all(later > earlier for earlier, later in pairwise(values))


@measures
@people
def test_pitch_is_measured_and_the_score_follows_it(measure: Measure, person: str) -> None:
    plain = measured(measure, f"{person}-plain").pitch_hz or 0
    for semitones in (-6, -4, -2, 3):
        found = measured(measure, f"{person}-pitch{semitones:+d}").pitch_hz or 0
        assert found == pytest.approx(plain * 2 ** (semitones / 12), rel=0.025)
    assert rising(scores(measure, person, "plain", "pitch-2", "pitch-4", "pitch-6"))
    if person == "man":  # the woman's plain call is already above her everyday voice
        assert rising(scores(measure, person, "pitch+3", "plain"))


@measures
@people
def test_length_is_measured_and_the_score_follows_it(measure: Measure, person: str) -> None:
    plain_ms = measured(measure, f"{person}-plain").length_ms
    for factor in (1.5, 2.0, 2.5):
        assert measured(measure, f"{person}-length{factor}").length_ms == pytest.approx(plain_ms * factor, rel=0.05)
    assert rising(scores(measure, person, "plain", "length1.5", "length2.0", "length2.5"))


@measures
@people
def test_breath_is_measured_and_the_score_follows_it(measure: Measure, person: str) -> None:
    noise = [
        measured(measure, f"{person}-{name}").hnr_db or 0 for name in ("plain", "breath-20", "breath-14", "breath-8")
    ]
    assert all(later < earlier - 1.2 for earlier, later in pairwise(noise))
    assert noise[-1] == pytest.approx(8, abs=2.5)  # what was mixed in, and what the voice itself has
    assert rising(scores(measure, person, "plain", "breath-20", "breath-14", "breath-8"))


@measures
@people
def test_jitter_is_measured_and_the_score_follows_it(measure: Measure, person: str) -> None:
    found = [measured(measure, f"{person}-jitter{share}").jitter or 0 for share in ("0.01", "0.02", "0.04")]
    assert found[0] < found[1] < found[2]
    assert 0.025 < found[2] < 0.05
    assert rising(scores(measure, person, "jitter0.01", "jitter0.02", "jitter0.04"))


@measures
@people
def test_darkness_is_measured_and_its_side_follows_it(measure: Measure, person: str) -> None:
    own = measured(measure, f"{person}-everyday")
    called = [measured(measure, f"{person}-{name}") for name in ("plain", "tilt-3", "tilt-6")]
    tilts = [call.tilt_db for call in called]
    # 3 dB an octave from 500 Hz on are 3 to 8 dB between 1 and 3.5 kHz
    assert 3 < tilts[0] - tilts[1] < 8
    assert 6 < tilts[0] - tilts[2] < 16
    dark = [side.filled for call in called for side in creepiness(call, own).sides if side.name == "darkness"]
    assert dark[0] < dark[1] < dark[2] == 1.0


@measures
@pytest.mark.parametrize("name", sorted(path.stem for path in VOICES.glob("*.flac")))
def test_the_same_call_at_half_the_loudness_has_the_same_score(measure: Measure, name: str) -> None:
    own = measured(measure, f"{name.partition('-')[0]}-everyday")
    loud, soft = (creepiness(measured(measure, name, loudness), own) for loudness in (1.0, 0.5))
    assert loud.score == soft.score
    assert loud.advice == soft.advice


@pytest.mark.skipif(NO_PRAAT, reason="no parselmouth here")
def test_the_plainer_measure_comes_near_praats() -> None:
    for path in VOICES.glob("*man-*.flac"):
        fine, plain = measured(voice_praat.measure, path.stem), measured(voice_numpy.measure, path.stem)
        assert plain.pitch_hz == pytest.approx(fine.pitch_hz, rel=0.025), path.stem
        if "tilt" not in path.stem:
            assert plain.hnr_db == pytest.approx(fine.hnr_db, abs=2.5), path.stem


EVERYDAY = VoiceMeasure("praat", 2000, -16.0, 110.0, 14.0, 0.01)
CREEPY = VoiceMeasure("praat", 1600, -26.0, 60.0, 4.0, 0.05)


def test_the_ends_of_the_scale() -> None:
    assert creepiness(CREEPY, EVERYDAY).score == 100
    assert creepiness(CREEPY, EVERYDAY).advice == ()
    plain = replace(EVERYDAY, length_ms=500)
    assert creepiness(plain, EVERYDAY).score == 0
    assert creepiness(plain, EVERYDAY).advice == ("lower", "longer", "breathier")


def test_advice_names_what_is_missing_most() -> None:
    assert creepiness(replace(CREEPY, pitch_hz=110.0), EVERYDAY).advice == ("lower",)
    assert creepiness(replace(CREEPY, length_ms=600, hnr_db=14.0), EVERYDAY).advice == ("longer", "breathier")
    assert creepiness(replace(CREEPY, jitter=0.038), EVERYDAY).advice == ()  # less than a point to gain


def test_a_whisper_is_all_breath_and_half_a_pitch() -> None:
    whisper = VoiceMeasure("praat", 1500, -16.0)
    assert creepiness(whisper, EVERYDAY).score == round(35 / 2 + 25 + 20)


@measures
def test_noise_without_a_voice_is_a_whisper_and_silence_is_nothing(measure: Measure) -> None:
    hiss = np.random.default_rng(2).normal(0, 0.1, 12_000).astype(np.float32)
    found = measure(np.pad(hiss, 4000))
    assert found is not None
    assert (found.pitch_hz, found.hnr_db, found.jitter) == (None, None, None)
    assert measure(np.zeros(16_000, np.float32)) is None
    assert measure(np.zeros(0, np.float32)) is None


def test_voices_that_were_measured_differently_are_not_compared() -> None:
    numpy_meter = voices.VoiceMeter("numpy", voice_numpy.measure)
    assert voices.comparable(voices.as_text(EVERYDAY), numpy_meter) is None
    assert voices.comparable(None, numpy_meter) is None
    with pytest.raises(ValueError, match="measured by numpy against one measured by praat"):
        creepiness(replace(CREEPY, measured_by="numpy"), EVERYDAY)


def test_a_voice_that_is_kept_comes_back_and_a_broken_one_is_told() -> None:
    assert voices.from_text(voices.as_text(EVERYDAY)) == EVERYDAY
    for text in ("{", "[]", '{"pitch": 3}'):
        with pytest.raises(StoreError, match="take it anew with --everyday"):
            voices.from_text(text)


def test_without_praat_numpy_measures_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice_praat, "praat", lambda: None)
    meter = voices.voice_meter()
    assert meter.name == "numpy"
    assert "pip install 'party-referee[creepy]'" in meter.advice


def test_the_meter_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("assistant.practice.store.default_folder", lambda: tmp_path)
    call = [
        "creepy",
        "--player",
        "Ann",
        "--engine",
        "pocketsphinx",
        "--phrases",
        "brains",
        "--input",
        str(VOICES / "man-pitch-6.flac"),
    ]
    assert run(call) == 2
    assert "the everyday voice of Ann is not known" in capsys.readouterr().err
    everyday = ["--everyday", "--input", str(VOICES / "man-everyday.flac"), "--engine", "pocketsphinx"]
    assert run(["creepy", "--player", "Ann", *everyday]) == 0
    assert "your everyday voice: 10" in capsys.readouterr().err
    assert run(call) == 0
    shown = capsys.readouterr().out
    own = voices.voice_meter().measure
    expected = scores(own, "man", "pitch-6")[0]
    assert f"creepy {expected} of 100: longer, breathier" in shown or f"creepy {expected + 1} of 100" in shown
    assert "semitones below your own" in shown


def test_the_meter_for_a_match_that_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In GF-02 Ann calls brains and nothing else, Ben calls twice but nothing that ought to be creepy."""
    monkeypatch.setattr("assistant.practice.store.default_folder", lambda: tmp_path / "data")
    monkeypatch.setattr("assistant.practice.kept_voices.default_folder", lambda: tmp_path / "data")
    scene = Path(__file__).resolve().parent.parent / "recordings" / "grave-feast" / "GF-02.flac"
    log = tmp_path / "log"
    judged = ["judge", str(scene), "--game", "grave-feast", "--players", "Ann,Ben,Cid", "--engine", "pocketsphinx"]
    assert run([*judged, "--log", str(log)]) == 0
    capsys.readouterr()
    assert run(["creepy", "--log", str(log)]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "brains" in line]
    assert "Ann" in line
    assert "no everyday voice is known" in line
    assert run(["creepy", "--player", "Ann", "--everyday", "--engine", "pocketsphinx", "--input", str(scene)]) == 0
    capsys.readouterr()
    assert run(["creepy", "--log", str(log)]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "brains" in line]
    assert "the everyday voice" in line
    rules = tmp_path / "rules.yaml"
    rules.write_text("gf.creepy: advisory\n", encoding="utf-8")
    assert run([*judged, "--house-rules", str(rules)]) == 0
    (remark,) = [line for line in capsys.readouterr().out.splitlines() if "of 100" in line]
    assert remark.startswith((" 0:00.9", " 0:01.0"))
    assert "Ann" in remark
    game = app.game_named("grave-feast")
    for house_rules, remarks in ((rules, 1), (None, 0)):
        match = app.match_setup(game, ("Ann", "Ben", "Cid"), house_rules, 0)
        assert len(creepy_remarks(app.open_source(scene, match, None, "pocketsphinx"), match)) == remarks
    assert run(["creepy", "--log", str(tmp_path / "nowhere")]) == 2
    assert run(["creepy"]) == 2
