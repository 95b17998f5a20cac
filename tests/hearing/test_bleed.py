"""How far a voice reaches is learned from the players and not from the referee, the same live and from the log."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.core.observations import Call, Verdict
from assistant.core.spoken import NEVER_SPOKEN, Speaks, Spoken, SpokenTimes, joined_words
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.fitted import load_fitted
from assistant.hearing.gate import TAIL_MS, Gate
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.segments import Segment, Segmenter
from engines.base import Samples

RATE = 16
"""Samples a millisecond."""
LENGTH_MS = 13_000
BLEED_DB = -20.0
SENTENCES = ((1, 4_500, 6_000, "Grave Feast"), (2, 7_000, 9_000, "Ben scores five"))
PRAYER_MS = 10_500
SEATS = (Seat("Ann"), Seat("Ben"), Seat("Cid"))

Sound = NDArray[np.float32]


def noise(length_ms: int, dbfs: float, seed: int) -> NDArray[np.float64]:
    return np.asarray(np.random.default_rng(seed).standard_normal(length_ms * RATE) * 10 ** (dbfs / 20))


@cache
def table() -> Sound:
    """Return three players who speak in turn, the referee near two of them, shouts over it, and Ann's prayer."""
    sound = np.stack([noise(LENGTH_MS, -70.0, seed) for seed in range(3)], axis=1)

    def speak(from_ms: int, to_ms: int, levels_db: tuple[float, float, float]) -> None:
        voice = noise(to_ms - from_ms, 0.0, seed=from_ms)
        sound[from_ms * RATE : to_ms * RATE] += voice[:, np.newaxis] * 10 ** (np.array(levels_db) / 20)

    for channel in range(3):
        levels_db = [-15.0 if each == channel else -15.0 + BLEED_DB for each in range(3)]
        speak(1_000 + channel * 1_000, 1_800 + channel * 1_000, (levels_db[0], levels_db[1], levels_db[2]))
    for _, from_ms, to_ms, _ in SENTENCES:
        speak(from_ms, to_ms, (-30.0, -33.0, -200.0))
    for from_ms in (7_300, 7_800, 8_300):
        speak(from_ms, from_ms + 100, (-10.0, -10.0 + BLEED_DB, -10.0 + BLEED_DB))
    speak(PRAYER_MS, PRAYER_MS + 1_000, (-15.0, -15.0 + BLEED_DB, -15.0 + BLEED_DB))
    return sound.astype(np.float32)


def heard_live(
    gate: Gate, block_samples: int, late_ms: int = 0, hear: Callable[[Sound], None] = lambda piece: None
) -> list[Sound]:
    """Return what the gate lets through, and have it heard meanwhile; it learns of sentences as in a match."""
    sound = table()
    pieces: list[Sound] = []
    begins = [(from_ms + late_ms, number, from_ms, text) for number, from_ms, _, text in SENTENCES]
    ends = [(to_ms + 120, number, to_ms) for number, _, to_ms, _ in SENTENCES]
    for first in range(0, len(sound), block_samples):
        now_ms = (first + block_samples) // RATE
        for begin in [each for each in begins if each[0] < now_ms]:
            begins.remove(begin)
            gate.close(begin[1], begin[2], begin[3])
        for end in [each for each in ends if each[0] < now_ms]:
            ends.remove(end)
            gate.open(end[1], end[2])
        pieces.append(gate.push(sound[first : first + block_samples]))
        hear(pieces[-1])
    pieces.append(gate.flush())
    hear(pieces[-1])
    return pieces


def segmented(pieces: list[Sound], speaks: Speaks) -> tuple[list[Segment], NDArray[np.float64]]:
    """Return the segments, and what has been learned of the bleed."""
    segmenter = Segmenter(3, speaks)
    segments = [segment for piece in pieces for segment in segmenter.push(piece)]
    return [*segments, *segmenter.finish()], segmenter._bleed.coupling_db


def until(pieces: list[Sound], at_ms: int) -> list[Sound]:
    return [np.concatenate(pieces)[: at_ms * RATE]]


def test_the_bleed_stays_what_the_players_taught_while_the_referee_speaks() -> None:
    gate = Gate(3)
    pieces = heard_live(gate, 640)
    spoken = SpokenTimes(gate.over())
    _, taught_db = segmented(until(pieces, 4_400), spoken)
    beside = ~np.eye(3, dtype=bool)
    assert taught_db[beside] == pytest.approx(BLEED_DB, abs=1.0)
    _, after_db = segmented(until(pieces, 10_400), spoken)
    assert np.array_equal(after_db, taught_db)
    _, misled_db = segmented(until(pieces, 10_400), NEVER_SPOKEN)
    assert misled_db[2, 0] < BLEED_DB - 10.0


