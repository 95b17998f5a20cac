"""The sound around a ruling as a small file that any browser plays."""

import io
from dataclasses import dataclass

import numpy as np
import soundfile

from assistant.disputes.sound import Sound

HEADROOM = 0.9
"""A clip is made as loud as this share of full scale."""
MOST_GAIN = 8.0
"""Quiet clips are made louder, but not so much that the room's noise roars."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A piece of sound, encoded."""

    media_type: str
    """Such as "audio/mpeg"."""
    data: bytes
    """The file."""


def clip_of(sound: Sound, rate_hz: int) -> Clip | None:
    """Return all microphones in one, as MP3 (which every browser plays, in a fifth of FLAC's size) or else as FLAC.

    Args:
        sound: shape (frames, channels).
        rate_hz: samples a second.
    """
    if not len(sound) or not sound.shape[1]:
        return None
    mixed = sound.sum(axis=1)
    peak = float(np.abs(mixed).max())
    mixed = mixed * min(MOST_GAIN, HEADROOM / peak) if peak else mixed
    form, media_type = ("MP3", "audio/mpeg") if "MP3" in soundfile.available_formats() else ("FLAC", "audio/flac")
    out = io.BytesIO()
    soundfile.write(out, mixed, rate_hz, format=form)
    return Clip(media_type, out.getvalue())
