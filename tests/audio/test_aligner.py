"""Several devices, each with a clock and faults of its own, come out in step, and what they lost is marked."""

from itertools import pairwise

import numpy as np
import pytest

from assistant.audio.aligner import Aligner
from assistant.audio.blocks import Block
from assistant.audio.track import Track
from assistant.core.observations import Gap
from tests.audio.simulated import SESSION_HZ, Device, clicks_heard_s, run, sound_of

ONE = ((0,),)
STEP_MS = 2.0
"""How far two devices may be out of step: their clocks are told apart to about a millisecond."""


def table(devices: int) -> Aligner:
    tracks = tuple(Track(ONE, leads=number == 0) for number in range(devices))
    return Aligner(tracks, tuple((number, 0) for number in range(devices)))


def gaps(blocks: list[Block]) -> list[Gap]:
    return [gap for block in blocks for gap in block.gaps]


def every_half_second(until_s: float) -> tuple[float, ...]:
    return tuple(np.arange(1.0, until_s, 0.5).tolist())


def assert_follow_on(blocks: list[Block]) -> None:
    assert blocks[0].start_sample == 0
    for one, two in pairwise(blocks):
        assert two.start_sample == one.end_sample


def test_one_device_comes_out_as_it_went_in() -> None:
    moments_s = every_half_second(10)
    blocks = run(table(1), [[Device(moments_s, rate_hz=SESSION_HZ)]], 10)
    assert_follow_on(blocks)
    sound = sound_of(blocks)[:, 0]
    source = np.concatenate([packet.samples[:, 0] for packet in Device(moments_s, rate_hz=SESSION_HZ).packets()])
    assert np.array_equal(sound, source[: len(sound)])
    assert len(sound) > 9.8 * SESSION_HZ
    assert gaps(blocks) == []


@pytest.mark.parametrize("rate_hz", [16_000, 44_100, 48_000])
def test_one_device_keeps_its_own_time_whatever_its_drift(rate_hz: int) -> None:
    moments_s = every_half_second(60)
    blocks = run(table(1), [[Device(moments_s, rate_hz, drift_ppm=300.0, ends_s=60)]], 60)
    heard_s = clicks_heard_s(sound_of(blocks)[:, 0])
    assert len(heard_s) >= len(moments_s) - 1
    for heard, moment_s in zip(heard_s, moments_s, strict=False):
        assert heard == pytest.approx(moment_s * (1 + 300e-6), abs=0.000_3)


@pytest.mark.parametrize("drift_ppm", [-150.0, 0.0, 150.0])
@pytest.mark.parametrize("jitter_ms", [1.0, 10.0])
def test_devices_stay_in_step_though_their_clocks_drift(drift_ppm: float, jitter_ms: float) -> None:
    moments_s = every_half_second(90)
    devices = [
        [Device(moments_s, 48_000, jitter_ms=jitter_ms, ends_s=90, seed=1)],
        [Device(moments_s, 44_100, drift_ppm, starts_s=0.123, jitter_ms=jitter_ms, ends_s=90, seed=2)],
    ]
    blocks = run(table(2), devices, 90)
    assert_follow_on(blocks)
    assert gaps(blocks) == []
    sound = sound_of(blocks)
    first, second = clicks_heard_s(sound[:, 0]), clicks_heard_s(sound[:, 1])
    assert len(first) == len(second) > 170
    apart_ms = [abs(one - two) * 1000 for one, two in zip(first, second, strict=True)]
    assert max(apart_ms[20:]) < STEP_MS
    assert max(apart_ms) < 10 * STEP_MS


def test_the_session_begins_when_the_last_device_is_heard() -> None:
    devices = [[Device((2.0,))], [Device((2.0,), starts_s=1.5)]]
    blocks = run(table(2), devices, 10)
    heard_s = [clicks_heard_s(channel) for channel in sound_of(blocks).T]
    assert heard_s[0] == pytest.approx([0.5], abs=0.005)
    assert heard_s[1] == pytest.approx([0.5], abs=0.005)
    assert gaps(blocks) == []


@pytest.mark.parametrize("leading", [True, False])
def test_what_an_overflow_lost_is_a_gap_and_what_follows_lies_right(leading: bool) -> None:
    moments_s = (1.0, 2.0, 5.0, 8.0)
    clumsy = Device(moments_s, lost_s=((3.0, 3.1),), seed=3)
    devices = [[clumsy], [Device(moments_s)]] if leading else [[Device(moments_s)], [clumsy]]
    channel = 0 if leading else 1
    blocks = run(table(2), devices, 10)
    assert_follow_on(blocks)
    [gap] = gaps(blocks)
    assert (gap.channel, gap.reason) == (channel, "overflow")
    assert gap.start_ms == pytest.approx(3_000, abs=25)
    assert gap.end_ms == pytest.approx(3_100, abs=25)
    for sound in sound_of(blocks).T:
        assert clicks_heard_s(sound) == pytest.approx(list(moments_s), abs=0.012)
    lost = sound_of(blocks)[int(3.03 * SESSION_HZ) : int(3.07 * SESSION_HZ), channel]
    assert not lost.any()


def test_frames_that_found_no_room_are_a_gap_of_exactly_their_length() -> None:
    moments_s = (1.0, 2.0, 5.0)
    blocks = run(table(1), [[Device(moments_s, lost_s=((3.0, 3.4),), counts_lost=True)]], 10)
    assert gaps(blocks) == [Gap(0, 3_000, 3_400, "the computer is too slow")]
    assert clicks_heard_s(sound_of(blocks)[:, 0]) == pytest.approx(list(moments_s), abs=0.000_2)