def test_a_beep_does_not_keep_the_players_from_teaching() -> None:
    sound = [table()[: 4_400 * RATE]]
    beeps = SpokenTimes((Spoken(900, 2_500, 3_000, ""), Spoken(2_000, 3_500, 4_400, "")))
    assert np.array_equal(segmented(sound, beeps)[1], segmented(sound, NEVER_SPOKEN)[1])
    sentence = SpokenTimes((Spoken(900, 3_900, 4_400, "Grave Feast"),))
    assert set(segmented(sound, sentence)[1][0, 1:]) == {-9.0}


@pytest.mark.parametrize("late_ms", [0, 60])
@pytest.mark.parametrize("block_samples", [333, 640, 16_000])
@pytest.mark.parametrize("again_samples", [1_024, 100_000])
def test_the_log_tells_the_segmenter_what_the_gate_told_it(
    block_samples: int, again_samples: int, late_ms: int
) -> None:
    gate = Gate(3)
    live = Segmenter(3, gate)
    segments: list[Segment] = []
    pieces = heard_live(gate, block_samples, late_ms, lambda piece: segments.extend(live.push(piece)))
    segments.extend(live.finish())
    kept = np.concatenate(pieces)
    again = [kept[first : first + again_samples] for first in range(0, len(kept), again_samples)]
    found, coupling_db = segmented(again, SpokenTimes(gate.over()))
    assert found == segments
    assert np.array_equal(coupling_db, live._bleed.coupling_db)


class Ears:
    """Hears a prayer where it is loud, and half of it where it is not."""

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        loud = float((samples**2).mean()) > 1e-3
        phrase, verdict = ("whole", Verdict.EXACT) if loud else ("half", Verdict.INEXACT)
        said = Utterance(phrase, verdict, phrase, phrase, start_ms, start_ms + len(samples) // RATE)
        future: Future[Heard] = Future()
        future.set_result(Heard((said,), ()))
        return future

    def close(self) -> None:
        return


def prayers(pieces: list[Sound], speaks: Speaks) -> list[tuple[str | None, str | None, int, int]]:
    listener = Listener(SEATS, Ears(), load_fitted().timing, speaks=speaks)
    found = [each for piece in pieces for each in listener.push(piece)]
    calls = [each for each in [*found, *listener.finish()] if isinstance(each, Call)]
    return [(call.player, call.phrase, call.start_ms, call.end_ms) for call in calls if call.start_ms > PRAYER_MS - 100]


def test_a_prayer_is_nobody_elses_call_after_the_referee_was_shouted_over() -> None:
    gate = Gate(3)
    pieces = heard_live(gate, 640)
    spoken = SpokenTimes(gate.over())
    [(player, phrase, start_ms, end_ms)] = prayers(pieces, spoken)
    assert (player, phrase) == ("Ann", "whole")
    assert [start_ms, end_ms] == pytest.approx([PRAYER_MS, PRAYER_MS + 1_000], abs=60)
    assert prayers([np.concatenate(pieces)], spoken) == [(player, phrase, start_ms, end_ms)]
    assert ("Cid", "half") in [each[:2] for each in prayers(pieces, NEVER_SPOKEN)]


def test_a_sentence_begins_no_sooner_than_the_sound_that_the_ears_have_not_got() -> None:
    gate = Gate(3)
    gate.push(table()[: 1_000 * RATE + 1])
    gate.close(1, 900, "Grave Feast")
    assert gate.spoken(900, 1_001) is None
    assert gate.spoken(1_001, 1_002) == "Grave Feast"
    gate.push(table()[1_000 * RATE + 1 : 3_000 * RATE])
    gate.open(1, 2_000)
    gate.open(1, 2_500)
    [spoken] = gate.over()
    assert (spoken.start_ms, spoken.end_ms) == (1_001, 2_000)
    assert spoken.open_ms > 2_000 + TAIL_MS, "the ears were closed until the end was known"


def test_a_sentence_in_which_the_match_ends_is_in_the_log_too() -> None:
    gate = Gate(3)
    gate.close(1, 500, "Grave Feast")
    gate.push(table()[: 1_000 * RATE])
    gate.close(2, 1_200, "Ben scores five")
    gate.flush()
    assert gate.over() == (Spoken(500, None, 1_000, "Grave Feast"),)


@pytest.mark.parametrize(
    ("texts", "joined"), [([], None), (["", ""], ""), (["", "Void.", "Blocked."], "Void. Blocked.")]
)
def test_beeps_are_no_words(texts: list[str], joined: str | None) -> None:
    assert joined_words(texts) == joined
