"""A small match of the tiny game, written to a log."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from assistant.core import referee
from assistant.core.games.base import Table
from assistant.core.observations import Command, CommandName, End, Fact, Observation, Tick
from assistant.eventlog.audio import AudioLog
from assistant.eventlog.records import Head
from assistant.eventlog.writer import LogWriter
from tests.core.observed import PLAYERS, grab, mine
from tests.core.tiny_game import TINY, TinyRules

HEAD = Head(
    game="tiny",
    players=PLAYERS,
    seed=7,
    shared_microphone=False,
    house_rules=(("tiny.answer", "blocks"), ("tiny.window_s", 3)),
    versions=(("party-referee", "0.1.0"),),
    source="test",
    started="2024-05-01T12:00:00+00:00",
)

MATCH = referee.MatchSetup(TINY, Table(PLAYERS, seed=7), TinyRules(window_s=3))

OBSERVATIONS: tuple[Observation, ...] = (
    grab("Ann", 1000),
    mine("Ben", 2500),
    Fact(3000, "tiny.cookie", (("cards", (3, 4)),), "cookie", "Cid"),
    grab("Ben", 5000),
    Tick(8500),
    Command(9000, CommandName.UNDO, "Ann"),
    grab("Cid", 10_000),
    End(10_500),
)


def write_log(
    folder: Path, observations: Sequence[Observation] = OBSERVATIONS, audio_s: float = 0, close: bool = True
) -> Path:
    """Write a match as a session would, with some seconds of noise of two microphones."""
    writer = LogWriter.begin(folder, HEAD)
    state = referee.start(MATCH)
    for observation in observations:
        step = referee.step(state, observation)
        writer.step(step)
        state = step.state
    if audio_s:
        noise = np.random.default_rng(1).uniform(-0.1, 0.1, (int(audio_s * 16_000), 2)).astype(np.float32)
        with AudioLog(writer, channels=2, segment_s=1) as sound:
            for begin in range(0, len(noise), 3000):
                sound.write(noise[begin : begin + 3000])
    if close:
        writer.close()
    else:
        writer.abandon()
    return folder
