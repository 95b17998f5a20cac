"""What a report shows of each ruling when it is opened: its photo finish and its clip, made on all cores."""

import base64
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from assistant.disputes.cases import CallOnFile, Case, CaseFile
from assistant.disputes.clips import clip_of
from assistant.disputes.photo import lanes_of, sounds_of, words_of
from assistant.disputes.photo_layout import Photo, Span, Spoken, lay_out
from assistant.disputes.photo_svg import photo_svg
from assistant.disputes.sound import LogSound
from assistant.eventlog.files import log_files
from assistant.eventlog.reader import Log
from assistant.eventlog.records import AudioSegment
from assistant.workers import worker_processes
from engines.base import SAMPLE_RATE_HZ, Aligner

AlignerFactory = Callable[[], Aligner]
"""Builds an aligner inside a worker; must be picklable."""

CASES_A_CHUNK = 24
"""So many neighbouring rulings go to one worker at once: they share files of sound."""
CHUNKS_A_WORKER = 4
"""A long match is cut into so many chunks a core: fewer would let one core wait for the other at the end."""
CLIP_AROUND_MS = 300
"""So much more is heard than seen, before and after."""


@dataclass(frozen=True, slots=True)
class Question:
    """One ruling for a worker: plain values."""

    case: Case
    """The ruling."""
    beside: tuple[Spoken, ...]
    """What else was called around it."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What is shown of one ruling."""

    ruling: int
    """Its number."""
    svg: str
    """The photo finish."""
    media_type: str
    """Of the clip; empty where there is no sound."""
    clip: str
    """The clip in base64; empty where there is no sound."""

    def as_json(self) -> str:
        """Return it for a script element of a page: nothing in it ends the element."""
        text = json.dumps({"svg": self.svg, "type": self.media_type, "clip": self.clip}, ensure_ascii=False)
        return text.replace("<", "\\u003c")


def exhibits(log: Log, file: CaseFile, aligner: AlignerFactory, workers: int | None = None) -> Iterator[Exhibit]:
    """Yield an exhibit for every ruling that rests on calls, in their order.

    Args:
        log: the log.
        file: its rulings and calls.
        aligner: builds what finds the words within a call.
        workers: how many processes; one a core unless given, none for a short match.

    Raises:
        LogLossError: the sound is missing or damaged.
    """
    called = [case for case in file.cases if case.calls]
    cores = os.cpu_count() or 1
    size = max(CASES_A_CHUNK, len(called) // (CHUNKS_A_WORKER * cores))
    chunks = [called[at : at + size] for at in range(0, len(called), size)]
    tasks = [tuple(Question(case, _beside(case, file, log)) for case in chunk) for chunk in chunks]
    workers = min(cores, len(tasks)) if workers is None else workers
    show = partial(_shown, log.files.where, log.audio, lanes_of(log.head, LogSound.of(log)), aligner)
    if workers <= 1:
        for task in tasks:
            yield from show(task)
        return
    with worker_processes(workers) as pool:
        for shown in pool.map(show, tasks):
            yield from shown


def _beside(case: Case, file: CaseFile, log: Log) -> tuple[Spoken, ...]:
    lanes = log.head.players
    bare = lay_out(case.ruling, [Spoken(each.call) for each in case.calls], lanes, case.sentence)
    ids = {each.id for each in case.calls}
    found = file.around(bare.from_ms, bare.to_ms)
    return tuple(Spoken(each.call, counts=False) for each in found if each.id not in ids)


def _shown(
    where: Path,
    segments: tuple[AudioSegment, ...],
    lanes: tuple[str, ...],
    aligner: AlignerFactory,
    questions: Sequence[Question],
) -> list[Exhibit]:
    """Make the exhibits of neighbouring rulings; runs in a worker."""
    sound, align = LogSound(segments, log_files(where)), aligner()
    words: dict[CallOnFile, tuple[Span, ...]] = {}  # an appeal may have made another call of the same number
    made = []
    for question in questions:
        for each in question.case.calls:
            if each not in words:
                words[each] = words_of(each.call, sound, align)
        case = question.case
        counting = [Spoken(each.call, words[each]) for each in case.calls]
        photo = lay_out(case.ruling, [*counting, *question.beside], lanes, case.sentence, case.rule)
        made.append(_exhibit(case.ruling.id, photo, sound))
    return made


def _exhibit(ruling: int, photo: Photo, sound: LogSound) -> Exhibit:
    svg = photo_svg(photo, sounds_of(photo, sound), sound.rate_hz or SAMPLE_RATE_HZ)
    clip = clip_of(sound.cut(max(0, photo.from_ms - CLIP_AROUND_MS), photo.to_ms + CLIP_AROUND_MS), sound.rate_hz)
    if clip is None:
        return Exhibit(ruling, svg, "", "")
    return Exhibit(ruling, svg, clip.media_type, base64.b64encode(clip.data).decode("ascii"))
