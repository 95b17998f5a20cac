"""Loads the small neural networks that lie beside the engines, for the CPU, on one thread."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

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


def load_arrays(file: str) -> Mapping[str, NDArray[Any]]:
    """Return the numbers of a network that numpy alone works out, by name; raises EngineError for a bad file.

    Args:
        file: its file in this folder, .npz.
    """
    path = files("engines") / file
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError) as error:
        raise EngineError(f"{path}: not readable ({error}); install the referee again") from error
