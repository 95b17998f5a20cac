"""A watcher of the match that speaks: it asks the announcer what is to be heard, and has the mouth say it."""

from queue import Empty, SimpleQueue
from typing import Protocol

from assistant.announce.announcer import Announcement, Announcer, Speak
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.live.match import Pulse

WELCOME_AFTER_MS = 1_000
"""Nothing is said before the microphones have been heard for so long: the gate could not learn its echo."""


class Says(Protocol):
    """What says announcements; `assistant.live.mouth.Mouth` does."""

    def take(self, announcement: Announcement) -> None:
        """Say, beep or fall silent."""

    def revive(self) -> None:
        """Try again after the loudspeaker was gone."""


class Announcing:
    """Speaks a live match."""

    def __init__(self, announcer: Announcer) -> None:
        """Begin silent: `speak_through` tells how anything is heard.

        Args:
            announcer: decides what is said.
        """
        self._announcer = announcer
        self._mouth: Says | None = None
        self._cuts: SimpleQueue[Speak] = SimpleQueue()
        self._outages = False
        self._welcome = ""
        self._heard_from_ms: int | None = None

    def speak_through(self, mouth: Says) -> None:
        """Be heard through `mouth` from now on."""
        self._mouth = mouth

    def cut(self, speak: Speak) -> None:
        """Take a sentence back that was broken off; safe from any thread."""
        self._cuts.put(speak)

    def welcome(self, text: str) -> None:
        """Say something first, once the microphones are heard: it teaches the gate what the referee's echo is like."""
        self._welcome = text

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Say what a step brought."""
        while True:
            try:
                self._announcer = self._announcer.cut(self._cuts.get_nowait())
            except Empty:
                break
        self._announcer, announcements = self._announcer.take(before, step)
        if self._mouth is not None:
            for announcement in announcements:
                self._mouth.take(announcement)

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Nothing more is ruled."""

    def pulse(self, pulse: Pulse) -> None:
        """Say the welcome; try the loudspeaker again when a device is back: sound systems restart as a whole."""
        if self._heard_from_ms is None:
            self._heard_from_ms = pulse.now_ms
        if self._welcome and self._mouth is not None and pulse.now_ms - self._heard_from_ms >= WELCOME_AFTER_MS:
            self._mouth.take(Speak(self._welcome))
            self._welcome = ""
        back = self._outages and not pulse.outages
        self._outages = bool(pulse.outages)
        if back and self._mouth is not None:
            self._mouth.revive()
