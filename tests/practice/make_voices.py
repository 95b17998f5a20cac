"""Makes voices changed by known amounts: `python -m tests.practice.make_voices` (Debian: flite sox; pip: parselmouth).

One "Brains!" each by a man, a woman, a Scotsman, a machine and a child; each lower and higher by so many semitones,
shorter and longer by a factor, with breath so far below the voice, with jitter, and darker and brighter by so many dB
an octave; and a plain sentence of each, their everyday voice. Pitch, length and jitter by Praat's overlap and add;
breath is noise that follows the voice's own loudness.
"""

from pathlib import Path

import numpy as np
import parselmouth
import soundfile
from numpy.typing import NDArray
from parselmouth.praat import call

from bench.voices import VOICES, Voice, speak
from engines.base import SAMPLE_RATE_HZ

FOLDER = Path(__file__).parent / "recordings" / "voices"
PEOPLE = {
    "man": ("rms", 70.0, 300.0),
    "woman": ("slt", 100.0, 400.0),
    "scot": ("awb", 70.0, 300.0),
    "machine": ("kal16", 70.0, 300.0),
    "child": ("slt-high", 130.0, 500.0),
}
"""Voice, and the range of its pitch in hertz."""
CHILD = Voice("slt-high", "flite", "slt", "fit", 1.25, 0.85)
"""A smaller person with the woman's tongue."""
EVERYDAY = "My brain is fine, and so am I."
SEMITONES = (-2, -4, -6, 2, 3)
LENGTHS = (0.75, 1.5, 2.0, 2.5)
BREATH_DB = (-20, -14, -8)
JITTER = (0.01, 0.02, 0.04)
TILT_DB = (-3, -6, 3)
ROOM_DBFS = -70.0
AROUND_S = 0.3
BITS = 12
STEP_S = 0.004
"""Between two points of a jittered pitch: shorter than any period."""

Floats = NDArray[np.float64]


def resynthesised(
    sound: Floats, low_hz: float, high_hz: float, semitones: float, factor: float, jitter: float
) -> Floats:
    """Return a voice with another pitch, length and regularity, by overlap and add."""
    whole = parselmouth.Sound(sound, SAMPLE_RATE_HZ)
    manipulation = call(whole, "To Manipulation", 0.01, low_hz, high_hz)
    pitch = call(manipulation, "Extract pitch tier")
    call(pitch, "Shift frequencies", whole.xmin, whole.xmax, semitones, "semitones")
    if jitter:
        shaken = call("Create PitchTier", "jitter", whole.xmin, whole.xmax)
        chance = np.random.default_rng(3)
        for at_s in np.arange(whole.xmin, whole.xmax, STEP_S):
            hz = call(pitch, "Get value at time", at_s)
            call(shaken, "Add point", at_s, hz * (1 + chance.normal(0, jitter)))
        pitch = shaken
    call([pitch, manipulation], "Replace pitch tier")
    duration = call("Create DurationTier", "longer", whole.xmin, whole.xmax)
    call(duration, "Add point", whole.xmin, factor)
    call([duration, manipulation], "Replace duration tier")
    return np.asarray(call(manipulation, "Get resynthesis (overlap-add)").values[0])


def breathed(sound: Floats, level_db: float) -> Floats:
    """Return a voice with breath so far below it, as loud as the voice is at every moment."""
    envelope = np.sqrt(np.convolve(sound**2, np.hanning(320) / np.hanning(320).sum(), "same"))
    noise = np.diff(np.random.default_rng(5).normal(0, 1, len(sound) + 1))  # a first difference: no rumble
    return np.asarray(sound + envelope * noise / noise.std() * 10 ** (level_db / 20))


def darkened(sound: Floats, db_an_octave: float) -> Floats:
    """Return a voice whose spectrum falls off by so much more above 500 Hz; rises, where the number is above 0."""
    spectrum = np.fft.rfft(sound)
    hz = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE_HZ)
    gain_db = db_an_octave * np.log2(np.maximum(hz, 500.0) / 500.0)
    return np.asarray(np.fft.irfft(spectrum * 10 ** (gain_db / 20), len(sound)))


def write(name: str, sound: Floats) -> None:
    """Write a voice in its room, at a peak of 0.4."""
    quiet = np.zeros(round(AROUND_S * SAMPLE_RATE_HZ))
    made = np.concatenate((quiet, sound * 0.4 / np.abs(sound).max(), quiet))
    made += np.random.default_rng(1).normal(0, 10 ** (ROOM_DBFS / 20), len(made))
    steps = 2 ** (BITS - 1)
    soundfile.write(
        FOLDER / f"{name}.flac", np.round(made * steps) / steps, SAMPLE_RATE_HZ, subtype="PCM_16", compression_level=1.0
    )


def main() -> None:
    """Write all voices."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    voices = {voice.name: voice for voice in (*VOICES, CHILD)}
    for person, (name, low_hz, high_hz) in PEOPLE.items():
        plain = speak("Brains!", voices[name]).astype(np.float64)
        write(f"{person}-everyday", speak(EVERYDAY, voices[name]).astype(np.float64))
        write(f"{person}-plain", resynthesised(plain, low_hz, high_hz, 0, 1.0, 0.0))
        for semitones in SEMITONES:
            write(f"{person}-pitch{semitones:+d}", resynthesised(plain, low_hz, high_hz, semitones, 1.0, 0.0))
        for factor in LENGTHS:
            write(f"{person}-length{factor}", resynthesised(plain, low_hz, high_hz, 0, factor, 0.0))
        for jitter in JITTER:
            write(f"{person}-jitter{jitter}", resynthesised(plain, low_hz, high_hz, 0, 1.0, jitter))
        for level_db in BREATH_DB:
            write(f"{person}-breath{level_db}", breathed(plain, level_db))
        for tilt_db in TILT_DB:
            write(f"{person}-tilt{tilt_db:+d}", darkened(plain, tilt_db))


if __name__ == "__main__":
    main()
