"""Builds what practice hears with: the ears of matches on one microphone or recording."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from assistant.audio.devices import DeviceName, Microphone
from assistant.audio.files import open_recording
from assistant.audio.microphones import Microphones
from assistant.audio.portaudio import PortAudio
from assistant.core.phrases.book import GameBook
from assistant.errors import RefereeError
from assistant.hearing.listener import Seat
from assistant.hearing.pool import Hearing, ProcessPool
from assistant.listening import EarPlan, build_ears, build_listener, plan_ears
from assistant.live.ears import stand_fast
from assistant.practice.ear import Ear
from assistant.practice.measuring import Creep, Meter
from assistant.practice.scoring import WordScore
from assistant.practice.sources import MicrophoneInput, RecordingInput, Source
from engines.base import EngineError, Samples

WORKERS = 1
"""One player speaks at a time."""
THREADS = 2
"""... so that the other core can help with the same utterance, and the answer comes sooner."""


@contextmanager
def opened_ear(book: GameBook, player: str, engine: str) -> Iterator[tuple[Ear, str]]:
    """Yield the ear of one player, and what would make it better, in one line.

    Raises:
        RefereeError: the engine is unknown or not to be had.
    """
    plan = plan_ears(engine)
    pool = ProcessPool(partial(build_steadfast_ears, plan, book), WORKERS)
    ear = Ear(pool, lambda tapped: build_listener(plan, book, (Seat(player),), tapped))
    try:
        yield ear, plan.advice
    finally:
        ear.close()


def build_steadfast_ears(plan: EarPlan, book: GameBook) -> Hearing:
    """Build the ears of the worker, which ends with the drill, even one that was killed."""
    stand_fast()
    return build_ears(plan, book, threads=THREADS)


@contextmanager
def opened_source(input_file: Path | None, microphone: str | None, paced: bool) -> Iterator[Source]:
    """Yield a recording, or an open microphone.

    Args:
        input_file: the recording, or None.
        microphone: the name of the microphone; None: the one that the system records from.
        paced: whether a recording is heard at the speed at which it was recorded.

    Raises:
        RefereeError: it cannot be opened.
    """
    if input_file is not None:
        recording = open_recording(input_file)
        yield RecordingInput(recording, paced)
        if recording.lost:
            raise RefereeError(recording.lost)
        return
    device = _device(microphone)
    with Microphones([Microphone(device)]) as microphones:
        yield MicrophoneInput(microphones, str(device))


def microphone_of(source: Source) -> str:
    """Return the name of the microphone that a source listens to; empty for a recording."""
    return source.name if isinstance(source, MicrophoneInput) else ""


def deaf_hint(source: Source) -> str:
    """Return what to look after when nothing is heard again and again; empty for a recording."""
    name = microphone_of(source)
    return f"is {name} your microphone? `referee devices` lists them all, --mic NAME takes another" if name else ""


def build_meter(creep: Creep | None = None) -> Meter:
    """Return what measures attempts.

    Args:
        creep: measures how creepy a call is, where that is wanted.

    Raises:
        RefereeError: the aligner cannot be built.
    """
    from engines.pronunciation import PronunciationScorer

    try:
        scorer = PronunciationScorer()
    except EngineError as error:
        raise RefereeError(str(error)) from error

    def score_words(samples: Samples, words: Sequence[str]) -> list[WordScore]:
        return [WordScore(word.text, word.per_frame, word.frames) for word in scorer.score(samples, words)]

    return Meter(score_words, scorer.pronunciation, creep)


def known_creep(everyday_text: str | None) -> Creep | None:
    """Return what measures creepiness against an everyday voice that was kept, or None where there is none."""
    from assistant.practice.voices import comparable, voice_meter

    meter = voice_meter()
    everyday = comparable(everyday_text, meter)
    return None if everyday is None else lambda samples: meter.against(everyday, samples)


def _device(name: str | None) -> DeviceName:
    if name is not None:
        return DeviceName.parse(name)
    inputs = PortAudio().inputs()
    if not inputs:
        raise RefereeError("no microphone is connected: plug one in, or practise from a recording with --input FILE")
    return next((device.name for device in inputs if device.default), inputs[0].name)
