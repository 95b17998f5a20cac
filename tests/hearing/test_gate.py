"""The gate: the referee is not heard, shouts are, the clock stays true, and an echo is known by its words."""

import numpy as np
import pytest
import soxr
from numpy.typing import NDArray

from assistant.announce.beeps import BEEP_RATE_HZ, MELODIES_HZ, Sign, beep
from assistant.core.observations import Verdict, WordDiff
from assistant.core.phrases.normalise import plain_words
from assistant.core.spoken import SPEAKING, Spoken
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.gate import TAIL_MS, Gate
from assistant.hearing.own_words import GatedPool, is_echo, unechoed
from assistant.hearing.segments import LEAST_PEAK_ABOVE_ROOM_DB
from tests.play.scripted_table import ReadyPool

RATE = 16
"""Samples a millisecond."""


def noise(length_ms: int, dbfs: float, channels: int = 2, seed: int = 1) -> NDArray[np.float32]:
    sound = np.random.default_rng(seed).standard_normal((length_ms * RATE, channels))
    return (sound * 10 ** (dbfs / 20)).astype(np.float32)


def level_db(sound: NDArray[np.float32]) -> float:
    return float(10 * np.log10(max(float((sound.astype(np.float64) ** 2).mean()), 1e-12)))


def pushed(gate: Gate, sound: NDArray[np.float32], block_ms: int = 40) -> NDArray[np.float32]:
    """Push sound in blocks, and return what comes out, with nothing held back."""
    size = block_ms * RATE
    blocks = [gate.push(sound[first : first + size]) for first in range(0, len(sound), size)]
    return np.concatenate([*blocks, gate.flush()])


def table(*spoken: tuple[int, int, float], length_ms: int, room_db: float = -60.0) -> NDArray[np.float32]:
    """Return a room in which the referee's echo is heard from and to the given moments, at the given level."""
    sound = noise(length_ms, room_db)
    for number, (from_ms, to_ms, dbfs) in enumerate(spoken):
        sound[from_ms * RATE : to_ms * RATE] += noise(to_ms - from_ms, dbfs, seed=number + 2)
    return sound


@pytest.mark.parametrize("block_ms", [7, 40, 1_000])
def test_a_sentence_is_replaced_by_the_empty_room_of_the_same_length(block_ms: int) -> None:
    sound = table((1_000, 2_000, -20.0), length_ms=4_000)
    gate = Gate(2)
    gate.close(1, 950, "Ben scores five")
    gate.open(1, 2_000)
    heard = pushed(gate, sound, block_ms)
    assert heard.shape == sound.shape
    assert np.array_equal(heard[: 950 * RATE], sound[: 950 * RATE])
    end = (2_000 + TAIL_MS) * RATE
    assert np.array_equal(heard[end + 10 * RATE :], sound[end + 10 * RATE :])
    assert level_db(heard[950 * RATE : end]) == pytest.approx(-60.0, abs=1.0)


def test_an_end_that_is_measured_later_counts_from_the_sample_on_that_it_names() -> None:
    gate, sound = Gate(2), table((1_000, 2_000, -20.0), length_ms=4_000)
    parts = [gate.push(sound[: 900 * RATE])]
    gate.close(1, 950, "Ben scores five")
    parts.append(gate.push(sound[900 * RATE : 2_100 * RATE]))
    gate.open(1, 2_000)
    parts.append(gate.push(sound[2_100 * RATE :]))
    heard = np.concatenate([*parts, gate.flush()])
    assert heard.shape == sound.shape
    assert level_db(heard[950 * RATE : 2_440 * RATE]) < -55
    assert np.array_equal(heard[2_460 * RATE :], sound[2_460 * RATE :])


def test_a_sound_that_nobody_heard_leaves_the_gate_open() -> None:
    gate, sound = Gate(2), noise(1_000, -30.0)
    gate.close(1, 200, "Ben scores five")
    gate.open(1, 200, heard=False)
    assert np.array_equal(pushed(gate, sound), sound)
    assert gate.spoken(0, 1_000) is None


