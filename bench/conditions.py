"""What rooms, microphones and other people do to speech: pure functions of the sound and a seed.

Levels are those of active speech: the power of the frames within ACTIVE_RANGE_DB of the loudest one, so that pauses do
not count. All speech is brought to SPEECH_DBFS first, which leaves its peaks their headroom.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ, Samples

Block = NDArray[np.float32]
"""Sound of several microphones, shape (n, channels)."""

SPEECH_DBFS = -26.0
"""The level of active speech at its own microphone, the usual working level in telephony (ITU-T P.56)."""
ACTIVE_RANGE_DB = 25.0
FRAME_SAMPLES = SAMPLE_RATE_HZ // 100
ROOM_DBFS = -65.0
"""A quiet living room, 39 dB below the speech."""
NOISE_BAND_HZ = (60.0, 7_600.0)
"""Below it a microphone hears next to nothing, above it lies the filter of its converter."""
DIRECT_TO_ECHO_DB = 6.0
"""Speech at an arm's length stands so far above the echo of the room."""
ECHO_DELAY_MS = 4
"""The first reflection, of the table, comes so much later."""
BABBLE_SPREAD_DB = 3.0
"""How differently the microphones hear one voice of the babble, standard deviation."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One kind of evening."""

    name: str
    """For the command line and for tables."""
    noise: str = ""
    """"pink", "babble" or nothing but the room."""
    snr_db: float = 0.0
    """How far active speech stands above that noise."""
    rt60_s: float = 0.0
    """The time in which an echo decays by 60 dB; 0 for none."""
    bleed_db: float | None = None
    """How loud a voice is on the other microphones, against its own; None for not at all."""
    gain_db: float = 0.0
    """How much louder than usual the players speak; the room stays as it is."""
    overdrive_db: float = 0.0
    """By how much the loudest sample would pass full scale, where the converter clips it; 0 for no clipping."""
    tempo: float = 1.0
    """How much faster than usual the players speak."""


CONDITIONS = (
    Condition("quiet"),
    Condition("echo", rt60_s=0.4),
    Condition("pink-20", "pink", 20.0),
    Condition("pink-10", "pink", 10.0),
    Condition("pink-5", "pink", 5.0),
    Condition("babble-20", "babble", 20.0),
    Condition("babble-10", "babble", 10.0),
    Condition("babble-5", "babble", 5.0),
    Condition("bleed-20", bleed_db=-20.0),
    Condition("bleed-12", bleed_db=-12.0),
    Condition("soft", gain_db=-20.0),
    Condition("clipped", overdrive_db=9.0),
    Condition("fast", tempo=1.3),
    Condition("slow", tempo=0.8),
)


def condition(name: str) -> Condition:
    """Return the condition with this name; raises KeyError where there is none."""
    return {known.name: known for known in CONDITIONS}[name]


