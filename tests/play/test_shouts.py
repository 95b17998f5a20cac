"""What was said beneath the referee's voice is said to be lost, whenever it is found; the referee alone is nothing."""

from collections.abc import Iterator
from time import monotonic, sleep

import numpy as np

from assistant.announce.announcer import Announcer, Beep, Speak
from assistant.core import referee
from assistant.core.observations import Gap, Observation, Tick
from assistant.core.spoken import SPEAKING
from assistant.core.wording import render
from assistant.hearing.gate import Gate
from assistant.live.match import LiveMatch
from assistant.live.shouts import Shouts
from tests.hearing.test_echo import AT_S, LENGTH_S, PLAYED, RATE, table
from tests.play.table import QuietSound, ScriptedHearing, call, new_match


def spoken_over(call_db: float | None) -> Gate:
    """Return a gate after the referee spoke from 0.3 s on, while Ann called or did not."""
    gate = Gate(3)
    quiet = np.random.default_rng(2).normal(0, 10 ** (-65 / 20), (RATE * 3 // 10, 3)).astype(np.float32)
    gate.push(quiet)
    gate.close(1, 300, "Ben scores five")
    gate.push(table(0.0, call_db))
    gate.open(1, 300 + 1000 * (LENGTH_S - 1))
    gate.learn(1, 300, PLAYED)
    return gate


def looked(shouts: Shouts) -> list[Observation]:
    found: list[Observation] = []
    deadline_s = monotonic() + 20
    while not found and monotonic() < deadline_s:
        found += shouts.found()
        sleep(0.02)
    return found


def test_a_call_beneath_the_referees_voice_is_said_to_be_lost() -> None:
    [found] = looked(Shouts(spoken_over(0.0)))
    assert isinstance(found, Gap)
    assert (found.channel, found.reason) == (0, SPEAKING)
    assert 300 + 1000 * AT_S <= found.start_ms < found.end_ms <= 300 + 1000 * AT_S + 900


def test_the_referee_alone_brings_nothing() -> None:
    assert list(Shouts(spoken_over(None)).finish()) == []


class Late(Shouts):
    """Finds a voice when all that was said up to a moment is known."""

    def __init__(self, known_ms: int) -> None:
        self.known_ms = known_ms
        self.left = [Gap(0, 900, 1_400, SPEAKING)]
        self.live: LiveMatch | None = None

    def found(self) -> Iterator[Gap]:
        if self.live is not None and self.live.state.fold.now_ms > self.known_ms:
            while self.left:
                yield self.left.pop()

    def finish(self) -> Iterator[Gap]:
        return self.found()


def test_the_match_tells_of_it_though_later_calls_were_ruled_already() -> None:
    late = Late(3_000)
    live = LiveMatch(QuietSound(60), ScriptedHearing((call("Ben", "brains", 2_500),)), new_match(), shouts=late)
    late.live = live
    ruled = referee.standing_rulings(live.run())
    assert ("eater/feeding", "Ben", 2_500) in [(each.code, each.player, each.at_ms) for each in ruled]
    [lost] = [each for each in ruled if each.code == "gap/lost"]
    assert (lost.at_ms, dict(lost.data)["reason"]) == (1_400, SPEAKING)


def test_the_referee_does_not_speak_of_what_its_own_speaking_cost_but_of_any_other_loss() -> None:
    state = new_match()
    for reason, spoken in ((SPEAKING, False), ("overflow", True)):
        step = referee.step(referee.step(state, Tick(5_000)).state, Gap(0, 4_000, 4_600, reason))
        assert [ruling.code for ruling in step.rulings] == ["gap/lost"]
        _, heard = Announcer(render).take(state, step)
        assert any(isinstance(each, Speak | Beep) for each in heard) is spoken
