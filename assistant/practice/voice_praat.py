"""A voice measured by Praat (parselmouth, GPL, so an extra): pitch, harmonics-to-noise, jitter."""

from types import ModuleType
from typing import Any

import numpy as np

from assistant.practice.creepy import VoiceMeasure
from assistant.practice.voice_sound import HIGHEST_HZ, LOWEST_HZ, sounding, tilt_db
from engines.base import SAMPLE_RATE_HZ, Samples

NAME = "praat"
STEP_S = 0.01
LEAST_VOICED_FRAMES = 5
"""50 ms of pitch; less is a whisper."""
JITTER_PERIODS = (0.0001, 0.02, 1.3)
"""Praat's usual: the shortest and longest period in seconds, and how far neighbours may differ as a factor."""
LEAST_HNR_DB = -199.0
"""Praat gives -200 dB for frames without a voice."""


def praat() -> ModuleType | None:
    """Return parselmouth, or None where it is not installed."""
    try:
        import parselmouth
    except ImportError:
        return None
    module: ModuleType = parselmouth
    return module


def measure(samples: Samples) -> VoiceMeasure | None:
    """Return what Praat measures on an utterance, or None where there is no sound.

    Args:
        samples: mono, 16 kHz, with silence around it.

    Raises:
        ImportError: parselmouth is not installed.
    """
    import parselmouth
    from parselmouth.praat import call

    voice = sounding(samples)
    if len(voice) < SAMPLE_RATE_HZ // 10:
        return None
    length_ms = len(voice) * 1000 // SAMPLE_RATE_HZ
    sound: Any = parselmouth.Sound(voice.astype(np.float64) / np.abs(voice).max(), SAMPLE_RATE_HZ)
    pitch = sound.to_pitch_ac(STEP_S, LOWEST_HZ, pitch_ceiling=HIGHEST_HZ)
    hz = pitch.selected_array["frequency"]
    voiced = hz > 0
    tilt = tilt_db(voice, np.asarray(pitch.xs())[voiced])
    if voiced.sum() < LEAST_VOICED_FRAMES:
        return VoiceMeasure(NAME, length_ms, tilt)
    harmonicity = sound.to_harmonicity_cc(STEP_S, LOWEST_HZ).values[0]
    heard = harmonicity[harmonicity > LEAST_HNR_DB]
    points = call([sound, pitch], "To PointProcess (cc)")
    jitter = call(points, "Get jitter (local)", 0, 0, *JITTER_PERIODS)
    return VoiceMeasure(
        NAME,
        length_ms,
        tilt,
        float(np.median(hz[voiced])),
        float(heard.mean()) if len(heard) else None,
        None if np.isnan(jitter) else float(jitter),
    )