def shouted_through(above_db: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what was said and what was heard while the referee spoke a second time and the first player shouted."""
    gate = Gate(2)
    sound = table((1_000, 2_000, -30.0), (4_000, 5_500, -30.0), length_ms=7_000)
    shout = noise(300, -30.0 + above_db, channels=1, seed=9)
    sound[4_800 * RATE : 5_100 * RATE, :1] += shout
    gate.close(1, 1_000, "Grave Feast")
    gate.open(1, 2_000)
    gate.close(2, 4_000, "Ben scores five")
    gate.open(2, 5_500)
    return sound, pushed(gate, sound)


def test_a_shout_into_a_microphone_passes_with_a_little_before_and_after_it() -> None:
    sound, heard = shouted_through(above_db=20.0)
    passed = slice(4_660 * RATE, 5_340 * RATE)
    assert np.array_equal(heard[passed], sound[passed])
    assert level_db(heard[4_000 * RATE : 4_640 * RATE]) < -55
    assert level_db(heard[5_400 * RATE : 5_900 * RATE]) < -55


def test_what_is_hardly_louder_than_the_echo_does_not_pass() -> None:
    _, heard = shouted_through(above_db=3.0)
    assert level_db(heard[4_000 * RATE : 5_900 * RATE]) < -55


def test_before_the_first_sentence_is_over_nothing_passes_and_a_new_volume_is_learned_anew() -> None:
    gate = Gate(2)
    sound = table((1_000, 2_000, -30.0), (4_000, 5_000, -10.0), length_ms=6_000)
    sound[1_400 * RATE : 1_600 * RATE] += noise(200, -5.0, seed=9)
    gate.close(1, 1_000, "Grave Feast")
    gate.open(1, 2_000)
    first = pushed(gate, sound[: 3_000 * RATE])
    assert level_db(first[1_000 * RATE : 2_400 * RATE]) < -55
    gate.forget()
    gate.close(2, 4_000, "Ben scores five")
    gate.open(2, 5_000)
    assert level_db(pushed(gate, sound[3_000 * RATE :])[1_000 * RATE : 2_400 * RATE]) < -55


def test_a_noisy_room_stays_noisy_so_that_it_is_no_speech_afterwards() -> None:
    gate = Gate(2)
    sound = table((2_000, 5_000, -20.0), length_ms=8_000, room_db=-40.0)
    gate.close(1, 2_000, "Ben scores five")
    gate.open(1, 5_000)
    heard = pushed(gate, sound)
    levels = [level_db(heard[at * RATE : (at + 100) * RATE]) for at in range(0, 7_900, 100)]
    assert min(levels) > -42
    assert max(levels) < -38


@pytest.mark.parametrize("sign", list(Sign))
def test_a_beep_is_taken_out_and_the_voice_beside_it_stays(sign: Sign) -> None:
    room = noise(3_000, -60.0, channels=1)
    tones = np.asarray(soxr.resample(beep(sign), BEEP_RATE_HZ, 16_000), dtype=np.float32)[:, np.newaxis]
    begin, end = 1_100 * RATE, 1_100 * RATE + len(tones)
    voice = np.zeros_like(room)
    voice[1_000 * RATE : 1_600 * RATE] = noise(600, -20.0, channels=1, seed=4)
    heard = {}
    for name, sound in (("beep", room), ("both", room + voice)):
        mixed = sound.copy()
        mixed[begin:end] += tones
        gate = Gate(1)
        gate.close(1, 1_000, "", MELODIES_HZ[sign])
        gate.open(1, 1_100 + len(tones) // RATE)
        heard[name] = pushed(gate, mixed)
        assert heard[name].shape == mixed.shape
    steps = range(begin, end, 10 * RATE)
    loudest_db = max(level_db(heard["beep"][first : first + 10 * RATE]) for first in steps)
    assert loudest_db < -60.0 + LEAST_PEAK_ABOVE_ROOM_DB
    lost = heard["both"] - room - voice
    assert level_db(lost[1_000 * RATE : 1_600 * RATE]) < -20.0 - 7


def test_a_sentence_that_follows_on_a_beep_is_kept_from_the_ears_as_any_other() -> None:
    sound = table((1_400, 2_400, -20.0), length_ms=4_000)
    gate = Gate(2)
    gate.close(1, 1_000, "", MELODIES_HZ[Sign.OPEN])
    gate.open(1, 1_200)
    gate.close(2, 1_350, "Ben scores five")  # the beep may ring until 1,650 ms
    gate.open(2, 2_400)
    heard = pushed(gate, sound)
    assert level_db(heard[1_400 * RATE : 2_800 * RATE]) == pytest.approx(-60.0, abs=1.0)


def said(words: str, verdict: Verdict) -> Heard:
    diff = WordDiff(missing=("the",)) if verdict is Verdict.INEXACT else None
    return Heard((Utterance("x.y", verdict, words, words.split()[-1], 0, 900, diff=diff),), ())


@pytest.mark.parametrize(
    ("words", "spoken", "echo"),
    [
        ("five to the graveyard", "Ben announces five to the graveyard.", True),
        ("five the graveyard", "Ben announces five to the graveyard.", True),
        ("the power of evil compels you", "Ben scores five.", False),
        ("seduce", "Ben steals the family from Ann.", False),
        ("graveyard to five", "five to the graveyard", False),
        ("brains", "", False),
    ],
)
def test_the_referees_own_words_are_known(words: str, spoken: str, echo: bool) -> None:
    assert is_echo(plain_words(words), plain_words(spoken)) is echo
    kept = unechoed(said(words, Verdict.EXACT), spoken).utterances
    assert kept == (() if echo else said(words, Verdict.EXACT).utterances)


def test_what_was_not_heard_word_for_word_through_the_referees_voice_costs_nothing() -> None:
    [doubted] = unechoed(said("christ compels you", Verdict.INEXACT), "Ben scores five.").utterances
    assert (doubted.verdict, doubted.diff, doubted.reason) == (Verdict.UNSURE, None, SPEAKING)
    heard = said("christ compels you", Verdict.INEXACT)
    assert unechoed(heard, None) is heard
    assert unechoed(heard, "") is heard  # a beep only: its tones were taken out


def test_the_ears_are_told_when_the_referee_spoke() -> None:
    class Hears(ReadyPool):
        heard = said("ben scores five", Verdict.INEXACT)

    gate = Gate(1)
    gate.close(1, 1_000, "Ben scores five.")
    gate.open(1, 2_000)
    pool = GatedPool(Hears(), gate)
    samples = np.zeros(500 * RATE, dtype=np.float32)
    assert pool.submit(samples, 400).result().utterances == Hears.heard.utterances
    assert pool.submit(samples, 600).result().utterances == ()
    assert pool.submit(samples, 2_000 + TAIL_MS).result().utterances == Hears.heard.utterances


def test_when_the_ears_were_closed_is_told_once_as_it_was() -> None:
    gate = Gate(1)
    gate.close(1, 500, "Ben scores five")
    gate.push(noise(1_000, -60.0, channels=1))
    gate.open(1, 900)
    assert gate.over() == (Spoken(500, 900, 900 + TAIL_MS, "Ben scores five"),)
    assert gate.over() == ()
    gate.close(2, 1_500, "Ann scores four")
    gate.push(noise(2_000, -60.0, channels=1))
    gate.open(2, 1_800)  # the end is known late: the ears have been closed to 3 s
    assert gate.over() == (Spoken(1_500, 1_800, 3_000, "Ann scores four"),)
    assert gate.spoken(2_990, 3_100) == "Ann scores four"
    assert gate.spoken(3_000, 3_100) is None
    gate.close(3, 3_200, "nobody hears this")
    gate.open(3, 3_200, heard=False)
    gate.close(4, 3_300, "nor this, but the ears were closed meanwhile")
    gate.push(noise(1_000, -60.0, channels=1))
    gate.open(4, 3_900, heard=False)
    assert [(each.start_ms, each.end_ms, each.open_ms) for each in gate.over()] == [(3_300, None, 4_000)]


def test_what_the_ears_did_not_get_is_handed_out_once_beside_what_was_played() -> None:
    gate, sound = Gate(2), table((1_000, 2_000, -20.0), length_ms=4_000)
    played = noise(1_000, -20.0, channels=1)[:, 0]
    gate.close(1, 950, "Ben scores five")
    gate.push(sound[: 2_200 * RATE])
    gate.open(1, 2_000)
    gate.learn(1, 1_000, played)
    assert gate.covered() == ()
    gate.push(sound[2_200 * RATE :])
    [covered] = gate.covered()
    assert covered.first_sample == 950 * RATE
    assert np.array_equal(covered.sound, sound[950 * RATE : 2_450 * RATE])
    assert covered.deaf.all()
    assert len(covered.deaf) == 150
    assert not covered.played[: 50 * RATE].any()
    assert np.array_equal(covered.played[50 * RATE :], played)
    assert gate.covered() == ()


def test_the_next_sentence_which_begins_in_the_tail_of_one_is_no_voice_beneath_it() -> None:
    gate, sound = Gate(2), table((1_000, 2_000, -20.0), (2_200, 3_200, -20.0), length_ms=5_000)
    first, second = (noise(1_000, -20.0, channels=1, seed=seed)[:, 0] for seed in (2, 3))
    gate.close(1, 950, "Ben scores five")
    gate.push(sound[: 2_100 * RATE])
    gate.open(1, 2_000)
    gate.learn(1, 1_000, first)
    gate.close(2, 2_150, "Ann scores four")
    gate.push(sound[2_100 * RATE : 3_000 * RATE])
    assert gate.covered() == ()  # what is played of the second is not known yet
    gate.push(sound[3_000 * RATE :])
    gate.open(2, 3_200)
    assert gate.covered() == ()
    gate.learn(2, 2_200, second)
    one, two = gate.covered()
    assert (one.first_sample, len(one.sound)) == (950 * RATE, 1_500 * RATE)
    assert np.array_equal(one.played[50 * RATE : 1_050 * RATE], first)
    assert np.array_equal(one.played[1_250 * RATE : 1_500 * RATE], second[: 250 * RATE])
    assert two.first_sample == 2_450 * RATE
    assert np.array_equal(two.played[: 750 * RATE], second[250 * RATE :])


def test_what_is_handed_out_begins_shortly_before_the_first_sample_and_says_what_the_ears_got() -> None:
    gate = Gate(2)
    sound = table((1_000, 2_000, -30.0), (4_500, 5_500, -30.0), length_ms=7_000)
    sound[5_000 * RATE : 5_300 * RATE, :1] += noise(300, -10.0, channels=1, seed=9)
    gate.close(1, 1_000, "Grave Feast")
    gate.open(1, 2_000)
    gate.close(2, 4_000, "Ben scores five")
    gate.open(2, 5_500)
    gate.learn(2, 4_500, noise(1_000, -30.0, channels=1)[:, 0])
    pushed(gate, sound)
    [covered] = gate.covered()
    assert covered.first_sample == 4_400 * RATE
    heard = np.flatnonzero(~covered.deaf)
    assert (heard[0], heard[-1]) == (60, 60 + 29 + 25)


def commanded(words: tuple[str, ...]) -> bool:
    return words in (("referee", "undo"), ("referee", "score"))


def told_through(told: str, spoken: str | None) -> Heard:
    return unechoed(Heard((), (), told=plain_words(told)), spoken, (4_000, 5_200), commanded)


def test_a_command_is_followed_through_the_referees_voice_and_a_fact_is_asked_for_again() -> None:
    for spoken in (None, "", "Ben scores five."):
        assert told_through("referee undo", spoken).told == ("referee", "undo")
        assert told_through("referee undo", spoken).utterances == ()
    for spoken in (None, ""):
        assert told_through("Ann draws two", spoken).told == ("ann", "draws", "two")
    again = told_through("Ann draws two", "Ben scores five.")
    assert again.told == ()
    [asked] = again.utterances
    assert (asked.phrase, asked.verdict, asked.heard) == (None, Verdict.UNSURE, "ann draws two")
    assert (asked.reason, asked.start_ms, asked.end_ms) == (SPEAKING, 4_000, 5_200)


def test_what_the_referee_says_itself_is_no_fact_and_no_command() -> None:
    own = told_through("Ann draws two", "Undone: Ann draws two.")
    assert (own.told, own.utterances) == ((), ())
    piece = told_through("referee score", "Ben has the score.")
    assert piece.told == ()
    assert [each.reason for each in piece.utterances] == [SPEAKING]
