"""A table that is set up, as a recording: two synthetic players whose calls are cut from the test recordings."""

from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
RATE_HZ = 16_000
AROUND_MS = 60
"""So much of the recording is kept around each call."""
GAP_MS = 700
BLEED_DB = -14.0
ROOM_DB = -66.0

Sound = NDArray[np.float32]

CUTS = {
    ("Ann", "Brains!"): ("tests/recordings/grave-feast/GF-05.flac", 0, 1000, 1589),
    ("Ann", "Five to the graveyard!"): ("tests/recordings/grave-feast/GF-05.flac", 0, 2200, 3324),
    ("Ann", "Seduce!"): ("examples/grave-feast-match.flac", 0, 31554, 32200),
    ("Ann", "The power of Christ compels you!"): ("tests/recordings/grave-feast/GF-08.flac", 0, 2600, 4438),
    ("Ben", "Brains!"): ("examples/grave-feast-match.flac", 1, 18000, 18566),
    ("Ben", "Blood!"): ("tests/recordings/grave-feast/GF-08.flac", 1, 1000, 1404),
    ("Ben", "Five to the graveyard!"): ("tests/recordings/grave-feast/GF-02.flac", 1, 4000, 5411),
    ("Ben", "Seduce!"): ("tests/recordings/grave-feast/GF-05.flac", 1, 3590, 4300),
    ("Ben", "The power of Christ compels you!"): ("examples/grave-feast-match.flac", 1, 33600, 35993),
}
"""By player and call: the recording, its channel, and where the call begins and ends, in milliseconds."""

CHANNELS = {"Ann": 1, "Ben": 0}
"""Whose microphone is where: not in the order of the players, so that it has to be found."""


def said(player: str, text: str) -> Sound:
    """Return one call, mono."""
    name, channel, start_ms, end_ms = CUTS[player, text]
    begin, end = (start_ms - AROUND_MS) * 16, (end_ms + AROUND_MS) * 16
    samples, _ = soundfile.read(ROOT / name, start=begin, stop=end, dtype="float32", always_2d=True)
    return np.asarray(samples[:, channel], dtype=np.float32)


def stretch(player: str, texts: tuple[str, ...], duration_ms: int) -> Sound:
    """Return a stretch in which a player says some calls, on both microphones."""
    sound = np.zeros((duration_ms * 16, 2), dtype=np.float32)
    at = GAP_MS * 16
    for text in texts:
        call = said(player, text)
        assert at + len(call) <= len(sound), "the calls do not fit"
        sound[at : at + len(call), CHANNELS[player]] = call
        sound[at : at + len(call), 1 - CHANNELS[player]] = call * 10 ** (BLEED_DB / 20)
        at += len(call) + GAP_MS * 16
    return sound


def set_up(path: Path, first_words_ms: int, warm_up_ms: int, gain: float = 1.0) -> Path:
    """Write how Ann and Ben set a table up: the first words of each, then the warm-up of each.

    Args:
        path: the file to write.
        first_words_ms: how long the setup listens to find a microphone.
        warm_up_ms: how long a warm-up is; 0: none.
        gain: what Ann's microphone is turned up by.
    """
    parts = [stretch(player, ("Brains!", "Five to the graveyard!"), first_words_ms) for player in CHANNELS]
    if warm_up_ms:
        for player in CHANNELS:
            texts = tuple(text for name, text in CUTS if name == player)
            parts.append(stretch(player, texts, warm_up_ms))
    sound = np.concatenate(parts)
    noise = np.random.default_rng(3).standard_normal(sound.shape) * 10 ** (ROOM_DB / 20)
    sound = sound + noise.astype(np.float32)
    sound[:, CHANNELS["Ann"]] *= gain
    soundfile.write(path, np.clip(sound, -1, 1), RATE_HZ, subtype="PCM_16")
    return path
