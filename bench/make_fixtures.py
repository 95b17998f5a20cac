"""Makes the small recordings of `examples/` and `tests/recordings/`: python -m bench.make_fixtures

Three voices, a microphone each, with some bleed between the microphones and the noise of a room. Beside each recording
lies its truth: who said what, from when to when.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from bench.voices import VOICES, speak
from engines.base import SAMPLE_RATE_HZ

ROOT = Path(__file__).resolve().parent.parent
SPEAKERS = {"Ann": "slt", "Ben": "rms", "Cid": "awb"}
BLEED_DB = -20.0
ROOM_DBFS = -70.0
SEED = 20
TAIL_S = 1.0


@dataclass(frozen=True, slots=True)
class Said:
    """One utterance of a scene."""

    at_s: float
    """Where it begins, or where it ends when `by_end`."""
    player: str
    """Who says it."""
    text: str
    """What."""
    by_end: bool = False
    """Whether `at_s` is the end."""


SAMPLE = (
    Said(1.0, "Ann", "Brains!"),
    Said(2.6, "Ben", "Seduce!"),
    Said(3.1, "Ann", "Five to the graveyard!"),
    Said(5.2, "Ben", "Five to the graveyard!"),
    Said(7.4, "Cid", "Christ compels you!"),
    Said(9.6, "Cid", "The power of Christ compels you!"),
    Said(12.6, "Ann", "Stop it, my brain hurts."),
    Said(18.0, "Ben", "Brains!"),
    Said(19.4, "Ben", "Five to the graveyard!"),
    Said(23.0, "Ann", "Whose turn is it now?"),
    Said(28.0, "Cid", "Blood!"),
    Said(29.8, "Cid", "Four to the graveyard!"),
    Said(32.2, "Ann", "Seduce!", by_end=True),
    Said(33.6, "Ben", "The power of Christ compels you!"),
    Said(36.4, "Cid", "The power of evil compels you, rats!"),
    Said(40.0, "Ben", "I have three cards left."),
)

SCENES: dict[str, tuple[Said, ...]] = {
    "GF-01": (
        Said(1.0, "Ann", "Brains!"),
        Said(2.4, "Ben", "Seduce!"),
        Said(2.6, "Ann", "Five to the graveyard!"),
    ),
    "GF-02": (
        Said(1.0, "Ann", "Brains!"),
        Said(2.4, "Ben", "Seduce!"),
        Said(4.0, "Ben", "Five to the graveyard!"),
    ),
    "GF-04": (
        Said(1.0, "Ann", "Brains!"),
        Said(2.4, "Ben", "Seduce!"),
        Said(4.0, "Ben", "Five to the graveyard!"),
        Said(6.2, "Cid", "Christ compels you!"),
        Said(8.4, "Cid", "The power of Christ compels you!"),
    ),
    "GF-05": (
        Said(1.0, "Ann", "Brains!"),
        Said(2.2, "Ann", "Five to the graveyard!"),
        Said(4.3, "Ben", "Seduce!", by_end=True),
    ),
    "GF-07": (
        Said(1.0, "Ann", "Brains!"),
        Said(2.4, "Ann", "Five to the grave."),
        Said(4.6, "Ben", "Seduce!"),
    ),
    "GF-08": (
        Said(1.0, "Ben", "Blood!"),
        Said(2.6, "Ann", "The power of Christ compels you!"),
        Said(5.4, "Ben", "The power of evil compels you!"),
    ),
    "GF-10": (
        Said(1.0, "Ben", "Blood!"),
        Said(2.6, "Ann", "The power of Christ compels you!"),
        Said(5.4, "Ben", "The power of evil compels you, devil!"),
        Said(8.6, "Cid", "The power of Christ compels you!"),
    ),
    "GF-12": (
        Said(1.0, "Ann", "Brains! Three to the graveyard!"),
        Said(5.0, "Ben", "Five of us are here."),
    ),
}


def make(path: Path, said: tuple[Said, ...]) -> None:
    """Write a scene's recording and its truth."""
    players = list(SPEAKERS)
    voices = {voice.name: voice for voice in VOICES}
    spoken = [(line, speak(line.text, voices[SPEAKERS[line.player]])) for line in said]
    begins = [round(line.at_s * SAMPLE_RATE_HZ) - (len(sound) if line.by_end else 0) for line, sound in spoken]
    ends = [begin + len(sound) for begin, (_, sound) in zip(begins, spoken, strict=True)]
    dry = np.zeros((max(ends) + round(TAIL_S * SAMPLE_RATE_HZ), len(players)))
    truth = []
    for (line, sound), begin, end in zip(spoken, begins, ends, strict=True):
        dry[begin:end, players.index(line.player)] += sound
        start_ms, end_ms = (round(sample * 1000 / SAMPLE_RATE_HZ) for sample in (begin, end))
        truth.append({"player": line.player, "text": line.text, "start_ms": start_ms, "end_ms": end_ms})
    bleed = 10 ** (BLEED_DB / 20)
    mixed = dry @ (np.eye(len(players)) * (1 - bleed) + bleed)
    mixed += np.random.default_rng(SEED).normal(0, 10 ** (ROOM_DBFS / 20), mixed.shape)
    path.parent.mkdir(parents=True, exist_ok=True)
    soundfile.write(path, mixed, SAMPLE_RATE_HZ, subtype="PCM_16")
    path.with_suffix(".truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Make all recordings anew."""
    make(ROOT / "examples" / "grave-feast-match.flac", SAMPLE)
    for name, said in SCENES.items():
        make(ROOT / "tests" / "recordings" / "grave-feast" / f"{name}.flac", said)


if __name__ == "__main__":
    main()
