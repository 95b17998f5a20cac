"""In what rooms and noise the ear for sounds learns to hear: all kinds, a new one for each utterance and each round."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import soxr

from bench.conditions import SPEECH_DBFS, at_level, echo_response, pink_noise, with_echo
from engines.base import SAMPLE_RATE_HZ, Samples

RESAMPLED_SHARE, RESAMPLED = 0.7, (0.84, 1.2)
"""So many people are made larger or smaller: pitch, formants and tempo, by such a factor."""
ACTIVE = 0.006
"""Speech is cut to what is louder than this, of its peak."""
SILENCE_S = ((0.0, 0.15), (0.05, 0.5))
"""The silence before it and behind it, each of one of these ranges."""
ECHO_SHARE, RT60_S, ECHO_DB = 0.25, (0.2, 0.7), (-6.0, 6.0)
COLOUR_SHARE, COLOUR_POINTS, COLOUR_DB = 0.5, 7, 3.0
"""What a microphone does to some frequencies: standard deviation at so many points of the spectrum."""
NOISE_SHARE, SNR_DB = 0.65, (3.0, 25.0)
PINK_SHARE, WHITE_SHARE = 0.45, 0.15
"""Of all noise; the rest is other people's voices."""
TALKERS = (2, 4, 6, 8)
TALKER_DB = 3.0
ROOM_DBFS = (-75.0, -50.0)
CLIPPED_SHARE, OVERDRIVE_DB = 0.08, (2.0, 12.0)


@dataclass(frozen=True, slots=True)
class Evening:
    """Draws what happens to an utterance."""

    rng: random.Random
    """Decides."""
    others: Sequence[Samples]
    """What may be heard as other people's voices, dry."""

    def heard(self, dry: Samples) -> Samples:
        """Return what a microphone makes of an utterance on such an evening."""
        sound = dry
        if self.rng.random() < RESAMPLED_SHARE:
            sound = soxr.resample(sound, self.rng.uniform(*RESAMPLED), 1.0)
        loud = np.flatnonzero(np.abs(sound) > ACTIVE * np.abs(sound).max())
        sound = at_level(sound[loud[0] : loud[-1] + 1], SPEECH_DBFS)
        sound = np.concatenate((self._silence(), sound, self._silence()))
        if self.rng.random() < ECHO_SHARE:
            response = echo_response(self.rng.uniform(*RT60_S), self._seed())
            response[1:] *= 10 ** (self.rng.uniform(*ECHO_DB) / 20)
            sound = with_echo(sound, response)
        if self.rng.random() < COLOUR_SHARE:
            sound = self._coloured(sound)
        if self.rng.random() < NOISE_SHARE:
            sound = sound + 10 ** ((SPEECH_DBFS - self.rng.uniform(*SNR_DB)) / 20) * self._noise(len(sound))
        sound = sound + 10 ** (self.rng.uniform(*ROOM_DBFS) / 20) * pink_noise(len(sound), self._seed())
        if self.rng.random() < CLIPPED_SHARE:
            sound = sound * 10 ** (self.rng.uniform(*OVERDRIVE_DB) / 20) / np.abs(sound).max()
        return np.clip(sound, -1.0, 1.0).astype(np.float32)

    def _seed(self) -> int:
        return self.rng.randrange(2**30)

    def _silence(self) -> Samples:
        return np.zeros(int(self.rng.uniform(*self.rng.choice(SILENCE_S)) * SAMPLE_RATE_HZ), dtype=np.float32)

    def _coloured(self, sound: Samples) -> Samples:
        spectrum = np.fft.rfft(sound)
        points = [self.rng.gauss(0.0, COLOUR_DB) for _ in range(COLOUR_POINTS)]
        gain_db = np.interp(np.linspace(0, 1, len(spectrum)), np.linspace(0, 1, COLOUR_POINTS), points)
        return np.asarray(np.fft.irfft(spectrum * 10 ** (gain_db / 20), len(sound)), dtype=np.float32)

    def _noise(self, length: int) -> Samples:
        """Return noise of power 1.0."""
        drawn = self.rng.random()
        if drawn < PINK_SHARE:
            return pink_noise(length, self._seed())
        if drawn < PINK_SHARE + WHITE_SHARE:
            return np.random.default_rng(self._seed()).normal(size=length).astype(np.float32)
        mixed = np.zeros(length, dtype=np.float32)
        for _ in range(self.rng.choice(TALKERS)):
            at = 0
            while at < length:
                level_db = self.rng.gauss(0.0, TALKER_DB)
                voice = at_level(self.rng.choice(self.others), level_db)[: length - at]
                mixed[at : at + len(voice)] += voice
                at += len(voice) + self.rng.randrange(SAMPLE_RATE_HZ // 5)
        return np.asarray(mixed / np.sqrt((mixed**2).mean() + 1e-12), dtype=np.float32)
