"""Races against ghosts, one after the other: open the scene, listen, let the game judge, take the next rival."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from assistant.core.observations import Call, Tick
from assistant.practice.attempts import Outcome
from assistant.practice.duels import Duel, Raced, Result, Rival, race
from assistant.practice.ear import Ear
from assistant.practice.loop import SETTLE_MS, Key, Keyboard
from assistant.practice.prompts import Prompt
from assistant.practice.scoring import Stretch, judge
from assistant.practice.sources import Source

GRACE_MS = 1_200
"""So long after the ghost was complete the player may still have begun to speak: late, but told how late."""
PAUSE_MS = 2_500
"""Between two races: time to read the result and breathe in."""


class RaceScreen(Protocol):
    """What the player sees."""

    def ready(self, number: int, rival: Rival) -> None:
        """Show who is next."""

    def go(self) -> None:
        """Show that the scene is open."""

    def passed(self, ms: int) -> None:
        """Show how far the ghost has come, `ms` after the cue."""

    def tell(self, raced: Raced, heard: str) -> None:
        """Show how a race ended."""


class GhostVoice(Protocol):
    """What the player hears of the ghost."""

    def start(self, rival: Rival) -> None:
        """Let the ghost speak, in the background."""

    def cue_ms(self) -> int | None:
        """Return when the opening was heard to its end, on the session clock; None as long as nobody knows."""


@dataclass(slots=True)
class Climb:
    """Goes up a ladder: the next rival after a win, the same one again after all else."""

    ladder: Sequence[Rival]
    """From slow to unfair."""
    rung: int = 0
    """Where it begins, from 0."""
    climbs: bool = True
    """Whether it goes up at all; if not, the same rival comes again and again."""

    def next(self, last: Raced | None) -> Rival | None:
        """Return whom to race next, or None when the last rival is beaten.

        Args:
            last: how the race before ended; None before the first.
        """
        if last is not None and last.result is Result.WON and self.climbs:
            self.rung += 1
        return self.ladder[self.rung] if self.rung < len(self.ladder) else None


@dataclass(slots=True)
class Races:
    """One evening of races."""

    source: Source
    """What it listens to."""
    ear: Ear
    """What hears."""
    duel: Duel
    """The scene."""
    prompt: Prompt
    """What the player has to say in it."""
    climb: Climb
    """Whom to race."""
    player: str
    """Who races."""
    screen: RaceScreen
    """What the player sees."""
    keep: Callable[[Raced], None]
    """Where results go."""
    rounds: int | None = None
    """How many races; None: until the ladder or the sound ends."""
    voice: GhostVoice | None = None
    """What the player hears; None: nothing."""
    keyboard: Keyboard | None = None
    """What the player presses; None: nothing."""
    _rival: Rival | None = None
    _last: Raced | None = None
    _number: int = 0
    _opens_ms: int | None = None
    _cue_ms: int | None = None
    _call: Call | None = None
    _heard: list[str] = field(default_factory=list)
    _over: bool = False

    def run(self) -> None:
        """Race until the rounds, the ladder or the sound are over, or the player quits.

        Raises:
            RefereeError: the sound or the ears break off, or a result cannot be kept.
        """
        self.ear.warm_up()
        self._next(SETTLE_MS + PAUSE_MS if self.source.live else 0)
        for block in self.source.blocks():
            for told in self.ear.push(block, patient=not self.source.paced):
                self._take(told)
            self._pass_time()
            if self._over:
                return
        for told in self.ear.finish():
            self._take(told)

    def _pass_time(self) -> None:
        now_ms = self.source.now_ms(self.ear.heard_ms)
        if self._opens_ms is not None and now_ms >= self._opens_ms:
            self._open(now_ms)
        if self._cue_ms is not None and self.source.live:
            self.screen.passed(now_ms - self._cue_ms)
        if self.keyboard is not None and self.keyboard.pressed() is Key.QUIT:
            self._over = True

    def _next(self, opens_ms: int) -> None:
        """Take the next rival; the scene opens at a moment of the session."""
        self._cue_ms, self._call, self._heard = None, None, []
        self._rival = self.climb.next(self._last)
        if self._rival is None or (self.rounds is not None and self._number >= self.rounds):
            self._over = True
            return
        self._number += 1
        self.screen.ready(self._number, self._rival)
        if self.source.live:
            self._opens_ms = opens_ms
        else:
            self._open(opens_ms)

    def _open(self, cue_ms: int) -> None:
        self._opens_ms, self._cue_ms = None, cue_ms
        self.screen.go()
        if self.voice is not None and self._rival is not None:
            self.voice.start(self._rival)

    def _take(self, told: Stretch | Tick) -> None:
        if self._over or self._cue_ms is None or self._rival is None:
            return
        if isinstance(told, Stretch):
            self._listen(told, self._cue_ms)
            known_ms = told.start_ms
        else:
            known_ms = told.at_ms
        complete_ms = self._cue_ms + self._rival.complete_ms
        if self._call is not None:
            if not self.source.live or known_ms >= max(complete_ms, self._call.end_ms):
                self._decide(self._rival, self._cue_ms)
        elif isinstance(told, Tick) and known_ms >= complete_ms + GRACE_MS:
            self._decide(self._rival, self._cue_ms)

    def _listen(self, stretch: Stretch, cue_ms: int) -> None:
        """Take the first call that is the player's answer, right or wrong; the rest is talk."""
        if stretch.is_noise or self._call is not None or (self.source.live and stretch.start_ms < cue_ms):
            return
        outcome, call, _ = judge(self.prompt, stretch)
        if call is not None and outcome is not Outcome.OTHER:
            self._call = call
        self._heard.append(call.heard if call else " ".join(stretch.words))

    def _decide(self, rival: Rival, cue_ms: int) -> None:
        spoken_ms = self.voice.cue_ms() if self.voice is not None else None
        raced = race(self.duel, rival, self.player, cue_ms if spoken_ms is None else spoken_ms, self._call)
        if self.source.live:
            self.screen.passed(rival.complete_ms)
        self.keep(raced)
        self.screen.tell(raced, self._call.heard if self._call else ", ".join(self._heard))
        self._last = raced
        ended_ms = self._call.end_ms if self._call else cue_ms + rival.complete_ms + GRACE_MS
        self._next(self.source.now_ms(self.ear.heard_ms) + PAUSE_MS if self.source.live else ended_ms)
