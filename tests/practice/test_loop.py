"""The course of a drill with a scripted ear: who is asked what, when silence is silence, what the keys do."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.core.observations import Call, Tick, Verdict
from assistant.core.phrases.book import GameBook
from assistant.practice.attempts import Attempt, Best, Outcome
from assistant.practice.choosing import Chooser, InOrder, Spaced, weakest_phrases
from assistant.practice.database import StoreError
from assistant.practice.drill import Cue, Pace
from assistant.practice.loop import Answer, Key, Practice
from assistant.practice.prompts import PracticeError, Prompt, chosen_phrases, prompt_for
from assistant.practice.scoring import Measured, Stretch
from assistant.practice.store import Saved
from engines.base import SAMPLE_RATE_HZ, Samples
from tests.practice.conftest import attempt

BLOCK_MS = 100
BLOCK = np.full((SAMPLE_RATE_HZ * BLOCK_MS // 1000, 1), 0.001, dtype=np.float32)


@dataclass
class FakeSource:
    """So many blocks of room, live or recorded."""

    length_ms: int
    live: bool = False
    paced: bool = False
    lost_ms: tuple[int, int] = (0, 0)
    trouble: str = ""

    def blocks(self) -> Iterator[NDArray[np.float32]]:
        for number in range(self.length_ms // BLOCK_MS):
            self.trouble = "unplugged" if self.lost_ms[0] <= number * BLOCK_MS < self.lost_ms[1] else ""
            yield BLOCK.copy()

    def now_ms(self, heard_ms: int) -> int:
        return heard_ms


@dataclass
class FakeEar:
    """Hears what a script says, as soon as its end has come in."""

    script: list[Stretch]
    heard_ms: int = 0
    given: list[NDArray[np.float32]] = field(default_factory=list)

    def warm_up(self) -> None: ...

    def push(self, block: NDArray[np.float32], patient: bool) -> Iterator[Stretch | Tick]:
        self.given.append(block)
        self.heard_ms += BLOCK_MS
        while self.script and self.script[0].end_ms <= self.heard_ms:
            yield self.script.pop(0)
        speaking = bool(self.script) and self.script[0].start_ms < self.heard_ms
        yield Tick(self.script[0].start_ms if speaking else self.heard_ms)

    def finish(self) -> Iterator[Stretch | Tick]:
        yield from self.script
        yield Tick(self.heard_ms)

    def cut(self, from_ms: int, to_ms: int) -> Samples:
        return np.full(max(0, to_ms - max(0, from_ms)) * 16, 0.001, dtype=np.float32)

    def close(self) -> None: ...


@dataclass
class FakeScreen:
    """Remembers what was shown."""

    asked: list[Cue] = field(default_factory=list)
    told: list[Answer] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def ask(self, cue: Cue) -> None:
        self.asked.append(cue)

    def tell(self, answer: Answer) -> None:
        self.told.append(answer)

    def note(self, text: str) -> None:
        self.notes.append(text)

    @property
    def outcomes(self) -> list[str]:
        return [answer.attempt.outcome.value for answer in self.told]


@dataclass
class FakeMouth:
    """Sounds for so many looks."""

    looks: int = 0
    said: list[str] = field(default_factory=list)
    played: int = 0

    @property
    def busy(self) -> bool:
        self.looks -= 1
        return self.looks > 0

    def say(self, text: str) -> None:
        self.said.append(text)
        self.looks = 20

    def play(self, samples: Samples) -> None:
        self.played += 1
        self.looks = 20


@dataclass
class FakeKeys:
    """Presses a key when the ear has heard so much."""

    ear: FakeEar
    presses: dict[int, Key]

    def pressed(self) -> Key | None:
        return self.presses.pop(self.ear.heard_ms, None)


def said(start_ms: int, end_ms: int, name: str = "brains", text: str = "brains") -> Stretch:
    return Stretch(
        start_ms,
        end_ms,
        tuple(text.split()),
        (Call("ann", f"grave-feast.{name}", Verdict.EXACT, text, start_ms, end_ms),),
    )


def drilled(
    source: FakeSource, ear: FakeEar, chooser: Chooser, presses: dict[int, Key] | None = None, **more: object
) -> tuple[FakeScreen, list[Attempt]]:
    screen, kept = FakeScreen(), []

    def keep(attempt: Attempt, samples: Samples) -> Saved:
        kept.append(attempt)
        return Saved(Best(attempt.phrase), None, 0)

    moments = (datetime(2026, 11, 30, tzinfo=UTC) + timedelta(seconds=n) for n in range(10_000))
    practice = Practice(
        source,
        ear,  # type: ignore[arg-type]
        chooser,
        screen,
        lambda prompt, stretch, samples: Measured(1, -20.0),
        keep,
        lambda: next(moments),
        keyboard=FakeKeys(ear, presses or {}),
        **more,  # type: ignore[arg-type]
    )
    practice.run()
    return screen, kept


def order(book: GameBook, *texts: str) -> InOrder:
    return InOrder(tuple(prompt_for(book, text) for text in texts))


RECORDED = Pace(patience_ms=3000, cued=False)
LIVE = Pace(patience_ms=3000)


def test_a_recording_is_judged_in_order_and_its_silences_count(book: GameBook) -> None:
    ear = FakeEar([said(1000, 1600), said(2500, 3000, "blood", "blood"), said(8000, 8600)])
    screen, kept = drilled(FakeSource(9000), ear, order(book, "brains", "brains", "blood", "brains"), pace=RECORDED)
    assert screen.outcomes == ["exact", "other", "silence", "exact"]
    assert [cue.at_ms for cue in screen.asked] == [0, 1600, 3000, 6000]
    assert [one.reaction_ms for one in kept] == [1000, 900, None, 2000]
    assert not any(one.cued for one in kept)


def test_a_silence_that_is_a_moment_too_short_is_none(book: GameBook) -> None:
    for begins_ms, outcomes in ((4599, ["exact", "exact"]), (4600, ["exact", "silence"])):
        ear = FakeEar([said(1000, 1600), said(begins_ms, 5200)])
        screen, _ = drilled(FakeSource(5300), ear, order(book, "brains", "brains"), pace=RECORDED)
        assert screen.outcomes == outcomes


def test_a_recording_made_to_a_beat_has_its_cues_on_the_beat(book: GameBook) -> None:
    ear = FakeEar([said(500, 1100), said(4700, 5200), said(8100, 8600)])
    pace = Pace(every_ms=2000, cued=False)
    screen, kept = drilled(FakeSource(10_000), ear, order(book, *["brains"] * 5), pace=pace)
    assert screen.outcomes == ["exact", "silence", "exact", "silence", "exact"]
    assert [one.reaction_ms for one in kept] == [500, None, 700, None, 100]


def test_a_recording_that_ends_early_ends_the_drill_without_inventing_silence(book: GameBook) -> None:
    screen, _ = drilled(FakeSource(2000), FakeEar([said(1000, 1600)]), order(book, *["brains"] * 3), pace=RECORDED)
    assert screen.outcomes == ["exact"]


def test_live_the_cue_comes_when_it_is_shown_and_what_was_said_before_is_no_answer(book: GameBook) -> None:
    ear = FakeEar([said(200, 700), said(1500, 2150), said(2250, 2900)])
    source = FakeSource(4000, live=True, paced=True)
    screen, kept = drilled(source, ear, order(book, "brains", "brains"), pace=LIVE)
    assert [cue.at_ms for cue in screen.asked] == [500, 2200]
    assert [one.reaction_ms for one in kept] == [1000, 50]
    assert screen.told[0].answer_ms == 50


def test_rounds_end_a_drill(book: GameBook) -> None:
    ear = FakeEar([said(1000 * n, 1000 * n + 500) for n in range(1, 9)])
    phrases = chosen_phrases(book, ["brains"])
    screen, _ = drilled(FakeSource(10_000), ear, Spaced.of(book, phrases, []), pace=RECORDED, rounds=3)
    assert screen.outcomes == ["exact"] * 3
    assert len(screen.asked) == 3


def test_a_failed_phrase_comes_back_behind_one_other(book: GameBook) -> None:
    ear = FakeEar([said(1000 * n, 1000 * n + 500, "christ", "x") for n in range(1, 6)])
    phrases = chosen_phrases(book, ["brains", "blood", "seduce"])
    screen, _ = drilled(FakeSource(6000), ear, Spaced.of(book, phrases, []), pace=RECORDED)
    assert [cue.prompt.words[0] for cue in screen.asked[:4]] == ["brains", "blood", "brains", "blood"]


def test_skip_repeat_and_quit(book: GameBook) -> None:
    ear = FakeEar([said(2000, 2500, "blood", "blood"), said(3500, 4000, "blood", "blood")])
    presses = {1000: Key.SKIP, 3000: Key.REPEAT, 4500: Key.QUIT}
    source = FakeSource(9000, live=True, paced=True)
    screen, kept = drilled(source, ear, order(book, "brains", "blood", "seduce", "brains"), presses, pace=LIVE)
    assert [(cue.number, cue.prompt.words[0]) for cue in screen.asked] == [
        (1, "brains"),
        (1, "blood"),
        (2, "seduce"),
        (2, "blood"),
        (3, "brains"),
    ]
    assert [one.outcome for one in kept] == [Outcome.EXACT, Outcome.EXACT]


def test_the_referee_does_not_hear_itself_and_the_cue_waits_for_its_end(book: GameBook) -> None:
    ear, mouth = FakeEar([]), FakeMouth()
    loud = FakeSource(3000, live=True, paced=True)
    screen, _ = drilled(loud, ear, order(book, "brains"), {1000: Key.MODEL}, pace=LIVE, mouth=mouth)
    assert mouth.said == ["Brains!"]
    assert screen.notes == ["listen: Brains!"]
    assert next(cue.at_ms for cue in screen.asked) == 500
    assert screen.asked[1].at_ms > 1500
    assert [block.shape for block in ear.given] == [BLOCK.shape] * 30


def test_playing_oneself_back_needs_an_attempt(book: GameBook) -> None:
    mouth = FakeMouth()
    ear = FakeEar([said(1500, 2000)])
    source = FakeSource(6000, live=True, paced=True)
    presses = {1000: Key.BACK, 3000: Key.BACK}
    screen, _ = drilled(source, ear, order(book, "brains", "blood"), presses, pace=LIVE, mouth=mouth)
    assert mouth.played == 1
    assert screen.notes == ["you have said nothing yet that could be played", "you, the last time"]


def test_spoken_prompts_are_asked_after_they_were_heard(book: GameBook) -> None:
    mouth = FakeMouth()
    source = FakeSource(3000, live=True, paced=True)
    screen, _ = drilled(source, FakeEar([]), order(book, "brains"), pace=LIVE, mouth=mouth, speaks_prompts=True)
    assert mouth.said == ["Brains!"]
    assert screen.notes == ["listen: Brains!"]
    assert screen.asked[0].at_ms > 1000


def test_the_weakest_phrases_are_those_that_fail_most(book: GameBook) -> None:
    attempts = [
        attempt("grave-feast.brains", Outcome.INEXACT),
        attempt("grave-feast.brains"),
        attempt("grave-feast.blood", Outcome.OTHER),
        attempt("grave-feast.blood", Outcome.UNSURE),
        attempt("grave-feast.seduce"),
    ]
    assert [phrase.id for phrase in weakest_phrases(book.phrases, attempts)] == [
        "grave-feast.blood",
        "grave-feast.brains",
    ]
    with pytest.raises(PracticeError, match="no phrase has failed yet"):
        weakest_phrases(book.phrases, attempts[-1:])


def test_what_was_lost_is_asked_again_and_is_no_silence(book: GameBook) -> None:
    ear = FakeEar([said(7500, 8000)])
    source = FakeSource(9000, live=True, paced=True, lost_ms=(2000, 7000))
    screen, kept = drilled(source, ear, order(book, "brains"), pace=LIVE)
    assert screen.outcomes == ["exact"]
    assert [cue.at_ms for cue in screen.asked] == [500, 7100]
    assert kept[0].reaction_ms == 400
    assert screen.notes == ["the microphone is not heard (unplugged): this attempt does not count"]


def test_an_attempt_that_cannot_be_kept_is_judged_and_told_before_the_drill_ends(book: GameBook) -> None:
    screen, ear = FakeScreen(), FakeEar([said(1000, 1600)])

    def keep(attempt: Attempt, samples: Samples) -> Saved:
        raise StoreError("players.sqlite3: the disk is full")

    practice = Practice(
        FakeSource(3000),
        ear,  # type: ignore[arg-type]
        order(book, "brains", "brains"),
        screen,
        lambda prompt, stretch, samples: Measured(1, -20.0),
        keep,
        lambda: datetime(2026, 11, 30, tzinfo=UTC),
        RECORDED,
    )
    with pytest.raises(StoreError, match="the disk is full"):
        practice.run()
    assert screen.outcomes == ["exact"]


def test_a_cough_is_no_attempt(book: GameBook) -> None:
    ear = FakeEar([Stretch(500, 800, ()), said(1000, 1600)])
    screen, _ = drilled(FakeSource(2000), ear, order(book, "brains"), pace=RECORDED)
    assert screen.outcomes == ["exact"]


def test_a_prompt_knows_its_words(book: GameBook) -> None:
    assert prompt_for(book, "5 to the graveyard!") == Prompt(
        "grave-feast.graveyard", "5 to the graveyard!", ("five", "to", "the", "graveyard"), (("n", 5),)
    )
