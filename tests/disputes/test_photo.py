"""Photo finishes of the sample match: the words where they are, the sound of every lane, and pictures that open."""

import io
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

from assistant import app
from assistant.__main__ import run
from assistant.disputes.cases import CaseFile, case_file
from assistant.disputes.photo import chosen, photo_of, photo_picture, sounds_of
from assistant.disputes.photo_drawing import DPI, WIDTH_IN, Format
from assistant.disputes.photo_sound import outline, scales, spectrograms
from assistant.disputes.sound import LogSound
from assistant.eventlog.reader import Log, read_log
from assistant.eventlog.records import LogError, LogLossError
from assistant.eventlog.replay import setup_of
from assistant.listening import build_aligner
from tests.disputes.match import OBSERVATIONS, write_match

INK = 0.2
"""Darker than this, 0 to 1, is ink."""


@pytest.fixture(scope="module")
def log(match_log: Path) -> Log:
    return read_log(match_log)


@pytest.fixture(scope="module")
def file(log: Log) -> CaseFile:
    return case_file(log, setup_of(log.head, app.game_named(log.head.game)))


def test_every_ruling_comes_with_its_calls_its_rule_and_the_scores(file: CaseFile) -> None:
    void = next(case for case in file.cases if case.ruling.code == "claim/void")
    assert [(each.call.player, each.call.heard) for each in void.calls] == [
        ("Ben", "seduce"),
        ("Ann", "five to the graveyard"),
    ]
    assert void.sentence == "Void: late by 0.9 seconds."
    assert void.rule == "The family was stolen before the announcement was complete. (rulebook, section 4)"
    assert void.scores == (("Ann", 0), ("Ben", 0), ("Cid", 0))
    assert file.cases[-1].scores == (("Ann", 0), ("Ben", 5), ("Cid", 4))
    assert len(file.calls) == len(OBSERVATIONS) - 1


def test_words_lie_within_their_call_in_order(log: Log, file: CaseFile) -> None:
    (case,) = chosen(file, 6, every=False)
    photo = photo_of(case, file, log.head, LogSound.of(log), build_aligner())
    claim = next(band for band in photo.bands if band.lane == 0)
    assert [word.text for word in claim.words] == ["five", "to", "the", "graveyard"]
    moments = [moment for word in claim.words for moment in (word.start_ms, word.end_ms)]
    assert moments == sorted(moments)
    assert (moments[0], moments[-1]) == (3160, 4225)
    assert abs(claim.words[3].start_ms - 3600) <= 60  # heard by ear: "grave" begins at 3.6 s


def test_a_lane_holds_the_sound_of_its_own_microphone(log: Log, file: CaseFile) -> None:
    (case,) = chosen(file, 10, every=False)
    photo = photo_of(case, file, log.head, LogSound.of(log))
    powers = [float((lane**2).mean()) for lane in sounds_of(photo, LogSound.of(log))]
    assert len(powers) == 3
    assert powers[2] > 4 * max(powers[:2])  # Cid prays: the others' microphones have his bleed


def test_the_latest_race_is_shown_where_none_is_named(file: CaseFile) -> None:
    assert [case.ruling.code for case in chosen(file, None, every=False)] == ["steal/blocked"]
    assert len(chosen(file, None, every=True)) == sum(bool(case.calls) for case in file.cases)
    with pytest.raises(LogError, match="--ruling 7: there is no such ruling"):
        chosen(file, 7, every=False)


@pytest.mark.parametrize("code", ["claim/void", "preach/lost", "preach/survived", "eater/feeding"])
def test_pictures_open_and_hold_ink_in_every_lane(log: Log, file: CaseFile, code: str) -> None:
    case = next(case for case in file.cases if case.ruling.code == code)
    sound = LogSound.of(log)
    picture = photo_picture(photo_of(case, file, log.head, sound), sound)
    pixels = matplotlib.image.imread(io.BytesIO(picture), format="png")
    assert pixels.shape[1] == WIDTH_IN * DPI
    grey = pixels[:, :, :3].mean(axis=2)
    rows = (grey < INK).any(axis=1)
    assert rows.mean() > 0.4
    assert (grey > 0.95).mean() > 0.5


def test_an_svg_holds_its_words_as_text(log: Log, file: CaseFile) -> None:
    (case,) = chosen(file, 6, every=False)
    sound = LogSound.of(log)
    photo = photo_of(case, file, log.head, sound)
    text = photo_picture(photo, sound, Format.SVG).decode("utf-8")
    ElementTree.fromstring(text)
    for words in ("by 0.945 s", "Ann", "seduce", "claim/void #6"):
        assert words in text
    assert text == photo_picture(photo, sound, Format.SVG).decode("utf-8")


def test_a_match_without_sound_has_lanes_without_waves(tmp_path: Path) -> None:
    log = read_log(write_match(tmp_path / "log", sound=None))
    sound = LogSound.of(log)
    file = case_file(log, setup_of(log.head, app.game_named(log.head.game)))
    photo = photo_of(chosen(file, 6, every=False)[0], file, log.head, sound, build_aligner())
    assert [len(lane) for lane in sounds_of(photo, sound)] == [0, 0, 0]
    assert photo_picture(photo, sound).startswith(b"\x89PNG")


def test_sound_that_was_cut_off_is_named(match_log: Path, tmp_path: Path) -> None:
    write_match(tmp_path / "log")
    damaged = tmp_path / "log" / "audio-0001.flac"
    damaged.write_bytes(damaged.read_bytes()[:2000])
    with pytest.raises(LogLossError, match=r"audio-0001\.flac: is missing or damaged"):
        LogSound.of(read_log(tmp_path / "log")).cut(0, 100)


def test_sound_is_cut_across_files_and_is_silence_outside(match_log: Path) -> None:
    sound = LogSound.of(read_log(match_log))
    assert sound.end_ms == 42_783
    whole = sound.cut(29_000, 31_000)
    assert np.array_equal(whole, np.concatenate([sound.cut(29_000, 30_000), sound.cut(30_000, 31_000)]))
    assert sound.cut(42_700, 43_000).shape == (4800, 3)
    assert not sound.cut(42_784, 43_000).any()


def test_an_outline_and_a_spectrogram_show_a_tone_where_it_is() -> None:
    tone = np.zeros(16_000, np.float32)
    tone[8000:] = 0.5 * np.sin(2 * np.pi * 3000 * np.arange(8000) / 16_000)
    low, high = outline(tone, 10)
    assert list(high[:5]) == [0.0] * 5
    assert np.allclose(high[5:], 0.5, atol=0.01)
    assert np.allclose(low[5:], -0.5, atol=0.01)
    (shades,) = spectrograms([tone], columns=10, rows=12, rate_hz=16_000)
    assert shades[:, 1].max() == 0.0
    assert shades[:, 8].argmax() in (5, 6)  # 3 kHz of 6 kHz: the middle row


def test_a_silent_lane_is_not_blown_up() -> None:
    loud, silent = np.full(1000, 0.5, np.float32), np.full(1000, 0.001, np.float32)
    assert scales([loud, silent]) == pytest.approx((0.5, 0.158), abs=0.001)


def test_the_command_writes_pictures(match_log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["photo", str(match_log), "--ruling", "6", "-o", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "0006-claim-void.png").read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().out.strip().endswith("0006-claim-void.png")
    assert run(["photo", str(match_log), "--ruling", "7", "-o", str(tmp_path / "out")]) == 2
    assert run(["photo", str(match_log), "-o", str(match_log / "events.jsonl")]) == 2
    assert capsys.readouterr().err.count("\n") == 2
