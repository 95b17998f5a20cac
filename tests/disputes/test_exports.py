"""Exports, read back by libraries of their formats: every call and ruling is there, at its time, as it was said."""

import csv
import io
import json
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import mir_eval
import numpy as np
import parselmouth
import pytest
import soundfile
import srt
import webvtt
from parselmouth.praat import call as call_praat
from praatio import textgrid as praat

from assistant import app
from assistant.__main__ import run
from assistant.core.observations import Call, Verdict, WordDiff
from assistant.core.rulings import Ruling
from assistant.disputes.cases import case_file
from assistant.disputes.exports.captions import captions, subrip
from assistant.disputes.exports.captions import webvtt as as_webvtt
from assistant.disputes.exports.clips import AROUND_MS, clip, clip_name
from assistant.disputes.exports.entries import CallEntry, ClipFormat, Export, RulingEntry, export_of
from assistant.disputes.exports.tables import as_csv, as_json, audacity
from assistant.disputes.exports.textgrid import textgrid, without_overlaps
from assistant.disputes.sound import LogSound
from assistant.eventlog.reader import Log, read_log
from assistant.eventlog.records import Head
from assistant.eventlog.replay import setup_of
from tests.cli.conftest import Command, Ran
from tests.disputes.match import SAMPLE

HEAD = Head("grave-feast", ("Ann", 'Zoë <3 & "Q"'), 0, False)


def sound_of(log: Log) -> LogSound:
    return LogSound(log.audio, log.files)


@pytest.fixture(scope="module")
def match(match_log: Path) -> Export:
    log = read_log(match_log)
    file = case_file(log, setup_of(log.head, app.game_named("grave-feast")))
    return export_of("match", log.head, file, sound_of(log).end_ms)


def call(player: str | None, heard: str, start_ms: int, end_ms: int, verdict: Verdict = Verdict.EXACT) -> Call:
    return Call(player, None, verdict, heard, start_ms, end_ms)


ODD = Export(
    "odd",
    HEAD,
    (
        CallEntry(1, call("Ann", "brains", 0, 400)),
        CallEntry(2, replace(call("Ann", "brain", 300, 700, Verdict.INEXACT), diff=WordDiff(changed=(("a", "b"),)))),
        CallEntry(3, replace(call(None, "mumble", 500, 500, Verdict.UNSURE), reason='two voices "at once"')),
        CallEntry(4, call(HEAD.players[1], "blood", 700, 1000)),
    ),
    (
        RulingEntry(Ruling("eater/lost", 700, "Ann", id=5, margin_ms=-120), 'Ann said "brain" & lost.', True),
        RulingEntry(Ruling("call/unclear", 700, None, id=6), "Say it again.", False),
    ),
    (("Ann", 0), (HEAD.players[1], 0)),
    1000,
)
"""Calls that overlap, one without length, one by nobody, two rulings at once, names and labels full of marks."""

EMPTY = Export("empty", HEAD, (), (), (), 0)


def grid(export: Export, tmp_path: Path) -> praat.Textgrid:
    path = tmp_path / "match.TextGrid"
    path.write_text(textgrid(export), encoding="utf-8")
    return praat.openTextgrid(str(path), includeEmptyIntervals=True)


def test_praat_has_a_tier_a_player_and_one_of_rulings(match: Export, tmp_path: Path) -> None:
    read = grid(match, tmp_path)
    assert read.tierNames == ("Ann", "Ben", "Cid", "rulings")
    said = {
        (name, entry.label, round(entry.start * 1000), round(entry.end * 1000))
        for name in ("Ann", "Ben", "Cid")
        for entry in read.getTier(name).entries
        if entry.label
    }
    assert ("Ann", "five to the graveyard", 3160, 4225) in said
    assert ("Cid", "christ compels you [inexact: missing the power of]", 7400, 8685) in said
    assert len(said) == len(match.calls) == 13
    points = {round(point.time * 1000): point.label for point in read.getTier("rulings").entries}
    assert points[3280] == "Ben steals the family from Ann. [steal/made #4]"
    assert points[4225].startswith("Void: late by 0.9 seconds. (by 0.94 s) [claim/void #6]")
    for name in ("Ann", "Ben", "Cid"):
        entries = read.getTier(name).entries
        assert entries[0].start == 0
        assert entries[-1].end == read.maxTimestamp >= match.end_ms / 1000
        assert all(one.end == two.start for one, two in pairwise(entries))


