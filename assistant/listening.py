"""Builds the hearing of one match: which engines are there, their vocabulary, and the workers that run them."""

import os
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.audio.files import Recording, RecordingError, open_recording
from assistant.core.history import LOST_SOUND
from assistant.core.observations import Call, Gap, Observation, Verdict
from assistant.core.phrases.book import GameBook
from assistant.core.spoken import NEVER_SPOKEN, Speaks, SpokenTimes
from assistant.core.told import ADDRESS, is_command, observation_told
from assistant.errors import RefereeError
from assistant.eventlog.audio import AudioLog
from assistant.eventlog.records import ModelUse
from assistant.eventlog.writer import LogWriter
from assistant.hearing.ears import Ears
from assistant.hearing.fitted import load_fitted
from assistant.hearing.letters import sound_of_letters
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.own_words import GatedPool
from assistant.hearing.pool import Hearing, Pool, ProcessPool
from assistant.hearing.sounds import Pronouncer
from assistant.hearing.tellings import AttentiveEars, FactEar, telling_prompt
from assistant.models.store import find_model, weights_sha256
from assistant.phrasebook import EXAMPLE_PLAYERS
from engines.base import Aligner, Engine, EngineError, PhoneScorer, Scorer, Spotter, Vocabulary
from engines.gtcrn import Gtcrn
from engines.keywords import KeywordEar
from engines.phones import PhoneEar

if TYPE_CHECKING:
    from engines.pocketsphinx import PocketsphinxAligner
    from engines.whisper import WhisperEngine

ENGINES = ("auto", "pocketsphinx", "pocketsphinx-open", "whisper", "vosk")
"""What --engine takes; "auto" hears with the best of what is there."""
PROMPT_PHRASES = 12
"""So many sentences prime the open ear: more would slow it down and help no further."""
BROKEN_OFF_MS = 200
"""A call that ends so shortly before the sound is lost was probably still being said."""
WORKERS = 2
"""Worker processes; more than the cores would not help."""


@dataclass(frozen=True, slots=True)
class EarPlan:
    """Which engines hear, and with what models; picklable, so that workers can build their own ears."""

    grammar: str | None
    """The ear that runs everywhere: "pocketsphinx", "pocketsphinx-open", "vosk" or None."""
    open_model: Path | None
    """The folder of the open ear's model, or None to hear without it."""
    vosk_model: Path | None = None
    """The folder of Vosk's model, where Vosk is the grammar ear."""
    advice: str = ""
    """What would make the hearing better, in one line; empty when nothing is missing."""

    @property
    def title(self) -> str:
        """What hears, for people."""
        return " + ".join(name for name in (self.grammar, "whisper" if self.open_model else None) if name)


def plan_ears(engine: str) -> EarPlan:
    """Choose the engines.

    Raises:
        RefereeError: the engine is unknown, or its model is nowhere.
    """
    if engine not in ENGINES:
        raise RefereeError(f"--engine {engine}: unknown engine; choose one of {', '.join(ENGINES)}")
    if engine in ("pocketsphinx", "pocketsphinx-open"):
        return EarPlan(engine, None)
    if engine == "vosk":
        vosk = find_model("vosk")
        if vosk is None:
            raise RefereeError("--engine vosk: no model; run: referee models get vosk-small-en")
        return EarPlan("vosk", None, vosk)
    whisper = find_model("whisper")
    if engine == "whisper":
        if whisper is None:
            raise RefereeError("--engine whisper: no model; run: pip install 'party-referee[whisper-model]'")
        return EarPlan(None, whisper)
    vosk = find_model("vosk")
    advice = ""
    if whisper is None:
        advice = "hearing with one ear only; for better rulings: pip install 'party-referee[whisper-model]'"
    if vosk is not None:
        return EarPlan("vosk", whisper, vosk, advice)
    return EarPlan("pocketsphinx", whisper, advice=advice)


def vocabulary(book: GameBook) -> Vocabulary:
    """Return what the engines should expect to hear in a game."""
    phrases = (*(line for line, _ in book.sentences()), *book.run_on_sentences())
    near = tuple(line for line, _ in book.near_misses())
    examples = [example.rstrip(".!") + "!" for phrase in book.phrases for example in phrase.examples]
    misses = {phrase.id: f"{line.capitalize()}." for line, phrase in book.near_misses()}
    return Vocabulary(phrases, near, " ".join([*examples, *misses.values()][:PROMPT_PHRASES]))