def active_level_db(samples: Samples) -> float:
    """Return the level of active speech in dBFS; -100 for silence or for less than one frame."""
    frames = samples[: len(samples) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
    powers = (frames.astype(np.float64) ** 2).mean(axis=1)
    if not len(powers) or powers.max() <= 1e-10:
        return -100.0
    active = powers[powers > powers.max() * 10 ** (-ACTIVE_RANGE_DB / 10)]
    return float(10 * np.log10(active.mean()))


def at_level(samples: Samples, level_db: float) -> Samples:
    """Return speech brought to a level."""
    return np.asarray(samples * 10 ** ((level_db - active_level_db(samples)) / 20), dtype=np.float32)


def pink_noise(length: int, seed: int) -> Samples:
    """Return noise whose power falls by 3 dB an octave within NOISE_BAND_HZ, with a power of 1.0."""
    rng = np.random.default_rng(seed)
    size = max(length, 2)
    hertz = np.fft.rfftfreq(size, 1 / SAMPLE_RATE_HZ)
    low, high = NOISE_BAND_HZ
    shape = np.where((hertz >= low) & (hertz <= high), 1 / np.sqrt(np.maximum(hertz, 1.0)), 0.0)
    phases = rng.normal(size=len(hertz)) + 1j * rng.normal(size=len(hertz))
    noise = np.fft.irfft(phases * shape, size)[:length]
    power = float((noise**2).mean()) if length else 0.0
    return np.asarray(noise / np.sqrt(power) if power > 0 else noise, dtype=np.float32)


def echo_response(rt60_s: float, seed: int) -> Samples:
    """Return a room's impulse response: the direct sound, then noise that decays by 60 dB in `rt60_s`."""
    rng = np.random.default_rng(seed)
    length = round(rt60_s * SAMPLE_RATE_HZ)
    times_s = np.arange(length) / SAMPLE_RATE_HZ
    tail = rng.normal(size=length) * 10 ** (-3 * times_s / rt60_s)
    tail[: ECHO_DELAY_MS * SAMPLE_RATE_HZ // 1000] = 0.0
    tail *= 10 ** (-DIRECT_TO_ECHO_DB / 20) / np.sqrt((tail**2).sum())
    tail[0] = 1.0
    return np.asarray(tail, dtype=np.float32)


def with_echo(samples: Samples, response: Samples) -> Samples:
    """Return the sound as the room gives it back, cut to its old length."""
    size = len(samples) + len(response) - 1
    spectrum = np.fft.rfft(samples, size) * np.fft.rfft(response, size)
    return np.asarray(np.fft.irfft(spectrum, size)[: len(samples)], dtype=np.float32)


def with_bleed(block: Block, bleed_db: float) -> Block:
    """Return what the microphones hear when every voice reaches the others' too."""
    leak = 10 ** (bleed_db / 20)
    channels = block.shape[1]
    return np.asarray(block @ (np.eye(channels) * (1 - leak) + leak), dtype=np.float32)


def babble_on(talkers: Block, channels: int, seed: int) -> Block:
    """Return several talkers as so many microphones hear them, each a little nearer to another; power 1.0 on each.

    Args:
        talkers: one talker a column.
        channels: how many microphones.
        seed: which evening.
    """
    rng = np.random.default_rng(seed)
    gains = 10 ** (rng.normal(0, BABBLE_SPREAD_DB, (talkers.shape[1], channels)) / 20)
    mixed = talkers @ gains
    return np.asarray(mixed / np.sqrt(np.maximum((mixed**2).mean(axis=0), 1e-12)), dtype=np.float32)


def apply(dry: Block, how: Condition, seed: int, talkers: Block | None = None) -> Block:
    """Return what the microphones of such an evening record.

    Args:
        dry: clean speech at SPEECH_DBFS, shape (n, channels), each player on the own channel.
        how: the condition; its tempo is the speaker's business and already in `dry`.
        seed: which evening.
        talkers: who babbles, one a column, as long as `dry`; needed for babble only.

    Raises:
        ValueError: the condition wants babble and nobody talks.
    """
    length, channels = dry.shape
    sound = np.asarray(dry * 10 ** (how.gain_db / 20), dtype=np.float32)
    if how.rt60_s:
        echoes = [with_echo(sound[:, k], echo_response(how.rt60_s, seed + k)) for k in range(channels)]
        sound = np.stack(echoes, axis=1)
    if how.bleed_db is not None:
        sound = with_bleed(sound, how.bleed_db)
    noise_level = 10 ** ((SPEECH_DBFS - how.snr_db) / 20)
    if how.noise == "pink":
        sound += noise_level * np.stack([pink_noise(length, seed + 10 + k) for k in range(channels)], axis=1)
    elif how.noise == "babble":
        if talkers is None:
            raise ValueError("babble needs talkers")
        sound += noise_level * babble_on(talkers, channels, seed + 20)
    sound += 10 ** (ROOM_DBFS / 20) * np.stack([pink_noise(length, seed + 30 + k) for k in range(channels)], axis=1)
    if how.overdrive_db and (peak := float(np.abs(sound).max())) > 0:
        sound *= 10 ** (how.overdrive_db / 20) / peak
    return np.clip(sound, -1.0, 1.0).astype(np.float32)
