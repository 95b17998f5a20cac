"""A table without microphones and ears: blocks, and what is heard in each of them, as plain values."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assistant.app import game_named, match_setup
from assistant.audio.blocks import Block, Outage
from assistant.core import referee
from assistant.core.observations import Call, End, Gap, Observation, Tick, Verdict
from assistant.hearing.pool import Pool
from assistant.live.match import AnyState

PLAYERS = ("Ann", "Ben", "Cid")
BLOCK_MS = 100


def new_match(game: str = "grave-feast", players: tuple[str, ...] = PLAYERS) -> AnyState:
    return referee.start(match_setup(game_named(game), players, None, 0))


def call(
    player: str | None, phrase: str, end_ms: int, verdict: Verdict = Verdict.EXACT, heard: str = "", **slots: int
) -> Call:
    words = heard or phrase
    slotted = tuple(sorted(slots.items()))
    return Call(player, f"grave-feast.{phrase}", verdict, words, end_ms - 300, end_ms, slotted)


@dataclass
class QuietSound:
    """Blocks of silence, one a step; `during` is called before a block with its number."""

    blocks_due: int
    during: Callable[[int], None] = field(default=lambda number: None)
    outages: dict[int, tuple[Outage, ...]] = field(default_factory=dict)
    gaps: dict[int, tuple[Gap, ...]] = field(default_factory=dict)
    channels: int = 3
    taken: int = 0
    stopped: bool = False

    def session_ms(self, time_ns: int | None = None) -> int | None:
        return self.taken * BLOCK_MS

    def stop(self) -> None:
        self.stopped = True

    def blocks(self) -> Iterator[Block]:
        for number in range(self.blocks_due):
            self.during(number)
            if self.stopped:
                return
            samples = np.zeros((BLOCK_MS * 16, self.channels), dtype=np.float32)
            self.taken = number + 1
            yield Block(number * BLOCK_MS * 16, samples, self.gaps.get(number, ()), self.outages.get(number, ()))


class ClosedPool:
    """No ears at all; knows whether it was closed."""

    def __init__(self) -> None:
        self.closed = False

    def submit(self, samples: object, start_ms: int, clean: object = None) -> object:
        raise AssertionError("nobody decodes here")

    def close(self) -> None:
        self.closed = True


@dataclass
class ScriptedHearing:
    """Hears what the test says, `lag_ms` after it was said."""

    said: Sequence[Call] = ()
    lag_ms: int = 300
    pool: Pool = field(default_factory=ClosedPool)  # type: ignore[assignment]
    heard_ms: int = 0
    lost: list[Gap] = field(default_factory=list)
    _told: int = 0

    def push(self, block: NDArray[np.float32]) -> Iterator[Observation]:
        self.heard_ms += len(block) // 16
        yield from self._until(self.heard_ms - self.lag_ms)
        if self.heard_ms > self.lag_ms:
            yield Tick(self.heard_ms - self.lag_ms)

    def lose(self, gap: Gap) -> None:
        self.lost.append(gap)

    def talked_over(self, channel: int, at_ms: int) -> bool:
        return False

    def finish(self) -> Iterator[Observation]:
        yield from self._until(self.heard_ms)
        yield End(self.heard_ms)

    def _until(self, known_ms: int) -> Iterator[Observation]:
        while self._told < len(self.said) and self.said[self._told].end_ms <= known_ms:
            yield self.said[self._told]
            self._told += 1