def build_ears(
    plan: EarPlan,
    book: GameBook,
    patient: Callable[[Scorer], Scorer] | None = None,
    threads: int = 1,
    spotter: Spotter | None = None,
    phone_ear: PhoneScorer | None = None,
) -> Ears:
    """Build ears that hear calls, for one worker.

    Args:
        plan: which engines.
        book: the phrase book of the game.
        patient: makes the open ear take more time; None for the speed of a match.
        threads: processor threads of the open ear; what it hears does not depend on them.
        spotter: knows single words; None for the one that comes with the referee.
        phone_ear: knows sounds, likewise.

    Raises:
        EngineError: an engine cannot be built.
    """
    from engines.pocketsphinx import PocketsphinxAligner

    open_ear: Scorer | None = _open_ear(plan, book, threads)
    if open_ear is not None and patient is not None:
        open_ear = patient(open_ear)
    return _calls_ears(plan, book, open_ear, PocketsphinxAligner(), spotter, phone_ear)


def build_table_ears(plan: EarPlan, book: GameBook, players: tuple[str, ...], threads: int = 1) -> Hearing:
    """Build ears that hear calls, facts and commands, for one worker.

    Facts need the open ear, for the grammar ear takes anything for a sentence that it knows; without one, calls are all
    that is heard. What the open ear hears does not depend on its processor threads.

    Raises:
        EngineError: an engine cannot be built.
    """
    from engines.pocketsphinx import PocketsphinxAligner

    open_ear, aligner = _open_ear(plan, book, threads), PocketsphinxAligner()
    ears = _calls_ears(plan, book, open_ear, aligner)
    if open_ear is None:
        return ears
    primed = open_ear.primed(telling_prompt(book, players, EXAMPLE_PLAYERS), ADDRESS)
    pronouncer = Pronouncer(lambda word: aligner.pronunciation(word) or sound_of_letters(word))
    return AttentiveEars(ears, FactEar(book, primed, pronouncer))


def _open_ear(plan: EarPlan, book: GameBook, threads: int = 1) -> "WhisperEngine | None":
    if plan.open_model is None:
        return None
    from engines.whisper import WhisperEngine

    return WhisperEngine(plan.open_model, vocabulary(book), threads)


def _calls_ears(
    plan: EarPlan,
    book: GameBook,
    open_ear: Scorer | None,
    aligner: "PocketsphinxAligner",
    spotter: Spotter | None = None,
    phone_ear: PhoneScorer | None = None,
) -> Ears:
    from engines.pocketsphinx import PocketsphinxEngine, PocketsphinxOpenEngine

    words = vocabulary(book)
    grammar: Engine | None = None
    if plan.grammar == "pocketsphinx":
        grammar = PocketsphinxEngine(words)
    elif plan.grammar == "pocketsphinx-open":
        grammar = PocketsphinxOpenEngine(words)
    elif plan.grammar == "vosk" and plan.vosk_model is not None:
        from engines.vosk import VoskEngine

        grammar = VoskEngine(plan.vosk_model, words)
    pronouncer = Pronouncer(aligner.pronunciation)
    return Ears(
        book,
        load_fitted().fusion,
        grammar,
        open_ear,
        aligner,
        pronouncer,
        spotter or KeywordEar(),
        phone_ear or PhoneEar(),
    )


def build_aligner() -> Aligner:
    """Build what finds the words within a call; raises EngineError where it cannot be built."""
    from engines.pocketsphinx import PocketsphinxAligner

    return PocketsphinxAligner()


def build_listener(
    plan: EarPlan,
    book: GameBook,
    seats: tuple[Seat, ...],
    pool: Pool | None = None,
    players: tuple[str, ...] = (),
    early: bool = False,
    speaks: Speaks = NEVER_SPOKEN,
) -> Listener:
    """Build the hearing of one match.

    Args:
        plan: which engines hear.
        book: the phrase book of the match.
        seats: whose microphone each channel is.
        pool: the workers; built from the plan unless given.
        players: who sits at the table; with them, facts and commands are heard too.
        early: whether the sound comes live, so that answers are wanted soon; see `Listener.early`.
        speaks: what knows when the referee speaks, on the clock of the sound.
    """
    workers = min(WORKERS, os.cpu_count() or 1)
    factory = partial(build_table_ears, plan, book, players) if players else partial(build_ears, plan, book)
    tell = partial(observation_told, book, players) if players else None
    return Listener(
        seats,
        pool or ProcessPool(factory, workers),
        load_fitted().timing,
        tell,
        early,
        speaks,
        Gtcrn().voice,
    )


