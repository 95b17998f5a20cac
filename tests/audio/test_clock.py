"""A device's clock is read right through jitter, bursts and stalls, as far as physics allows."""

import random
from collections.abc import Iterator

import pytest

from assistant.audio.clock import NS_PER_S, SampleClock

RATE_HZ = 48_000
PACKET = 480


def packets(
    seconds: float, drift_ppm: float, jitter_ms: float, seed: int = 1, burst: int = 1
) -> Iterator[tuple[int, int, int]]:
    """Yield (sample behind the packet, when it was taken, when it arrived): never early, late at random."""
    chance = random.Random(seed)
    rate_hz = RATE_HZ * (1 + drift_ppm / 1e6)
    for number in range(1, int(seconds * RATE_HZ / PACKET)):
        taken_s = number * PACKET / rate_hz
        last_of_burst_s = -(-number // burst) * burst * PACKET / rate_hz
        late_s = min(chance.expovariate(3.0), 3.0) * jitter_ms / 1000 + (last_of_burst_s - taken_s)
        yield number * PACKET, round(taken_s * NS_PER_S), round((taken_s + late_s) * NS_PER_S)


def taught(seconds: float, drift_ppm: float, jitter_ms: float, burst: int = 1) -> tuple[SampleClock, int, int]:
    """Return a clock that has seen packets, with the last sample and when it was taken."""
    clock = SampleClock(RATE_HZ)
    seen = list(packets(seconds, drift_ppm, jitter_ms, burst=burst))
    for sample, _, arrival_ns in seen:
        clock.observe(sample, arrival_ns)
    return clock, seen[-1][0], seen[-1][1]


@pytest.mark.parametrize("drift_ppm", [-200.0, -30.0, 0.0, 30.0, 200.0])
@pytest.mark.parametrize("jitter_ms", [0.0, 2.0, 20.0])
def test_drift_and_moments_are_found_through_jitter(drift_ppm: float, jitter_ms: float) -> None:
    clock, sample, taken_ns = taught(120, drift_ppm, jitter_ms)
    assert clock.drift_ppm == pytest.approx(drift_ppm, abs=5)
    assert (clock.time_ns(sample) - taken_ns) / 1e6 == pytest.approx(0, abs=0.5)


def test_packets_in_bursts_are_timed_by_the_last_of_each_burst() -> None:
    clock, sample, taken_ns = taught(120, 50.0, 1.0, burst=5)
    assert clock.drift_ppm == pytest.approx(50, abs=5)
    assert (clock.time_ns(sample) - taken_ns) / 1e6 == pytest.approx(0, abs=1)


def test_an_hour_of_drift_never_adds_up() -> None:
    clock = SampleClock(RATE_HZ)
    worst_ms = 0.0
    for number, (sample, taken_ns, arrival_ns) in enumerate(packets(3_600, 80.0, 5.0)):
        if number % 10 == 0:
            clock.observe(sample, arrival_ns)
            worst_ms = max(worst_ms, abs(clock.time_ns(sample) - taken_ns) / 1e6) if sample > RATE_HZ else worst_ms
    assert worst_ms < 2.0


def test_drift_is_not_told_before_it_can_be_known() -> None:
    clock, _, _ = taught(5, 0.0, 20.0)
    assert clock.drift_ppm is None
    assert clock.drift == 0.0


def test_a_stall_moves_nothing() -> None:
    clock = SampleClock(RATE_HZ)
    for sample, taken_ns, arrival_ns in packets(60, 0.0, 1.0):
        stalled = 30 * NS_PER_S < taken_ns < 31 * NS_PER_S
        clock.observe(sample, 31 * NS_PER_S if stalled else arrival_ns)
    assert clock.drift_ppm == pytest.approx(0, abs=5)
    assert (clock.time_ns(60 * RATE_HZ) - 60 * NS_PER_S) / 1e6 == pytest.approx(0, abs=1)


def test_how_late_a_packet_is_tells_of_lost_samples() -> None:
    clock, sample, _ = taught(20, 0.0, 1.0)
    lost_ms = 300
    arrival_ns = clock.time_ns(sample + PACKET) + lost_ms * 1_000_000
    assert clock.lateness_ms(sample + PACKET, arrival_ns) == pytest.approx(lost_ms, abs=0.1)


def test_samples_and_moments_are_inverse() -> None:
    clock, sample, _ = taught(60, 120.0, 3.0)
    for wanted in (0, 12_345, sample, sample + 10 * RATE_HZ):
        assert clock.sample_at(clock.time_ns(wanted)) == pytest.approx(wanted, abs=0.01)


def test_an_anchored_clock_runs_at_its_rate_from_its_anchor() -> None:
    clock = SampleClock(16_000).anchored(sample=100, time_ns=5 * NS_PER_S)
    assert clock.sample_at(7 * NS_PER_S) == 32_100
    assert clock.time_ns(100) == 5 * NS_PER_S


def test_a_clock_keeps_its_pace_when_its_samples_start_anew() -> None:
    before, sample, taken_ns = taught(60, 150.0, 2.0)
    anchored = before.anchored(sample, taken_ns)
    assert (anchored.time_ns(sample + 100 * RATE_HZ) - taken_ns) / 1e6 == pytest.approx(100_000 - 15, abs=1)
    assert anchored.drift_ppm == before.drift_ppm
    assert not before.restarted().started
    assert before.restarted().drift_ppm == before.drift_ppm


def test_a_clock_without_packets_is_not_read() -> None:
    clock = SampleClock(RATE_HZ)
    assert not clock.started
    with pytest.raises(RuntimeError, match="before its first packet"):
        clock.time_ns(0)
