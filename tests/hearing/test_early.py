"""What is decoded while a silence may still be a pause: taken where it was an end, dropped where the voice goes on.

With and without it a match is judged alike, whatever the blocks' size.
"""

from concurrent.futures import Future
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant import app
from assistant.audio.files import open_recording
from assistant.core.observations import Call, Observation, Verdict
from assistant.hearing.decoding import DROWNED_SNR_DB, LONGEST_GUESS_MS, NOISY_SNR_DB, Guesses
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.fitted import load_fitted
from assistant.hearing.levels import FRAME_MS, GROUP_FRAMES
from assistant.hearing.listener import GUESSING_BELOW, Listener, Seat
from assistant.hearing.own_words import GatedPool
from assistant.hearing.pool import Hearing, InlinePool
from assistant.hearing.segments import HANG_FRAMES, TAIL_FRAMES, Segment, Segmenter
from assistant.listening import build_ears, build_listener, plan_ears, seats_of
from assistant.live.backlog import Backlog
from engines.base import Samples

SCENES = Path(__file__).parents[1] / "recordings" / "grave-feast"
TAIL_MS, HANG_MS, GROUP_MS = (frames * FRAME_MS for frames in (TAIL_FRAMES, HANG_FRAMES, GROUP_FRAMES))
ONE_MS = 16
UNFINISHED = Heard((), (), unfinished=True)


def voices(*spans_ms: tuple[int, int], length_ms: int = 5_000) -> NDArray[np.float32]:
    """Return a quiet room in which somebody speaks from one moment to another, some 60 dB louder."""
    rng = np.random.default_rng(5)
    sound = 0.0002 * rng.standard_normal(length_ms * ONE_MS)
    for from_ms, to_ms in spans_ms:
        sound[from_ms * ONE_MS : to_ms * ONE_MS] += 0.2 * rng.standard_normal((to_ms - from_ms) * ONE_MS)
    return sound.astype(np.float32)[:, np.newaxis]


