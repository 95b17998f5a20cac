"""What is to be done with one input."""

from dataclasses import dataclass
from pathlib import Path

from assistant.batch.record import Key
from assistant.core.codec import JsonObject

Result = JsonObject
"""What is worth telling of a result; under "lost" what was lost on the way, empty when nothing was."""


@dataclass(frozen=True, slots=True)
class Job:
    """One input and where its result goes; picklable."""

    key: Key
    """What the result rests on."""
    source: Path
    """The input."""
    output: Path
    """The file of the result."""
    log: Path | None = None
    """Where a log goes, if there is to be one."""
