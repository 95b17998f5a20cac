"""The referee's voice, rendered in a process of its own, because speech engines hang, crash and fall silent.

Every sentence is written into a file, read back and checked. A process that hangs, dies or writes nothing is replaced
and the sentence tried again; after the last attempt the voice rests, the text must do, and one line says why.
"""

import os
import sys
import tempfile
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from types import MappingProxyType

import numpy as np
import soundfile

import assistant
from assistant.announce.voice_process import Lost, Refused, VoiceProcess
from assistant.announce.voice_settings import VoiceSettings
from assistant.announce.voice_worker import DEFAULT_DRIVER
from assistant.errors import RefereeError
from engines.base import Samples

CACHED_SENTENCES = 64
"""So many sentences are kept as sound: about 100 kB each."""
LEAST_PEAK = 0.003
"""-50 dBFS: a file that is nowhere louder is silent."""
LEAST_MS_PER_WORD = 50
"""No voice says a word in less (espeak-ng at its fastest takes 100 ms): a shorter file was cut off."""
KEPT_SILENCE_MS = 30
"""So much silence is kept before and after the speech, which engines surround with up to half a second."""
RENDERS_PER_PROCESS = MappingProxyType({"darwin": 1})
"""How many sentences one process renders, by platform: on macOS a second one often hangs; elsewhere no limit."""
TEMPORARY_VARIABLES = ("TMPDIR", "TEMP", "TMP")
"""Where programs put temporary files, on all platforms."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A sentence as sound."""

    samples: Samples
    """Mono, full scale -1.0 to 1.0, at `rate_hz`; never empty, never silent."""
    rate_hz: int
    """Samples a second."""
    text: str
    """What is said."""

    @property
    def duration_ms(self) -> int:
        """How long it lasts."""
        return len(self.samples) * 1000 // self.rate_hz


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the voice may take, and how often it is tried."""

    start_s: float = 15.0
    """Until the process is ready: cold disks and virus scanners make the first start slow."""
    render_s: float = 4.0
    """For any sentence, besides the time for its length."""
    per_character_s: float = 0.05
    """For each character: as long as it would take to say it."""
    attempts: int = 3
    """How often a sentence is tried, each time with a new process, before the voice rests."""

    def for_text(self, text: str) -> float:
        """Return how long the rendering of a text may take, in seconds."""
        return self.render_s + self.per_character_s * len(text)


class VoiceError(RefereeError):
    """The voice is missing or broke down, and rests: show the text. `str()` is one line of advice, to be given once."""


class SilentFileError(Exception):
    """A rendered file holds no speech; `str()` says what it holds."""


class Voice:
    """Renders sentences; safe for use by several threads, which then wait for each other."""

    def __init__(
        self,
        settings: VoiceSettings | None = None,
        patience: Patience | None = None,
        driver: str = DEFAULT_DRIVER,
        renders_per_process: int | None = RENDERS_PER_PROCESS.get(sys.platform),
    ) -> None:
        """Prepare the voice; no process is started yet.

        Args:
            settings: how it sounds; None for the usual way.
            patience: how long it may take; None for the usual.
            driver: the module that the process loads; its `build(settings)` makes what renders.
            renders_per_process: after so many sentences the process is replaced; None: never.
        """
        self._settings = settings or VoiceSettings()
        self._patience = patience or Patience()
        self._driver = driver
        self._renders_per_process = renders_per_process
        self._lock = Lock()
        self._cache: OrderedDict[str, Rendered] = OrderedDict()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: VoiceProcess | None = None
        self._renders = 0
        self._restarts = 0
        self._resting = ""

    @property
    def restarts(self) -> int:
        """How often a process hung, died or wrote nothing, and was given up."""
        return self._restarts

    @property
    def pid(self) -> int | None:
        """The id of the voice's process, or None while there is none."""
        return self._process.pid if self._process is not None else None

    def start(self) -> None:
        """Start the process, so that the first sentence need not wait for it; it gets ready in the background.

        Raises:
            VoiceError: it cannot be started.
        """
        with self._lock:
            self._running()

    def render(self, text: str) -> Rendered:
        """Return a sentence as sound; one that was rendered lately is not rendered again.

        Args:
            text: one or two sentences; white space and unprintable characters do not matter.

        Raises:
            VoiceError: the voice rests, because it cannot speak or has failed too often; `revive` lets it try again.
        """
        spoken = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        with self._lock:
            if spoken in self._cache:
                self._cache.move_to_end(spoken)
                return self._cache[spoken]
            if self._resting:
                raise VoiceError(self._resting)
            if not any(character.isalnum() for character in spoken):
                raise VoiceError(f"there is nothing to speak in {text!r}: give words")
            rendered = self._persist(spoken)
            self._cache[spoken] = rendered
            if len(self._cache) > CACHED_SENTENCES:
                self._cache.popitem(last=False)
            return rendered

    def voices(self) -> tuple[str, ...]:
        """Return the ids of the voices on this machine.

        Raises:
            VoiceError: the voice cannot tell.
        """
        with self._lock:
            try:
                return self._running().voices(self._patience.start_s)
            except (Refused, Lost) as error:
                self._stop()
                raise _advice(str(error)) from error

    def revive(self) -> None:
        """Let a voice that rests try again."""
        with self._lock:
            self._resting = ""

    def close(self) -> None:
        """End the process and remove its files; calling it twice does no harm."""
        with self._lock:
            self._stop()
            if self._folder is not None:
                self._folder.cleanup()
                self._folder = None

    def __enter__(self) -> "Voice":
        """Return the voice."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _persist(self, text: str) -> Rendered:
        """Try until there is sound, or until the attempts are used up and the voice rests."""
        problem = ""
        for _ in range(self._patience.attempts):
            try:
                return self._render_once(text)
            except Refused as error:
                raise self._rest(str(error)) from error
            except (Lost, SilentFileError) as error:
                problem = str(error)
                self._restarts += 1
                self._stop()
        raise self._rest(f"{problem}, {self._patience.attempts} times in a row")

    def _render_once(self, text: str) -> Rendered:
        process = self._running()
        path = self._place() / "sentence.wav"
        path.unlink(missing_ok=True)
        process.render(text, path, self._patience.for_text(text))
        rendered = read_speech(path, text)
        self._renders += 1
        if self._renders_per_process is not None and self._renders >= self._renders_per_process:
            self._stop()
            self._running()
        return rendered

    def _running(self) -> VoiceProcess:
        """Return the process, started if there was none."""
        if self._process is None:
            try:
                environment = _environment(self._place())
                self._process = VoiceProcess(self._driver, self._settings, self._patience.start_s, environment)
            except OSError as error:
                raise self._rest(f"its process cannot be started ({error.strerror or error})") from error
            self._renders = 0
        return self._process

    def _place(self) -> Path:
        """Return the folder for sound files, made if there was none."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="referee-voice-", ignore_cleanup_errors=True)
        return Path(self._folder.name)

    def _rest(self, problem: str) -> VoiceError:
        self._stop()
        advice = _advice(problem)
        self._resting = str(advice)
        return advice

    def _stop(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None


def read_speech(path: Path, text: str) -> Rendered:
    """Return what a speech engine wrote, without the silence around it.

    Args:
        path: the file, of any form that libsndfile reads (macOS writes AIFF whatever the name).
        text: what should be in it.

    Raises:
        SilentFileError: there is no such file, or it holds nothing, silence, or too little for its text.
    """
    try:
        sound, rate_hz = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, soundfile.SoundFileError) as error:
        raise SilentFileError("the speech engine wrote no sound file") from error
    samples = np.nan_to_num(sound.mean(axis=1), posinf=0.0, neginf=0.0).astype(np.float32)
    loud = np.flatnonzero(np.abs(samples) >= LEAST_PEAK)
    if not len(loud):
        raise SilentFileError("the speech engine wrote an empty or silent sound file")
    kept = rate_hz * KEPT_SILENCE_MS // 1000
    samples = samples[max(0, int(loud[0]) - kept) : int(loud[-1]) + 1 + kept]
    if len(samples) * 1000 < len(text.split()) * LEAST_MS_PER_WORD * rate_hz:
        raise SilentFileError("the speech engine wrote only the beginning of a sentence")
    return Rendered(samples, int(rate_hz), text)


def _advice(problem: str) -> VoiceError:
    return VoiceError(f"the referee has no voice, so rulings come as text only ({' '.join(problem.split())})")


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment of the voice's process: it finds this program, and leaves its files where we clean up."""
    program = str(Path(assistant.__file__).parents[1])
    paths = [program, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **dict.fromkeys(TEMPORARY_VARIABLES, str(folder))}
