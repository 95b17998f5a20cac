"""Runs the ears over the corpus on all cores and keeps what became of every utterance as JSON."""

import json
import os
import resource
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from assistant.core.observations import Verdict
from assistant.workers import worker_processes
from bench.conditions import CONDITIONS, Condition, condition
from bench.corpus import PLAYERS, Match, Plan, plans, render
from bench.ears import ENGINES, Hearing, latencies_ms
from bench.endurance import Mark, hear_long
from bench.human import Talk, render_talk, talks
from bench.items import Kind
from bench.measure import Ghost, Outcome, Race, RaceResult, Result, score, score_races
from bench.races import race_plans
from engines.base import SAMPLE_RATE_HZ

OUT = Path(__file__).parent / "out"
RESULTS = OUT / "results"
GAMES = ("grave-feast", "need-more-brains", "house-blitz", "in-cahoots")
ALONE = ("quiet", "pink-10")
"""The conditions in which each ear is measured alone, too, on the part of the corpus that a quick run takes."""
QUICK_CONDITIONS = ("quiet", "pink-10")
LONG_MINUTES = 10
"""The match whose speed and memory are told lasts so long."""
LATENCY_MATCHES = 2
"""So many matches are heard in real time, about a minute each."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be measured."""

    engines: tuple[str, ...] = tuple(ENGINES)
    """Names of ENGINES."""
    games: tuple[str, ...] = GAMES
    """Ids of games."""
    conditions: tuple[str, ...] = ()
    """Names of conditions; empty for all (and, with `quick`, for QUICK_CONDITIONS)."""
    split: str = "report"
    """Whose voices."""
    quick: bool = False
    """A part of everything, in under two minutes."""


@dataclass(frozen=True, slots=True)
class Job:
    """One match to be heard by one engine."""

    engine: str
    """A name of ENGINES."""
    what: Plan | Talk
    """The match."""
    races: bool = False
    """Whether it is nothing but races."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of one job."""

    engine: str
    """A name of ENGINES."""
    match: str
    """The match's name."""
    outcomes: tuple[Outcome, ...]
    """What became of every utterance; empty for races."""
    ghosts: tuple[Ghost, ...]
    """Calls out of nothing."""
    races: tuple[Race, ...]
    """What became of every race."""
    sound_s: float
    """How long the match was."""
    heard_in_s: float
    """How much processor time it took to hear it, in one process."""
    memory_mb: float
    """The most memory that the process has had."""


def jobs(wanted: Wanted) -> Iterator[Job]:
    """Yield all that is to be heard, game by game so that the ears are built seldom."""
    names = wanted.conditions or (QUICK_CONDITIONS if wanted.quick else tuple(how.name for how in CONDITIONS))
    for engine in wanted.engines:
        whole = engine == "fused"
        some = names if whole or wanted.conditions else [name for name in names if name in ALONE]
        real = list(talks(wanted.games, wanted.quick)) if whole else []
        races = list(race_plans(wanted.split, wanted.quick)) if whole else []
        for game in wanted.games:
            for plan in plans((game,), _conditions(some), wanted.split, wanted.quick or not whole):
                yield Job(engine, plan)
            yield from (Job(engine, talk) for talk in real if talk.game == game)
            yield from (Job(engine, plan, races=True) for plan in races if plan.game == game)


def _conditions(names: Sequence[str]) -> list[Condition]:
    return [condition(name) for name in names]


def run(wanted: Wanted) -> Path:
    """Measure, show the progress, and return the file with the results."""
    todo = list(jobs(wanted))
    path = RESULTS / f"{wanted.split}{'-quick' if wanted.quick else ''}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    began_s = time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with part.open("w", encoding="utf-8") as file, Progress(*columns) as progress:
        for engine in wanted.engines:
            mine = [job for job in todo if job.engine == engine]
            task = progress.add_task(f"{engine}: {len(mine)} matches", total=len(mine))
            for report in _in_parallel(mine):
                file.write(json.dumps(asdict(report)) + "\n")
                progress.advance(task)
        if "fused" in wanted.engines and not wanted.quick:
            task = progress.add_task("in real time", total=LATENCY_MATCHES)
            found = []
            for plan in _live_plans(wanted):
                found += latencies_ms(render(plan).samples, plan.game, PLAYERS, "fused", time.sleep)
                progress.advance(task)
            file.write(json.dumps({"latencies_ms": found}) + "\n")
            file.write(json.dumps({"marks": [asdict(mark) for mark in hear_long(LONG_MINUTES)]}) + "\n")
        file.write(json.dumps({"took_s": round(time.monotonic() - began_s, 1), **asdict(wanted)}) + "\n")
    part.replace(path)
    return path


