"""What the workers of the tests do; in a module of its own, because workers import it anew."""

import os
import signal
from dataclasses import dataclass, field

from assistant.batch.crew import Tell
from assistant.errors import RefereeError


@dataclass(slots=True)
class Worker:
    """Counts its tasks; a task is a word that says what to do."""

    done: int = field(default=0)

    def __call__(self, task: str, tell: Tell) -> tuple[str, int, int]:
        self.done += 1
        tell(0.5)
        match task.partition(" ")[0]:
            case "refuse":
                raise RefereeError(f"{task}: is no good: mend it")
            case "break":
                raise ZeroDivisionError("by\nzero")
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "leave":
                os._exit(3)
        return task, os.getpid(), self.done


def broken() -> Worker:
    """Fail to build what works."""
    raise RefereeError("no ears: install them")
