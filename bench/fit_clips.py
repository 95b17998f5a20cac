"""Hears clips of the corpus as the listener does: what may have been said in each, and where it was found to end.

Real people's shouts are heard likewise, in every game, as the talk that is most like calls.
"""

import json
import random
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

import soundfile

from assistant.core.observations import Call, Verdict
from assistant.core.phrases.judge import judge_words
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.hearing.candidates import call_of
from assistant.hearing.ears import Ears, Heard, Utterance
from assistant.hearing.fusion import Candidate, Kind
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.timing import FinalSound, TimingFit, final_sound
from assistant.listening import build_ears, plan_ears
from bench.conditions import condition
from bench.corpus import PLAYERS, book_of
from bench.human import Talk, render_talk
from bench.items import Kind as Said
from engines.base import SAMPLE_RATE_HZ, Samples

QUICK = Path(__file__).parent / "out" / "quick"
SEED = 7
BLOCK_SAMPLES = SAMPLE_RATE_HZ // 10
REAL = "real"
"""The condition of real people's shouts."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One utterance of the corpus."""

    file: str
    """Its recording in bench/out/quick, or the name of the match of real talk that it is from."""
    game: str
    """The game's id."""
    condition: str
    """In what kind of evening."""
    voice: str
    """Who says it."""
    words: Words
    """What is said."""
    said: Said
    """What it is."""
    start_ms: int
    """Where it begins."""
    end_ms: int
    """Where it ends."""

    @property
    def person(self) -> str:
        """Who the voice was made of."""
        return self.voice.partition("-")[0]


@dataclass(frozen=True, slots=True)
class Row:
    """What may have been said in one clip."""

    clip: Clip
    """What was said."""
    candidates: tuple[Candidate, ...]
    """What may have been said; empty for talk."""
    right: tuple[bool, ...]
    """Which of them was: every spelling of a call, any table talk."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How far off the end of one call was found."""

    person: str
    """Who said it."""
    sound: FinalSound
    """How its last word ends."""
    snr_db: float
    """How far it stands above the room."""
    late_ms: int
    """Found minus true."""


@dataclass(slots=True)
class _Tap:
    """A pool that keeps what may have been said, and reports what was, so that its end is measured."""

    ears: Ears
    clip: Clip
    found: list[tuple[Candidate, ...]] = field(default_factory=list)

    def submit(self, samples: Samples, start_ms: int, clean: Samples | None = None) -> "Future[Heard]":
        end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
        future: Future[Heard] = Future()
        utterances: tuple[Utterance, ...] = ()
        if start_ms < self.clip.end_ms and end_ms > self.clip.start_ms:
            self.found.append(self.ears.candidates(samples, clean))
            words = self.clip.words
            utterances = (Utterance("said", Verdict.EXACT, " ".join(words), words[-1], start_ms, end_ms),)
        future.set_result(Heard(utterances, ()))
        return future

    def close(self) -> None:
        """Nothing to close."""


class _Timing(TimingFit):
    """Corrects nothing, and keeps how far each call stood above the room."""

    def correct(self, end_ms: int, last_word: str, snr_db: float) -> tuple[int, int]:
        return end_ms, round(snr_db * 10)


def clips(split: str, most: int) -> list[Clip]:
    """Return a random choice of the split's clips, sorted by game."""
    by_file: dict[str, list[dict[str, object]]] = {}
    for line in (QUICK / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        if item["split"] == split:
            by_file.setdefault(item["file"], []).append(item)
    found = [
        Clip(
            file,
            str(items[0]["game"]),
            str(items[0]["condition"]),
            str(items[0]["voice"]),
            tuple(word for item in items for word in plain_words(str(item["text"]))),
            Said(str(items[0]["kind"])),
            int(str(items[0]["start_ms"])),
            int(str(items[-1]["end_ms"])),
        )
        for file, items in by_file.items()
    ]
    chosen = random.Random(SEED).sample(found, min(most, len(found)))
    return sorted(chosen, key=lambda clip: (clip.game, clip.file))


def hear(part: list[Clip]) -> tuple[list[Row], list[Ending]]:
    """Return what the ears make of each clip; a clip that is cut into several segments is left out."""
    rows, endings = [], []
    book = book_of(part[0].game)
    ears = build_ears(plan_ears("auto"), book)
    for clip in part:
        if clip.game != book.game:
            ears.close()
            book = book_of(clip.game)
            ears = build_ears(plan_ears("auto"), book)
        tap = _Tap(ears, clip)
        listener = Listener((Seat("A"),), tap, _Timing((), {}, ()))
        samples, _ = soundfile.read(QUICK / clip.file, dtype="float32", always_2d=True)
        calls = []
        for start in range(0, len(samples), BLOCK_SAMPLES):
            calls += list(listener.push(samples[start : start + BLOCK_SAMPLES, :1]))
        calls += list(listener.finish())
        if len(tap.found) != 1:
            continue
        call = call_of(judge_words(book, clip.words))
        rows.append(Row(clip, tap.found[0], tuple(_is_right(clip, call, each) for each in tap.found[0])))
        endings += [
            Ending(clip.person, final_sound(clip.words[-1]), call.error_ms / 10, call.end_ms - clip.end_ms)
            for call in calls
            if isinstance(call, Call) and clip.said is Said.CALL and condition(clip.condition).noise != "babble"
        ]
    ears.close()
    return rows, endings


@dataclass(slots=True)
class _Heap:
    """A pool that keeps what may have been said in every segment, and where it begins and ends."""

    ears: Ears
    found: list[tuple[int, int, tuple[Candidate, ...]]] = field(default_factory=list)

    def submit(self, samples: Samples, start_ms: int, clean: Samples | None = None) -> "Future[Heard]":
        end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
        self.found.append((start_ms, end_ms, self.ears.candidates(samples, clean)))
        future: Future[Heard] = Future()
        future.set_result(Heard((), ()))
        return future

    def close(self) -> None:
        """Nothing to close."""


def hear_talk(talk: Talk) -> list[Row]:
    """Return what the ears make of each stretch of speech in a match of real talk."""
    match = render_talk(talk)
    ears = build_ears(plan_ears("auto"), book_of(talk.game))
    heap = _Heap(ears)
    listener = Listener(tuple(Seat(player) for player in PLAYERS), heap, _Timing((), {}, ()))
    for start in range(0, len(match.samples), BLOCK_SAMPLES):
        list(listener.push(match.samples[start : start + BLOCK_SAMPLES]))
    list(listener.finish())
    ears.close()
    rows = []
    for start_ms, end_ms, found in heap.found:
        voice = next((t.voice for t in match.truths if t.start_ms < end_ms and t.end_ms > start_ms), "nobody")
        clip = Clip(talk.name, talk.game, REAL, voice, (), Said.TALK, start_ms, end_ms)
        rows.append(Row(clip, found, tuple(each.kind is Kind.TALK for each in found)))
    return rows


def _is_right(clip: Clip, call: tuple[object, ...], candidate: Candidate) -> bool:
    if clip.said is Said.TALK:
        return candidate.kind is Kind.TALK
    if clip.said is Said.CALL:
        return candidate.kind is Kind.LEGAL and candidate.call == call
    return candidate.words == clip.words
