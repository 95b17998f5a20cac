"""What a warm-up measures, against signals whose levels are known, and what it makes of the measures."""

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.core.observations import Call, Verdict
from assistant.phrasebook import load_phrase_book
from assistant.table import Measured
from assistant.table_advice import Advice, Grade, advise, grade
from assistant.table_sound import Found, find_microphone, level_db, measure
from assistant.table_warmup import lines_to_say, understood
from tests.table_sounds import stretch

RATE_HZ = 16_000
Sound = NDArray[np.float32]


def amplitude(db: float) -> float:
    return float(10 ** (db / 20))


def voice(db: float, seconds: float = 6.0, pause: float = 0.5) -> Sound:
    """Return a sine of 517 Hz with that mean power, which sounds for half of each second."""
    at_s = np.arange(int(seconds * RATE_HZ)) / RATE_HZ
    sine = amplitude(db) * np.sqrt(2) * np.sin(2 * np.pi * 517 * at_s)
    return np.asarray(sine * (at_s % 1 >= pause), dtype=np.float32)


def room(db: float, seconds: float = 6.0, channels: int = 2, seed: int = 1) -> Sound:
    """Return white noise with that mean power."""
    noise = np.random.default_rng(seed).standard_normal((int(seconds * RATE_HZ), channels))
    return (noise * amplitude(db)).astype(np.float32)


def table(*voices_db: float, room_db: float = -60.0) -> Sound:
    """Return a table of microphones on which one voice has these levels, in a room."""
    sound = room(room_db, channels=len(voices_db))
    return sound + np.stack([voice(db) for db in voices_db], axis=1)


def measured(sound: Sound, channel: int = 0) -> Measured:
    found = measure(sound, channel)
    assert found is not None
    return found


@pytest.mark.parametrize("db", [-45.0, -30.0, -12.0])
def test_a_voices_level_is_that_of_its_loud_stretches_alone(db: float) -> None:
    found = measured(table(db, -80))
    assert found.speech_db == pytest.approx(db, abs=0.6)
    assert found.peak_db == pytest.approx(max(db + 3, found.peak_db - 1), abs=1.1)


@pytest.mark.parametrize("db", [-70.0, -50.0, -40.0])
def test_the_rooms_level_is_that_of_the_pauses(db: float) -> None:
    assert measured(table(-20, -40, room_db=db)).noise_db == pytest.approx(db, abs=1.0)


@pytest.mark.parametrize("bleed_db", [-25.0, -12.0, -3.0, 6.0])
def test_bleed_is_how_loud_the_loudest_other_microphone_has_the_voice(bleed_db: float) -> None:
    assert measured(table(-20, -20 + bleed_db, -60)).bleed_db == pytest.approx(bleed_db, abs=0.5)
    assert measured(table(-20)).bleed_db is None


def test_a_copy_of_the_same_microphone_is_no_bleed() -> None:
    one = table(-20)
    assert measured(np.repeat(one, 2, axis=1)).bleed_db is None


@pytest.mark.parametrize(("over", "share"), [(0.9, 0.0), (1.5, 0.54), (4.0, 0.84)])
def test_the_clipped_share_is_that_of_the_speech(over: float, share: float) -> None:
    """A sine of `over` times full scale lies beyond it for 2/pi * acos(1/over) of its time."""
    loud = voice(0) / np.sqrt(2) * over
    found = measured(np.clip(loud[:, np.newaxis], -1, 1) + room(-70, channels=1))
    assert found.clipped_share == pytest.approx(share, abs=0.04)


def test_no_voice_measures_nothing() -> None:
    assert measure(room(-40), 0) is None
    assert measure(np.zeros((RATE_HZ, 2), dtype=np.float32), 0) is None
    assert measure(np.zeros((0, 2), dtype=np.float32), 0) is None
    click = room(-60)
    click[RATE_HZ : RATE_HZ + 320] = 0.9
    assert measure(click, 0) is None


def test_the_microphone_in_front_of_a_player_is_the_loudest() -> None:
    found = find_microphone(table(-40, -18, -30))
    assert (found.channel, found.rivals) == (1, ())
    assert found.level_db == pytest.approx(-18, abs=0.6)
    assert find_microphone(table(-20.0, -22.5)).channel == 0


def test_a_short_louder_laugh_elsewhere_is_not_who_was_asked_to_speak() -> None:
    sound = table(-20, -50)
    sound[8_000:12_000, 1] += 2 * sound[8_000:12_000, 0]
    assert find_microphone(sound).channel == 0
    sound[8_000:, 1] += 2 * sound[8_000:, 0]
    assert find_microphone(sound).channel == 1


def test_two_that_are_about_equally_loud_are_told() -> None:
    found = find_microphone(table(-40, -21.5, -20))
    assert (found.channel, found.rivals) == (None, (2, 1))


def test_one_microphone_that_a_sound_server_offers_twice_is_one() -> None:
    one = table(-20)
    assert find_microphone(np.concatenate((one, one, room(-60, channels=1, seed=5)), axis=1)).channel == 0


@pytest.mark.parametrize(
    ("lag", "gain", "same"), [(0, 1.0, True), (150, 0.97, True), (300, 1.0, False), (3, 0.9, False)]
)
def test_one_microphone_on_two_devices_is_one_though_one_is_later(lag: int, gain: float, same: bool) -> None:
    said = stretch("Ann", ("Brains!", "Five to the graveyard!"), 4_000)[:, :1] + room(-66, 4, channels=1)
    other = gain * np.roll(said, lag, axis=0)
    found = find_microphone(np.concatenate((0.05 * said + room(-66, 4, channels=1, seed=2), said, other), axis=1))
    assert (found.channel, found.rivals) == ((None, (1, 2)) if not same else (1, ()))