def test_a_long_overflow_is_missed_within_a_second() -> None:
    blocks = run(table(2), [[Device((1.0, 9.0))], [Device((1.0, 9.0), lost_s=((3.0, 5.0),))]], 10)
    [gap] = gaps(blocks)
    assert (gap.channel, gap.reason) == (1, "no sound")
    assert gap.start_ms == pytest.approx(3_000, abs=60)
    assert gap.end_ms == pytest.approx(5_000, abs=600)
    first_told = next(block for block in blocks if block.outages)
    assert first_told.end_ms < 4_000
    for sound in sound_of(blocks).T:
        assert clicks_heard_s(sound) == pytest.approx([1.0, 9.0], abs=0.012)


def test_loss_that_nobody_tells_is_found_by_the_clock() -> None:
    moments_s = (1.0, 2.0, 6.0, 9.0)
    blocks = run(table(1), [[Device(moments_s, lost_s=((3.0, 3.3),), tells_overflow=False)]], 10)
    [gap] = gaps(blocks)
    assert gap.reason == "lost blocks"
    assert gap.start_ms <= 3_000
    assert gap.start_ms > 2_800
    assert 4_000 < gap.end_ms < 5_000
    assert clicks_heard_s(sound_of(blocks)[:, 0]) == pytest.approx(list(moments_s), abs=0.012)


def test_packets_that_are_only_late_are_no_loss() -> None:
    blocks = run(table(1), [[Device(every_half_second(30), jitter_ms=25.0, ends_s=30)]], 30)
    assert gaps(blocks) == []


@pytest.mark.parametrize("leading", [True, False])
def test_a_device_that_is_pulled_out_is_missed_within_a_second_and_taken_up_again(leading: bool) -> None:
    moments_s = every_half_second(20)
    lives = [Device(moments_s, ends_s=5.0), Device(moments_s, starts_s=9.0, ends_s=20.0, drift_ppm=80.0)]
    steady = [Device(moments_s, ends_s=20.0)]
    channel = 0 if leading else 1
    blocks = run(table(2), [lives, steady] if leading else [steady, lives], 20)
    assert_follow_on(blocks)
    [gap] = gaps(blocks)
    assert (gap.channel, gap.reason) == (channel, "no sound")
    assert gap.start_ms == pytest.approx(5_000, abs=60)
    assert gap.end_ms == pytest.approx(9_000, abs=600)
    out = [block for block in blocks if block.outages]
    assert out[0].outages[0].start_ms == gap.start_ms
    assert out[0].end_ms < 6_000
    assert out[-1].end_ms == pytest.approx(gap.end_ms, abs=1_100)
    present, missing = clicks_heard_s(sound_of(blocks)[:, 1 - channel]), clicks_heard_s(sound_of(blocks)[:, channel])
    assert len(present) >= len(moments_s) - 1
    assert missing == pytest.approx(
        [moment for moment in present if moment < 5 or moment > gap.end_ms / 1000], abs=0.012
    )


def test_the_clock_goes_on_while_no_device_is_heard_at_all() -> None:
    moments_s = (1.0, 12.0, 15.0)
    lives = [Device(moments_s, ends_s=4.0), Device(moments_s, starts_s=10.0, ends_s=18.0)]
    blocks = run(table(1), [lives], 18)
    assert_follow_on(blocks)
    [gap] = gaps(blocks)
    assert gap.end_ms == pytest.approx(10_000, abs=100)
    assert clicks_heard_s(sound_of(blocks)[:, 0]) == pytest.approx(list(moments_s), abs=0.012)
    in_between = [block for block in blocks if 5_000 < block.end_ms < 9_000]
    assert in_between
    assert all(block.outages for block in in_between)


def test_a_device_that_loses_sound_all_the_time_does_not_hold_up_the_others() -> None:
    lost_s = tuple((start, start + 0.05) for start in np.arange(3.0, 9.0, 0.2).tolist())
    blocks = run(table(2), [[Device((4.0, 8.0))], [Device((4.0, 8.0), lost_s=lost_s)]], 10)
    assert blocks[-1].end_ms > 9_500
    assert clicks_heard_s(sound_of(blocks)[:, 0]) == pytest.approx([4.0, 8.0], abs=0.001)
    assert any(outage.channel == 1 and outage.reason == "overflow" for block in blocks for outage in block.outages)


def test_channels_of_a_device_are_mixed_and_ordered_as_wished() -> None:
    device = Device((1.0,), rate_hz=SESSION_HZ)
    track = Track(((1,), (0, 2)), leads=True)
    aligner = Aligner((track,), ((0, 1), (0, 0)))
    track.open(SESSION_HZ)
    blocks: list[Block] = []
    for packet in device.packets():
        wide = np.tile(np.array([0.1, 0.2, 0.5], dtype=np.float32), (len(packet.samples), 1))
        aligner.feed(0, type(packet)(packet.first_frame, packet.arrival_ns, wide))
        blocks.extend(aligner.blocks(packet.arrival_ns))
    sound = sound_of(blocks)
    assert np.allclose(sound[:, 0], 0.3)
    assert np.allclose(sound[:, 1], 0.2)
