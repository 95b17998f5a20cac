"""A match of an hour on four microphones, made from the sample match again and again, to measure the report with.

`python -m tests.disputes.long_match FOLDER` writes the log, makes its report, opens it, and prints what that took.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import soundfile

from assistant import app
from assistant.core import referee
from assistant.core.observations import Call, End, Observation
from assistant.eventlog.audio import AudioLog
from assistant.eventlog.writer import LogWriter
from tests.disputes.match import LENGTH_MS, OBSERVATIONS, PLAYERS, SAMPLE

MINUTES = 60
"""How long an evening is."""
FOURTH = "Dee"
"""The fourth player only listens: her microphone holds what bleeds into it."""
BLEED = 0.1
"""How loud the others are on her microphone: -20 dB."""
CALM_MS = 6_000
"""So much later the next round begins, so that every window of the last one has closed."""


def rounds(minutes: int) -> Iterator[int]:
    """Yield when each repetition of the sample begins, in milliseconds."""
    return iter(range(0, minutes * 60_000, LENGTH_MS + CALM_MS))


def long_observations(minutes: int) -> Iterator[Observation]:
    """Yield the sample's calls again and again."""
    for begin_ms in rounds(minutes):
        for each in OBSERVATIONS:
            if isinstance(each, Call):
                yield replace(each, start_ms=each.start_ms + begin_ms, end_ms=each.end_ms + begin_ms)
    yield End(minutes * 60_000)


def write_long_match(folder: Path, minutes: int = MINUTES) -> Path:
    """Write the log with its sound."""
    match = app.match_setup(app.game_named("grave-feast"), (*PLAYERS, FOURTH), None, 0)
    observations = tuple(long_observations(minutes))
    head = app.log_head(match, app.ScriptSource(observations, engine="test"), "long match")
    samples, rate_hz = soundfile.read(SAMPLE, dtype="float32", always_2d=True)
    noise = np.random.default_rng(4).normal(0, 0.001, (len(samples), 1)).astype(np.float32)
    whole = np.concatenate([samples, samples.sum(axis=1, keepdims=True) * BLEED + noise], axis=1)
    calm = np.zeros(((LENGTH_MS + CALM_MS) * rate_hz // 1000 - len(samples), 4), np.float32)
    with LogWriter.begin(folder, head) as writer:
        with AudioLog(writer, 4, rate_hz) as audio:
            for _ in rounds(minutes):
                audio.write(whole)
                audio.write(calm)
        for step in referee.fold(match, observations):
            writer.step(step)
    return folder


def main(folder: Path) -> None:
    """Measure."""
    from tests.disputes.browser import opened

    begun = time.monotonic()
    log = folder / "log"
    if not log.exists():
        write_long_match(log)
    print(f"log written in {time.monotonic() - begun:.1f} s")
    from assistant.cli.report_page import make_report

    page, begun = folder / "report.html", time.monotonic()
    make_report(log, page)
    print(f"report made in {time.monotonic() - begun:.1f} s, {page.stat().st_size / 1e6:.1f} MB")
    with opened() as browser:
        for _ in range(3):
            begun = time.monotonic()
            browser.get(page.as_uri())
            count = browser.find_element("id", "count").text
            print(f"opened in {time.monotonic() - begun:.2f} s: {count}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
