"""Makes the small recordings of `examples/` and `tests/recordings/`: python -m bench.make_fixtures

A voice and a microphone for each player, with some bleed between the microphones and the noise of a room. Beside each
recording lies its truth: who said what, from when to when. Needs flite (Debian: apt install flite sox).

The samples are kept to BITS: below the noise of the room there is nothing to keep, and a FLAC is a quarter as large.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from bench.voices import VOICES, Voice, speak
from engines.base import SAMPLE_RATE_HZ, Samples

ROOT = Path(__file__).resolve().parent.parent
SPEAKERS = {"Ann": "slt", "Ben": "rms", "Cid": "awb"}
BLEED_DB = -20.0
ROOM_DBFS = -70.0
BITS = 11
SEED = 20
TAIL_S = 1.0
PAUSE_MARK = " ... "
"""Where a sentence pauses for PAUSE_S."""
PAUSE_S = 0.4
"""As in the rulebook's test "no ... more brains"."""


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

OTHERS: dict[str, dict[str, tuple[Said, ...]]] = {
    "need-more-brains": {
        "ZB-more": (
            Said(1.0, "Ben", "More brains!"),
            Said(3.4, "Ann", "No more beer for me."),
            Said(6.4, "Ben", "No more brains!"),
        ),
        "ZB-pause": (
            Said(1.0, "Ben", "More brains!"),
            Said(4.0, "Ben", f"No{PAUSE_MARK}more brains!"),
        ),
    },
    "house-blitz": {
        "HB-chatter": (
            Said(1.0, "Ann", "Go!"),
            Said(3.4, "Ben", "Stop it, my brain hurts."),
            Said(7.0, "Ben", "Stop!"),
        ),
        "HB-06": (
            Said(1.0, "Ben", "Go!"),
            Said(5.0, "Ann", "Stop!", by_end=True),
            Said(5.04, "Ben", "Stop!", by_end=True),
        ),
    },
    "in-cahoots": {
        "EZ-fight": (
            Said(1.0, "Ann", "Fight!"),
            Said(3.4, "Ben", "Turn the light on, please."),
        ),
        "EZ-flee": (
            Said(1.0, "Ann", "Let's flee the scene."),
            Said(4.2, "Ben", "They fight like cats and dogs."),
            Said(7.6, "Ann", "I flee!"),
        ),
    },
}
"""Two players each; the dealer of need-more-brains sits first, so the second decides."""


def spoken(text: str, voice: Voice) -> Samples:
    """Return a sentence with its pauses."""
    pieces: list[Samples] = []
    for piece in text.split(PAUSE_MARK):
        if pieces:
            pieces.append(np.zeros(round(PAUSE_S * SAMPLE_RATE_HZ), dtype=np.float32))
        pieces.append(speak(piece, voice))
    return np.concatenate(pieces)


def make(path: Path, said: tuple[Said, ...], players: tuple[str, ...]) -> None:
    """Write a scene's recording and its truth."""
    voices = {voice.name: voice for voice in VOICES}
    sounds = [(line, spoken(line.text, voices[SPEAKERS[line.player]])) for line in said]
    begins = [round(line.at_s * SAMPLE_RATE_HZ) - (len(sound) if line.by_end else 0) for line, sound in sounds]
    ends = [begin + len(sound) for begin, (_, sound) in zip(begins, sounds, strict=True)]
    dry = np.zeros((max(ends) + round(TAIL_S * SAMPLE_RATE_HZ), len(players)))
    truth = []
    for (line, sound), begin, end in zip(sounds, begins, ends, strict=True):
        dry[begin:end, players.index(line.player)] += sound
        start_ms, end_ms = (round(sample * 1000 / SAMPLE_RATE_HZ) for sample in (begin, end))
        truth.append({"player": line.player, "text": line.text, "start_ms": start_ms, "end_ms": end_ms})
    bleed = 10 ** (BLEED_DB / 20)
    mixed = dry @ (np.eye(len(players)) * (1 - bleed) + bleed)
    mixed += np.random.default_rng(SEED).normal(0, 10 ** (ROOM_DBFS / 20), mixed.shape)
    steps = 2 ** (BITS - 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    soundfile.write(path, np.round(mixed * steps) / steps, SAMPLE_RATE_HZ, subtype="PCM_16", compression_level=1.0)
    path.with_suffix(".truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Make all recordings anew."""
    everybody = tuple(SPEAKERS)
    make(ROOT / "examples" / "grave-feast-match.flac", SAMPLE, everybody)
    for game, scenes in {"grave-feast": SCENES, **OTHERS}.items():
        players = everybody if game == "grave-feast" else everybody[:2]
        for name, said in scenes.items():
            make(ROOT / "tests" / "recordings" / game / f"{name}.flac", said, players)


if __name__ == "__main__":
    main()
