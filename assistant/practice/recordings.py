"""Keeps the sound of a player's best attempts, one file a phrase."""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from assistant.practice.attempts import Attempt
from assistant.practice.database import StoreError
from assistant.practice.store import Player, Saved, Store
from engines.base import SAMPLE_RATE_HZ, Samples


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps attempts in a store, and the sound of those that were faster than any before."""

    store: Store
    """Where players are kept."""
    player: Player
    """Who practises."""
    keeps_sound: bool = True
    """Whether the sound of the best is kept at all."""

    def keep(self, attempt: Attempt, samples: Samples) -> Saved:
        """Keep an attempt; raises StoreError where it cannot be written."""
        saved = self.store.add(self.player, attempt)
        faster = saved.beaten is not None and saved.beaten.duration_ms != saved.best.duration_ms
        if self.keeps_sound and faster and len(samples):
            write_sound(self.store.recording(self.player, attempt.phrase), samples)
        return saved


def write_sound(path: Path, samples: Samples) -> None:
    """Write a sound as FLAC, whole or not at all.

    Raises:
        StoreError: it cannot be written.
    """
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        soundfile.write(part, samples, SAMPLE_RATE_HZ, subtype="PCM_16", format="FLAC")
        part.replace(path)
    except (OSError, soundfile.SoundFileError) as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"{path}: cannot be written ({error}); free some space, or use --no-keep") from error


def read_sound(path: Path) -> Samples:
    """Return the sound of a recording that was kept.

    Raises:
        StoreError: it cannot be read.
    """
    try:
        samples, _ = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, soundfile.SoundFileError) as error:
        raise StoreError(f"{path}: cannot be read ({error}); practise the phrase again") from error
    return np.ascontiguousarray(samples[:, 0], dtype=np.float32)
