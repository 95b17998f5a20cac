"""The Creepy-O-Meter while a recording is judged: shown where the house rule `gf.creepy` asks for it, never judged."""

from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr
import typer

from assistant.announce.console import NAME_WIDTH, TIME_WIDTH
from assistant.app import AnyMatch, Source
from assistant.core.observations import Call
from assistant.core.refold import RefereeState, Step
from assistant.core.times import clock
from assistant.listening import RecordingSource
from assistant.practice.creepy import CREEPY_PHRASES, VoiceMeasure
from assistant.practice.kept_voices import kept_voices
from assistant.practice.loop import AFTER_MS, BEFORE_MS
from assistant.practice.voices import VoiceMeter, voice_meter
from assistant.session import Sink
from engines.base import SAMPLE_RATE_HZ, Samples


class CreepyRemarks:
    """A session's sink that says how creepy every "Brains!" and "Blood!" was of those whose voice is known."""

    def __init__(self, path: Path, voices: dict[str, VoiceMeasure], meter: VoiceMeter) -> None:
        """Measure the calls of a recording.

        Args:
            path: the recording.
            voices: everyday voices by casefolded name.
            meter: what measures.
        """
        self._path = path
        self._voices = voices
        self._meter = meter

    def take(self, before: RefereeState[Any, Any], step: Step[Any, Any]) -> None:
        """Remark on a call that ought to be creepy."""
        call = step.judged.observation
        if not isinstance(call, Call) or call.phrase not in CREEPY_PHRASES or call.channel is None:
            return
        own = self._voices.get((call.player or "").casefold())
        creepy = self._meter.against(own, self._cut(call, call.channel)) if own is not None else None
        if creepy is not None:
            advice = f": {', '.join(creepy.advice)}" if creepy.advice else ""
            at, who = clock(call.start_ms, 2), call.player or ""
            typer.echo(f"{at:>{TIME_WIDTH}} {who:{NAME_WIDTH}.{NAME_WIDTH}}   creepy {creepy.score} of 100{advice}")

    def finish(self, state: RefereeState[Any, Any]) -> None:
        """Nothing is left to say."""

    def _cut(self, call: Call, channel: int) -> Samples:
        with soundfile.SoundFile(self._path) as file:
            rate_hz = file.samplerate
            first = max(0, call.start_ms - BEFORE_MS) * rate_hz // 1000
            file.seek(min(first, file.frames))
            sound = file.read((call.end_ms + AFTER_MS) * rate_hz // 1000 - first, dtype="float32", always_2d=True)
        return np.asarray(soxr.resample(sound[:, channel], rate_hz, SAMPLE_RATE_HZ), dtype=np.float32)


def creepy_remarks(source: Source, match: AnyMatch) -> list[Sink]:
    """Return what remarks on creepiness in a recorded match; nothing where no rule asks for it or no voice is known."""
    if getattr(match.rules, "creepy", "off") == "off" or not isinstance(source, RecordingSource):
        return []
    meter = voice_meter()
    voices = kept_voices(meter)
    return [CreepyRemarks(source.recording.path, voices, meter)] if voices else []