def test_praat_reads_calls_that_overlap_and_marks_of_all_kinds(tmp_path: Path) -> None:
    read = grid(ODD, tmp_path)
    assert read.tierNames == ("Ann", "Ann 2", 'Zoë <3 & "Q"', "?", "rulings")
    assert [entry.label for entry in read.getTier("Ann 2").entries] == ["", "brain [inexact: b for a]", ""]
    assert read.getTier("?").entries[1].label == 'mumble [unsure: two voices "at once"]'
    [point] = read.getTier("rulings").entries
    assert point.label.replace('""', '"') == (  # praatio leaves the doubled marks of points as they are written
        'Ann said "brain" & lost. (by 0.12 s) (withdrawn) [eater/lost #5] / Say it again. [call/unclear #6]'
    )
    assert grid(EMPTY, tmp_path).tierNames == ("Ann", 'Zoë <3 & "Q"', "rulings")


def test_praat_itself_opens_it(match: Export, tmp_path: Path) -> None:
    """Praat's own code, as the package parselmouth carries it: it reads what praatio cannot tell apart."""
    path = tmp_path / "odd.TextGrid"
    path.write_text(textgrid(ODD), encoding="utf-8")
    read = parselmouth.read(str(path))
    assert call_praat(read, "Get number of tiers") == 5
    names = [call_praat(read, "Get tier name", tier) for tier in range(1, 6)]
    assert names == ["Ann", "Ann 2", 'Zoë <3 & "Q"', "?", "rulings"]
    assert call_praat(read, "Get label of interval", 4, 2) == 'mumble [unsure: two voices "at once"]'
    assert call_praat(read, "Get label of point", 5, 1) == (
        'Ann said "brain" & lost. (by 0.12 s) (withdrawn) [eater/lost #5] / Say it again. [call/unclear #6]'
    )
    path.write_text(textgrid(match), encoding="utf-8")
    read = parselmouth.read(str(path))
    assert call_praat(read, "Get number of points", 4) == len({each.ruling.at_ms for each in match.rulings})
    assert call_praat(read, "Get start time of interval", 1, 4) == 3.16


def test_as_few_rows_as_the_overlaps_need() -> None:
    calls = [CallEntry(n, call("Ann", "x", *times)) for n, times in enumerate([(0, 10), (5, 20), (10, 15), (12, 30)])]
    rows = without_overlaps(calls)
    assert [[interval[:2] for interval in row] for row in rows] == [[(0, 10), (10, 15)], [(5, 20)], [(12, 30)]]


def test_a_browser_reads_the_captions_with_who_speaks(match: Export) -> None:
    read = webvtt.from_string(as_webvtt(match)).captions
    assert len(read) == len(match.calls) + len(match.rulings)
    first = read[0]
    assert (first.start, first.voice, first.text) == ("00:00:01.000", "Ann", "brains")
    assert [cue.start for cue in read] == sorted(cue.start for cue in read)
    assert {cue.voice for cue in read} == {"Ann", "Ben", "Cid", "Referee"}
    marked = as_webvtt(ODD)
    assert '<v Zoë &lt;3 &amp; "Q">blood</v>' in marked
    assert "&amp; lost. (by 0.12 s) (withdrawn)" in marked
    assert len(webvtt.from_string(marked)) == 6
    assert len(webvtt.from_string(as_webvtt(EMPTY))) == 0


