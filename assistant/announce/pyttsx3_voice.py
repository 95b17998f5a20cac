"""Speech by pyttsx3, inside the voice's own process: SAPI5 on Windows, NSSpeechSynthesizer on macOS, else espeak-ng.

espeak-ng comes with the package espeakng-loader, so that no system package is needed: its library is loaded before
pyttsx3 looks for one, and the dynamic loader then takes it for the name that pyttsx3 asks for.
"""

import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from assistant.announce.voice_settings import VoiceSettings

DATA_VARIABLE = "ESPEAK_DATA_PATH"
"""Where espeak-ng looks for its data first."""
LONGEST_DATA_PATH_BYTES = 140
"""espeak-ng keeps the path of its data in 160 bytes, cuts a longer one off, and then ends the whole process."""
KNOWN_VOICES_SHOWN = 8
"""So many voices are named when the wanted one is not there."""


class CannotSpeakError(Exception):
    """No attempt can ever succeed with these settings on this machine; `str()` says why and what to do."""


class Pyttsx3Voice:
    """Renders sentences into sound files."""

    def __init__(self, settings: VoiceSettings) -> None:
        """Start the engine.

        Raises:
            CannotSpeakError: there is no engine on this machine, or not the wanted voice.
        """
        self._links: list[tempfile.TemporaryDirectory[str]] = []
        if not sys.platform.startswith(("win32", "darwin")):
            self._load_espeak()
        try:
            import pyttsx3

            self._engine = pyttsx3.init()
        except (ImportError, OSError, RuntimeError, KeyError) as error:
            raise CannotSpeakError(_remedy(error)) from error
        self._errors: list[BaseException] = []
        self._engine.connect("error", self._note)
        if settings.voice:
            self._engine.setProperty("voice", _voice_id(settings.voice, self._engine.getProperty("voices")))
        self._engine.setProperty("rate", settings.rate_wpm)
        self._engine.setProperty("volume", settings.volume)

    def voices(self) -> tuple[str, ...]:
        """Return the ids of the voices."""
        return tuple(str(voice.id) for voice in self._engine.getProperty("voices"))

    def render(self, text: str, path: str) -> None:
        """Write a sentence as a sound file.

        Raises:
            Exception: the engine broke down; it must not be used again.
        """
        self._engine.save_to_file(text, path)
        self._engine.runAndWait()
        if self._errors:
            raise self._errors[0]

    def _note(self, name: str | None = None, exception: BaseException | None = None) -> None:
        self._errors.append(exception or RuntimeError("the speech engine failed"))

    def _load_espeak(self) -> None:
        """Load the packaged espeak-ng; without the package pyttsx3 takes the system's."""
        try:
            import espeakng_loader

            data = Path(espeakng_loader.get_data_path())
            library = ctypes.CDLL(espeakng_loader.get_library_path())
        except (ImportError, OSError, RuntimeError):
            return
        del library  # stays loaded for as long as the process lives
        os.environ[DATA_VARIABLE] = str(data if fits(data) else self._shorter(data))

    def _shorter(self, data: Path) -> Path:
        """Return a short path that leads to the data."""
        folder = tempfile.TemporaryDirectory(prefix="referee-")
        self._links.append(folder)
        link = Path(folder.name) / data.name
        link.symlink_to(data, target_is_directory=True)
        return link


def fits(data: Path) -> bool:
    """Return whether espeak-ng can keep this path."""
    return len(os.fsencode(data)) <= LONGEST_DATA_PATH_BYTES


def build(settings: VoiceSettings) -> Pyttsx3Voice:
    """Return the driver; the voice's process calls this function of the module that it is given."""
    return Pyttsx3Voice(settings)


def _voice_id(wanted: str, voices: Sequence[Any]) -> str:
    """Return the id of a voice by its id, the last part of its id, or its name.

    Raises:
        CannotSpeakError: there is no such voice.
    """
    by_name = {spelling.casefold(): str(voice.id) for voice in reversed(voices) for spelling in _spellings(voice)}
    if wanted.casefold() in by_name:
        return by_name[wanted.casefold()]
    shown = ", ".join(str(voice.id) for voice in voices[:KNOWN_VOICES_SHOWN])
    more = ", ..." if len(voices) > KNOWN_VOICES_SHOWN else ""
    raise CannotSpeakError(f"there is no voice {wanted!r} on this machine: choose one of {shown}{more}")


def _spellings(voice: Any) -> Iterator[str]:
    """Yield how a voice may be asked for; pyttsx3's voices have no type."""
    yield str(voice.name)
    yield str(voice.id).replace("\\", "/").rsplit("/", 1)[-1]
    yield str(voice.id)


def _remedy(error: BaseException) -> str:
    if isinstance(error, ImportError):
        return f"pyttsx3 cannot be loaded ({error}): install the referee anew with pip"
    if sys.platform.startswith(("win32", "darwin")):
        return f"the system's speech engine does not start ({error}): try it in the system's settings"
    return f"espeak-ng cannot be loaded ({error}): run `pip install espeakng-loader`, or install espeak-ng"
