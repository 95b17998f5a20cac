"""The callback only copies: a reader that is late costs sound that is counted, and no exception is lost."""

from dataclasses import dataclass

import numpy as np

from assistant.audio.inlet import Inlet, Packet


@dataclass(frozen=True, slots=True)
class Flags:
    input_overflow: bool = False


class BrokenFlags:
    @property
    def input_overflow(self) -> bool:
        raise TypeError("flags are of another kind")


def inlet(most_frames: int = 1_000) -> Inlet:
    return Inlet(most_frames, lambda: None, clock_ns=lambda: 5)


def places(packets: list[Packet]) -> list[tuple[int, int, bool]]:
    return [(packet.first_frame, len(packet.samples), packet.overflow) for packet in packets]


def sound(frames: int, value: float = 0.0) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.full((frames, 2), value, dtype=np.float32)


def test_packets_are_copied_because_the_device_uses_its_memory_again() -> None:
    mouth, memory = inlet(), sound(10, 0.5)
    assert mouth.receive(memory, Flags())
    memory[:] = -1
    [packet] = mouth.take()
    assert packet.samples.tolist() == sound(10, 0.5).tolist()
    assert packet.arrival_ns == 5
    assert mouth.take() == []


def test_what_finds_no_room_is_counted() -> None:
    mouth = inlet(most_frames=25)
    for _ in range(4):
        mouth.receive(sound(10), Flags())
    assert places(mouth.take()) == [(0, 10, False), (10, 10, False), (40, 0, False)]
    mouth.receive(sound(10), Flags())
    assert places(mouth.take()) == [(40, 10, False)]


def test_an_overflow_of_a_packet_that_found_no_room_is_told_with_the_next() -> None:
    mouth = inlet(most_frames=10)
    mouth.receive(sound(10), Flags())
    mouth.receive(sound(10), Flags(input_overflow=True))
    assert places(mouth.take()) == [(0, 10, False), (20, 0, False)]
    mouth.receive(sound(10), Flags())
    assert places(mouth.take()) == [(20, 10, True)]
    mouth.receive(sound(10), Flags())
    assert places(mouth.take()) == [(30, 10, False)]


def test_the_queue_stays_bounded_however_long_nobody_reads() -> None:
    mouth = inlet(most_frames=100)
    for _ in range(1_000):
        mouth.receive(sound(10), Flags())
    assert sum(len(packet.samples) for packet in mouth.take()) == 100


def test_an_exception_in_the_callback_is_kept_and_ends_the_stream() -> None:
    mouth = inlet()
    assert not mouth.receive(sound(10), BrokenFlags())
    assert isinstance(mouth.fault, TypeError)


def test_the_first_reason_why_a_device_ended_stands() -> None:
    mouth = inlet()
    assert mouth.finished == ""
    mouth.finish("restarted")
    mouth.finish()
    assert mouth.finished == "restarted"


def test_the_reader_is_woken_by_sound_by_the_end_and_by_a_fault() -> None:
    woken: list[int] = []
    mouth = Inlet(100, lambda: woken.append(1))
    mouth.receive(sound(10), Flags())
    mouth.receive(sound(10), BrokenFlags())
    mouth.finish()
    assert len(woken) == 3
