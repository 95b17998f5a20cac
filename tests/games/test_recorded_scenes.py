"""Two recorded scenes of every other game (those of Grave Feast are in tests/hearing), judged by both ears.

What is right is worked out by hand from what was said: `bench.make_fixtures` has the words, the truth beside each
recording its moments.
"""

import json
from pathlib import Path

import pytest

from assistant import app
from assistant.core import referee
from assistant.core.observations import Call

RECORDINGS = Path(__file__).resolve().parent.parent / "recordings"
PLAYERS = ("Ann", "Ben")
END_TOLERANCE_MS = 40
"""As far off may an end be in the noise of the room (median 7 ms, 95 % within 39 ms)."""

SCENES: dict[str, list[tuple[str, str | None]]] = {
    # ZB-01: "no more brains" is never "more brains"; "No more beer for me" is talk.
    "need-more-brains/ZB-more": [
        ("turn/begins", "Ben"),
        ("decision/more", "Ben"),
        ("bank/ask", "Ben"),
        ("turn/begins", "Ann"),
    ],
    # ZB-01: with 0.4 s of pause behind the "no".
    "need-more-brains/ZB-pause": [
        ("turn/begins", "Ben"),
        ("decision/more", "Ben"),
        ("bank/ask", "Ben"),
        ("turn/begins", "Ann"),
    ],
    # H4: "Stop it, my brain hurts" stops nothing.
    "house-blitz/HB-chatter": [("round/live", "Ann"), ("round/frozen", "Ben")],
    # HB-06: two Stops 40 ms apart freeze at the first, and both are named.
    "house-blitz/HB-06": [("round/live", "Ben"), ("round/frozen", "Ann"), ("stop/together", "Ben")],
    # E2: "Turn the light on, please" is no choice.
    "in-cahoots/EZ-fight": [("step/next", "Ann"), ("choice/made", "Ann")],
    # E1: "Let's flee the scene" and "They fight like cats and dogs" are none either.
    "in-cahoots/EZ-flee": [("step/next", "Ann"), ("choice/made", "Ann")],
}


@pytest.mark.parametrize("scene", SCENES)
def test_a_recorded_scene_is_judged_right(scene: str) -> None:
    path = RECORDINGS / f"{scene}.flac"
    match = app.match_setup(app.game_named(path.parent.name), PLAYERS, None, 0)
    source = app.open_source(path, match, None, "auto")
    heard = list(source.observations(None))
    steps = list(referee.fold(app.on_microphones_of(source, match), heard))
    assert [(ruling.code, ruling.player) for step in steps for ruling in step.rulings] == SCENES[scene]
    truth = json.loads(path.with_suffix(".truth.json").read_text(encoding="utf-8"))
    calls = [one for one in heard if isinstance(one, Call)]
    assert calls
    for call in calls:
        ends = [line["end_ms"] for line in truth if line["player"] == call.player]
        assert min(abs(call.end_ms - end_ms) for end_ms in ends) <= END_TOLERANCE_MS


def test_every_game_has_two_recorded_scenes_besides_what_is_told() -> None:
    for game in {*(scene.partition("/")[0] for scene in SCENES), "grave-feast"}:
        found = [path for path in (RECORDINGS / game).glob("*.flac") if path.stem != "told"]
        assert len(found) >= 2, game
