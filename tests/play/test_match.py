"""The thread that follows a match: the order of calls and keys, pauses by pulled plugs, stopping and ending."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.app import Listening, log_head
from assistant.audio.blocks import Block, Outage
from assistant.core.observations import Command, CommandName, Gap, Observation
from assistant.core.referee import standing_rulings
from assistant.core.rulings import Ruling
from assistant.errors import RefereeError
from assistant.eventlog.reader import read_log
from assistant.eventlog.writer import LogWriter
from assistant.live.match import AnyState, LiveMatch, Pulse
from engines.base import EngineError
from tests.play.table import BLOCK_MS, QuietSound, ScriptedHearing, call, new_match


@dataclass
class Watching:
    rulings: list[Ruling] = field(default_factory=list)
    pulses: list[Pulse] = field(default_factory=list)
    finished: AnyState | None = None

    def take(self, before: Any, step: Any) -> None:
        self.rulings.extend(step.rulings)

    def finish(self, state: Any) -> None:
        self.finished = state

    def pulse(self, pulse: Pulse) -> None:
        self.pulses.append(pulse)


def followed(sound: QuietSound, hearing: ScriptedHearing, **more: Any) -> tuple[LiveMatch, Watching]:
    live, watching = LiveMatch(sound, hearing, new_match(), **more), Watching()
    live.run([watching])
    return live, watching


def codes(state: AnyState) -> list[str]:
    return [ruling.code for ruling in standing_rulings(state)]


def test_a_claim_scores_when_its_window_has_passed_in_real_time() -> None:
    said = [call("Ann", "brains", 500), call("Ann", "graveyard", 1_500, heard="five to the graveyard", n=5)]
    live, watching = followed(QuietSound(100), ScriptedHearing(said))
    assert codes(live.state)[-2:] == ["claim/stands", "claim/scored"]
    assert watching.rulings[-1].at_ms == 6_500
    assert watching.finished is live.state


def test_an_end_of_the_sound_lets_windows_run_out_and_a_stop_leaves_them_open_and_paused() -> None:
    said = [call("Ann", "brains", 500), call("Ann", "graveyard", 1_500, heard="five to the graveyard", n=5)]
    ended, _ = followed(QuietSound(20), ScriptedHearing(said))
    assert codes(ended.state)[-1] == "claim/scored"
    sound = QuietSound(40)
    stopped = LiveMatch(sound, ScriptedHearing(said), new_match())
    sound.during = lambda number: stopped.stop() if number == 20 else None
    stopped.run()
    assert codes(stopped.state)[-2:] == ["claim/stands", "pause/on"]
    assert stopped.state.fold.clock.paused_since_ms == 20 * BLOCK_MS


def test_a_key_waits_for_what_was_said_before_it_and_an_undo_does_not() -> None:
    sound = QuietSound(30)
    hearing = ScriptedHearing([call("Ann", "brains", 500), call("Ben", "brains", 1_450)], lag_ms=500)
    live, watching = LiveMatch(sound, hearing, new_match()), Watching()

    def press(number: int) -> None:
        if number == 15:
            live.tell(Command(live.now_ms, CommandName.PAUSE))
            live.tell(Command(live.now_ms, CommandName.UNDO))

    sound.during = press
    live.run([watching])
    assert [ruling.code for ruling in watching.rulings] == ["eater/feeding", "undo/done", "eater/feeding", "pause/on"]
    assert watching.rulings[-1].at_ms == 1_500


def test_a_pulled_plug_pauses_the_match_and_it_goes_on_by_itself() -> None:
    outage = (Outage(1, 600, "unplugged"),)
    gap = Gap(1, 600, 1_400, "unplugged")
    sound = QuietSound(30, outages=dict.fromkeys(range(8, 14), outage), gaps={14: (gap,)})
    hearing = ScriptedHearing(lag_ms=200)
    live, watching = followed(sound, hearing)
    assert [(ruling.code, ruling.at_ms) for ruling in watching.rulings] == [("pause/on", 600), ("pause/off", 1_500)]
    assert hearing.lost == [gap]
    assert [bool(pulse.outages) for pulse in watching.pulses].count(True) == 6
    assert not live.state.fold.clock.paused


def test_a_plug_pulled_during_a_pause_of_the_players_leaves_their_pause_alone() -> None:
    sound = QuietSound(30, outages={number: (Outage(1, 800, "unplugged"),) for number in range(8, 14)})
    live = LiveMatch(sound, ScriptedHearing(), new_match())
    sound.during = lambda number: live.tell(Command(300, CommandName.PAUSE)) if number == 3 else None
    live.run()
    assert live.state.fold.clock.paused_since_ms == 300


def test_a_plug_that_is_back_before_the_pause_took_hold_does_not_leave_the_match_paused() -> None:
    sound = QuietSound(40, outages={8: (Outage(1, 800, "overflow"),)})
    live, _ = followed(sound, ScriptedHearing(lag_ms=1_500))
    assert not live.state.fold.clock.paused
    assert codes(live.state) == ["pause/on", "pause/off"]


def test_a_key_tells_who_called_on_a_shared_microphone() -> None:
    sound = QuietSound(30)
    hearing = ScriptedHearing([call(None, "brains", 1_000), call(None, "brains", 2_000)])
    live = LiveMatch(sound, hearing, new_match())
    sound.during = lambda number: live.buzz("Ben") if number == 8 else None
    live.run()
    assert [ruling.player for ruling in standing_rulings(live.state)] == ["Ben", None]


def test_a_resumed_match_counts_its_time_from_where_it_stood() -> None:
    live, watching = followed(QuietSound(20), ScriptedHearing([call("Ann", "brains", 500)]), offset_ms=60_000)
    assert watching.rulings[0].at_ms == 60_500
    assert watching.pulses[-1].now_ms == 62_000
    assert live.now_ms == 62_000


class Nothing:
    engine, models = "scripted", ()


def test_broken_ears_end_the_match_with_its_log_whole(tmp_path: Path) -> None:
    class Breaking(ScriptedHearing):
        def push(self, block: Any) -> Any:
            if self.heard_ms > 1_500:
                raise EngineError("the ears stopped working")
            yield from super().push(block)

    hearing, state = Breaking([call("Ann", "brains", 500)]), new_match()
    listening: Listening = Nothing()
    with (
        pytest.raises(RefereeError, match="stopped working"),
        LogWriter.begin(tmp_path / "log", log_head(state.match, listening, "live")) as log,
    ):
        LiveMatch(QuietSound(30), hearing, state, log).run()
    kept = read_log(tmp_path / "log")
    assert [ruling.code for ruling in kept.standing] == ["eater/feeding"]
    assert not kept.closed


def test_where_sound_was_lost_the_ears_get_the_empty_room() -> None:
    noise = (np.random.default_rng(1).standard_normal((30 * BLOCK_MS * 16, 3)) / 100).astype(np.float32)
    noise[800 * 16 : 1_400 * 16, 1] = 0.0

    @dataclass
    class Noisy(QuietSound):
        def blocks(self) -> Iterator[Block]:
            for block in super().blocks():
                yield replace(block, samples=noise[block.start_sample : block.end_sample])

    @dataclass
    class Hearing(ScriptedHearing):
        heard: list[NDArray[np.float32]] = field(default_factory=list)

        def push(self, block: NDArray[np.float32]) -> Iterator[Observation]:
            self.heard.append(block)
            return super().push(block)

    outages: dict[int, tuple[Outage, ...]] = {number: (Outage(1, 800, "unplugged"),) for number in range(8, 14)}
    hearing = Hearing()
    followed(Noisy(30, outages=outages), hearing)
    heard = np.concatenate(hearing.heard)
    assert np.array_equal(np.delete(heard, 1, axis=1), np.delete(noise, 1, axis=1))
    lost = slice(800 * 16, 1_400 * 16)
    assert float(heard[lost, 1].std()) == pytest.approx(0.01, rel=0.1)
    heard[lost, 1] = 0.0
    assert np.array_equal(heard, noise)
