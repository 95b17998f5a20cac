"""One process of the voice, seen from outside: spawned, asked with a time-out, and ended for sure."""

import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

from assistant.announce.voice_settings import VoiceSettings

END_S = 0.5
"""So long a process may take to end by itself once nothing more is asked; an idle one takes a few milliseconds."""
WORKER_MODULE = "assistant.announce.voice_worker"
"""What the process runs."""


class Lost(Exception):  # noqa: N818 - it names what became of the process
    """The process hung, died or reported a fault of the engine; a new one may do better."""


class Refused(Exception):  # noqa: N818 - it names the answer
    """The process says that no attempt can succeed; `str()` says why and what to do."""


class VoiceProcess:
    """One process. Not safe for use by two threads at once."""

    def __init__(self, driver: str, settings: VoiceSettings, patience_s: float, environment: Mapping[str, str]) -> None:
        """Start the process and hand it the settings, without waiting for it.

        Args:
            driver: the module that it loads.
            settings: how the voice sounds.
            patience_s: how long it may take to get ready.
            environment: its environment variables.

        Raises:
            OSError: it cannot be started.
        """
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", WORKER_MODULE, "--driver", driver],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environment),
            encoding="utf-8",
        )
        self._patience_s = patience_s
        self._ready = False
        self._replies: SimpleQueue[str | None] = SimpleQueue()
        self._reader = Thread(target=_read, args=(self._process.stdout, self._replies), name="voice", daemon=True)
        self._reader.start()
        with suppress(Lost):  # a process that died at once is found out when it is asked
            self._send({**asdict(settings), "patience_s": patience_s})

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def render(self, text: str, path: Path, patience_s: float) -> None:
        """Have a sentence written into a file.

        Raises:
            Lost: it took longer than `patience_s`, or failed.
            Refused: no attempt can succeed.
        """
        self._ask({"text": text, "path": str(path)}, patience_s)

    def voices(self, patience_s: float) -> tuple[str, ...]:
        """Return the ids of the voices.

        Raises:
            Lost: it took longer than `patience_s`, or failed.
            Refused: no attempt can succeed.
        """
        return tuple(self._ask({"voices": True}, patience_s)["voices"])

    def close(self) -> None:
        """End the process, by force if it must be."""
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(END_S if self._ready else 0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _ask(self, request: Mapping[str, object], patience_s: float) -> dict[str, Any]:
        if not self._ready:
            self._receive(self._patience_s)
            self._ready = True
        self._send({**request, "patience_s": patience_s})
        return self._receive(patience_s)

    def _send(self, message: Mapping[str, object]) -> None:
        try:
            if self._process.stdin is None:
                raise Lost("the voice's process takes no requests")
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise Lost("the voice's process died") from error

    def _receive(self, patience_s: float) -> dict[str, Any]:
        try:
            line = self._replies.get(timeout=patience_s)
        except Empty:
            self._ready = False  # it hangs: nothing it could do in time would end it
            raise Lost(f"the speech engine gave no sign for {patience_s:.1f} s") from None
        if line is None:
            raise Lost("the speech engine crashed")
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise (Refused if reply["forever"] else Lost)(str(reply["error"]))
        return reply


def _read(pipe: IO[str] | None, replies: "SimpleQueue[str | None]") -> None:
    """Hand on every line of a pipe, and None at its end."""
    if pipe is not None:
        with suppress(ValueError, OSError):
            for line in pipe:
                replies.put(line)
    replies.put(None)
