"""What was said beneath the referee's own voice: its echo is computed from what was played, and taken out.

The echo in a microphone is what was played, delayed, coloured and smeared by loudspeaker and room: a filter, found by
least squares (normal equations of the correlations, solved by conjugate gradients on the FFT). What stays is everybody
else. It is worse than sound that nobody spoke over, so it tells that somebody called, and no more.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.hearing.levels import FRAME_SAMPLES
from engines.base import SAMPLE_RATE_HZ, Samples

LONGEST_DELAY = SAMPLE_RATE_HZ * 400 // 1000
"""A sound server delays by up to 200 ms; what was played is looked for so far behind its measured start."""
BEFORE_MEASURED = SAMPLE_RATE_HZ * 150 // 1000
"""It may also be heard before its measured start: the monitor of a sound server hears at once what the loudspeaker gets
later (85 ms were seen), and drivers err about it."""
EARLY = SAMPLE_RATE_HZ * 10 // 1000
"""The filter begins so long before the strongest echo: the straight way through the air need not be the loudest."""
TAPS = SAMPLE_RATE_HZ * 250 // 1000
"""250 ms of a room: what rings longer is 30 dB weaker in a living room."""
FFT_SAMPLES = 32_768
"""A power of two, for speed."""
PIECE = FFT_SAMPLES - 2 * TAPS
"""Each 1.5 s get a filter of their own, for two sound cards drift by up to 100 ppm."""
ROUNDS = 25
"""Of conjugate gradients; more would begin to model the voices."""
BELOW_ECHO_DB = 10.0
"""What stays of the echo itself lies further below it."""
ECHOING_DB = 25.0
"""Frames in which the echo is not weaker than that, against its loudest, tell how well it is understood."""
LEAST_GAIN_DB = 10.0
"""Where less of the echo is taken out even in its best quarter, it was not understood: the loudspeaker ran dry, say."""
ABOVE_ROOM_DB = 15.0
"""A voice stands so far above the room."""
ROOM_SHARE = 0.1
"""The quietest tenth of what stays is the room."""
RINGING_DB = 1.2
"""An echo falls by no more than so much a frame: a living room takes half a second for 60 dB."""
USUAL_SHARE = 0.25
"""What stays of the echo in the best quarter of its frames stays without a voice, too: nobody calls throughout ..."""
ABOVE_USUAL_DB = 14.0
"""... and a voice stands so far above that."""
BELOW_LOUDEST_DB = 20.0
"""A filter that is a little wrong smears what is loud over its whole length, 25 to 30 dB quieter: a voice stands less
far below the loudest echo so near to it."""
LEAST_FRAMES = 20
"""A call has at least so many loud frames: "flee" lasts 200 ms."""
BRIDGE_FRAMES = 20
"""Pauses of up to 200 ms lie within a call."""
QUIETEST_DB = -60.0
"""Nothing below this is a voice into a microphone of one's own."""


@dataclass(frozen=True, slots=True)
class Beneath:
    """A voice beneath the referee's."""

    channel: int
    """The microphone in which it is loudest."""
    first: int
    """Its first sample, from the first one looked at."""
    last: int
    """The sample behind its last one."""
    level_db: float
    """Its loudest frame."""


def without_echo(sound: Samples, played: Samples) -> Samples:
    """Return what stays of a microphone's sound when what was played is taken out of it.

    Args:
        sound: one microphone from the moment on at which the first sample was played, 16 kHz.
        played: what was played, 16 kHz.
    """
    wanted = np.concatenate([np.zeros(BEFORE_MEASURED), np.asarray(sound, dtype=np.float64)])
    source = np.zeros(len(wanted))
    source[: min(len(played), len(wanted))] = played[: len(wanted)]
    delay = max(0, _delay(wanted, source) - EARLY)
    source = np.concatenate([np.zeros(delay), source])[: len(wanted)]
    rest = wanted.copy()
    for first in range(0, len(wanted), PIECE):
        last = min(len(wanted), first + PIECE)
        begin = max(0, first - TAPS)
        piece = source[begin:last]
        echo = _echo(wanted[first:last], piece, first - begin)
        rest[first:last] -= echo
    return rest[BEFORE_MEASURED:].astype(np.float32)


def beneath(
    sound: NDArray[np.float32], played: Samples, deaf: NDArray[np.bool_]
) -> tuple[tuple[Beneath, ...], NDArray[np.float32]]:
    """Return the voices beneath what was played, and the sound without its echo.

    Args:
        sound: shape (n, microphones), from the first sample played on.
        played: what was played, 16 kHz.
        deaf: for each frame of 10 ms whether the ears did not get it.
    """
    rests = np.stack([without_echo(channel, played) for channel in sound.T], axis=1)
    rest_db, sound_db = _levels_db(rests), _levels_db(sound - rests)
    count = min(len(rest_db), len(deaf))
    found = []
    for channel in range(sound.shape[1]):
        level = rest_db[:count, channel]
        room_db = float(np.quantile(level, ROOM_SHARE))
        echo_db = _smeared(sound_db[:count, channel])
        below_db = _usually_below_db(level, echo_db, room_db)
        loud = (
            _cancelled(sound_db[:count, channel], level)
            & (level > np.maximum(room_db + ABOVE_ROOM_DB, QUIETEST_DB))
            & (level > echo_db - below_db)
            & (level > _loudest_near_db(sound_db[:count, channel]) - BELOW_LOUDEST_DB)
        )
        found += [
            Beneath(channel, first * FRAME_SAMPLES, last * FRAME_SAMPLES, float(level[first:last].max()))
            for first, last in _stretches(loud & deaf[:count])
        ]
    return tuple(each for each in found if not _bleeds(each, found)), rests


