"""Creepiness in a live match: shown beside the call once all of it was heard, against a voice on file or one's own."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.announce.console import UNICODE_MARKS
from assistant.core import referee
from assistant.core.observations import Call
from assistant.core.wording import render
from assistant.live.creeping import Creeping, creeping
from assistant.live.match import Pulse
from assistant.practice.creepy import VoiceMeasure
from assistant.practice.loop import AFTER_MS
from assistant.practice.voices import VoiceMeter
from assistant.screen.drawing import line_text
from assistant.screen.following import Following
from tests.play.table import call, new_match

EVERYDAY = VoiceMeasure("known", 600, -6.0, 120.0, 15.0, 0.005)
GROAN = VoiceMeasure("known", 1_000, -6.0, 120.0, 15.0, 0.005)
"""As the everyday voice, but half as much longer as counts: 12.5 of the 25 points for length, and nothing else."""


class Sound:
    """Remembers noise."""

    def heard_lately(self, from_ms: int, to_ms: int) -> NDArray[np.float32] | None:
        return np.full(((to_ms - from_ms) * 16, 3), 0.1, np.float32)


def on_channel(said: Call, channel: int = 0) -> Call:
    return replace(said, channel=channel)


def remarks(voices: dict[str, VoiceMeasure], *said: Call, learns: bool = False) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    meter = VoiceMeter("known", lambda samples: GROAN)
    watcher = Creeping(
        Sound(), meter, voices, lambda number, heard, text: found.append((heard.player or "", text)), learns
    )
    state: Any = new_match()
    for each in said:
        step = referee.step(state, each)
        watcher.take(state, step)
        state = step.state
        watcher.pulse(Pulse(each.end_ms + AFTER_MS - 1, each.end_ms, (0.0,)))
        watcher.wait()
        assert all(text for _, text in found)
    before = len(found)
    watcher.pulse(Pulse(said[-1].end_ms + AFTER_MS, said[-1].end_ms, (0.0,)))
    watcher.wait()
    assert len(found) - before <= 1
    return found


BRAINS = on_channel(call("Ann", "brains", 2_000))


def test_a_call_that_ought_to_be_creepy_is_measured_against_the_voice_on_file() -> None:
    assert remarks({"ann": EVERYDAY}, BRAINS) == [("Ann", "creepy 12: lower, breathier, longer")]


@pytest.mark.parametrize(
    "said",
    [
        on_channel(call("Ben", "brains", 2_000), 1),
        on_channel(call("Ann", "seduce", 2_000)),
        call("Ann", "brains", 2_000),
    ],
)
def test_nothing_is_said_of_unknown_voices_other_calls_or_unknown_microphones(said: Call) -> None:
    assert remarks({"ann": EVERYDAY}, said) == []


def test_where_the_house_rule_asks_for_it_ones_own_other_calls_stand_for_the_voice() -> None:
    claim = on_channel(call("Ann", "graveyard", 1_000, n=5))
    assert remarks({}, claim, BRAINS, learns=True) == [("Ann", "creepy 12: lower, breathier, longer")]
    assert remarks({}, BRAINS, learns=True) == []
    assert remarks({}, claim, BRAINS) == []


def test_it_is_asked_for_by_a_house_rule_or_a_voice_on_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.practice.kept_voices.default_folder", lambda: tmp_path)

    class Rules:
        creepy = "off"

    assert creeping(Sound(), Rules(), lambda *told: None) == []
    assert creeping(Sound(), object(), lambda *told: None) == []
    Rules.creepy = "advisory"
    assert len(creeping(Sound(), Rules(), lambda *told: None)) == 1


def test_the_screen_shows_it_beside_the_call_and_its_ruling_stays_as_it_was() -> None:
    state = new_match()
    following = Following(state, render, lambda: None)
    step = referee.step(state, BRAINS)
    following.take(state, step)
    rulings = following.snapshot.ledger.lines[2:]
    following.remark(step.judged.id, "creepy 63: lower")
    following.remark(99, "creepy 1")
    shown = [line_text(line, UNICODE_MARKS).plain for line in following.snapshot.ledger.lines]
    assert shown[1].endswith('✓ "brains"  creepy 63: lower')
    assert following.snapshot.ledger.lines[2:] == rulings
