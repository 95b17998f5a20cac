"""The worker process of the voice: sentences come in as JSON lines, WAV files go out.

pyttsx3 hangs, prints and keeps state (one engine for a whole evening falls silent), so it lives in a process of its own
that can be killed. espeak-ng comes with a Python package and is loaded first, so that no system package is needed.

    {"text": "Ann scores 5.", "path": "/tmp/x.wav", "rate_wpm": 190}   ->   {"ok": true}
"""

import ctypes
import json
import os
import sys
from typing import TextIO


def load_espeak() -> None:
    """Load the packaged espeak-ng, so that pyttsx3 finds it by its name; a machine without the package uses its own."""
    try:
        import espeakng_loader
    except ImportError:
        return
    os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
    ctypes.CDLL(espeakng_loader.get_library_path(), mode=ctypes.RTLD_GLOBAL)


def serve(requests: TextIO, answers: TextIO) -> None:
    """Render every sentence that is asked for, until the input ends."""
    for line in requests:
        request = json.loads(line)
        try:
            _render(request["text"], request["path"], request["rate_wpm"])
            answer: dict[str, object] = {"ok": True}
        except Exception as error:  # whatever a voice driver raises: the referee shows the text instead
            answer = {"ok": False, "error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _render(text: str, path: str, rate_wpm: int) -> None:
    import pyttsx3

    engine = pyttsx3.init()
    engine.setProperty("rate", rate_wpm)
    engine.save_to_file(text, path)
    engine.runAndWait()


def main() -> None:
    """Serve standard input; what libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    load_espeak()
    serve(sys.stdin, answers)


if __name__ == "__main__":
    main()
