"""The most careful ears there are, for an appeal: slower than a match may wait for."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

import numpy as np

from assistant.core.phrases.book import GameBook
from assistant.disputes.appeal import Appeal, Hearing, Moment, judge_again
from assistant.disputes.sound import Sound
from assistant.errors import RefereeError
from assistant.hearing.fitted import load_fitted
from assistant.hearing.listener import Seat
from assistant.listening import EarPlan, build_ears, plan_ears
from assistant.models.store import find_model
from assistant.workers import worker_processes
from engines.base import SAMPLE_RATE_HZ, EngineError, Propose, Samples, Scorer, Settle, Transcript, Word, never_settled

LONG_WINDOW_S = 10.5
"""An utterance of this length is given Whisper's whole window of 30 s, which costs ten times as much as a short one."""


class LongWindow:
    """An open ear that hears every utterance on its longest window: silence is put behind it."""

    def __init__(self, ear: Scorer) -> None:
        """Listen with `ear`."""
        self._ear = ear

    @property
    def name(self) -> str:
        """The engine's name."""
        return self._ear.name

    def transcribe(self, samples: Samples, start_ms: int) -> Transcript:
        """See `engines.base.Engine.transcribe`."""
        return _cut(self._ear.transcribe(_lengthened(samples), start_ms), samples, start_ms)

    def transcribe_and_score(
        self, samples: Samples, start_ms: int, propose: Propose, settle: Settle = never_settled
    ) -> tuple[Transcript, Transcript, dict[str, float]]:
        """See `engines.base.Scorer.transcribe_and_score`."""
        primed, plain, scores = self._ear.transcribe_and_score(_lengthened(samples), start_ms, propose, settle)
        return _cut(primed, samples, start_ms), _cut(plain, samples, start_ms), scores

    def unknown_words(self, words: Sequence[str]) -> tuple[str, ...]:
        """See `engines.base.Engine.unknown_words`."""
        return self._ear.unknown_words(words)

    def close(self) -> None:
        """See `engines.base.Engine.close`."""
        self._ear.close()


def _lengthened(samples: Samples) -> Samples:
    return np.pad(samples, (0, max(0, round(LONG_WINDOW_S * SAMPLE_RATE_HZ) - len(samples))))


def _cut(heard: Transcript, samples: Samples, start_ms: int) -> Transcript:
    """Return a transcript whose words end with the samples."""
    end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
    words = tuple(
        Word(word.text, min(word.start_ms, end_ms), min(word.end_ms, end_ms), word.confidence) for word in heard.words
    )
    return Transcript(heard.engine, words, heard.score, heard.notes)


def judged_again(
    moment: Moment, sound: Sound, seats: tuple[Seat, ...], book: GameBook, workers: ProcessPoolExecutor | None = None
) -> Appeal:
    """Hear a moment again with every ear of this machine, in a process of its own: a live match goes on meanwhile.

    Args:
        moment: what the appeal is about.
        sound: from `moment.heard_from_ms` on, 16 kHz, shape (frames, channels).
        seats: whose microphone each channel is.
        book: the phrase book of the match.
        workers: where; a new process unless given.

    Raises:
        RefereeError: the ears broke down.
    """
    with workers or worker_processes(1) as pool:
        try:
            return pool.submit(_judged, moment, sound, seats, book).result()
        except (EngineError, BrokenProcessPool) as error:
            raise RefereeError(f"the appeal was not heard ({error}); the ruling stands") from error


def _judged(moment: Moment, sound: Sound, seats: tuple[Seat, ...], book: GameBook) -> Appeal:
    return judge_again(moment, sound, seats, careful_hearings(book), load_fitted().timing)


def careful_hearings(book: GameBook) -> tuple[Hearing, ...]:
    """Return every way to listen again on this machine: each engine alone, then the best two together."""
    whisper, vosk = find_model("whisper"), find_model("vosk")
    hearings = [Hearing("pocketsphinx", partial(build_ears, plan_ears("pocketsphinx"), book))]
    if vosk is not None:
        hearings.append(Hearing("vosk", partial(build_ears, EarPlan("vosk", None, vosk), book)))
    if whisper is not None:
        hearings.append(Hearing("whisper", partial(build_ears, EarPlan(None, whisper), book, LongWindow)))
        hearings.append(
            Hearing(
                "both together", partial(build_ears, EarPlan("pocketsphinx", whisper), book, LongWindow), joint=True
            )
        )
    return tuple(hearings)
