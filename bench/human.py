"""People who talk and never call: what the ears make of half an hour of real speech.

The recordings come with Debian packages and are read where those put them; none is copied into the project.

| package | who | licence |
|---|---|---|
| asterisk-core-sounds-en-wav | Allison Smith, 26 min of prompts, spelling and numbers, 8 kHz | CC-BY-SA-3.0 |
| hedgewars-data | seven people, 7 min of shouts from a party game | GFDL-1.3 |
| pocketsphinx-testdata | five people, 1 min of reading and of card names | BSD-2-Clause |
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr

from bench.conditions import SPEECH_DBFS, Condition, active_level_db, apply, at_level
from bench.corpus import PLAYERS, Match, Truth
from bench.items import Kind
from bench.voices import END_BELOW_PEAK_DB
from engines.base import SAMPLE_RATE_HZ, Samples

ASTERISK = Path("/usr/share/asterisk/sounds/en_US_f_Allison")
POCKETSPHINX = Path("/usr/share/pocketsphinx/test/data")
HEDGEWARS = Path("/usr/share/games/hedgewars/Data/Sounds/voices")
HEDGEWARS_PEOPLE = ("British", "Default", "HillBilly", "Mobster", "Pirate", "Singer", "Surfer")
"""The English-speaking ones; "Classic" and "Robot" are made by machine."""
FIT_PEOPLE = HEDGEWARS_PEOPLE[:3]
"""Whose shouts the fusion is fitted on, 3 min of them; everybody else is kept for the report."""
NO_SPEECH = ("tone", "beep", "silence", "monkeys")
"""Parts of the names of files without a voice; cries and laughter stay in."""
RAW = ("goforward.raw", "numbers.raw", "something.raw")
MATCH_S = 90.0
"""Files are put one after another until a match is so long."""
GAP_S = 1.0
HALF_OF = 2
"""All of it is heard in the first game, and every second match of it in the others, whose calls are fewer."""
QUICK_OF = 40
QUIET = Condition("human")


@dataclass(frozen=True, slots=True)
class Talk:
    """One match of real talk, before it is rendered."""

    name: str
    """Unique."""
    game: str
    """What is being played meanwhile."""
    files: tuple[Path, ...]
    """What is said, one after another, each at the next player's microphone."""


def files(split: str = "report") -> Iterator[Path]:
    """Yield the recordings of a split ("fit" or "report") that are installed, in a fixed order."""
    found = [*ASTERISK.rglob("*.wav"), *POCKETSPHINX.rglob("*.wav"), *(POCKETSPHINX / name for name in RAW)]
    for person in HEDGEWARS_PEOPLE:
        found.extend((HEDGEWARS / person).glob("*.ogg"))
    for path in sorted(found):
        spoken = not any(word in path.as_posix().lower().rsplit("sounds", 1)[-1] for word in NO_SPEECH)
        if path.is_file() and spoken and (path.parent.name in FIT_PEOPLE) == (split == "fit"):
            yield path


def talks(games: Sequence[str], quick: bool = False) -> Iterator[Talk]:
    """Yield the matches of real talk for the report: all of it in the first game, half of it in the others."""
    groups = _matches("report")
    for game in games:
        step = QUICK_OF if quick else 1 if game == games[0] else HALF_OF
        for index, group in list(enumerate(groups))[::step]:
            yield Talk(f"{game}-human-{index:02}", game, tuple(group))


def fit_talks(games: Sequence[str]) -> Iterator[Talk]:
    """Yield the matches of real talk that the fusion is fitted on: all of it in every game."""
    for game in games:
        for index, group in enumerate(_matches("fit")):
            yield Talk(f"{game}-human-fit-{index:02}", game, tuple(group))


def _matches(split: str) -> list[list[Path]]:
    """Return the recordings of a split, put together to matches of MATCH_S."""
    groups: list[list[Path]] = [[]]
    length_s = 0.0
    for path in files(split):
        if length_s > MATCH_S:
            groups.append([])
            length_s = 0.0
        groups[-1].append(path)
        length_s += len(read(path)) / SAMPLE_RATE_HZ + GAP_S
    return groups


def read(path: Path) -> Samples:
    """Return a recording's sound: mono, 16 kHz, trimmed like the synthetic voices; empty where nothing is heard."""
    if path.suffix == ".raw":
        recorded, rate_hz = np.fromfile(path, dtype="<i2").astype(np.float32) / 32768, SAMPLE_RATE_HZ
    else:
        channels, rate_hz = soundfile.read(path, dtype="float32", always_2d=True)
        recorded = channels.mean(axis=1)
    samples: Samples = np.asarray(soxr.resample(recorded, rate_hz, SAMPLE_RATE_HZ), dtype=np.float32)
    if active_level_db(samples) < -60.0:
        return samples[:0]
    loud = np.flatnonzero(np.abs(samples) > np.abs(samples).max() * 10 ** (-END_BELOW_PEAK_DB / 20))
    return samples[loud[0] : loud[-1] + 1]


def render_talk(talk: Talk) -> Match:
    """Return a match of real talk with its truth: one line a file, none of them a call."""
    parts: list[tuple[int, int, Samples]] = []
    truths = []
    at = round(GAP_S * SAMPLE_RATE_HZ)
    for index, path in enumerate(talk.files):
        sound = read(path)
        if not len(sound):
            continue
        seat = index % len(PLAYERS)
        parts.append((seat, at, at_level(sound, SPEECH_DBFS)))
        start_ms, end_ms = (round(sample * 1000 / SAMPLE_RATE_HZ) for sample in (at, at + len(sound)))
        truths.append(Truth(Kind.TALK, PLAYERS[seat], path.parent.name, path.stem, None, (), start_ms, end_ms))
        at += len(sound) + round(GAP_S * SAMPLE_RATE_HZ)
    dry = np.zeros((at, len(PLAYERS)), dtype=np.float32)
    for seat, start, sound in parts:
        dry[start : start + len(sound), seat] = sound
    return Match(talk.name, talk.game, QUIET.name, apply(dry, QUIET, len(talk.files)), tuple(truths))
