"""A voice beneath the referee's own is found by taking the echo out; the echo alone, in whatever room, is no voice."""

from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from assistant.hearing.echo import beneath, without_echo

ROOT = Path(__file__).resolve().parents[2]
RATE = 16_000
LENGTH_S = 6
AT_S = 2.0
"""Where Ann calls."""
DELAY = 1_800
"""Samples: a sound server is 110 ms late."""


def recorded(path: str, from_s: float, to_s: float, channel: int = 0) -> NDArray[np.float32]:
    sound, rate_hz = soundfile.read(ROOT / path, dtype="float32", always_2d=True)
    assert rate_hz == RATE
    return np.asarray(sound[round(from_s * RATE) : round(to_s * RATE), channel])


PLAYED = recorded("tests/practice/recordings/drill.flac", 0.0, 5.0)
"""Somebody speaks for five seconds, as the referee does."""
BRAINS = recorded("examples/grave-feast-match.flac", 0.9, 1.8)


def peak_db(sound: NDArray[np.float32]) -> float:
    frames = sound[: len(sound) // 160 * 160].astype(np.float64).reshape(-1, 160)
    return float(10 * np.log10((frames**2).mean(axis=1).max()))


def table(reverberation_s: float, call_db: float | None) -> NDArray[np.float32]:
    """Return three microphones in a room, in which Ann calls so much louder than the echo, or does not."""
    chance = np.random.default_rng(5)
    sound = chance.normal(0, 10 ** (-65 / 20), (LENGTH_S * RATE, 3))
    for channel in range(3):
        echo = PLAYED.astype(np.float64)
        if reverberation_s:
            taps = np.exp(-6.9 * np.arange(RATE // 3) / (reverberation_s * RATE))
            taps *= 0.05 * chance.standard_normal(len(taps))
            taps[0] = 1.0
            size = len(echo) + len(taps)
            echo = np.fft.irfft(np.fft.rfft(echo, size) * np.fft.rfft(taps, size), size)
        begin = DELAY + 40 * channel
        count = min(len(echo), len(sound) - begin)
        sound[begin : begin + count, channel] += 0.3 * echo[:count]
    if call_db is not None:
        gain = 10 ** ((peak_db(sound[:, 0].astype(np.float32)) + call_db - peak_db(BRAINS)) / 20)
        first = round(AT_S * RATE)
        sound[first : first + len(BRAINS), 0] += gain * BRAINS
        sound[first : first + len(BRAINS), 1] += 0.2 * gain * BRAINS
    return sound.astype(np.float32)


NO_EARS = np.ones(LENGTH_S * 100, dtype=np.bool_)


@pytest.mark.parametrize("reverberation_s", [0.0, 0.3])
@pytest.mark.parametrize("call_db", [-6.0, 0.0])
def test_a_call_beneath_the_referees_voice_is_found_where_it_is_loudest(reverberation_s: float, call_db: float) -> None:
    [voice], _ = beneath(table(reverberation_s, call_db), PLAYED, NO_EARS)
    assert voice.channel == 0
    assert AT_S <= voice.first / RATE <= AT_S + 0.25
    assert AT_S + 0.5 <= voice.last / RATE <= AT_S + len(BRAINS) / RATE


@pytest.mark.parametrize("call_db", [None, 0.0])
def test_an_echo_that_comes_before_its_measured_start_is_taken_out_too(call_db: float | None) -> None:
    late = DELAY + RATE * 85 // 1000  # the echo is heard 85 ms before what is said to be played
    played = np.concatenate([np.zeros(late, dtype=np.float32), PLAYED])
    voices, rests = beneath(table(0.0, call_db), played, NO_EARS)
    assert [voice.channel for voice in voices] == ([] if call_db is None else [0])
    assert peak_db(rests[:, 2]) < peak_db(0.3 * PLAYED) - 14


@pytest.mark.parametrize("reverberation_s", [0.0, 0.3])
def test_the_echo_alone_is_no_voice(reverberation_s: float) -> None:
    assert beneath(table(reverberation_s, None), PLAYED, NO_EARS)[0] == ()


def test_what_the_ears_got_themselves_is_not_found_again() -> None:
    heard = NO_EARS.copy()
    heard[190:300] = False
    assert beneath(table(0.0, 0.0), PLAYED, heard)[0] == ()


def test_the_echo_is_taken_out_and_the_voice_stays() -> None:
    sound = table(0.3, 0.0)
    rest = without_echo(sound[:, 0], PLAYED)
    before, after = slice(RATE // 2, 2 * RATE), slice(round(2.1 * RATE), round(2.6 * RATE))
    assert peak_db(rest[before]) < peak_db(sound[before, 0]) - 12
    assert abs(peak_db(rest[after]) - peak_db(sound[after, 0])) < 4


def test_silence_has_no_echo() -> None:
    assert beneath(np.zeros((RATE, 2), np.float32), PLAYED, NO_EARS)[0] == ()
    assert beneath(table(0.0, None), np.zeros(10, np.float32), NO_EARS[:100])[0] == ()


@pytest.mark.parametrize("reverberation_s", [0.0, 0.3])
def test_a_call_as_long_as_the_sentence_over_it_is_found(reverberation_s: float) -> None:
    """The referee speaks for 1.3 s; Ben's "Five to the graveyard", as loud, begins 60 ms later and lasts as long."""
    sound = table(reverberation_s, None)
    words = np.flatnonzero(np.abs(PLAYED) > 0.05)[0]
    begin = int(words) + DELAY
    sentence = PLAYED[int(words) : int(words) + round(1.3 * RATE)]
    sound = sound[begin : begin + round(1.8 * RATE)]
    graveyard = recorded("examples/grave-feast-match.flac", 4.4, 5.9, 1)
    gain = 10 ** ((peak_db(sound[:, 1]) - peak_db(graveyard)) / 20)
    sound[960 : 960 + len(graveyard), 1] += gain * graveyard
    found, _ = beneath(sound, sentence, NO_EARS)
    assert [voice.channel for voice in found][:1] == [1]


def test_an_echo_that_is_not_understood_is_no_voice() -> None:
    """The loudspeaker ran dry for half a second, so what was played does not tell what was heard."""
    sound = table(0.0, None)
    torn = np.concatenate([sound[: 3 * RATE], sound[round(2.5 * RATE) : -RATE // 2]])
    assert beneath(torn, PLAYED, NO_EARS)[0] == ()


def test_of_two_microphones_that_hear_the_same_one_is_named() -> None:
    sound = table(0.0, 0.0)
    sound[:, 1] = sound[:, 0]
    [voice], _ = beneath(sound, PLAYED, NO_EARS)
    assert voice.channel == 0
