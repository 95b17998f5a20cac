"""Voices that anybody can have: Debian's flite and festival, more people made of them, and natural ones (`natural`).

Every voice belongs to one person, and people are split, not voices: thresholds are fitted on some people and figures
are reported on the others, so that slt by flite and slt by festival (the same woman) are on one side. awb is a
Scotsman, the diphone voices (kal16, ked) are the least human. espeak-ng is left out: it is the referee's own voice.
The natural voices take long to make, so each says a share of the lines only. More of them say shouts, as they are and
in the accents of people from elsewhere, for the fit.

A synthesiser's speech begins and ends with its first and last sample above -45 dB of its own peak: that is the truth
that times are held against. Speech that fades out into a room is no longer told from silence below that.
"""

import hashlib
import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import numpy as np
import soundfile
import soxr

from bench import natural
from bench.accents import ACCENTS, in_accent
from engines.base import SAMPLE_RATE_HZ, Samples

CACHE = Path(__file__).parent / "out" / "speech"
END_BELOW_PEAK_DB = 45.0
"""Speech ends where it was last this far below its peak."""
PEAK = 0.4
"""The peak of every utterance, of full scale: -8 dBFS."""
NATURAL_SHARE = 0.25
SPLITS = ("fit", "shout", "report")
"""What people are for: on the fitting side, some say everything and more say shouts; the report has its own."""
SHOUT_WORDS = 2
"""A shout and its near misses have no more words."""
ACCENTS_EACH = 2
"""So many accents are dealt to each natural voice of the fitting side."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One speaker."""

    name: str
    """For tables."""
    program: str
    """"flite", "festival", "kokoro" or "piper"."""
    speaker: str
    """The program's name for the voice."""
    split: str
    """One of SPLITS; "shout": says lines of at most SHOUT_WORDS words."""
    resampled: float = 1.0
    """Played faster by this factor, pitch and all: another, smaller person."""
    tempo: float = 1.0
    """... and then spoken faster by this factor, at the same pitch."""
    share: float = 1.0
    """So large a share of the calls and near misses is said in this voice, 0.0 to 1.0."""
    accent: str = ""
    """Where the person comes from, see `bench.accents`; empty: as the synthesiser has it."""

    @property
    def person(self) -> str:
        """Who the voice was made of."""
        return person_of(self.name)


def person_of(name: str) -> str:
    """Return who the voice with this name was made of."""
    return name.partition("-")[0]


NATURAL_FIT = ("af_heart", "am_michael", "am_puck", "bf_emma", "bm_george")
NATURAL_SHOUT = (
    *("af_alloy", "af_aoede", "af_jessica", "af_kore", "af_nicole", "af_nova", "af_river", "af_sarah", "af_sky"),
    *("am_adam", "am_echo", "am_eric", "am_liam", "am_onyx", "am_santa"),
    *("bf_alice", "bf_lily", "bm_fable", "bm_lewis"),
)
VOICES = (
    Voice("slt", "flite", "slt", "fit"),
    Voice("rms", "flite", "rms", "fit"),
    Voice("ked", "festival", "ked_diphone", "fit"),
    Voice("slt-hts", "festival", "cmu_us_slt_arctic_hts", "fit"),
    Voice("slt-deep", "flite", "slt", "fit", 0.85, 1.18),
    Voice("rms-high", "flite", "rms", "fit", 1.18, 0.85),
    Voice("awb", "flite", "awb", "report"),
    Voice("kal16", "flite", "kal16", "report"),
    Voice("awb-high", "flite", "awb", "report", 1.22, 0.86),
    Voice("awb-deep", "flite", "awb", "report", 0.88, 1.06),
    Voice("kal16-high", "flite", "kal16", "report", 1.18, 0.88),
    *(Voice(speaker, "kokoro", speaker, "fit", share=NATURAL_SHARE) for speaker in NATURAL_FIT),
    *(
        Voice(speaker, "kokoro", speaker, "report", share=NATURAL_SHARE)
        for speaker in ("af_bella", "am_fenrir", "bf_isabella", "bm_daniel")
    ),
    Voice("joe", "piper", "joe", "report", share=NATURAL_SHARE),
    *(Voice(speaker, "kokoro", speaker, "shout") for speaker in NATURAL_SHOUT),
    *(
        Voice(f"{speaker}-{accent}", "kokoro", speaker, "shout", accent=accent)
        for speaker, accent in zip(sorted((*NATURAL_FIT, *NATURAL_SHOUT) * ACCENTS_EACH), cycle(ACCENTS), strict=False)
    ),
)


