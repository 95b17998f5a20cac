"""What a stretch of sound says of microphones: whose voice is where, how loud, how noisy, how much bleeds over. Pure.

Levels are mean powers between 120 and 7900 Hz, in dB relative to a full-scale square wave, so that a full-scale sine
has -3 dB. Speech is what stands out of the room: the level of a voice is its active level, without the pauses, in the
manner of ITU-T P.56, and the room's is that of the quietest fifth.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.hearing.doubts import CLIPPED_LEVEL
from assistant.hearing.levels import FRAME_SAMPLES, FrameCutter
from assistant.table import Measured

ROOM_SHARE = 0.2
"""The quietest fifth of the frames is the room: even who speaks without a pause leaves so much between the words."""
ABOVE_ROOM_DB = 10.0
"""A frame so far above its room holds a voice."""
BELOW_LOUDEST_DB = 25.0
"""... unless it is so far below the loudest frame: the end of an echo, or another player's voice."""
LEAST_VOICE_MS = 150
"""A shorter stretch is a knock or a click; "brains" alone takes 300."""
LEAST_VOICE_DB = -65.0
"""Nothing below counts as a voice, however quiet the room: it is the hiss of a cable, or a far-off murmur."""
CLEARLY_LOUDER_DB = 2.0
"""The microphone in front of somebody is louder than any other by so much at least, or it is not clear which it is."""
COPY_LEVEL_DB = 0.5
"""Two channels that differ by more than this are two microphones, or two gains: the louder one counts."""
COPY_LIKENESS = 0.97
"""Two channels that are more alike are one microphone twice, as sound servers offer it: even two capsules side by side
have noise of their own."""
COPY_WINDOW_SAMPLES = 8_000
"""Likeness is taken over half a second, and the median counts: two devices are kept in step by small jumps."""
MOST_LAG_SAMPLES = 160
"""Two devices give the same sound up to 10 ms apart."""
SILENCE_DB = -100.0
"""What digital silence counts as."""

Sound = NDArray[np.float32]
"""Sound of all microphones, shape (n, channels), at 16 kHz, full scale -1.0 to 1.0."""


@dataclass(frozen=True, slots=True)
class Found:
    """Which microphone stands in front of somebody who spoke."""

    channel: int | None
    """The channel, from 0; None when nobody spoke, or when it is not clear."""
    level_db: float = SILENCE_DB
    """How loud the voice is there, or on the loudest."""
    rivals: tuple[int, ...] = ()
    """The channels that are about equally loud, loudest first; empty when nothing was heard or it is clear."""


def measure(sound: Sound, channel: int) -> Measured | None:
    """Return what a stretch in which one player speaks says of that player's microphone; None when nobody speaks.

    Args:
        sound: all microphones of the table.
        channel: the player's.
    """
    levels = _levels(sound)
    speech = _speech(levels[:, channel])
    if not speech.any():
        return None
    rooms = _rooms(levels)
    own = levels[speech].mean(axis=0)
    voices = np.maximum(own - rooms, rooms * 0.1)
    others = [voices[other] for other in _others(sound, channel)]
    spoken = np.abs(sound[_samples_of(speech, len(sound)), channel])
    return Measured(
        speech_db=_db(voices[channel]),
        noise_db=_db(rooms[channel]),
        peak_db=_peak_db(sound[:, channel]),
        clipped_share=round(float((spoken >= CLIPPED_LEVEL).mean()), 5),
        bleed_db=_db(max(others) / voices[channel]) if others else None,
    )


def find_microphone(sound: Sound) -> Found:
    """Return which channel somebody spoke into: the one with the most energy of a voice.

    Energy, not level: a short laugh on another microphone, however loud, is not who was asked to speak.

    Args:
        sound: all microphones of the table, while one player speaks.
    """
    levels = _levels(sound)
    energies_db, levels_db = {}, {}
    for channel in _distinct(sound):
        voice = levels[_speech(levels[:, channel]), channel]
        if len(voice):
            energies_db[channel], levels_db[channel] = _db(voice.sum()), _db(voice.mean())
    if not energies_db:
        return Found(None)
    ordered = sorted(energies_db, key=lambda channel: -energies_db[channel])
    first = ordered[0]
    near = tuple(channel for channel in ordered if energies_db[channel] > energies_db[first] - CLEARLY_LOUDER_DB)
    return Found(first, levels_db[first]) if len(near) == 1 else Found(None, levels_db[first], near)