class Asked:
    """Ears that are at work on all that they were asked, until the test answers."""

    def __init__(self) -> None:
        self.spans_ms: list[tuple[int, int]] = []
        self.futures: list[Future[Heard]] = []

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        self.spans_ms.append((start_ms, start_ms + len(samples) // ONE_MS))
        self.futures.append(Future())
        return self.futures[-1]

    def close(self) -> None:
        return


def listening(pool: Asked, early: bool = True) -> Listener:
    return Listener((Seat("Ann"),), pool, load_fitted().timing, early=early)


def pushed(listener: Listener, sound: NDArray[np.float32], from_ms: int, to_ms: int) -> list[Observation]:
    """Push a stretch of sound in blocks of 10 ms."""
    found: list[Observation] = []
    for at_ms in range(from_ms, to_ms, 10):
        found.extend(listener.push(sound[at_ms * ONE_MS : (at_ms + 10) * ONE_MS]))
    return found


def test_what_a_silence_ends_is_known_when_its_tail_has_come_and_is_what_it_ends() -> None:
    sound, segmenter = voices((2_000, 2_500)), Segmenter(1)
    foreseen: list[tuple[int, Segment]] = []
    closed: list[tuple[int, Segment]] = []
    for at_ms in range(0, 5_000, 10):
        closed += [(at_ms, each) for each in segmenter.push(sound[at_ms * ONE_MS : (at_ms + 10) * ONE_MS])]
        if (segment := segmenter.foreseen(0)) is not None:
            foreseen.append((at_ms, segment))
    [(closed_ms, segment)] = closed
    assert TAIL_MS <= foreseen[0][0] - segment.end_ms <= TAIL_MS + GROUP_MS + 20
    assert closed_ms - foreseen[0][0] >= HANG_MS - TAIL_MS - GROUP_MS
    assert foreseen[-1][0] < closed_ms
    assert {(each.from_ms, each.to_ms) for _, each in foreseen} == {(segment.from_ms, segment.to_ms)}
    assert not segment.interrupted


def test_a_call_is_decoded_once_and_before_the_silence_after_it_is_long_enough() -> None:
    sound, pool = voices((2_000, 2_500)), Asked()
    listener = listening(pool)
    pushed(listener, sound, 0, 2_500 + TAIL_MS)
    assert not pool.spans_ms
    pushed(listener, sound, 2_500 + TAIL_MS, 2_500 + TAIL_MS + GROUP_MS + 20)
    assert len(pool.spans_ms) == 1
    said = Utterance("grave-feast.brains", Verdict.EXACT, "brains", "brains", *pool.spans_ms[0])
    pool.futures[0].set_result(Heard((said,), ()))
    found = pushed(listener, sound, 2_500 + TAIL_MS + GROUP_MS + 20, 5_000)
    assert len(pool.spans_ms) == 1
    [call] = [each for each in found if isinstance(each, Call)]
    assert abs(call.end_ms - 2_500) <= 10


def test_files_are_decoded_when_the_silence_is_over() -> None:
    sound, pool = voices((2_000, 2_500)), Asked()
    listener = listening(pool, early=False)
    pushed(listener, sound, 0, 2_500 + HANG_MS)
    assert not pool.spans_ms
    pushed(listener, sound, 2_500 + HANG_MS, 5_000)
    assert len(pool.spans_ms) == 1


@pytest.mark.parametrize("pause_ms", [TAIL_MS + 80, HANG_MS - 20])
def test_a_voice_that_goes_on_after_a_pause_makes_the_early_answer_void(pause_ms: int) -> None:
    sound, pool = voices((2_000, 2_500), (2_500 + pause_ms, 3_200)), Asked()
    listener = listening(pool)
    pushed(listener, sound, 0, 2_500 + pause_ms)
    assert len(pool.futures) == 1
    pool.futures[0].set_running_or_notify_cancel()
    wrong = Utterance("grave-feast.blood", Verdict.EXACT, "blood", "blood", *pool.spans_ms[0])
    pool.futures[0].set_result(Heard((wrong,), ()))
    found = pushed(listener, sound, 2_500 + pause_ms, 3_600)
    assert [begin for begin, _ in pool.spans_ms] == [pool.spans_ms[0][0]] * 2
    assert pool.spans_ms[1][1] > 3_200
    right = Utterance("grave-feast.brains", Verdict.EXACT, "brains", "brains", *pool.spans_ms[1])
    pool.futures[1].set_result(Heard((right,), ()))
    found += pushed(listener, sound, 3_600, 5_000)
    assert [each.heard for each in found if isinstance(each, Call)] == ["brains"]


def test_an_early_answer_that_nobody_waits_for_is_cancelled() -> None:
    sound, pool = voices((2_000, 2_500), (2_740, 3_200)), Asked()
    listener = listening(pool)
    pushed(listener, sound, 0, 3_200)
    assert [future.cancelled() for future in pool.futures] == [True]


def test_what_may_be_the_rest_of_a_phrase_waits_for_its_beginning() -> None:
    sound, pool = voices((2_000, 2_500), (2_900, 3_300)), Asked()
    listener = listening(pool)
    pushed(listener, sound, 0, 4_000)
    assert len(pool.spans_ms) == 1
    pool.futures[0].set_result(UNFINISHED)
    pushed(listener, sound, 4_000, 4_100)
    assert [begin for begin, _ in pool.spans_ms] == [pool.spans_ms[0][0]] * 2
    assert pool.spans_ms[1][1] > 3_300


def test_long_talk_is_decoded_when_it_is_over() -> None:
    in_one_breath = [(at_ms, at_ms + 400) for at_ms in range(1_000, 5_000, 500)]
    sound, pool = voices(*in_one_breath, length_ms=6_000), Asked()
    listener = listening(pool)
    pushed(listener, sound, 0, 4_900 + HANG_MS - 20)
    assert not pool.spans_ms
    pushed(listener, sound, 4_900 + HANG_MS - 20, 6_000)
    assert [to_ms - from_ms > LONGEST_GUESS_MS for from_ms, to_ms in pool.spans_ms] == [True]


def test_ears_that_have_much_to_do_are_asked_for_nothing_that_is_not_sure() -> None:
    spans = [(1_000 * number, 1_000 * number + 250) for number in range(1, GUESSING_BELOW + 2)]
    sound, pool = voices(*spans, length_ms=6_000), Asked()
    listener = listening(pool)
    last_ms = spans[-1][1]
    pushed(listener, sound, 0, last_ms + HANG_MS - 20)
    assert len(pool.spans_ms) == GUESSING_BELOW
    pushed(listener, sound, last_ms + HANG_MS - 20, 6_000)
    assert len(pool.spans_ms) == GUESSING_BELOW + 1


def segment(end_ms: int, snr_db: float) -> Segment:
    return Segment(0, 2_000, end_ms, (1e-6,), snr_db - 60.0, 1.0)


@pytest.mark.parametrize("edge_db", [NOISY_SNR_DB, DROWNED_SNR_DB])
def test_an_answer_to_other_sound_is_no_answer(edge_db: float) -> None:
    for closed, answered in (
        (segment(2_500, edge_db + 3), True),
        (segment(2_510, edge_db + 1), False),
        (segment(2_500, edge_db - 1), False),
    ):
        guesses, future = Guesses(), Future[Heard]()
        assert guesses.wants(0, segment(2_500, edge_db + 1))
        guesses.add(segment(2_500, edge_db + 1), future)
        assert not guesses.wants(0, segment(2_500, edge_db - 1))
        assert (guesses.taken(closed) is future) is answered
        assert future.cancelled() is not answered
        assert guesses.taken(closed) is None


class NeverSpeaks:
    def spoken(self, from_ms: int, to_ms: int) -> str | None:
        return None


@pytest.mark.parametrize("gated", [True, False])
def test_what_was_given_up_is_no_backlog_though_the_ears_are_still_at_it(gated: bool) -> None:
    pool = Asked()
    backlog = Backlog(GatedPool(pool, NeverSpeaks()) if gated else pool)
    given_up, waited_for = (backlog.submit(np.zeros(500 * ONE_MS, dtype=np.float32), at_ms) for at_ms in (0, 2_000))
    for future in pool.futures:
        future.set_running_or_notify_cancel()
    assert backlog.behind_ms(4_000) == 3_500
    assert given_up.cancel()
    assert backlog.behind_ms(4_000) == 1_500
    for future in pool.futures:
        future.set_result(UNFINISHED)
    assert waited_for.result(0) == UNFINISHED
    assert backlog.behind_ms(4_000) == 0


def test_what_was_given_up_before_the_ears_began_never_begins() -> None:
    pool = Asked()
    backlog = Backlog(GatedPool(pool, NeverSpeaks()))
    assert backlog.submit(np.zeros(500 * ONE_MS, dtype=np.float32), 0).cancel()
    assert pool.futures[0].cancelled()


def test_who_was_still_speaking_when_another_called_is_known() -> None:
    both = np.concatenate([voices((2_000, 2_500)), voices((2_300, 3_000))], axis=1)
    listener = Listener((Seat("Ann"), Seat("Ben")), Asked(), load_fitted().timing, early=True)
    pushed(listener, both, 0, 4_000)
    assert listener.talked_over(0, 2_500)
    assert not listener.talked_over(1, 3_000)
    assert not listener.talked_over(0, 2_200)


class Remembering:
    """Ears that know what they heard before, for they hear it often."""

    def __init__(self, ears: Hearing) -> None:
        self._ears = ears
        self._heard: dict[tuple[bytes, bytes, int], Heard] = {}

    def listen(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Heard:
        key = (samples.tobytes(), b"" if clean is None else clean.grammar.tobytes(), start_ms)
        if key not in self._heard:
            self._heard[key] = self._ears.listen(samples, start_ms, clean)
        return self._heard[key]

    def close(self) -> None:
        self._ears.close()


def test_a_match_is_judged_alike_whether_or_not_it_is_heard_early() -> None:
    players, plan = ("Ann", "Ben", "Cid"), plan_ears("auto")
    recording = open_recording(SCENES / "GF-05.flac")
    book = app.book_for(app.match_setup(app.game_named("grave-feast"), players, None, 0))
    ears = Remembering(build_ears(plan, book))
    calls = []
    for block_ms in (10, 100, 1000):
        observed: dict[bool, list[Observation]] = {}
        for early in (False, True):
            listener = build_listener(plan, book, seats_of(recording, players), InlinePool(ears), early=early)
            observed[early] = [each for block in recording.blocks(block_ms) for each in listener.push(block)]
            observed[early] += listener.finish()
        assert observed[True] == observed[False]
        calls.append([each for each in observed[True] if isinstance(each, Call)])
    ears.close()
    assert len(calls[0]) == 3
    assert all(each == calls[0] for each in calls)
