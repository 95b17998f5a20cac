"""Loads the small neural networks that lie beside the engines, for the CPU, on one thread."""

from importlib.resources import files
from typing import Any

from engines.base import EngineError

ERRORS_ONLY = 3
"""The runtime's level of logging: it warns of graphics cards that are not there."""


def load_network(file: str, purpose: str) -> Any:
    """Return a network's session of onnxruntime.

    Args:
        file: its file in this folder.
        purpose: what it is for, for the error: "hearing in noise".

    Raises:
        EngineError: the runtime is missing, or the file is.
    """
    try:
        import onnxruntime
    except ImportError as error:
        raise EngineError(f"{purpose} needs the package onnxruntime; run: pip install onnxruntime") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    path = files("engines") / file
    try:
        return onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own exceptions have no common class; a missing file is an OSError
        raise EngineError(f"{path}: not readable ({error}); install the referee again") from error
