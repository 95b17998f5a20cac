"""Appeals in a live match: the match pauses, the moment is played, every ear listens again, and the outcome is told."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Event, Lock, Thread
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.announce.player import Sound as Playable
from assistant.core import referee_codes as codes
from assistant.core.observations import Command, CommandName, Observation
from assistant.core.referee import standing_rulings
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.core.rulings import Ruling
from assistant.core.spoken import SpokenTimes
from assistant.disputes.appeal import Appeal, Moment, moment_of
from assistant.disputes.appeal_table import evidence_text
from assistant.disputes.playback import AROUND_MS, SLOW, playable
from assistant.errors import RefereeError
from assistant.live.match import Pulse
from engines.base import SAMPLE_RATE_HZ

FORGOTTEN = "that is too long ago to be heard again now: where the sound is kept, `referee appeal` can after the match"
"""What is said of a ruling whose sound is no longer at hand."""

OVER = "the match ended before the appeal was decided: where the sound is kept, `referee appeal` hears it again"
"""What is said of an appeal that comes too late."""

STANDS_STILL_WITHIN_S = 5.0
"""A pause takes effect once the ears know all that was said before it; who talks on and on is played over."""

Judge = Callable[[Moment, NDArray[np.float32]], Appeal]
"""Hears a moment again; raises RefereeError where that is not possible."""


class Live(Protocol):
    """What an appeal needs of a match; `assistant.live.match.LiveMatch` is one."""

    @property
    def now_ms(self) -> int:
        """The present on the clock of the match."""

    @property
    def spoken_lately(self) -> SpokenTimes:
        """When the referee spoke, as long as its sound is remembered."""

    def tell(self, observation: Observation) -> None:
        """Note something that was told or asked."""

    def heard_lately(self, from_ms: int, to_ms: int) -> NDArray[np.float32] | None:
        """Return the sound between two moments, or None once it is forgotten."""


class Appealing:
    """A watcher of the match that has appeals heard, one after the other, in a thread of its own."""

    def __init__(
        self,
        live: Live,
        judge: Judge,
        play: Callable[[Sequence[Playable]], None] | None,
        advise: Callable[[str], None],
        show: Callable[[tuple[str, ...]], None],
    ) -> None:
        """Wait for appeals.

        Args:
            live: the match.
            judge: hears again.
            play: plays sounds to their end, behind what is to be said; None: there is no loudspeaker.
            advise: is told in one line why an appeal is not heard; called from another thread.
            show: takes the evidence of both sides as lines of text; called from another thread.
        """
        self._live = live
        self._judge = judge
        self._play = play
        self._advise = advise
        self._show = show
        self._hearing = Lock()
        self._thread: Thread | None = None
        self._over = False
        self._stands_still = Event()

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Have an appeal heard."""
        if step.state.fold.clock.paused:
            self._stands_still.set()
        else:
            self._stands_still.clear()
        for ruling in step.rulings:
            if ruling.code == codes.APPEAL_ASKED:
                self._begin(step.state, ruling)

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """The match takes no more: an appeal that is still being heard says so at its end."""
        self._over = True

    def pulse(self, pulse: Pulse) -> None:
        """Not looked at."""

    def wait(self) -> None:
        """Wait until the appeal that is being heard is decided."""
        if self._thread is not None:
            self._thread.join()

    def _begin(self, state: RefereeState[StateT, RulesT], asked: Ruling) -> None:
        if not self._hearing.acquire(blocking=False):
            self._advise("one appeal at a time: another one is being heard")
            return
        standing = standing_rulings(state)
        against = next((each for each in standing if each.id == dict(asked.data).get("of")), asked)
        try:
            moment = replace(moment_of(race_about(against, standing), state), spoken=self._live.spoken_lately)
        except RefereeError as error:
            self._hearing.release()
            self._advise(str(error))
            return
        paused = state.fold.clock.paused
        work = (moment, asked.player, paused)
        self._thread = Thread(target=self._hear, args=work, name="appeal", daemon=True)
        self._thread.start()

    def _hear(self, moment: Moment, player: str | None, paused: bool) -> None:
        """Hear one appeal: the match stands still meanwhile, unless it did already."""
        if not paused:
            self._live.tell(Command(self._live.now_ms, CommandName.PAUSE))
            self._stands_still.wait(STANDS_STILL_WITHIN_S)
        try:
            sound = self._live.heard_lately(moment.heard_from_ms, moment.heard_to_ms)
            if sound is None:
                self._advise(FORGOTTEN)
                return
            self._play_back(moment, sound)
            decided = self._judge(moment, sound)
            self._show(evidence_text(decided))
            if self._over:
                self._advise(OVER)
            for observation in decided.observations(self._live.now_ms, player):
                self._live.tell(observation)
        except RefereeError as error:
            self._advise(str(error))
        finally:
            if not paused:
                self._live.tell(Command(self._live.now_ms, CommandName.RESUME))
            self._hearing.release()

    def _play_back(self, moment: Moment, sound: NDArray[np.float32]) -> None:
        """Play the moment as it was, then at a third of the speed; the words go along, so that the gate knows them."""
        if self._play is None:
            return
        first = max(0, moment.from_ms - AROUND_MS - moment.heard_from_ms) * SAMPLE_RATE_HZ // 1000
        last = (moment.to_ms + AROUND_MS - moment.heard_from_ms) * SAMPLE_RATE_HZ // 1000
        words = " ".join(each.call.heard for each in moment.calls)
        speeds = (playable(sound[first:last], SAMPLE_RATE_HZ, speed) for speed in (1.0, SLOW))
        self._play([replace(each, text=words) for each in speeds])


def race_about(ruling: Ruling, standing: Sequence[Ruling]) -> Ruling:
    """Return the latest ruling about the same calls and more, or else the ruling itself.

    What was scored rests on the announcement alone; who lost the race to it wants both calls of it heard again.
    """
    races = [each for each in standing if set(ruling.calls) < set(each.calls)]
    return max(races, key=lambda each: each.id, default=ruling)
