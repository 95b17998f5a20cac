"""The corpus as single clips, for fitting an engine or for listening: FLAC files and one line of truth each."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import soundfile

from assistant.workers import worker_processes
from bench.conditions import apply
from bench.corpus import Plan, babble, spoken, truths_of
from bench.items import Kind
from bench.voices import VOICES
from engines.base import SAMPLE_RATE_HZ

LEAD_S = 2.8
"""Long enough to know the room: matches do not begin with a call."""
TAIL_S = 0.8


def write_all(plans: Sequence[Plan], folder: Path) -> Iterator[None]:
    """Write the clips of many matches and `truth.jsonl`, on all cores; yield after each match, in their order."""
    with (
        (folder / "truth.jsonl").open("w", encoding="utf-8") as truth,
        worker_processes(os.cpu_count() or 1) as pool,
    ):
        for lines in pool.map(_written, plans, [folder] * len(plans)):
            truth.writelines(f"{line}\n" for line in lines)
            yield


def _written(plan: Plan, folder: Path) -> list[str]:
    return list(write_clips(plan, folder))


def write_clips(plan: Plan, folder: Path) -> Iterator[str]:
    """Write every line of a match as a clip of its own, and yield its truth as a line of JSON.

    A clip with two calls in one breath has two truths under the same file. Fields: file, game, voice, split, condition,
    text, kind, phrase (null for talk), slots, exact, start_ms, end_ms.
    """
    splits = {voice.name: voice.split for voice in VOICES}
    for index, turn in enumerate(plan.turns):
        sound, bounds = spoken(turn.line, turn.voice)
        lead = round(LEAD_S * SAMPLE_RATE_HZ)
        dry = np.zeros((lead + len(sound) + round(TAIL_S * SAMPLE_RATE_HZ), 1), dtype=np.float32)
        dry[lead : lead + len(sound), 0] = sound
        seed = plan.seed + index
        talkers = babble(len(dry), seed, {turn.voice}) if plan.condition.noise == "babble" else None
        name = f"{plan.name}-{index:02}.flac"
        soundfile.write(folder / name, apply(dry, plan.condition, seed, talkers), SAMPLE_RATE_HZ, subtype="PCM_16")
        shift_ms = round(turn.start_sample * 1000 / SAMPLE_RATE_HZ) - round(LEAD_S * 1000)
        for truth in truths_of(turn, bounds):
            fields = {
                "file": name,
                "game": plan.game,
                "voice": truth.voice,
                "split": splits[truth.voice],
                "condition": plan.condition.name,
                "text": truth.text,
                "kind": truth.kind.value,
                "phrase": truth.phrase,
                "slots": dict(truth.slots),
                "exact": truth.kind is Kind.CALL,
                "start_ms": truth.start_ms - shift_ms,
                "end_ms": truth.end_ms - shift_ms,
            }
            yield json.dumps(fields)
