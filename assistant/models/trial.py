"""Tries a model in a process of its own: a damaged one may end the process that opens it."""

import multiprocessing
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path

from assistant.models.manifest import ModelError
from engines.base import EngineError

PATIENCE_S = 180.0
"""The largest Vosk models load within a minute on slow machines."""


def try_model(engine: str, folder: Path) -> None:
    """Have an engine open a model, if its module offers to check one.

    Raises:
        ModelError: it refuses, takes for ever, or does not survive it.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_try, args=(engine, folder, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        fault = ours.recv() if ours.poll(PATIENCE_S) else "it does not come to an end"
    except EOFError:
        process.join(PATIENCE_S)
        fault = f"{engine} broke down while opening it (exit code {process.exitcode}): the model is damaged"
    finally:
        ours.close()
        process.kill()
        process.join()
    if fault:
        raise ModelError(f"refused: {fault.removeprefix(f'{folder}: ')}")


def _try(engine: str, folder: Path, answer: Connection) -> None:
    """Open the model, and send what is wrong with it, or nothing."""
    check = getattr(import_module(f"engines.{engine}"), "check_model", None)
    try:
        if check is not None:
            check(folder)
        answer.send("")
    except EngineError as error:
        answer.send(str(error))