def voices_of(split: str) -> tuple[Voice, ...]:
    """Return the voices of a split."""
    return tuple(voice for voice in VOICES if voice.split == split)


def speak(text: str, voice: Voice, tempo: float = 1.0) -> Samples:
    """Return a sentence spoken: mono, 16 kHz, trimmed to its first and last sound, at PEAK.

    Args:
        text: what to say.
        voice: who says it.
        tempo: how much faster than usual, at the same pitch.

    Raises:
        FileNotFoundError: the synthesiser or sox is not installed.
        ModuleNotFoundError: the packages of the natural voices are not installed.
        subprocess.CalledProcessError: it broke down.
    """
    said = f"/{in_accent(text, voice.accent)}/" if voice.accent else text
    samples, rate_hz = _synthesised(said, voice)
    samples = soxr.resample(samples, rate_hz * voice.resampled, SAMPLE_RATE_HZ)
    return _trimmed(_hastened(samples, voice.tempo * tempo))


def _synthesised(text: str, voice: Voice) -> tuple[Samples, int]:
    """Return what the program makes of a text, made once and kept."""
    made_of = f"{voice.program} {voice.speaker} {text}"
    cached = CACHE / f"{hashlib.sha256(made_of.encode()).hexdigest()[:24]}.flac"
    if not cached.is_file():
        cached.parent.mkdir(parents=True, exist_ok=True)
        samples, rate_hz = PROGRAMS[voice.program](text, voice.speaker)
        part = cached.with_suffix(f".{os.getpid()}.part")
        soundfile.write(part, samples, rate_hz, subtype="PCM_16", format="FLAC")
        part.rename(cached)
    samples, rate_hz = soundfile.read(cached, dtype="float32")
    return samples, rate_hz


def _flite(text: str, speaker: str) -> tuple[Samples, int]:
    return told_by(["flite", "-voice", speaker, "-t", text, "-o"], "")


def _festival(text: str, speaker: str) -> tuple[Samples, int]:
    return told_by(["text2wave", "-eval", f"(voice_{speaker})", "-o"], text)


def told_by(command: list[str], given: str) -> tuple[Samples, int]:
    """Return what a program speaks into the file that is named behind its last argument, and the rate in Hz.

    Args:
        command: the program and its arguments.
        given: what it reads from its standard input.

    Raises:
        FileNotFoundError: it is not installed.
        subprocess.CalledProcessError: it broke down.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spoken.wav"
        subprocess.run([*command, str(path)], input=given.encode(), check=True, capture_output=True)
        samples, rate_hz = soundfile.read(path, dtype="float32")
    return samples, rate_hz


PROGRAMS: Mapping[str, Callable[[str, str], tuple[Samples, int]]] = {
    "flite": _flite,
    "festival": _festival,
    "kokoro": natural.kokoro,
    "piper": natural.piper,
}
"""(text, speaker) -> samples and rate in Hz."""


def _hastened(samples: Samples, tempo: float) -> Samples:
    """Change the tempo and not the pitch, by sox's overlap and add for speech."""
    if abs(tempo - 1.0) < 0.001:
        return samples
    form = ["-t", "f32", "-r", str(SAMPLE_RATE_HZ), "-c", "1", "-"]
    command = ["sox", "-D", *form, *form, "tempo", "-s", f"{tempo:.4f}"]
    made = subprocess.run(command, input=samples.astype("<f4").tobytes(), check=True, capture_output=True)
    return np.frombuffer(made.stdout, dtype="<f4")


def _trimmed(samples: Samples) -> Samples:
    loud = np.flatnonzero(np.abs(samples) > np.abs(samples).max() * 10 ** (-END_BELOW_PEAK_DB / 20))
    kept = samples[loud[0] : loud[-1] + 1]
    return np.asarray(kept * (PEAK / np.abs(kept).max()), dtype=np.float32)
