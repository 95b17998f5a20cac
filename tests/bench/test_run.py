"""Clips, results on the disk, the ears as the bench calls them, and the command line."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
import soundfile

from bench import clips, corpus
from bench.clips import write_clips
from bench.conditions import condition
from bench.corpus import PLAYERS, Plan, Turn, book_of
from bench.ears import Hearing, seats
from bench.items import RUN_ON_GAP_MS, Kind, Line, Part, exact_part
from bench.measure import Outcome, Race, RaceResult, Result
from bench.run import Report, Wanted, jobs, load
from bench.voices import VOICES
from engines.base import SAMPLE_RATE_HZ
from tests.bench.bursts import burst_of

RECORDINGS = Path(__file__).resolve().parent.parent / "recordings"


@pytest.fixture
def _bursts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "speak", burst_of)


@pytest.mark.usefixtures("_bursts")
def test_clips_carry_their_truth(tmp_path: Path) -> None:
    book = book_of("grave-feast")
    both = (exact_part(book, "blood"), exact_part(book, "two to the graveyard"))
    turns = (
        Turn(0, VOICES[0], Line(Kind.CALL, both, RUN_ON_GAP_MS), 16_000),
        Turn(1, VOICES[1], Line(Kind.TALK, (Part("My brain hurts."),)), 80_000),
    )
    plan = Plan("match", "grave-feast", condition("quiet"), 1, turns)
    truths = [json.loads(line) for line in write_clips(plan, tmp_path)]
    assert [one["file"] for one in truths] == ["match-00.flac", "match-00.flac", "match-01.flac"]
    assert [one["exact"] for one in truths] == [True, True, False]
    assert [one["phrase"] for one in truths] == ["grave-feast.blood", "grave-feast.graveyard", None]
    assert [(one["start_ms"], one["end_ms"]) for one in truths] == [(2800, 3100), (3160, 4180), (2800, 3520)]
    assert truths[1]["slots"] == {"n": 2}
    info = soundfile.info(tmp_path / "match-01.flac")
    assert (info.channels, info.samplerate) == (1, SAMPLE_RATE_HZ)
    assert info.duration == pytest.approx(clips.LEAD_S + 0.72 + clips.TAIL_S, abs=0.001)


def test_results_come_back_from_the_disk_as_they_were(tmp_path: Path) -> None:
    outcome = Outcome(Kind.CALL, Result.ACCEPTED, "g", "quiet", "awb", "Go!", "house-blitz.go", "go", 300, -4, 20)
    race = Race(RaceResult.CLOSE, "stop stop", "race", "one", 40, 35, 150)
    report = Report("fused", "m", (outcome,), (), (race,), 10.0, 1.0, 200.0)
    wanted = Wanted(("fused",), ("house-blitz",), ("quiet",), "fit", True)
    lines = [asdict(report), {"latencies_ms": [300, 310]}, {"took_s": 4.5, **asdict(wanted)}]
    path = tmp_path / "r.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    found = load(path)
    assert (found.reports, found.latencies_ms, found.wanted, found.took_s) == ((report,), (300, 310), wanted, 4.5)


@pytest.mark.usefixtures("_bursts")
def test_each_ear_alone_is_measured_in_few_conditions() -> None:
    wanted = Wanted(("fused", "whisper"), ("house-blitz",))
    heard = {engine: [job for job in jobs(wanted) if job.engine == engine] for engine in wanted.engines}
    names = {
        engine: {job.what.condition.name for job in found if isinstance(job.what, Plan)}
        for engine, found in heard.items()
    }
    assert names["whisper"] == {"quiet", "pink-10"}
    assert {"quiet", "pink-10", "babble-5", "clipped", "race", "race-pink-10"} <= names["fused"]
    assert any(job.races for job in heard["fused"])
    assert not any(job.races for job in heard["whisper"])


def test_one_microphone_is_nobodys() -> None:
    assert [seat.player for seat in seats(PLAYERS, 1)] == [None]
    assert [seat.player for seat in seats(PLAYERS, 3)] == list(PLAYERS)
    assert [seat.player for seat in seats(("Ann",), 1)] == ["Ann"]


def test_the_bench_hears_with_the_referees_own_ears() -> None:
    samples, rate_hz = soundfile.read(RECORDINGS / "in-cahoots" / "EZ-fight.flac", dtype="float32")
    hearing = Hearing("fused")
    (call,) = hearing(samples, rate_hz, "in-cahoots", ("Ann", "Ben"))
    assert (call.player, call.phrase, call.slots) == ("Ann", "in-cahoots.choice", (("choice", "fight"),))
    with pytest.raises(ValueError, match="8000"):
        hearing(samples, 8000, "in-cahoots", ("Ann", "Ben"))
