"""The thread in which the match of a screen runs: the screen only waits for its end, and tells it what was asked."""

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from assistant.core.observations import Call, Observation
from assistant.hearing.pool import Pool
from assistant.live.creeping import Remark
from assistant.live.joining import joined
from assistant.live.manner import Manner
from assistant.live.match import LiveMatch, Watcher
from assistant.live.mouth import Mouth
from assistant.live.opening import Table


class Running:
    """A match on its way from its first sound to its closed log."""

    def __init__(
        self,
        table: Table,
        manner: Manner,
        watchers: Sequence[Watcher],
        photograph: Callable[[tuple[str, ...]], None],
        advise: Callable[[str], None],
        remark: Remark,
    ) -> None:
        """Prepare the match; nothing is opened yet.

        Args:
            table: the match.
            manner: how it is followed.
            watchers: who sees it, besides the voice.
            photograph: takes the lines of a near race; called from the match's thread.
            advise: is told in one line why something cannot be heard; called from several threads.
            remark: is told how creepy a call was; called from another thread.
        """
        self._table = table
        self._manner = manner
        self._watchers = tuple(watchers)
        self._photograph = photograph
        self._advise = advise
        self._remark = remark
        self._live: LiveMatch | None = None
        self._mouth: Mouth | None = None
        self._stopped = False
        self._abandoned = False

    @property
    def live(self) -> LiveMatch | None:
        """The match; None before its microphones are open."""
        return self._live

    @property
    def now_ms(self) -> int:
        """The present on the clock of the match; 0 before it begins."""
        return self._live.now_ms if self._live is not None else 0

    def had_to_wait(self, call: Call) -> bool:
        """Return whether a call had to wait for somebody who was still speaking; see `LiveMatch.had_to_wait`."""
        return self._live is not None and self._live.had_to_wait(call)

    def follow(self, pool: Pool, keep_sound: bool) -> None:
        """Follow the match to its end.

        Raises:
            RefereeError: the sound, the ears or the log break off.
        """
        try:
            self._follow(pool, keep_sound)
        finally:
            if self._abandoned:
                end_at_once()

    def tell(self, observation: Observation) -> None:
        """Note what was told or asked; before the match begins nobody listens."""
        if self._live is not None:
            self._live.tell(observation)

    def buzz(self, player: str) -> None:
        """Note that a player's key was pressed."""
        if self._live is not None:
            self._live.buzz(player)

    def mute(self, muted: bool) -> bool:
        """Let the voice fall silent or speak, and return whether there is one."""
        if self._mouth is not None:
            self._mouth.mute(muted)
        return self._mouth is not None

    def stop(self) -> None:
        """Let the match end once what was said is heard out."""
        self._stopped = True
        if self._live is not None:
            self._live.stop()

    def abandon(self) -> None:
        """Close the log in order though nobody looks; then the program ends without taking a screen down."""
        self._abandoned = True
        if self._live is None:
            end_at_once()
        self.stop()

    def _follow(self, pool: Pool, keep_sound: bool) -> None:
        told = (self._photograph, self._advise, self._remark)
        with joined(self._table, self._manner, pool, keep_sound, self._watchers, *told) as match:
            self._mouth = match.mouth
            self._live = match.live
            if not self._stopped:
                match.run()


def end_at_once() -> None:
    """End the program: a screen that is gone cannot be taken down, and waiting for it would never end."""
    os.kill(os.getpid(), signal.SIGKILL)


def in_thread(work: Callable[[], None]) -> "asyncio.Future[None]":
    """Run work in a thread that does not outlive the program, and return what tells its end, or its fault."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settle(fault: BaseException | None) -> None:
        if not done.done():
            done.set_result(None) if fault is None else done.set_exception(fault)

    def run() -> None:
        fault: BaseException | None = None
        try:
            work()
        except BaseException as error:  # told in the thread that waits
            fault = error
        with suppress(RuntimeError):  # the screen is closed already
            loop.call_soon_threadsafe(settle, fault)

    Thread(target=run, name="match", daemon=True).start()
    return done
