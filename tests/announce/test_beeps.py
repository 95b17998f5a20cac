"""Beeps: their pitch, length and edges."""

import numpy as np
import pytest

from assistant.announce.beeps import BEEP_RATE_HZ, LEVEL, MELODIES_HZ, REST_MS, TONE_MS, Sign, beep


@pytest.mark.parametrize("sign", Sign)
def test_a_beep_is_short_soft_at_its_edges_and_never_overdriven(sign: Sign) -> None:
    sound = beep(sign)
    assert 50 <= len(sound) * 1000 / BEEP_RATE_HZ < 250
    assert sound.dtype == np.float32
    assert 0.98 * LEVEL < np.abs(sound).max() <= LEVEL
    assert sound[0] == sound[-1] == 0.0
    assert np.abs(np.diff(sound)).max() < 2 * np.pi * max(MELODIES_HZ[sign]) / BEEP_RATE_HZ * LEVEL * 1.01


@pytest.mark.parametrize("sign", Sign)
def test_each_tone_has_its_pitch(sign: Sign) -> None:
    sound = beep(sign)
    step = BEEP_RATE_HZ * (TONE_MS + REST_MS) // 1000
    for number, pitch_hz in enumerate(MELODIES_HZ[sign]):
        tone = sound[number * step : number * step + BEEP_RATE_HZ * TONE_MS // 1000]
        spectrum = np.abs(np.fft.rfft(tone * np.hanning(len(tone)), 8 * len(tone)))
        assert np.argmax(spectrum) * BEEP_RATE_HZ / (8 * len(tone)) == pytest.approx(pitch_hz, rel=0.01)


def test_no_two_signs_share_a_contour() -> None:
    contours = {tuple(np.sign(np.diff(melody))) for melody in MELODIES_HZ.values()}
    assert len(contours) == len(Sign)
