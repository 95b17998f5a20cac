"""A driver for the voice's process that fails on demand: `FAKE_VOICE` holds, for each attempt, what it does.

The attempts are separated by spaces and counted in the file `FAKE_VOICE_COUNT`, over all processes; the last one goes
on for ever. What is rendered otherwise is a tone of 60 ms a word.
"""

import os
import time
import wave
from pathlib import Path

import numpy as np

from assistant.announce.pyttsx3_voice import CannotSpeakError
from assistant.announce.voice_settings import VoiceSettings

RATE_HZ = 16_000


class FakeVoice:
    def __init__(self, settings: VoiceSettings) -> None:
        self.settings = settings

    def voices(self) -> tuple[str, ...]:
        return ("fake/loud", "fake/quiet")

    def render(self, text: str, path: str) -> None:
        print("this engine prints on standard output")
        os.write(1, b"and so does its C library\n")
        words = len(text.split())
        match next_behaviour():
            case "hang":
                time.sleep(600)
            case "crash":
                os.kill(os.getpid(), 9)
            case "raise":
                raise RuntimeError("run loop already started")
            case "nothing":
                pass
            case "empty":
                write(path, 0, 0.5)
            case "silent":
                write(path, 60 * words, 0.0)
            case "cut":
                write(path, 20 * words, 0.5)
            case _:
                write(path, 60 * words, 0.5 * self.settings.volume)


def build(settings: VoiceSettings) -> FakeVoice:
    if os.environ.get("FAKE_VOICE") == "cannot":
        raise CannotSpeakError("there is no voice 'klingon' on this machine: choose one of en")
    if os.environ.get("FAKE_VOICE") == "never-ready":
        time.sleep(600)
    return FakeVoice(settings)


def next_behaviour() -> str:
    behaviours = os.environ.get("FAKE_VOICE", "tone").split()
    count = Path(os.environ["FAKE_VOICE_COUNT"])
    number = int(count.read_text() or 0) if count.exists() else 0
    count.write_text(str(number + 1))
    return behaviours[min(number, len(behaviours) - 1)]


def write(path: str, length_ms: int, level: float) -> None:
    t = np.arange(RATE_HZ * length_ms // 1000) / RATE_HZ
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes((level * 32767 * np.sin(2 * np.pi * 440 * t)).astype("<i2").tobytes())