def seats_of(recording: Recording, players: tuple[str, ...]) -> tuple[Seat, ...]:
    """Return whose microphone each channel is: player i has channel i; one channel for several is shared.

    Raises:
        RecordingError: there are more players than microphones.
    """
    if recording.channels == 1 and len(players) > 1:
        return (Seat(None),)
    if recording.channels < len(players):
        raise RecordingError(
            f"{recording.path}: has {recording.channels} channels for {len(players)} players; "
            "record one channel a player, or one for all"
        )
    return tuple(Seat(player) for player in players)


@dataclass(frozen=True, slots=True)
class RecordingSource:
    """A recorded match, as `assistant.app` takes its observations from any source."""

    recording: Recording
    """The file."""
    seats: tuple[Seat, ...]
    """Whose microphone each channel is."""
    plan: EarPlan
    """What hears."""
    book: GameBook
    """The phrase book of the game."""
    models: tuple[ModelUse, ...]
    """The models that hear, with their checksums."""
    players: tuple[str, ...]
    """Who sits at the table."""
    pool: Pool | None = None
    """What decodes; workers of its own unless given."""
    spoken: SpokenTimes = NEVER_SPOKEN
    """When the referee itself could be heard in it: in the sound of a live match."""

    @property
    def shared_microphone(self) -> bool:
        """Whether several players share a microphone."""
        return any(seat.player is None for seat in self.seats)

    @property
    def engine(self) -> str:
        """What hears, for people and for the log."""
        return self.plan.title

    @property
    def advice(self) -> str:
        """What would make it hear better, in one line."""
        return self.plan.advice

    @property
    def length_ms(self) -> int | None:
        """How long the recording is."""
        return self.recording.duration_ms

    def observations(self, log: LogWriter | None) -> Iterator[Observation]:
        """Yield everything that is heard, in order; the sound goes to the log first.

        Raises:
            RefereeError: the recording, the log or the ears break off.
        """
        listener = build_listener(self.plan, self.book, self.seats, self.pool, self.players, speaks=self.spoken)
        listener.pool = GatedPool(listener.pool, self.spoken, partial(is_command, self.book))
        channels = len(self.seats)
        try:
            with AudioLog(log, channels) if log else nullcontext() as sound:
                for block in self.recording.blocks():
                    heard = block[:, :channels]
                    if sound is not None:
                        sound.write(heard)
                    yield from listener.push(heard, patient=True)
            for observation in listener.finish():
                yield broken_off(observation, listener.heard_ms) if self.recording.lost_ms else observation
            if self.recording.lost_ms:
                end_ms = listener.heard_ms
                yield Gap(0, end_ms, end_ms + self.recording.lost_ms, "the file is cut off")
        except EngineError as error:
            raise RefereeError(str(error)) from error
        finally:
            listener.pool.close()


def broken_off(observation: Observation, lost_from_ms: int) -> Observation:
    """Return a call that was still being said when the sound was lost as an unsure one, and anything else as it is."""
    if not isinstance(observation, Call) or observation.end_ms < lost_from_ms - BROKEN_OFF_MS:
        return observation
    if observation.verdict is Verdict.UNSURE:
        return observation
    return replace(observation, verdict=Verdict.UNSURE, reason=LOST_SOUND)


def open_recorded(
    path: Path, players: tuple[str, ...], book: GameBook, engine: str, spoken: SpokenTimes = NEVER_SPOKEN
) -> RecordingSource:
    """Return a recorded match.

    Raises:
        RefereeError: the file cannot be heard, has too few channels, or the engine is not to be had.
    """
    recording = open_recording(path)
    plan = plan_ears(engine)
    return RecordingSource(recording, seats_of(recording, players), plan, book, models_of(plan), players, spoken=spoken)


def models_of(plan: EarPlan) -> tuple[ModelUse, ...]:
    """Return the models that a plan hears with, with their checksums."""
    return tuple(
        ModelUse(name, weights_sha256(folder))
        for name, folder in (("whisper", plan.open_model), ("vosk", plan.vosk_model))
        if folder
    )
