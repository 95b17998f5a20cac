"""The Creepy-O-Meter for a match that was played: every "Brains!" and "Blood!" in its log. It changes no ruling."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assistant import app
from assistant.core.observations import Call
from assistant.core.times import clock
from assistant.disputes.cases import case_file
from assistant.disputes.sound import LogSound
from assistant.errors import RefereeError
from assistant.eventlog.reader import read_log
from assistant.eventlog.replay import setup_of
from assistant.practice.creepy import CREEPY_PHRASES, Creepiness, VoiceMeasure
from assistant.practice.kept_voices import kept_voices
from assistant.practice.loop import AFTER_MS, BEFORE_MS
from assistant.practice.voices import VoiceMeter, voice_meter
from engines.base import SAMPLE_RATE_HZ, Samples


@dataclass(frozen=True, slots=True)
class CreepyCall:
    """One call of a match, measured."""

    call: Call
    """The call."""
    creepy: Creepiness | None
    """How creepy it was; None where nobody can tell."""
    against: str
    """What it was compared with, or why it could not be."""


def creepy_calls(log: Path) -> tuple[list[CreepyCall], str]:
    """Return every call of a log that ought to be creepy, measured, and what would measure finer, in one line.

    A player's everyday voice is the one that `referee creepy --everyday` kept, or else that of the other calls.

    Raises:
        RefereeError: the log or its sound cannot be read, or there is no such call.
    """
    read = read_log(log)
    file = case_file(read, setup_of(read.head, app.game_named(read.head.game)))
    calls = [each.call for each in file.calls]
    wanted = [call for call in calls if call.phrase in CREEPY_PHRASES]
    if not wanted:
        raise RefereeError(f"{log}: nobody called brains or blood in this match")
    sound = LogSound.of(read)
    if not sound.channels:
        raise RefereeError(f"{log}: has no sound: keep it with `--log` on a recording, or `referee play --keep-audio`")
    meter = voice_meter()
    voices = dict(_everyday(calls, sound, meter))
    return [_measured(call, sound, meter, voices) for call in wanted], meter.advice


def show(log: Path) -> str:
    """Print the calls of a log, and return what would measure finer, in one line; raises as `creepy_calls`."""
    from rich.console import Console
    from rich.table import Column, Table

    found, advice = creepy_calls(log)
    table = Table(
        Column("time", justify="right"),
        "player",
        "call",
        Column("creepy", justify="right"),
        "more",
        "against",
        box=None,
    )
    for each in found:
        score, more = (str(each.creepy.score), ", ".join(each.creepy.advice)) if each.creepy else ("-", "")
        table.add_row(clock(each.call.start_ms, 2), each.call.player or "?", each.call.heard, score, more, each.against)
    Console(highlight=False).print(table)
    return advice


def _measured(
    call: Call, sound: LogSound, meter: VoiceMeter, voices: dict[str, tuple[VoiceMeasure, str]]
) -> CreepyCall:
    if call.player not in voices:
        return CreepyCall(call, None, "no everyday voice is known")
    own, against = voices[call.player]
    samples = _cut(call, sound)
    creepy = meter.against(own, samples) if samples is not None else None
    return CreepyCall(call, creepy, against if creepy else "no sound")


def _everyday(calls: list[Call], sound: LogSound, meter: VoiceMeter) -> Iterator[tuple[str, tuple[VoiceMeasure, str]]]:
    """Yield every player's everyday voice, and where it is from."""
    kept = kept_voices(meter)
    for player in dict.fromkeys(call.player for call in calls if call.player is not None):
        others = [_cut(call, sound) for call in calls if call.player == player and call.phrase not in CREEPY_PHRASES]
        heard = [samples for samples in others if samples is not None]
        own = kept.get(player.casefold())
        if own is not None:
            yield player, (own, "the everyday voice")
        elif heard and (measured := meter.measure(np.concatenate(heard))) is not None:
            yield player, (measured, "the other calls")


def _cut(call: Call, sound: LogSound) -> Samples | None:
    """Return the sound of a call, or None where no microphone is known."""
    if call.channel is None or call.channel >= sound.channels or sound.rate_hz != SAMPLE_RATE_HZ:
        return None
    return np.ascontiguousarray(sound.cut(max(0, call.start_ms - BEFORE_MS), call.end_ms + AFTER_MS)[:, call.channel])