def test_a_player_reads_the_subtitles(match: Export) -> None:
    read = list(srt.parse(subrip(match)))
    assert [each.index for each in read] == list(range(1, len(match.calls) + len(match.rulings) + 1))
    voided = next(each for each in read if "Void: " in each.content)
    assert voided.content == "Referee: Void: late by 0.9 seconds. (by 0.94 s)"
    assert voided.start.total_seconds() == 4.225
    assert list(srt.parse(subrip(EMPTY))) == []


def test_a_caption_stays_long_enough_to_be_read(match: Export) -> None:
    for each in captions(match):
        assert each.end_ms - each.start_ms >= max(1_000, 60 * len(each.text))
    prayer = next(each for each in captions(match) if each.who == "Ben" and each.text.startswith("the power"))
    assert prayer.end_ms - prayer.start_ms == 35_995 - 33_590


def test_hours_are_written_as_hours() -> None:
    late = replace(ODD, calls=(CallEntry(1, call("Ann", "brains", 3_661_001, 3_663_000)),), rulings=())
    assert webvtt.from_string(as_webvtt(late))[0].start == "01:01:01.001"


@pytest.mark.filterwarnings("ignore:All interval durations")  # a ruling is a point
def test_audacity_labels_are_intervals_and_points(match: Export, tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text(audacity(match), encoding="utf-8")
    intervals, labels = mir_eval.io.load_labeled_intervals(str(path), delimiter="\t")
    assert len(labels) == len(match.calls) + len(match.rulings)
    assert intervals[0] == pytest.approx([1.0, 1.59])
    assert labels[0] == "Ann: brains"
    at = labels.index("> Ben steals the family from Ann.")
    assert intervals[at] == pytest.approx([3.28, 3.28])
    assert all(line.count("\t") == 2 for line in audacity(ODD).splitlines())


def test_a_spreadsheet_reads_every_row(match: Export) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(match), newline="")))
    assert len(rows) == len(match.calls) + len(match.rulings)
    short = next(row for row in rows if row["judged"] == "inexact")
    assert (short["player"], short["text"], short["wrong"]) == ("Cid", "christ compels you", "missing the power of")
    void = next(row for row in rows if row["what"] == "claim/void")
    assert (void["start_s"], void["margin_s"], void["calls"], void["withdrawn"]) == ("4.225", "0.945", "3 5", "")
    odd = list(csv.DictReader(io.StringIO(as_csv(ODD), newline="")))
    assert {row["player"] for row in odd} == {"Ann", "", 'Zoë <3 & "Q"'}
    assert [row["withdrawn"] for row in odd if row["kind"] == "ruling"] == ["yes", ""]
    assert [float(row["end_s"]) for row in rows] == sorted(float(row["end_s"]) for row in rows)


def test_the_document_has_all_that_the_lines_of_judge_have(match: Export) -> None:
    read = json.loads(as_json(match))
    assert (read["game"], read["players"], read["end_ms"]) == ("grave-feast", ["Ann", "Ben", "Cid"], match.end_ms)
    assert read["scores"] == {"Ann": 0, "Ben": 5, "Cid": 4}
    assert read["house_rules"]["gf.blocked_card"] == "discard"
    assert read["calls"][4]["diff"] == {"missing": ["the", "power", "of"], "added": [], "changed": []}
    assert read["rulings"][2]["code"] == "claim/void"
    assert read["rulings"][2]["calls"] == [3, 5]
    assert [line["withdrawn"] for line in json.loads(as_json(ODD))["rulings"]] == [True, False]


@pytest.mark.parametrize("form", ClipFormat)
def test_a_clip_is_the_call_on_its_own_microphone(match: Export, match_log: Path, form: ClipFormat) -> None:
    entry = match.calls[2]
    sound, rate_hz = soundfile.read(io.BytesIO(clip(entry, sound_of(read_log(match_log)), form)), dtype="int16")
    assert clip_name(entry) == "0005-ann-five-to-the-graveyard-exact"
    whole, _ = soundfile.read(SAMPLE, dtype="int16", always_2d=True)
    from_ms, to_ms = entry.call.start_ms - AROUND_MS, entry.call.end_ms + AROUND_MS
    assert rate_hz == 16_000
    assert np.abs(sound.astype(int) - whole[from_ms * 16 : to_ms * 16, 0]).max() <= 1


