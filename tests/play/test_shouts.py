"""What was said beneath the referee's voice: asked for again where it was a call, said to be lost where it was none."""

from collections.abc import Iterator
from concurrent.futures import Future
from time import monotonic, sleep

import numpy as np

from assistant.announce.announcer import Announcer, Beep, Speak
from assistant.core import referee
from assistant.core.observations import Call, Gap, Observation, Tick, Verdict
from assistant.core.spoken import SPEAKING
from assistant.core.wording import render
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.gate import Gate
from assistant.hearing.listener import Seat
from assistant.live.match import LiveMatch
from assistant.live.shouts import Shouts
from tests.hearing.test_echo import AT_S, LENGTH_S, PLAYED, RATE, table
from tests.play.table import PLAYERS, QuietSound, ScriptedHearing, call, new_match

SEATS = tuple(Seat(player) for player in PLAYERS)


class OneCall:
    """Ears that hear the same in everything, or nothing; they know what they were given."""

    def __init__(self, *phrases: str) -> None:
        self.phrases = phrases
        self.given: list[tuple[int, int]] = []

    def submit(
        self, samples: np.typing.NDArray[np.float32], start_ms: int, clean: np.typing.NDArray[np.float32] | None = None
    ) -> "Future[Heard]":
        self.given.append((start_ms, start_ms + len(samples) // 16))
        said = tuple(
            Utterance(f"grave-feast.{phrase}", Verdict.EXACT, phrase, phrase, start_ms, start_ms + 500)
            for phrase in self.phrases
        )
        future: Future[Heard] = Future()
        future.set_result(Heard(said, ()))
        return future

    def close(self) -> None:
        return


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


def test_a_call_beneath_the_referees_voice_is_unsure_and_never_more() -> None:
    ears = OneCall("brains")
    [found] = looked(Shouts(spoken_over(0.0), ears, SEATS))
    assert isinstance(found, Call)
    assert (found.player, found.phrase, found.verdict) == ("Ann", "grave-feast.brains", Verdict.UNSURE)
    assert (found.reason, found.channel) == (SPEAKING, 0)
    assert 300 + 1000 * AT_S <= found.start_ms < found.end_ms <= 300 + 1000 * AT_S + 900
    [(from_ms, to_ms)] = ears.given
    assert from_ms < found.start_ms
    assert to_ms > found.end_ms


def test_what_is_no_call_is_said_to_be_lost() -> None:
    [found] = looked(Shouts(spoken_over(0.0), OneCall(), SEATS))
    assert isinstance(found, Gap)
    assert (found.channel, found.reason) == (0, SPEAKING)


def test_the_referee_alone_brings_nothing() -> None:
    ears = OneCall("brains")
    assert list(Shouts(spoken_over(None), ears, SEATS).finish()) == []
    assert ears.given == []


class Late(Shouts):
    """Finds Ann's call when all that was said up to a moment is known."""

    def __init__(self, known_ms: int) -> None:
        self.known_ms = known_ms
        self.left = [
            Call("Ann", "grave-feast.brains", Verdict.UNSURE, "brains", 900, 1_400, channel=0, reason=SPEAKING)
        ]
        self.live: LiveMatch | None = None

    def found(self) -> Iterator[Call | Gap]:
        if self.live is not None and self.live.state.fold.now_ms > self.known_ms:
            while self.left:
                yield self.left.pop()

    def finish(self) -> Iterator[Call | Gap]:
        return self.found()


def test_the_match_asks_for_it_again_though_later_calls_were_ruled_already() -> None:
    late = Late(3_000)
    live = LiveMatch(QuietSound(60), ScriptedHearing((call("Ben", "brains", 2_500),)), new_match(), shouts=late)
    late.live = live
    ruled = referee.standing_rulings(live.run())
    assert ("eater/feeding", "Ben", 2_500) in [(each.code, each.player, each.at_ms) for each in ruled]
    [unclear] = [each for each in ruled if each.code == "call/unclear"]
    assert (unclear.player, unclear.at_ms, dict(unclear.data)["reason"]) == ("Ann", 1_400, SPEAKING)


def test_the_referee_does_not_speak_of_what_its_own_speaking_cost_but_of_any_other_loss() -> None:
    state = new_match()
    for reason, spoken in ((SPEAKING, False), ("overflow", True)):
        step = referee.step(referee.step(state, Tick(5_000)).state, Gap(0, 4_000, 4_600, reason))
        assert [ruling.code for ruling in step.rulings] == ["gap/lost"]
        _, heard = Announcer(render).take(state, step)
        assert any(isinstance(each, Speak | Beep) for each in heard) is spoken
