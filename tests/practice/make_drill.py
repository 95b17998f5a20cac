"""Makes the recording of a drill: `python -m tests.practice.make_drill` (Debian: flite festival sox).

Three people, one microphone, 20 attempts in a row with the noise of a room: exact ones, near misses, wrong phrases,
table talk, and two silences, longer than a drill's patience. Beside the recording lie its order, as
`referee practice --order` takes it, and its truth: the right verdict of every attempt and what was wrong with it.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from bench.voices import VOICES, speak
from engines.base import SAMPLE_RATE_HZ

FOLDER = Path(__file__).parent / "recordings"
ROOM_DBFS = -70.0
BITS = 11
"""Below the noise of the room there is nothing to keep, and a FLAC is a quarter as large."""
SEED = 7
LEAD_S = 0.8
PAUSE_S = 1.0
SILENCE_S = 9.0
"""Longer than the patience of a drill, 8 s."""


@dataclass(frozen=True, slots=True)
class Try:
    """One attempt."""

    asked: str
    """What was asked for."""
    said: str
    """What was said; empty for silence."""
    verdict: str
    """The right outcome."""
    voice: str = "slt"
    """Who said it."""
    missing: tuple[str, ...] = ()
    """The words that were missing."""
    changed: tuple[tuple[str, str], ...] = ()
    """Pairs of words wanted and said."""


CHRIST = "The power of Christ compels you!"
EVIL = "The power of evil compels you, rats!"

TRIES = (
    Try("Brains!", "Brains!", "exact"),
    Try("Five to the graveyard!", "Five to the graveyard!", "exact", "rms"),
    Try("Five to the graveyard!", "Five to the grave.", "inexact", "awb", changed=(("graveyard", "grave"),)),
    Try("Seduce!", "Seduce!", "exact", "rms"),
    Try("Seduce!", "Brains!", "other", "awb"),
    Try(CHRIST, "Christ compels you!", "inexact", "awb", missing=("the", "power", "of")),
    Try(CHRIST, CHRIST, "exact"),
    Try("Blood!", "", "silence"),
    Try("Blood!", "Blood!", "exact"),
    Try(CHRIST, "The power of Christ compels me!", "inexact", changed=(("you", "me"),)),
    Try(EVIL, "The power of evil compels you!", "inexact", "rms", missing=("<swear word>",)),
    Try(EVIL, EVIL, "exact"),
    Try("Three to the graveyard!", "Three to the graveyard!", "exact", "rms"),
    Try("Four to the graveyard!", "Two to the graveyard!", "inexact", changed=(("four", "two"),)),
    Try("Blood!", "I have three cards left.", "other", "rms"),
    Try("Six to the graveyard!", "To the graveyard!", "inexact", "rms", missing=("<number>",)),
    Try("Brains!", "", "silence"),
    Try(CHRIST, CHRIST, "exact", "rms"),
    Try("Seven to the graveyard!", "Seven to the cemetery!", "inexact", changed=(("graveyard", "cemetery"),)),
    Try("Brains!", "Brains!", "exact", "awb"),
)


SYLLABLES = {
    "Brains!": 1,
    "Blood!": 1,
    "Seduce!": 2,
    "To the graveyard!": 4,
    "Five to the grave.": 4,
    "Christ compels you!": 4,
    "Five to the graveyard!": 5,
    "Three to the graveyard!": 5,
    "Two to the graveyard!": 5,
    "I have three cards left.": 5,
    CHRIST: 8,
    "The power of Christ compels me!": 8,
    "Seven to the cemetery!": 8,
    "The power of evil compels you!": 9,
    EVIL: 10,
}
"""Counted by hand: the PO-WER of E-VIL com-PELS you."""

MANGLERS = ("slt", "rms", "kal16")
"""Whose words are mangled."""
MANGLED = {"power": "flower", "christ": "grass", "compels": "dispels"}
"""A call in which one word is said as another one that comes near it: the weakest word must be that one."""


def write(path: Path, dry: NDArray[np.float32]) -> None:
    """Write a sound in its room."""
    mixed = dry + np.random.default_rng(SEED).normal(0, 10 ** (ROOM_DBFS / 20), len(dry))
    steps = 2 ** (BITS - 1)
    soundfile.write(path, np.round(mixed * steps) / steps, SAMPLE_RATE_HZ, subtype="PCM_16", compression_level=1.0)


def main() -> None:
    """Write the recording, its order and its truth, and the calls with a mangled word."""
    voices = {voice.name: voice for voice in VOICES}
    FOLDER.mkdir(exist_ok=True)
    for name in MANGLERS:
        for word, other in MANGLED.items():
            spoken = speak(CHRIST.lower().replace(word, other), voices[name])
            write(FOLDER / f"mangled-{word}-{name}.flac", np.pad(spoken, SAMPLE_RATE_HZ // 5))
    pieces = [np.zeros(round(LEAD_S * SAMPLE_RATE_HZ), dtype=np.float32)]
    truth: list[dict[str, object]] = []
    for each in TRIES:
        told: dict[str, object] = {
            "said": each.said, "verdict": each.verdict, "missing": each.missing, "changed": each.changed
        }  # fmt: skip
        if each.said:
            spoken = speak(each.said, voices[each.voice])
            start = sum(map(len, pieces))
            told["start_ms"], told["end_ms"] = (
                round(at * 1000 / SAMPLE_RATE_HZ) for at in (start, start + len(spoken))
            )
            told["syllables"] = SYLLABLES[each.said]
            pieces.append(spoken)
        truth.append(told)
        pieces.append(np.zeros(round((PAUSE_S if each.said else SILENCE_S) * SAMPLE_RATE_HZ), dtype=np.float32))
    path = FOLDER / "drill.flac"
    write(path, np.concatenate(pieces))
    path.with_suffix(".order").write_text("".join(f"{each.asked}\n" for each in TRIES), encoding="utf-8")
    path.with_suffix(".truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