def test_a_clip_of_nobody_knows_which_microphone_has_all_of_them(match_log: Path) -> None:
    entry = CallEntry(7, call(None, "a/b: ..\\c? " + "very " * 20, 0, 500, Verdict.UNSURE))
    sound, _ = soundfile.read(io.BytesIO(clip(entry, sound_of(read_log(match_log)), ClipFormat.FLAC)))
    assert sound.shape == (700 * 16, 3)
    assert clip_name(entry) == "0007-unknown-a-b-c-very-very-very-very-very-very-very-unsure"


@pytest.fixture
def export(capsys: pytest.CaptureFixture[str]) -> "Command":
    def ran(*arguments: str | Path) -> Ran:
        code = run(["export", *map(str, arguments)])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return ran


def test_the_command_writes_all_of_it(export: Command, match_log: Path, tmp_path: Path) -> None:
    ran = export(match_log, "--format", "all", "-o", tmp_path / "out")
    assert (ran.code, ran.err) == (0, "")
    files = {path.name for path in (tmp_path / "out").iterdir()}
    endings = ("-clips", ".TextGrid", ".csv", ".json", ".labels.txt", ".srt", ".vtt")
    assert files == {f"{match_log.name}{ending}" for ending in endings}
    clips = list((tmp_path / "out" / f"{match_log.name}-clips").iterdir())
    assert len(clips) == 13
    assert {path.suffix for path in clips} == {".flac"}
    assert all(name in ran.out for name in files)


def test_the_command_writes_what_is_asked_for(export: Command, match_log: Path, tmp_path: Path) -> None:
    assert export(match_log, "--format", "srt", "--format", "csv", "-o", tmp_path).code == 0
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".csv", ".srt"]
    assert export(match_log, "--clips", "wav", "-o", tmp_path / "clips").code == 0
    assert {path.suffix for path in (tmp_path / "clips").rglob("*.*")} == {".wav"}


def test_a_wrong_wish_ends_with_2_and_one_line(export: Command, match_log: Path, tmp_path: Path) -> None:
    for arguments, complaint in (
        ([match_log], "what is to be exported? give --format (textgrid, audacity, vtt, srt, csv, json, all)"),
        ([match_log, "--format", "elan"], "Invalid value for '--format'"),
        ([tmp_path / "none", "--format", "csv"], "there is no such file or folder"),
        ([match_log, "--format", "csv", "-o", "/proc/none"], "name another place with -o"),
    ):
        ran = export(*arguments)
        assert ran.code == 2
        assert complaint in ran.err
        assert ran.err.count("\n") == 1


def test_a_log_whose_sound_was_thrown_away_has_all_but_pictures_and_clips(
    export: Command, match_log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    shutil.copytree(match_log, log)
    *_, last = sounds = sorted(log.glob("*.flac"))
    for sound in sounds[:-1]:
        sound.unlink()
    assert export(log, "--format", "csv", "-o", tmp_path).code == 0
    ran = export(log, "--clips", "wav", "-o", tmp_path)
    assert (ran.code, "is missing or damaged" in ran.err) == (1, True)
    last.unlink()
    assert export(log, "--format", "csv", "-o", tmp_path).code == 0
    ran = export(log, "--format", "all", "-o", tmp_path / "all")
    assert (ran.code, "its sound was thrown away: there are no clips" in ran.err) == (1, True)
    assert len(list((tmp_path / "all").iterdir())) == 6
    assert run(["report", str(log), "-o", str(tmp_path / "page.html")]) == 1
    assert "its sound was thrown away" in capsys.readouterr().err
    assert "Ben steals the family from Ann." in (tmp_path / "page.html").read_text(encoding="utf-8")
