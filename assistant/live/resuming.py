"""A match that was left, or broke off, goes on: score, windows and clock are those of its log.

Windows have as much time left as they had at the last moment that the log knows. Where the program died, what was said
between that moment and its death is lost: it is marked as a gap.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from assistant import app
from assistant.audio.devices import MicrophoneError
from assistant.core import referee
from assistant.core.observations import Command, CommandName, Gap, Observation
from assistant.eventlog.audio import AudioLog, recover_audio
from assistant.eventlog.reader import Log, reopen
from assistant.eventlog.records import AudioSegment
from assistant.eventlog.replay import replay, setup_of
from assistant.eventlog.writer import LogWriter
from assistant.listening import plan_ears
from assistant.live.match import AnyState
from assistant.live.opening import LIVE, Table, Wanted, open_sound
from engines.base import SAMPLE_RATE_HZ

UNHEARD_MS = 500
"""A shorter time between the last moment known and the end of the sound is no loss worth a word."""
STOPPED = "the referee had stopped"
"""Why the sound of that time is lost."""


def resume_table(wanted: Wanted, folder: Path) -> Table:
    """Return a match that goes on, ready to begin; its log is reopened.

    Args:
        wanted: the microphones and the ears; game, players and house rules are the log's.
        folder: the log.

    Raises:
        RefereeError: there is no such log, it was changed, or a microphone or the ears are not to be had.
    """
    log, writer = reopen(folder)
    try:
        state = _caught_up(log, writer)
        players = state.match.table.players
        if not state.match.table.shared_microphone and wanted.shared is None:
            wanted = replace(wanted, shared=False)  # as the match was begun
        sound, seats = open_sound(wanted, players)
        if any(seat.player is None for seat in seats) and not state.match.table.shared_microphone:
            raise MicrophoneError(
                f"{folder}: this match was begun with a microphone for each of {', '.join(players)}: name them with "
                "--device"
            )
        plan = plan_ears(wanted.engine)
        segments = recover_audio(folder, log.audio, writer)
        known_ms = state.fold.now_ms
        sound_ms = -(-sum(each.frames for each in segments) * 1000 // SAMPLE_RATE_HZ)
        offset_ms = max(known_ms + 1, sound_ms)
        source = wanted.recording.name if wanted.recording else LIVE
        return Table(
            state,
            app.book_for(state.match, wanted.phrases),
            plan,
            seats,
            sound,
            folder,
            offset_ms=offset_ms,
            source=source,
            writer=writer,
            audio=_sound_log(writer, segments, sound.channels, offset_ms),
            first=tuple(_since(state, offset_ms, sound.channels)),
        )
    except BaseException:
        writer.abandon()
        raise


def _caught_up(log: Log, writer: LogWriter) -> AnyState:
    """Return where the match stood, and write down what the last step lacks of its rulings."""
    match = setup_of(log.head, app.game_named(log.head.game))
    state = referee.start(match)
    step = None
    for step in replay(log, match):
        state = step.state
    if step is not None:
        logged = log.steps[-1]
        withdrawn = () if logged.withdrawn else step.withdrawn
        writer.complete(step.rulings[len(logged.rulings) :], withdrawn)
    return state


def _sound_log(writer: LogWriter, segments: tuple[AudioSegment, ...], channels: int, offset_ms: int) -> AudioLog | None:
    """Return what keeps the sound on, if it was kept; what is missing up to the first new sample is silence."""
    if not segments or segments[-1].channels != channels:
        return None
    audio = AudioLog(writer, channels, after=segments)
    missing = offset_ms * SAMPLE_RATE_HZ // 1000 - sum(each.frames for each in segments)
    audio.write(np.zeros((max(0, missing), channels), dtype=np.float32))
    return audio


def _since(state: AnyState, offset_ms: int, channels: int) -> Iterator[Observation]:
    """Yield what happened since the last moment known: the match stood still, and perhaps nobody listened."""
    known_ms = state.fold.now_ms
    paused = state.fold.clock.paused
    if not paused:
        yield Command(known_ms, CommandName.PAUSE)
        if offset_ms - known_ms > UNHEARD_MS:
            yield from (Gap(channel, known_ms, offset_ms, STOPPED) for channel in range(channels))