def level_db(block: Sound) -> NDArray[np.float64]:
    """Return how loud each channel of a short block is, for a meter: the mean power of its samples, in dB."""
    if not len(block):
        return np.full(block.shape[1], SILENCE_DB)
    power = np.mean(block.astype(np.float64) ** 2, axis=0)
    return np.asarray(10.0 * np.log10(np.maximum(power, 10.0 ** (SILENCE_DB / 10))))


def _levels(sound: Sound) -> NDArray[np.float64]:
    """Return the power of each frame, shape (frames, channels)."""
    return np.asarray(FrameCutter(sound.shape[1]).push(sound).sum(axis=2))


def _rooms(levels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the power of each channel's room."""
    quietest = np.sort(levels, axis=0)[: max(1, round(len(levels) * ROOM_SHARE))]
    return np.asarray(quietest.mean(axis=0))


def _speech(levels: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which frames of one channel hold its player's voice; none when there is too little for a voice."""
    if not len(levels):
        return np.zeros(0, dtype=bool)
    room = float(_rooms(levels[:, np.newaxis])[0])
    least = max(
        room * 10 ** (ABOVE_ROOM_DB / 10),
        float(levels.max()) * 10 ** (-BELOW_LOUDEST_DB / 10),
        10 ** (LEAST_VOICE_DB / 10),
    )
    speech = levels > least
    frames = LEAST_VOICE_MS * 16 // FRAME_SAMPLES
    return np.asarray(speech if int(speech.sum()) >= frames else np.zeros_like(speech))


def _samples_of(speech: NDArray[np.bool_], samples: int) -> NDArray[np.bool_]:
    """Return which samples lie in frames of speech."""
    mask = np.zeros(samples, dtype=bool)
    spread = np.repeat(speech, FRAME_SAMPLES)[:samples]
    mask[: len(spread)] = spread
    return mask


def _distinct(sound: Sound) -> tuple[int, ...]:
    """Return the channels without those that are a copy of an earlier one."""
    kept: list[int] = []
    for channel in range(sound.shape[1]):
        if not any(_is_copy(sound[:, channel], sound[:, other]) for other in kept):
            kept.append(channel)
    return tuple(kept)


def _others(sound: Sound, channel: int) -> tuple[int, ...]:
    return tuple(
        other
        for other in range(sound.shape[1])
        if other != channel and not _is_copy(sound[:, other], sound[:, channel])
    )


def _is_copy(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Tell whether two channels are one microphone, one of them a little later, as another device gives it."""
    powers = float(np.dot(one, one)), float(np.dot(other, other))
    if not all(powers):
        return powers[0] == powers[1]
    if abs(_db(powers[0] / powers[1])) > COPY_LEVEL_DB:
        return False
    alike = [
        _likeness(one[at : at + COPY_WINDOW_SAMPLES], other[at : at + COPY_WINDOW_SAMPLES])
        for at in range(0, len(one), COPY_WINDOW_SAMPLES)
    ]
    return float(np.median(alike)) >= COPY_LIKENESS


def _likeness(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return the normalised cross-correlation of two stretches at the lag where they are most alike."""
    scale = float(np.sqrt(np.dot(one, one) * np.dot(other, other)))
    if not scale:
        return float(one.any() == other.any())
    size = len(one) + MOST_LAG_SAMPLES
    product = np.fft.irfft(np.fft.rfft(one, size) * np.conj(np.fft.rfft(other, size)), size)
    return float(max(product[: MOST_LAG_SAMPLES + 1].max(), product[-MOST_LAG_SAMPLES:].max())) / scale


def _peak_db(samples: NDArray[np.float32]) -> float:
    peak = float(np.abs(samples).max()) if len(samples) else 0.0
    return round(max(SILENCE_DB, 20 * float(np.log10(peak)) if peak else SILENCE_DB), 1)


def _db(power: float) -> float:
    return round(max(SILENCE_DB, 10.0 * float(np.log10(max(power, 1e-12)))), 1)
