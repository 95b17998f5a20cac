"""The referee's voice: sentences rendered to sound in a worker process that is watched, and restarted when it hangs."""

import json
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import IO

import numpy as np
import soundfile
from numpy.typing import NDArray

from assistant.errors import RefereeError

RATE_WPM = 190
"""Words a minute: a ruling of twelve words takes less than four seconds."""
LEAST_WAIT_S = 10.0
"""A worker that starts may take so long for its first sentence."""
WAIT_PER_CHARACTER_S = 0.05
"""Rendering takes a hundredth of it: whoever is slower hangs."""
TRIES = 2
"""A sentence that failed is tried once more in a new worker."""
SILENCE = 1e-3
"""-60 dBFS: a rendering that is nowhere louder is a failed one."""
WORKER = (sys.executable, "-m", "assistant.announce.voice_worker")


class VoiceError(RefereeError):
    """There is no voice on this machine, or it broke down; the text is shown instead."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A sentence as sound."""

    text: str
    """The sentence."""
    samples: NDArray[np.float32]
    """Mono, shape (n,), full scale -1.0 to 1.0."""
    rate_hz: int
    """Its rate."""

    @property
    def duration_ms(self) -> int:
        """How long it is."""
        return len(self.samples) * 1000 // self.rate_hz


@dataclass(slots=True)
class Voice:
    """Renders sentences. Not safe for use by two threads at once."""

    rate_wpm: int = RATE_WPM
    """Words a minute."""
    command: tuple[str, ...] = WORKER
    """How the worker is started."""
    least_wait_s: float = LEAST_WAIT_S
    """How long a sentence may take at least."""
    restarts: int = 0
    """How often the worker had to be replaced."""
    _process: "subprocess.Popen[str] | None" = None
    _answers: "Queue[str]" = field(default_factory=Queue)
    _cache: dict[str, Rendered] = field(default_factory=dict)

    def render(self, text: str) -> Rendered:
        """Return a sentence as sound; a sentence that was rendered before is not rendered again.

        Raises:
            VoiceError: there is no voice, or it failed TRIES times.
        """
        if text in self._cache:
            return self._cache[text]
        reason = ""
        for _ in range(TRIES):
            try:
                rendered = self._try(text)
            except VoiceError as error:
                reason = str(error)
                self._kill()
                self.restarts += 1
                continue
            self._cache[text] = rendered
            return rendered
        raise VoiceError(f"no voice ({reason}); the rulings are shown as text, or use --no-speak")

    def close(self) -> None:
        """Stop the worker; calling it twice does no harm."""
        self._kill()

    def _try(self, text: str) -> Rendered:
        process = self._started()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sentence.wav"
            request = {"text": text, "path": str(path), "rate_wpm": self.rate_wpm}
            try:
                _pipe(process.stdin).write(json.dumps(request) + "\n")
                _pipe(process.stdin).flush()
                answer = json.loads(self._answers.get(timeout=self.least_wait_s + WAIT_PER_CHARACTER_S * len(text)))
            except Empty:
                raise VoiceError("the voice hangs") from None
            except (OSError, ValueError) as error:
                raise VoiceError("the voice crashed") from error
            if not answer["ok"]:
                raise VoiceError(str(answer["error"]))
            return _read(path, text)

    def _started(self) -> "subprocess.Popen[str]":
        if self._process is None or self._process.poll() is not None:
            pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
            self._process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, stderr=quiet, text=True)
            self._answers = Queue()
            reader = threading.Thread(
                target=_read_answers, args=(_pipe(self._process.stdout), self._answers), daemon=True
            )
            reader.start()
        return self._process

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process = None


def _pipe(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:
        raise VoiceError("the voice has no pipe")
    return pipe


def _read_answers(lines: IO[str], answers: "Queue[str]") -> None:
    try:
        for line in lines:
            answers.put(line)
    except ValueError:  # the pipe was closed while it was read
        pass
    answers.put("")


def _read(path: Path, text: str) -> Rendered:
    try:
        samples, rate_hz = soundfile.read(path, dtype="float32", always_2d=True)
    except (soundfile.LibsndfileError, OSError) as error:
        raise VoiceError("the voice wrote no sound") from error
    mono = np.asarray(samples.mean(axis=1), dtype=np.float32)
    if not len(mono) or float(np.abs(mono).max()) < SILENCE:
        raise VoiceError("the voice is silent")
    return Rendered(text, mono, int(rate_hz))
