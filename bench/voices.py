"""Voices that can be had from any Debian mirror: flite's and festival's, and more people made of them.

A synthesiser's speech ends where its last sample above -45 dB of its own peak is: that is the truth that ends are held
against. The voices are split by person: thresholds are fitted on some and reported on the others.
"""

import hashlib
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr

from engines.base import SAMPLE_RATE_HZ, Samples

CACHE = Path(__file__).parent / "out" / "speech"
END_BELOW_PEAK_DB = 45.0
"""Speech ends where it was last this far below its peak."""
PEAK = 0.4
"""The peak of every utterance, of full scale: -8 dBFS."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One speaker."""

    name: str
    """For tables."""
    program: str
    """"flite" or "festival"."""
    speaker: str
    """The program's name for the voice."""
    resampled: float = 1.0
    """Played faster by this factor, pitch and all: another, smaller person."""
    split: str = "report"
    """"fit" or "report"."""


VOICES = (
    Voice("slt", "flite", "slt", split="fit"),
    Voice("rms", "flite", "rms", split="fit"),
    Voice("kal16", "flite", "kal16", split="fit"),
    Voice("slt-low", "flite", "slt", 0.88, split="fit"),
    Voice("awb", "flite", "awb"),
    Voice("kal", "flite", "kal"),
    Voice("slt-hts", "festival", "cmu_us_slt_arctic_hts"),
    Voice("rms-high", "flite", "rms", 1.15),
)


def speak(text: str, voice: Voice) -> Samples:
    """Return a sentence spoken: mono, 16 kHz, trimmed to its first and last sound, at PEAK.

    Raises:
        FileNotFoundError: the synthesiser is not installed.
        subprocess.CalledProcessError: it broke down.
    """
    key = hashlib.sha256(f"{voice.program} {voice.speaker} {voice.resampled} {text}".encode()).hexdigest()[:24]
    cached = CACHE / f"{key}.flac"
    if not cached.is_file():
        cached.parent.mkdir(parents=True, exist_ok=True)
        raw = cached.with_suffix(".wav")
        _synthesise(text, voice, raw)
        samples, rate_hz = soundfile.read(raw, dtype="float32")
        raw.unlink()
        rate_hz = rate_hz * voice.resampled
        samples = soxr.resample(samples, rate_hz, SAMPLE_RATE_HZ)
        soundfile.write(cached, _trimmed(samples), SAMPLE_RATE_HZ, subtype="PCM_16")
    return np.asarray(soundfile.read(cached, dtype="float32")[0])


def _synthesise(text: str, voice: Voice, path: Path) -> None:
    if voice.program == "flite":
        command, given = ["flite", "-voice", voice.speaker, "-t", text, "-o", str(path)], b""
    else:
        command, given = ["text2wave", "-eval", f"(voice_{voice.speaker})", "-o", str(path)], text.encode()
    subprocess.run(command, input=given, check=True, capture_output=True)


def _trimmed(samples: Samples) -> Samples:
    loud = np.flatnonzero(np.abs(samples) > np.abs(samples).max() * 10 ** (-END_BELOW_PEAK_DB / 20))
    kept = samples[loud[0] : loud[-1] + 1]
    return np.asarray(kept * (PEAK / np.abs(kept).max()), dtype=np.float32)
