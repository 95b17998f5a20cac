"""What the thread that follows the match leaves for the screen to pick up."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from assistant.core.observations import Tick
from assistant.core.output import Say
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.live.match import Pulse
from assistant.screen.ledger import Ledger

FALL_DB = 1.5
"""A meter falls by so much a block, so that a short shout can be seen."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How things stand."""

    state: RefereeState[Any, Any]
    """Where the match stands."""
    ledger: Ledger = field(default_factory=Ledger)
    """Its lines."""
    pulse: Pulse | None = None
    """The latest news of the sound."""
    peaks_db: tuple[float, ...] = ()
    """How loud each channel was lately."""


class Following:
    """A watcher of the match. The match's thread writes, the screen's thread reads."""

    def __init__(self, state: RefereeState[Any, Any], say: Say, notify: Callable[[], None]) -> None:
        """Begin with the state before the first step.

        Args:
            state: where the match stands.
            say: what turns a ruling into its sentence.
            notify: is called when something new is to be shown at once; must be safe from any thread.
        """
        self._lock = Lock()
        self._snapshot = Snapshot(state, Ledger.begun(state, say))
        self._say = say
        self._notify = notify

    @property
    def snapshot(self) -> Snapshot:
        """How things stand now."""
        with self._lock:
            return self._snapshot

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Add a step."""
        with self._lock:
            ledger = self._snapshot.ledger.take(step, self._say)
            self._snapshot = replace(self._snapshot, state=step.state, ledger=ledger)
        if step.rulings or not isinstance(step.numbered.observation, Tick):
            self._notify()

    def remark(self, number: int, text: str) -> None:
        """Put a remark beside the line of a call; safe from any thread."""
        with self._lock:
            self._snapshot = replace(self._snapshot, ledger=self._snapshot.ledger.remarked(number, text))
        self._notify()

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Show how it ended."""
        self._notify()

    def pulse(self, pulse: Pulse) -> None:
        """Keep the loudest of the latest blocks."""
        with self._lock:
            held = self._snapshot.peaks_db or pulse.levels_db
            peaks = tuple(max(now, was - FALL_DB) for now, was in zip(pulse.levels_db, held, strict=True))
            self._snapshot = replace(self._snapshot, pulse=pulse, peaks_db=peaks)
