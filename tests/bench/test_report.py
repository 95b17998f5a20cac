"""The tables and the figure, from results written by hand."""

from pathlib import Path

import pytest

from assistant.core.observations import Verdict
from bench.figure import draw
from bench.items import Kind
from bench.measure import Ghost, Outcome, Race, RaceResult, Result
from bench.report import document, summary
from bench.run import Report, Results, Wanted


def outcome(
    kind: Kind, result: Result, text: str = "Stop!", condition: str = "quiet", error: int | None = None
) -> Outcome:
    phrase = None if kind is Kind.TALK else "house-blitz.stop"
    return Outcome(kind, result, "house-blitz", condition, "awb", text, phrase, "stop", 1_800, error, error and 50)


@pytest.fixture
def results() -> Results:
    outcomes = (
        outcome(Kind.CALL, Result.ACCEPTED, error=8),
        outcome(Kind.CALL, Result.ACCEPTED, error=-4),
        outcome(Kind.CALL, Result.ACCEPTED, error=2),
        outcome(Kind.CALL, Result.ROBBED),
        outcome(Kind.NEAR, Result.CAUGHT, "Stops!"),
        outcome(Kind.NEAR, Result.PASSED, "Stopped!"),
        outcome(Kind.TALK, Result.FALSE_EXACT, "My brain hurts."),
        outcome(Kind.TALK, Result.LEFT, "number five", "human"),
    )
    races = (Race(RaceResult.RIGHT, "stop stop", "race", "separate", 100, 95, 50),)
    ghosts = (Ghost(Verdict.UNSURE, "house-blitz", "quiet", "go"),)
    report = Report("fused", "m", outcomes, ghosts, races, 60.0, 6.0, 300.0)
    return Results((report,), (200, 300, 400), Wanted(("fused",), ("house-blitz",)), 12.0)


def test_the_summary_tells_the_shares(results: Results) -> None:
    told = summary(results)
    assert "call 4: accepted 75.0 robbed 25.0" in told
    assert "near 2: passed 50.0 caught 50.0" in told
    assert "real-time factor, fused, one process: 0.100" in told
    assert "median 300 ms" in told


def test_the_document_tells_every_table(results: Results) -> None:
    text = document(results)
    assert "| quiet | 4 | 75.0 | 25.0 | 0.0 | 0.0 | 0.0 | 2 | 50.0 | 50.0 | 0.0 | 0.0 |" in text
    assert "| quiet | all | 3 | 4 | 8 | +2 | 100 |" in text
    assert "| separate, race | 1 | 1 | 0 | 0 | 0 | 0 | 0 |" in text
    assert "false exact 1 (2000.0 an hour)" in text
    assert 'robbed**, 1: "Stop!" (awb): "stop"' in text
    assert "unsure 1" in text


def test_the_figure_is_a_picture(results: Results, tmp_path: Path) -> None:
    draw(results, tmp_path / "accuracy.png")
    assert (tmp_path / "accuracy.png").read_bytes().startswith(b"\x89PNG")
