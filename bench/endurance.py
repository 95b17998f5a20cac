"""A long match: how fast a recording is judged on all cores, and how much memory that takes as it goes on."""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from assistant.core.observations import Call
from assistant.hearing.pool import ProcessPool
from assistant.listening import WORKERS, build_ears, build_listener, plan_ears
from bench.conditions import Block, condition
from bench.corpus import PLAYERS, book_of, plans, render
from bench.ears import BLOCK_SAMPLES, ENGINES, seats
from engines.base import SAMPLE_RATE_HZ

GAME = "grave-feast"
"""The game with the most phrases, so the slowest."""
CONDITION = "bleed-20"
"""As at a real table."""
DIFFERENT_MATCHES = 8
"""So many matches follow each other in turn."""
MARK_S = 60
KB_PER_MB = 1024


@dataclass(frozen=True, slots=True)
class Mark:
    """What was seen at one point of a long match."""

    heard_s: float
    """How much of it had been heard."""
    took_s: float
    """How long that took, without making the sound."""
    calls: int
    """How many calls it held."""
    memory_mb: tuple[float, ...]
    """The memory of the main process, and of each worker."""


def hear_long(minutes: int) -> list[Mark]:
    """Hear matches one after another as one recording, and return a mark for every minute of it."""
    plan, book = plan_ears(ENGINES["fused"]), book_of(GAME)
    pool = ProcessPool(partial(build_ears, plan, book), WORKERS)
    marks = []
    try:
        listener = build_listener(plan, book, seats(PLAYERS, len(PLAYERS)), pool)
        took_s, heard, calls = 0.0, 0, 0
        for block in islice(_blocks(), minutes * 60 * SAMPLE_RATE_HZ // BLOCK_SAMPLES):
            began_s = time.perf_counter()
            calls += sum(isinstance(one, Call) for one in listener.push(block, patient=True))
            took_s += time.perf_counter() - began_s
            heard += len(block)
            if heard % (MARK_S * SAMPLE_RATE_HZ) < BLOCK_SAMPLES:
                marks.append(Mark(heard / SAMPLE_RATE_HZ, round(took_s, 2), calls, _memory_mb()))
        began_s = time.perf_counter()
        calls += sum(isinstance(one, Call) for one in listener.finish())
        took_s += time.perf_counter() - began_s
        marks.append(Mark(heard / SAMPLE_RATE_HZ, round(took_s, 2), calls, _memory_mb()))
    finally:
        pool.close()
    return marks


def told(marks: Sequence[Mark]) -> str:
    """Return what a long match showed, in one sentence."""
    last, first = marks[-1], marks[0]
    faster = last.heard_s / last.took_s if last.took_s else 0.0
    return (
        f"{last.heard_s / 60:.0f} minutes judged in {last.took_s:.0f} s on {multiprocessing.cpu_count()} cores, "
        f"{faster:.1f} times faster than real time, {last.calls} calls; memory {sum(first.memory_mb):.0f} MB after "
        f"{first.heard_s / 60:.0f} minutes, {sum(last.memory_mb):.0f} MB at the end, {len(last.memory_mb)} processes"
    )


def _blocks() -> Iterator[Block]:
    """Yield blocks of BLOCK_SAMPLES of match after match, without end."""
    matches = [
        render(plan).samples for plan in islice(plans((GAME,), [condition(CONDITION)], "report"), DIFFERENT_MATCHES)
    ]
    for samples in cycle(matches):
        for start in range(0, len(samples) - BLOCK_SAMPLES + 1, BLOCK_SAMPLES):
            yield samples[start : start + BLOCK_SAMPLES]


def _memory_mb() -> tuple[float, ...]:
    """Return the resident memory of this process and of its workers."""
    workers = sorted(process.pid for process in multiprocessing.active_children() if process.pid)
    return tuple(_resident_mb(str(pid)) for pid in ("self", *workers))


def _resident_mb(pid: str) -> float:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1]) / KB_PER_MB
    return 0.0
