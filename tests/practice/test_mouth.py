"""What is heard at practice, and what happens where nothing can be heard."""

import time
from collections.abc import Callable

import numpy as np
import pytest

from assistant.announce.player import Feed, OutputError
from assistant.announce.voice import Rendered, VoiceError
from assistant.practice.mouth import LoudMouth

SOUND = np.full(1_600, 0.1, np.float32)


class FakeVoice:
    """Says everything alike, or nothing."""

    def __init__(self, broken: bool = False) -> None:
        self.broken = broken

    def render(self, text: str) -> Rendered:
        if self.broken:
            raise VoiceError("the referee has no voice")
        return Rendered(SOUND, 16_000, text)

    def close(self) -> None: ...


class FakeOutput:
    """Takes in every feed at once, or refuses it."""

    def __init__(self, broken: bool = False) -> None:
        self.broken = broken
        self.heard = 0

    def rate_hz(self) -> int:
        if self.broken:
            raise OutputError("nothing can be played")
        return 16_000

    def play(self, feed: Feed) -> None:
        out = np.zeros((4_800, 2), np.float32)
        now_s = time.monotonic()
        while feed.fill(out, now_s):
            pass
        self.heard += 1


def until(done: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + 5
    while not done():
        assert time.monotonic() < deadline_s
        time.sleep(0.005)


@pytest.mark.parametrize("model", [True, False])
def test_it_is_busy_from_the_request_to_the_end_of_the_echo(model: bool) -> None:
    output, advice = FakeOutput(), list[str]()
    mouth = LoudMouth(advice.append, FakeVoice(), output)  # type: ignore[arg-type]
    assert not mouth.busy
    began_s = time.monotonic()
    if model:
        mouth.say("Brains!")
    else:
        mouth.play(SOUND)
    assert mouth.busy
    until(lambda: output.heard == 1)
    until(lambda: not mouth.busy)
    assert time.monotonic() - began_s >= 0.25  # the echo of the room
    assert advice == []
    mouth.close()


def test_without_a_voice_it_says_so_once_and_is_never_busy() -> None:
    advice: list[str] = []
    mouth = LoudMouth(advice.append, FakeVoice(broken=True), FakeOutput())  # type: ignore[arg-type]
    mouth.say("Brains!")
    mouth.say("Blood!")
    assert not mouth.busy
    assert advice == ["the referee has no voice"]
    mouth.close()


def test_without_a_loudspeaker_it_says_so_once_and_lets_the_drill_go_on() -> None:
    advice: list[str] = []
    mouth = LoudMouth(advice.append, FakeVoice(), FakeOutput(broken=True))  # type: ignore[arg-type]
    for _ in range(3):
        mouth.say("Brains!")
    until(lambda: not mouth.busy)
    assert advice == ["nothing can be played"]
    mouth.close()
