"""Levels, spectra and decays, against what they are defined to be."""

import numpy as np
import pytest

from bench.conditions import (
    CONDITIONS,
    DIRECT_TO_ECHO_DB,
    ROOM_DBFS,
    SPEECH_DBFS,
    Block,
    Condition,
    active_level_db,
    apply,
    at_level,
    babble_on,
    condition,
    echo_response,
    pink_noise,
    with_bleed,
    with_echo,
)
from engines.base import SAMPLE_RATE_HZ, Samples

SECOND = SAMPLE_RATE_HZ


def tone(amplitude: float, seconds: float = 1.0) -> Samples:
    times = np.arange(round(seconds * SECOND)) / SECOND
    return np.asarray(amplitude * np.sin(2 * np.pi * 1000 * times), dtype=np.float32)


def power_db(samples: Samples) -> float:
    return float(10 * np.log10((samples.astype(float) ** 2).mean()))


def alike(block: Block) -> float:
    one, other = block[:, 0].astype(float), block[:, 1].astype(float)
    return float((one * other).mean() / np.sqrt((one**2).mean() * (other**2).mean()))


def test_the_level_of_a_tone_is_that_of_its_sine() -> None:
    assert active_level_db(tone(1.0)) == pytest.approx(-3.01, abs=0.05)


def test_pauses_do_not_count_for_the_level() -> None:
    with_pause = np.concatenate([tone(0.5), np.zeros(3 * SECOND, dtype=np.float32)])
    assert active_level_db(with_pause) == pytest.approx(active_level_db(tone(0.5)), abs=0.05)


def test_silence_has_the_lowest_level() -> None:
    assert active_level_db(np.zeros(SECOND, dtype=np.float32)) == -100.0


def test_speech_is_brought_to_a_level() -> None:
    assert active_level_db(at_level(tone(0.9), SPEECH_DBFS)) == pytest.approx(SPEECH_DBFS, abs=0.01)


def test_pink_noise_falls_by_three_decibels_an_octave() -> None:
    spectrum = np.abs(np.fft.rfft(pink_noise(20 * SECOND, 1))) ** 2
    hertz = np.fft.rfftfreq(20 * SECOND, 1 / SECOND)
    density = [spectrum[(hertz >= low) & (hertz < 2 * low)].mean() for low in (125, 250, 500, 1000, 2000)]
    steps = np.diff(10 * np.log10(density))
    assert steps == pytest.approx([-3.01] * 4, abs=0.4)


def test_pink_noise_has_the_power_one_and_follows_its_seed() -> None:
    assert power_db(pink_noise(SECOND, 7)) == pytest.approx(0.0, abs=0.01)
    assert np.array_equal(pink_noise(SECOND, 7), pink_noise(SECOND, 7))
    assert not np.array_equal(pink_noise(SECOND, 7), pink_noise(SECOND, 8))


def test_an_echo_decays_by_sixty_decibels_in_its_time() -> None:
    response = echo_response(0.4, 3)
    early, late = response[1600:2400], response[4800:5600]
    assert power_db(early) - power_db(late) == pytest.approx(60 * 0.2 / 0.4, abs=1.5)


def test_the_direct_sound_comes_first_and_loudest() -> None:
    response = echo_response(0.4, 3)
    assert response[0] == 1.0
    assert 10 * np.log10(float((response[1:] ** 2).sum())) == pytest.approx(-DIRECT_TO_ECHO_DB, abs=0.01)


def test_an_echo_follows_a_click_and_never_precedes_it() -> None:
    click = np.zeros(SECOND, dtype=np.float32)
    click[4000] = 1.0
    heard = with_echo(click, echo_response(0.4, 3))
    assert np.abs(heard[:4000]).max() < 1e-6
    assert heard[4000] == pytest.approx(1.0, abs=1e-5)
    assert np.abs(heard[4100:6000]).max() > 0.01


@pytest.mark.parametrize("bleed_db", [-12.0, -20.0])
def test_bleed_reaches_the_other_microphones_at_its_level(bleed_db: float) -> None:
    dry = np.zeros((SECOND, 3), dtype=np.float32)
    dry[:, 1] = tone(0.5)
    heard = with_bleed(dry, bleed_db)
    assert np.array_equal(heard[:, 1], dry[:, 1])
    for other in (0, 2):
        assert power_db(heard[:, other]) - power_db(heard[:, 1]) == pytest.approx(bleed_db, abs=0.01)


@pytest.mark.parametrize("name", ["pink-20", "pink-10", "pink-5"])
def test_noise_lies_below_the_speech_as_its_name_says(name: str) -> None:
    silence = np.zeros((2 * SECOND, 3), dtype=np.float32)
    how = condition(name)
    for channel in apply(silence, how, 5).T:
        assert SPEECH_DBFS - power_db(channel) == pytest.approx(how.snr_db, abs=0.1)


def test_the_noises_of_two_microphones_are_different() -> None:
    noise = apply(np.zeros((SECOND, 2), dtype=np.float32), condition("pink-10"), 5)
    assert abs(alike(noise)) < 0.1


def test_babble_lies_below_the_speech_as_its_name_says() -> None:
    talkers = np.stack([pink_noise(SECOND, seed) for seed in range(6)], axis=1)
    noise = apply(np.zeros((SECOND, 3), dtype=np.float32), condition("babble-10"), 5, talkers)
    for channel in noise.T:
        assert SPEECH_DBFS - power_db(channel) == pytest.approx(10.0, abs=0.1)


def test_all_microphones_hear_the_same_babble() -> None:
    talkers = np.stack([pink_noise(SECOND, seed) for seed in range(6)], axis=1)
    assert alike(babble_on(talkers, 2, 1)) > 0.7


def test_babble_needs_talkers() -> None:
    with pytest.raises(ValueError, match="talkers"):
        apply(np.zeros((SECOND, 1), dtype=np.float32), condition("babble-10"), 5)


def test_a_quiet_room_is_as_quiet_as_it_says() -> None:
    room = apply(np.zeros((SECOND, 1), dtype=np.float32), condition("quiet"), 5)
    assert power_db(room[:, 0]) == pytest.approx(ROOM_DBFS, abs=0.1)


def test_soft_speech_is_softer_and_its_room_is_not() -> None:
    dry = np.zeros((2 * SECOND, 1), dtype=np.float32)
    dry[:SECOND, 0] = at_level(tone(0.5), SPEECH_DBFS)
    soft = apply(dry, condition("soft"), 5)[:, 0]
    assert active_level_db(soft[:SECOND]) == pytest.approx(SPEECH_DBFS - 20, abs=0.2)
    assert power_db(soft[SECOND:]) == pytest.approx(ROOM_DBFS, abs=0.2)


def test_clipped_speech_is_cut_at_full_scale() -> None:
    dry = at_level(tone(0.5), SPEECH_DBFS)[:, None]
    clipped = apply(dry, condition("clipped"), 5)
    assert np.abs(clipped).max() == 1.0
    assert 0.5 < float((np.abs(clipped) == 1.0).mean()) < 0.9


def test_the_same_evening_is_the_same_to_the_sample() -> None:
    dry = at_level(tone(0.5), SPEECH_DBFS)[:, None]
    for how in CONDITIONS:
        if how.noise != "babble":
            assert np.array_equal(apply(dry, how, 9), apply(dry, how, 9)), how.name


def test_a_condition_is_known_by_its_name_only() -> None:
    assert condition("echo") == Condition("echo", rt60_s=0.4)
    with pytest.raises(KeyError):
        condition("ech")