def _delay(wanted: NDArray[np.float64], source: NDArray[np.float64]) -> int:
    """Return by how many samples the echo is behind what was played, which stands BEFORE_MEASURED too early."""
    across = _correlation(source, wanted, BEFORE_MEASURED + LONGEST_DELAY)
    return int(np.argmax(np.abs(across)))


def _echo(wanted: NDArray[np.float64], source: NDArray[np.float64], before: int) -> NDArray[np.float64]:
    """Return the part of `wanted` that a filter of TAPS makes of `source`, which begins `before` samples earlier."""
    size = FFT_SAMPLES
    spectrum = np.fft.rfft(source, size)
    target = np.concatenate([np.zeros(before), wanted])
    right = np.fft.irfft(np.conj(spectrum) * np.fft.rfft(target, size), size)[:TAPS]
    if not source.any():
        return np.zeros(len(wanted))

    def normal(taps: NDArray[np.float64]) -> NDArray[np.float64]:
        made: NDArray[np.float64] = np.fft.irfft(spectrum * np.fft.rfft(taps, size), size)
        made[:before] = 0.0  # what came before the piece is no part of what is to be explained
        made[before + len(wanted) :] = 0.0
        product: NDArray[np.float64] = np.fft.irfft(np.conj(spectrum) * np.fft.rfft(made, size), size)[:TAPS]
        return product

    taps, rest = np.zeros(TAPS), right.copy()
    direction, error = rest.copy(), float(rest @ rest)
    for _ in range(ROUNDS):
        product = normal(direction)
        curvature = float(direction @ product)
        if curvature <= 0 or error <= 0:
            break
        step = error / curvature
        taps += step * direction
        rest -= step * product
        before_error, error = error, float(rest @ rest)
        direction = rest + error / before_error * direction
    echo: NDArray[np.float64] = np.fft.irfft(spectrum * np.fft.rfft(taps, size), size)[before : before + len(wanted)]
    return echo


def _correlation(source: NDArray[np.float64], wanted: NDArray[np.float64], longest: int) -> NDArray[np.float64]:
    size = 1 << (len(source) + longest).bit_length()
    across: NDArray[np.float64] = np.fft.irfft(np.conj(np.fft.rfft(source, size)) * np.fft.rfft(wanted, size), size)
    return across[:longest]


def _levels_db(sound: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the level of each frame of each microphone, in dBFS."""
    count = len(sound) // FRAME_SAMPLES
    frames = sound[: count * FRAME_SAMPLES].astype(np.float64).reshape(count, FRAME_SAMPLES, -1)
    levels: NDArray[np.float64] = 10 * np.log10(np.maximum((frames**2).mean(axis=1), 1e-12))
    return levels


def _smeared(level_db: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the level of each frame with what rings on of those before it."""
    falling = RINGING_DB * np.arange(len(level_db))
    smeared: NDArray[np.float64] = np.maximum.accumulate(level_db + falling) - falling
    return smeared


def _loudest_near_db(level_db: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each frame the loudest one within the length of the filter before and behind it."""
    reach = TAPS // FRAME_SAMPLES
    padded = np.pad(level_db, reach, mode="edge")
    loudest: NDArray[np.float64] = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).max(axis=1)
    return loudest


def _usually_below_db(
    rest_db: NDArray[np.float64], echo_db: NDArray[np.float64], room_db: float
) -> NDArray[np.float64]:
    """Return for each frame how far below the echo a sound may lie and is still no rest of it, piece by piece.

    A loudspeaker that runs dry for a moment moves the echo, and the filter of that piece then fits no part of it well.
    """
    below_db = np.full(len(echo_db), BELOW_ECHO_DB)
    frames = PIECE // FRAME_SAMPLES
    for first in range(0, len(echo_db), frames):
        around = slice(max(0, min(first, len(echo_db) - frames)), first + frames)
        echoing = echo_db[around] > room_db + ABOVE_ROOM_DB
        if echoing.any():
            usual_db = float(np.quantile((rest_db - echo_db)[around][echoing], USUAL_SHARE))
            below_db[first : first + frames] = min(BELOW_ECHO_DB, -usual_db - ABOVE_USUAL_DB)
    return below_db


def _cancelled(echo_db: NDArray[np.float64], rest_db: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return in which frames the echo was understood, piece by piece; where there is none, nothing hides a voice."""
    good = np.ones(len(echo_db), dtype=np.bool_)
    for first in range(0, len(echo_db), PIECE // FRAME_SAMPLES):
        piece = slice(first, first + PIECE // FRAME_SAMPLES)
        echoing = echo_db[piece] > echo_db.max() - ECHOING_DB
        if echoing.any():
            good[piece] = np.quantile((echo_db - rest_db)[piece][echoing], 1 - USUAL_SHARE) >= LEAST_GAIN_DB
    return good


def _stretches(loud: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return where enough loud frames follow one another, short pauses bridged."""
    joined: list[tuple[int, int, int]] = []
    for at in np.flatnonzero(loud).tolist():
        if joined and at - joined[-1][1] <= BRIDGE_FRAMES:
            first, _, count = joined[-1]
            joined[-1] = (first, at + 1, count + 1)
        else:
            joined.append((at, at + 1, 1))
    return [(first, last) for first, last, count in joined if count >= LEAST_FRAMES]


def _bleeds(each: Beneath, found: list[Beneath]) -> bool:
    """Return whether a louder microphone heard the same voice."""
    return any(
        (other.level_db, -other.channel) > (each.level_db, -each.channel)
        and other.first < each.last
        and each.first < other.last
        for other in found
        if other.channel != each.channel
    )
