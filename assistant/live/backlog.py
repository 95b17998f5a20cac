"""How far the ears are behind: a machine that is too slow rules late, and the table must know why it waits."""

from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock

from assistant.core.lateness import Late
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard
from assistant.hearing.pool import Pool, handed_on
from engines.base import SAMPLE_RATE_HZ, Samples

BEHIND_MS = 2_000
"""Rulings that come so late are late to people: twice what they are promised at most."""
CAUGHT_UP_MS = 1_000
"""Only below this the machine has caught up: a figure that hovers must not blink."""


class Backlog:
    """Hands utterances on to the ears, and knows which of them wait."""

    def __init__(self, pool: Pool) -> None:
        """Hand utterances on to `pool`."""
        self._pool = pool
        self._lock = Lock()
        self._ends_ms: dict[int, int] = {}
        self._number = 0

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        """See `Pool.submit`."""
        with self._lock:
            self._number += 1
            number = self._number
            self._ends_ms[number] = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
        # Ears that are at work on what nobody waits for any more are not behind.
        future = handed_on(self._pool.submit(samples, start_ms, clean))
        future.add_done_callback(lambda _: self._done(number))
        return future

    def close(self) -> None:
        """See `Pool.close`."""
        self._pool.close()

    def behind_ms(self, now_ms: int) -> int:
        """Return how long ago the oldest utterance was over that the ears are still at work on; 0 when none is.

        Args:
            now_ms: the present, on the clock by which utterances are submitted.
        """
        with self._lock:
            return max(0, now_ms - min(self._ends_ms.values(), default=now_ms))

    def _done(self, number: int) -> None:
        with self._lock:
            self._ends_ms.pop(number, None)


@dataclass(frozen=True, slots=True)
class Pace:
    """Whether the table has been told that the machine is behind."""

    late: Late | None = None
    """Since when and by how much it is, as far as the table knows; None: it is not."""

    @property
    def behind(self) -> bool:
        """Whether it is, as far as the table knows."""
        return self.late is not None

    def after(self, behind_ms: int, now_ms: int) -> "Pace":
        """Return it after a look at how far the machine is behind.

        Args:
            behind_ms: how far that is.
            now_ms: the present, on the clock of the match.
        """
        if behind_ms < (CAUGHT_UP_MS if self.behind else BEHIND_MS):
            return Pace()
        before = self.late or Late(now_ms, now_ms, behind_ms)
        return Pace(Late(before.start_ms, now_ms, max(before.most_ms, behind_ms)))


def pace_text(behind_ms: int) -> str:
    """Return what the table is told of a machine that is behind."""
    return f"this computer is too slow: rulings come {behind_ms / 1000:.0f} s late; close other programs"


CAUGHT_UP = "this computer has caught up"
"""What the table is told afterwards."""