def _live_plans(wanted: Wanted) -> list[Plan]:
    """Return the matches that are heard in real time: the first of the first games, in a quiet room."""
    return [next(plans((game,), _conditions(["quiet"]), wanted.split)) for game in wanted.games[:LATENCY_MATCHES]]


def _in_parallel(todo: Sequence[Job]) -> Iterator[Report]:
    with worker_processes(os.cpu_count() or 1) as pool:
        for future in as_completed([pool.submit(measure, job) for job in todo]):
            yield future.result()


@cache
def _hearing(engine: str) -> Hearing:
    """Return the ears of this process."""
    return Hearing(engine)


def measure(job: Job) -> Report:
    """Render a match, hear it and score it."""
    match: Match = render_talk(job.what) if isinstance(job.what, Talk) else render(job.what)
    hearing = _hearing(job.engine)
    hearing(match.samples[: SAMPLE_RATE_HZ // 2], SAMPLE_RATE_HZ, match.game, PLAYERS)
    began_s = time.process_time()
    calls = hearing(match.samples, SAMPLE_RATE_HZ, match.game, PLAYERS)
    heard_in_s = time.process_time() - began_s
    outcomes: list[Outcome] = []
    ghosts: list[Ghost] = []
    races: list[Race] = []
    if job.races and isinstance(job.what, Plan):
        races = score_races(match.truths, calls, match.condition, job.what.one_microphone)
    else:
        outcomes, ghosts = score(match.truths, calls, match.game, match.condition)
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Report(
        job.engine,
        match.name,
        tuple(outcomes),
        tuple(ghosts),
        tuple(races),
        len(match.samples) / SAMPLE_RATE_HZ,
        heard_in_s,
        memory_mb,
    )


@dataclass(frozen=True, slots=True)
class Results:
    """All that a run found."""

    reports: tuple[Report, ...]
    """What came of every job."""
    latencies_ms: tuple[int, ...]
    """From the end of a call to its coming out, in real time."""
    wanted: Wanted
    """What was measured."""
    took_s: float
    """How long it all took."""
    marks: tuple[Mark, ...] = ()
    """Speed and memory of a long match, minute by minute."""


def load(path: Path) -> Results:
    """Return the results of a run.

    Raises:
        FileNotFoundError: there was no run.
    """
    reports = []
    latencies: tuple[int, ...] = ()
    wanted, took_s = Wanted(), 0.0
    marks: tuple[Mark, ...] = ()
    for line in path.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        if "latencies_ms" in data:
            latencies = tuple(data["latencies_ms"])
        elif "marks" in data:
            marks = tuple(Mark(**mark) for mark in data["marks"])
        elif "took_s" in data:
            took_s = data.pop("took_s")
            wanted = _wanted(data)
        else:
            outcomes = tuple(_outcome(one) for one in data.pop("outcomes"))
            ghosts = tuple(Ghost(**{**one, "verdict": Verdict(one["verdict"])}) for one in data.pop("ghosts"))
            races = tuple(Race(**{**one, "result": RaceResult(one["result"])}) for one in data.pop("races"))
            reports.append(Report(**data, outcomes=outcomes, ghosts=ghosts, races=races))
    return Results(tuple(reports), latencies, wanted, took_s, marks)


def _wanted(data: dict[str, Any]) -> Wanted:
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    return Wanted(**fields)


def _outcome(data: dict[str, Any]) -> Outcome:
    return Outcome(**{**data, "kind": Kind(data["kind"]), "result": Result(data["result"])})
