"""A live match without a screen: a running account on standard output, and commands from standard input."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from types import FrameType
from weakref import ref

from assistant.announce.console import NAME_WIDTH, TIME_WIDTH
from assistant.core.observations import Call, Command, CommandName
from assistant.core.phrases.book import GameBook
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.core.times import clock
from assistant.live.asked import Key, asked
from assistant.live.ears import live_pool, warmed, warming, workers
from assistant.live.figures import Figures
from assistant.live.joining import joined
from assistant.live.manner import Manner
from assistant.live.match import LiveMatch, Pulse
from assistant.live.opening import Table
from assistant.live.troubles import Troubles
from assistant.session import Sink

STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl-C, the end of the computer's day, and a closed terminal."""


class Unwatching:
    """A sink of the session as a watcher that does not look at the sound."""

    def __init__(self, sink: Sink) -> None:
        """Hand every step on to `sink`."""
        self._sink = sink

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Hand a step on."""
        self._sink.take(before, step)

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Hand the end on."""
        self._sink.finish(state)

    def pulse(self, pulse: Pulse) -> None:
        """Not looked at."""


def run_plain(table: Table, manner: Manner, sink: Sink, tell: Callable[[str], None]) -> Figures:
    """Follow a match until its end, Ctrl-C or the end of the recording, and return how quick the referee was.

    Args:
        table: the match.
        manner: how it is followed.
        sink: what shows every step.
        tell: says one line to the people, apart from the account.

    Raises:
        RefereeError: the sound, the ears or the log break off.
    """
    with ExitStack() as stack:
        pool = live_pool(table.plan, table.book, table.players)
        stack.callback(pool.close)
        tell(f"Getting the ears ready ({table.plan.title}) ...")
        warmed(warming(pool, workers()))
        keep_sound = manner.keep_sound is True
        figures = Figures(lambda: match.live.now_ms, lambda call: match.live.had_to_wait(call))
        watchers = (Unwatching(sink), figures, Troubles(table.seats, tell))
        told = (lambda lines: tell("\n".join(lines)), tell, lambda number, call, text: tell(_remark(call, text)))
        match = stack.enter_context(joined(table, manner, pool, keep_sound, watchers, *told))
        live = match.live
        stack.enter_context(stopped_by_signals(live.stop))
        note = (ref(live), table.book, table.players, tell)
        Thread(target=_read_commands, args=note, name="commands", daemon=True).start()
        if table.resumed:
            live.tell(Command(table.offset_ms, CommandName.RESUME))
        tell(_welcome(table, manner))
        match.run()
    return figures


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let whatever ends a program end the match in order; a second Ctrl-C ends it at once."""

    def handle(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)
        stop()

    known = [getattr(signal, name) for name in STOP_SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, handle) for number in known}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _read_commands(
    found: "ref[LiveMatch]", book: GameBook, players: tuple[str, ...], tell: Callable[[str], None]
) -> None:
    """Read lines until there are none; the match is not kept alive by a reader that waits for one."""
    for line in sys.stdin:
        live = found()
        if live is None:
            return
        _follow_command(line.strip(), live, book, players, tell)
        del live


def _follow_command(
    words: str, live: LiveMatch, book: GameBook, players: tuple[str, ...], tell: Callable[[str], None]
) -> None:
    if not words:
        return
    match asked(words, book, players, live.now_ms):
        case None:
            tell(f"{words!r} means nothing here; `referee rules` lists what can be told")
        case Key(player):
            live.buzz(player)
        case meant:
            live.tell(meant)


def _remark(call: Call, text: str) -> str:
    return f"{clock(call.start_ms, 2):>{TIME_WIDTH}} {call.player or '':{NAME_WIDTH}.{NAME_WIDTH}}   {text}"


def _welcome(table: Table, manner: Manner) -> str:
    where = "a shared microphone" if table.seats[0].player is None else f"{len(table.seats)} microphones"
    keeps = table.audio is not None if table.resumed else manner.keep_sound
    kept = "The sound is kept." if keeps else "The sound is not kept."
    going = f"We go on at {clock(table.offset_ms, 2)}. " if table.resumed else ""
    return f"{going}Listening on {where}. {kept} Ctrl-C ends; commands may be typed: undo, pause, score."
