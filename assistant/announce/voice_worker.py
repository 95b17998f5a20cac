"""The process that the voice lives in: `python -m assistant.announce.voice_worker [--driver MODULE]`.

It speaks JSON, a line a message. The first line it reads holds the settings; it answers `{"ready": true}`. Then each
`{"text": ..., "path": ..., "patience_s": ...}` is answered by `{"done": true}` once the file is written, and
`{"voices": true}` by their list. What fails is answered by `{"error": ..., "forever": bool}`: "forever" when no new
attempt can help. Its replies have a channel of their own, for speech engines print what they like on standard output.
"""

import argparse
import faulthandler
import importlib
import json
import os
import signal
import sys
from typing import Any, Protocol, TextIO

from assistant.announce.pyttsx3_voice import CannotSpeakError
from assistant.announce.voice_settings import VoiceSettings

DEFAULT_DRIVER = "assistant.announce.pyttsx3_voice"
"""The module whose `build(settings)` makes the driver."""
OWN_PATIENCE_FACTOR = 2.0
"""The process ends itself after so many times the asker's patience, in case the asker has died and cannot end it."""


class Driver(Protocol):
    """What renders speech."""

    def render(self, text: str, path: str) -> None:
        """Write a sentence as a sound file."""

    def voices(self) -> tuple[str, ...]:
        """Return the ids of the voices."""


def main(arguments: list[str]) -> None:
    """Answer requests from standard input until it is closed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--driver", default=DEFAULT_DRIVER)
    driver_module = parser.parse_args(arguments).driver
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; the asker ends this one
    replies = _own_channel()
    driver: Driver | None = None
    for line in sys.stdin:
        request = json.loads(line)
        faulthandler.dump_traceback_later(OWN_PATIENCE_FACTOR * request.pop("patience_s"), exit=True)
        try:
            if driver is None:
                driver = importlib.import_module(driver_module).build(VoiceSettings(**request))
                reply: dict[str, Any] = {"ready": True}
            else:
                reply = _answer(driver, request)
        except CannotSpeakError as error:
            reply = {"error": str(error), "forever": True}
        except Exception as error:  # a speech engine may raise anything, and it must not be used again
            reply = {"error": f"{type(error).__name__}: {error}", "forever": False}
        faulthandler.cancel_dump_traceback_later()
        replies.write(json.dumps(reply) + "\n")
        replies.flush()
        if "error" in reply:
            return


def _answer(driver: Driver, request: dict[str, Any]) -> dict[str, Any]:
    if "voices" in request:
        return {"voices": list(driver.voices())}
    driver.render(request["text"], request["path"])
    return {"done": True}


def _own_channel() -> TextIO:
    """Take standard output for replies alone: what is printed from now on, by C code too, goes to standard error."""
    sys.stdout.flush()
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", newline="\n")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return channel


if __name__ == "__main__":
    main(sys.argv[1:])