def test_nobody_who_speaks_is_found_nowhere() -> None:
    assert find_microphone(room(-40)) == Found(None)
    assert find_microphone(np.zeros((RATE_HZ, 3), dtype=np.float32)) == Found(None)


def test_recorded_players_are_found_on_their_own_microphones() -> None:
    for player, channel in (("Ann", 1), ("Ben", 0)):
        sound = stretch(player, ("Brains!", "Five to the graveyard!"), 4_000) + room(-66, 4)
        assert find_microphone(sound).channel == channel
        assert measured(sound, channel).bleed_db == pytest.approx(-14, abs=0.5)


def test_a_meter_reads_the_power_of_each_channel() -> None:
    block = np.stack([np.full(160, 0.1), np.zeros(160)], axis=1).astype(np.float32)
    assert level_db(block) == pytest.approx([-20, -100], abs=0.01)
    assert level_db(block[:0]) == pytest.approx([-100, -100])


FINE = Measured(-20, -60, -6, 0.0, -20, 5, 5)


def test_a_fine_seat_needs_no_advice() -> None:
    assert advise(FINE) == ()
    assert grade(()) is Grade.GOOD
    assert advise(Measured(-20, -60, -6, 0.0)) == ()


@pytest.mark.parametrize(
    ("measured", "worst", "found"),
    [
        (Measured(-39, -75, -20, 0.0), Grade.GOOD, ""),
        (Measured(-41, -75, -20, 0.0), Grade.FAIR, "the voice is quiet (-41 dB)"),
        (Measured(-53, -85, -30, 0.0), Grade.POOR, "the voice is quiet (-53 dB)"),
        (Measured(-12, -60, -1.1, 0.0), Grade.GOOD, ""),
        (Measured(-12, -60, -0.5, 0.0), Grade.FAIR, "the peak is -0 dB of 0"),
        (Measured(-12, -60, 0, 0.0009), Grade.FAIR, "the peak is 0 dB of 0"),
        (Measured(-12, -60, 0, 0.02), Grade.FAIR, "2.0 % of the speech is overdriven"),
        (Measured(-12, -60, 0, 0.021), Grade.POOR, "2.1 % of the speech is overdriven"),
        (Measured(-20, -41, -6, 0.0), Grade.GOOD, ""),
        (Measured(-20, -39, -6, 0.0), Grade.FAIR, "the voice is only 19 dB above the room"),
        (Measured(-20, -29, -6, 0.0), Grade.POOR, "the voice is only 9 dB above the room"),
        (Measured(-20, -60, -6, 0.0, -10), Grade.GOOD, ""),
        (Measured(-20, -60, -6, 0.0, -9), Grade.FAIR, "another microphone hears the voice at -9 dB"),
        (Measured(-20, -60, -6, 0.0, -5), Grade.POOR, "another microphone hears the voice at -5 dB"),
        (Measured(-20, -60, -6, 0.0, 3), Grade.POOR, "another microphone hears the voice at +3 dB"),
        (Measured(-20, -60, -6, 0.0, None, 3, 5), Grade.FAIR, "understood 3 of 5 calls"),
        (Measured(-20, -60, -6, 0.0, None, 2, 5), Grade.POOR, "understood 2 of 5 calls"),
    ],
)
def test_each_fault_is_graded_and_named(measured: Measured, worst: Grade, found: str) -> None:
    advice = advise(measured)
    assert grade(advice) is worst
    assert [each.found for each in advice] == ([found] if found else [])
    assert all(each.remedy for each in advice)


def test_the_worst_advice_comes_first_and_names_calls_and_players() -> None:
    advice = advise(Measured(-41, -75, -20, 0.0, -12, 3, 5), ("Blood!", "Seduce!"), ("Ben",))
    assert [each.grade for each in advice] == [Grade.POOR, Grade.FAIR, Grade.FAIR]
    assert advice[0].found == "some calls were taken for Ben's"
    assert advice[2].found == "understood 3 of 5 calls (missed: Blood! Seduce!)"


def test_silence_is_poor() -> None:
    [only] = advise(None)
    assert isinstance(only, Advice)
    assert only.grade is Grade.POOR


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (
            "grave-feast",
            ["Brains!", "Blood!", "Five to the graveyard!", "Seduce!", "The power of Christ compels you!"],
        ),
        ("need-more-brains", ["More brains!", "No more brains!"]),
        ("in-cahoots", ["Fight!", "Flee!"]),
    ],
)
def test_a_player_says_the_games_own_calls(game: str, texts: list[str]) -> None:
    lines = lines_to_say(load_phrase_book().games[game])
    assert [line.text for line in lines][: len(texts)] == texts
    assert len(lines) <= 5
    assert len({(line.phrase, line.slots) for line in lines}) == len(lines)


def call(player: str | None, phrase: str, verdict: Verdict = Verdict.EXACT, n: int | None = None) -> Call:
    return Call(player, f"grave-feast.{phrase}", verdict, phrase, 0, 1, () if n is None else (("n", n),))


def test_a_line_is_understood_when_its_own_microphone_has_it_word_for_word() -> None:
    lines = lines_to_say(load_phrase_book().games["grave-feast"])
    brains, blood, graveyard, seduce, christ = lines
    calls = [
        call("Ann", "brains"),
        call("Ann", "blood", Verdict.UNSURE),
        call("Ann", "graveyard", n=4),
        call("Ben", "seduce"),
        call("Ben", "brains"),
    ]
    found = understood(lines, calls, "Ann")
    assert found.heard == (brains,)
    assert found.missed == (blood, graveyard, seduce, christ)
    assert found.strayed == ("Ben",)
    assert understood(lines, [call(None, "graveyard", n=5)], None).heard == (graveyard,)
