"""Hears clips of the corpus as the listener does: what may have been said in each, and where it was found to end.

Real people's shouts are heard likewise, in every game, as the talk that is most like calls.
"""

import json
import random
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import soundfile

from assistant.core.observations import Call, Verdict
from assistant.core.phrases.judge import judge_words
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.hearing.candidates import call_of
from assistant.hearing.decoding import VoiceOf
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Ears, Heard, Utterance
from assistant.hearing.fusion import Candidate, Kind
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.pool import InlinePool
from assistant.hearing.timing import FinalSound, TimingFit, final_sound
from assistant.listening import build_ears, plan_ears
from bench.conditions import Block, condition
from bench.corpus import PLAYERS, book_of
from bench.ears import observed
from bench.human import FIT_PEOPLE, Talk, render_talk
from bench.items import Kind as Said
from bench.phones.speakers import stranger_to
from bench.shouts import fold_of
from bench.voices import person_of
from engines.base import SAMPLE_RATE_HZ, Samples
from engines.gtcrn import Gtcrn
from engines.keywords import KeywordEar
from engines.phones import PhoneEar

QUICK = Path(__file__).parent / "out" / "quick"
SEED = 7
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
    split: str
    """What that voice is for, see `bench.voices.SPLITS`."""
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
        return person_of(self.voice)

    @property
    def strangers(self) -> tuple[int, int]:
        """The networks that have not learned from that person: of `bench.shouts`, and of `bench.phones` (-1: all)."""
        return fold_of(self.person), stranger_to(self.person)


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


@dataclass(frozen=True, slots=True)
class _Stretch:
    """One stretch of speech, as the ears got it."""

    start_ms: int
    """Where it begins."""
    end_ms: int
    """Where it ends."""
    candidates: tuple[Candidate, ...]
    """What may have been said in it."""

    def overlaps(self, start_ms: int, end_ms: int) -> bool:
        return self.start_ms < end_ms and self.end_ms > start_ms


@dataclass(slots=True)
class _Tap:
    """Ears that keep what may have been said, and report what was in a clip, so that its end is measured."""

    ears: Ears
    clip: Clip | None = None
    found: list[_Stretch] = field(default_factory=list)

    def listen(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Heard:
        end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
        stretch = _Stretch(start_ms, end_ms, self.ears.candidates(samples, clean))
        utterances: tuple[Utterance, ...] = ()
        if self.clip is None or stretch.overlaps(self.clip.start_ms, self.clip.end_ms):
            self.found.append(stretch)
            words = self.clip.words if self.clip else ()
            utterances = (
                (Utterance("said", Verdict.EXACT, " ".join(words), words[-1], start_ms, end_ms),) if words else ()
            )
        return Heard(utterances, ())

    def close(self) -> None:
        """Nothing to close."""


class _Timing(TimingFit):
    """Corrects nothing, and keeps how far each call stood above the room."""

    def correct(self, end_ms: int, last_word: str, snr_db: float) -> tuple[int, int]:
        return end_ms, round(snr_db * 10)


def clips(split: str, most: int) -> list[Clip]:
    """Return a random choice of the split's clips, sorted by game and by the people's groups."""
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
            split,
            tuple(word for item in items for word in plain_words(str(item["text"]))),
            Said(str(items[0]["kind"])),
            int(str(items[0]["start_ms"])),
            int(str(items[-1]["end_ms"])),
        )
        for file, items in by_file.items()
    ]
    chosen = random.Random(SEED).sample(found, min(most, len(found)))
    return sorted(chosen, key=lambda clip: (clip.game, clip.strangers, clip.file))


def hear(part: list[Clip]) -> tuple[list[Row], list[Ending]]:
    """Return what the ears make of each clip; a clip that is cut into several segments is left out."""
    rows, endings = [], []
    voice_of = Gtcrn().voice
    book, ears = book_of(part[0].game), _ears_for(part[0])
    for before, clip in pairwise((part[0], *part)):
        if (clip.game, clip.strangers) != (before.game, before.strangers):
            ears.close()
            book, ears = book_of(clip.game), _ears_for(clip)
        tap = _Tap(ears, clip)
        samples, _ = soundfile.read(QUICK / clip.file, dtype="float32", always_2d=True)
        calls = _listen(tap, samples[:, :1], (Seat("A"),), voice_of)
        if len(tap.found) != 1:
            continue
        call = call_of(judge_words(book, clip.words))
        candidates = tap.found[0].candidates
        rows.append(Row(clip, candidates, tuple(_is_right(clip, call, each) for each in candidates)))
        endings += [
            Ending(clip.person, final_sound(clip.words[-1]), each.error_ms / 10, each.end_ms - clip.end_ms)
            for each in calls
            if clip.said is Said.CALL and condition(clip.condition).noise != "babble"
        ]
    ears.close()
    return rows, endings


def _ears_for(clip: Clip) -> Ears:
    """Return ears that hear as they hear strangers: without having learned from the clip's person."""
    fold, network = clip.strangers
    return build_ears(
        plan_ears("auto"),
        book_of(clip.game),
        spotter=KeywordEar(fold),
        phone_ear=PhoneEar(None if network < 0 else network),
    )


def hear_talk(talk: Talk) -> list[Row]:
    """Return what the ears make of each stretch of speech in a match of real talk."""
    match = render_talk(talk)
    strangers = KeywordEar(fold_of(FIT_PEOPLE[0]))
    tap = _Tap(build_ears(plan_ears("auto"), book_of(talk.game), spotter=strangers))
    _listen(tap, match.samples, tuple(Seat(player) for player in PLAYERS), Gtcrn().voice)
    tap.ears.close()
    rows = []
    for stretch in tap.found:
        voice = next(
            (truth.voice for truth in match.truths if stretch.overlaps(truth.start_ms, truth.end_ms)), "nobody"
        )
        clip = Clip(talk.name, talk.game, REAL, voice, "fit", (), Said.TALK, stretch.start_ms, stretch.end_ms)
        rows.append(Row(clip, stretch.candidates, tuple(each.kind is Kind.TALK for each in stretch.candidates)))
    return rows


def _listen(tap: _Tap, samples: Block, seats: tuple[Seat, ...], voice_of: VoiceOf) -> list[Call]:
    """Return the calls that the tap reports, with their ends as found."""
    listener = Listener(seats, InlinePool(tap), _Timing((), {}, ()), voice_of=voice_of)
    return [each for each in observed(listener, samples) if isinstance(each, Call)]


def _is_right(clip: Clip, call: tuple[object, ...], candidate: Candidate) -> bool:
    if clip.said is Said.TALK:
        return candidate.kind is Kind.TALK
    if clip.said is Said.CALL:
        return candidate.kind is Kind.LEGAL and candidate.call == call
    return candidate.words == clip.words
