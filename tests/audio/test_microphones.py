"""A table of microphones whose devices are pulled out, plugged in, and break, in real time but without hardware."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from time import monotonic, sleep

import numpy as np
import pytest

from assistant.audio.blocks import Block
from assistant.audio.devices import DeviceName, Microphone, MicrophoneError
from assistant.audio.microphones import CaptureError, Microphones
from tests.audio.fake_audio import FakeAudio

TIMEOUT_S = 8.0


def microphone(name: str, *channels: int) -> Microphone:
    return Microphone(DeviceName(name), channels or (0,))


def until(table: Microphones, done: Callable[[Block], bool]) -> list[Block]:
    """Return the blocks up to the first that fits."""
    deadline_s = monotonic() + TIMEOUT_S
    blocks = []
    for block in table.blocks():
        blocks.append(block)
        if done(block):
            return blocks
        assert monotonic() < deadline_s, "the block that was waited for never came"
    raise AssertionError("the microphones stopped")


def lasting(seconds: float) -> Callable[[Block], bool]:
    return lambda block: block.end_ms >= seconds * 1000


def follow_on(blocks: list[Block]) -> bool:
    return all(one.end_sample == two.start_sample for one, two in pairwise(blocks))


def test_microphones_come_in_the_order_in_which_they_were_named() -> None:
    audio = FakeAudio({"Left": 0.1, "Right": 0.2})
    wished = [microphone("Right"), microphone("Left", 2), microphone("Right", 0, 1)]
    with Microphones(wished, audio) as table:
        blocks = until(table, lasting(0.5))
        assert table.channels == 3
        assert [reading.heard for reading in table.readings] == [True, True]
    assert blocks[0].start_sample == 0
    assert follow_on(blocks)
    assert np.allclose(blocks[-1].samples, [0.2, 0.1, 0.2])
    assert audio.streams["Left"].channels == 3
    assert audio.streams["Right"].channels == 2
    assert all(stream.closed for stream in audio.streams.values())


def test_a_device_that_is_pulled_out_pauses_the_game_and_comes_back_by_itself() -> None:
    audio = FakeAudio({"Left": 0.1, "Right": 0.2})
    with Microphones([microphone("Left"), microphone("Right")], audio) as table:
        blocks = until(table, lasting(0.5))
        level = audio.pull("Right")
        pulled_s = monotonic()
        blocks += until(table, lambda block: bool(block.outages))
        assert monotonic() - pulled_s < 1.0
        assert blocks[-1].outages[0].channel == 1
        assert blocks[-1].outages[0].reason == "unplugged"
        blocks += until(table, lasting(blocks[-1].end_ms / 1000 + 0.3))
        audio.plugged["Right"] = level
        blocks += until(table, lambda block: bool(block.gaps))
        blocks += until(table, lasting(blocks[-1].end_ms / 1000 + 0.2))
    [gap] = [gap for block in blocks for gap in block.gaps]
    assert (gap.channel, gap.reason) == (1, "unplugged")
    assert gap.end_ms - gap.start_ms > 300
    assert follow_on(blocks)
    assert blocks[-1].outages == ()
    assert np.allclose(blocks[-1].samples, [0.1, 0.2])
    lost = np.concatenate([block.samples for block in blocks])[gap.start_ms * 16 + 16 : gap.end_ms * 16 - 16]
    assert np.allclose(lost, [0.1, 0.0])
    assert audio.restarts == 0


def test_a_device_that_can_only_be_opened_by_a_new_sound_system_gets_one() -> None:
    audio = FakeAudio({"Left": 0.1, "Right": 0.2})
    audio.refuses = lambda name: name == "Right" and audio.restarts == 0 and "Right" in audio.streams
    with Microphones([microphone("Left"), microphone("Right")], audio) as table:
        until(table, lasting(0.3))
        level = audio.pull("Right")
        until(table, lambda block: bool(block.outages))
        audio.plugged["Right"] = level
        blocks = until(table, lambda block: not block.outages and audio.restarts == 1)
        blocks += until(table, lasting(blocks[-1].end_ms / 1000 + 0.5))
    reasons = {(gap.channel, gap.reason) for block in blocks for gap in block.gaps}
    assert (0, "restarted") in reasons
    assert np.allclose(blocks[-1].samples, [0.1, 0.2])


def test_an_exception_in_the_callback_ends_the_session() -> None:
    audio = FakeAudio({"Left": 0.1})
    with Microphones([microphone("Left")], audio) as table:
        until(table, lasting(0.2))
        audio.streams["Left"].inlet._packets = None  # type: ignore[assignment]  # breaks the next callback
        with pytest.raises(CaptureError, match=r'"Left \[Fake\]": recording broke \(AttributeError'):
            until(table, lasting(60))
    assert CaptureError("x").exit_code == 1


def test_a_reader_that_is_too_slow_gets_gaps_of_the_right_length_and_the_right_time() -> None:
    audio = FakeAudio({"Left": 0.1})
    with Microphones([microphone("Left")], audio, queue_s=0.2) as table:  # counted at 48 kHz: 0.6 s at this rate
        blocks = until(table, lasting(0.5))
        slept_s = 1.5
        sleep(slept_s)
        blocks += until(table, lasting(blocks[-1].end_ms / 1000 + slept_s + 0.5))
        behind_ms = (table.session_ms() or 0) - blocks[-1].end_ms
    gaps = [gap for block in blocks for gap in block.gaps]
    assert {gap.reason for gap in gaps} == {"the computer is too slow"}
    lost_ms = sum(gap.end_ms - gap.start_ms for gap in gaps)
    assert lost_ms == pytest.approx((slept_s - 0.6) * 1000, abs=150)
    assert follow_on(blocks)
    assert -100 < behind_ms < 300


def test_stop_from_another_place_ends_the_blocks() -> None:
    with Microphones([microphone("Left")], FakeAudio({"Left": 0.1})) as table:
        blocks: Iterator[Block] = table.blocks()
        next(blocks)
        table.stop()
        assert len(list(blocks)) < 10


def test_a_device_without_sound_at_the_start_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.audio.microphones.START_TIMEOUT_S", 0.5)
    audio = FakeAudio({"Left": 0.1, "Mute": 0.0})
    with Microphones([microphone("Left"), microphone("Mute")], audio) as table:
        audio.streams["Mute"].pull()
        audio.refuses = lambda name: name == "Mute"
        with pytest.raises(MicrophoneError, match=r'no sound comes from "Mute \[Fake\]"'):
            list(table.blocks())


def test_one_device_that_refuses_leaves_none_open() -> None:
    audio = FakeAudio({"Left": 0.1, "Right": 0.2}, refuses=lambda name: name == "Right")
    with (
        pytest.raises(MicrophoneError, match="cannot be opened"),
        Microphones([microphone("Left"), microphone("Right")], audio),
    ):
        pass
    assert audio.streams["Left"].closed


def test_no_microphone_at_all_is_refused() -> None:
    with pytest.raises(MicrophoneError, match="no microphone is chosen"):
        Microphones([], FakeAudio({}))
