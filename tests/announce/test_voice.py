"""The voice for real: rendered without a system package, restarted when it hangs, crashes or falls silent."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from assistant.announce.speaker import Speaker
from assistant.announce.voice import Rendered, Voice, VoiceError
from assistant.core.games.base import Table
from assistant.core.games.grave_feast import GRAVE_FEAST
from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.observations import Call, Verdict
from assistant.core.referee import MatchSetup, fold, start

HANGS = (sys.executable, "-c", "import time; time.sleep(60)")
CRASHES = (sys.executable, "-c", "raise SystemExit(3)")
SILENT = (
    sys.executable,
    "-c",
    "import sys, json, wave\n"
    "for line in sys.stdin:\n"
    "    with wave.open(json.loads(line)['path'], 'wb') as file:\n"
    "        file.setnchannels(1); file.setsampwidth(2); file.setframerate(8000); file.writeframes(bytes(8000))\n"
    "    print(json.dumps({'ok': True}), flush=True)\n",
)


@pytest.fixture
def voice() -> Iterator[Voice]:
    voice = Voice()
    yield voice
    voice.close()


def test_two_sentences_in_a_row_are_spoken_and_the_longer_one_is_longer(voice: Voice) -> None:
    short = voice.render("Blocked, Ann.")
    long = voice.render("Ben steals the family with its zombie from Ann, and she was late by a second.")
    assert float(np.abs(short.samples).max()) > 0.05
    assert 300 < short.duration_ms < long.duration_ms
    assert voice.restarts == 0


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux tells which libraries a process holds")
def test_the_packaged_espeak_speaks_and_no_system_library(voice: Voice) -> None:
    voice.render("Stop.")
    process = voice._process
    assert process is not None
    maps = Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")
    libraries = {line.split()[-1] for line in maps.splitlines() if "libespeak" in line}
    assert libraries
    assert all("espeakng_loader" in library for library in libraries)


@pytest.mark.parametrize(("command", "what"), [(HANGS, "hangs"), (CRASHES, "crash"), (SILENT, "silent")])
def test_a_broken_voice_is_restarted_once_and_then_said_to_be_missing(command: tuple[str, ...], what: str) -> None:
    voice = Voice(command=command, least_wait_s=0.3)
    with pytest.raises(VoiceError, match=what):
        voice.render("Stop.")
    assert voice.restarts == 2
    voice.close()


def test_a_voice_that_dies_between_sentences_speaks_on(voice: Voice) -> None:
    voice.render("One.")
    assert voice._process is not None
    voice._process.kill()
    voice._process.wait()
    assert voice.render("Two.").duration_ms > 100


def test_the_speaker_speaks_rulings_and_advises_once_when_nothing_can_play() -> None:
    match = MatchSetup(GRAVE_FEAST, Table(("Ann", "Ben")), GraveFeastRules())
    call = Call("Ann", "grave-feast.brains", Verdict.EXACT, "brains", 600, 1000)
    steps = list(fold(match, [call, Call("Ben", "grave-feast.seduce", Verdict.EXACT, "seduce", 3000, 3600)]))
    said: list[str] = []
    advice: list[str] = []

    def play(rendered: Rendered) -> None:
        said.append(rendered.text)
        raise VoiceError("nothing to speak through")

    speaker = Speaker(advice.append, play=play)
    for step in steps:
        speaker.take(start(match), step)
    speaker.take(start(match), steps[0])
    speaker.finish(steps[-1].state)
    assert said == ["Ann's zombie feeds."]
    assert advice == ["nothing to speak through"]
