"""Joins all that a live match needs, from its microphones to its voice, and takes it apart again at the end."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from assistant.hearing.pool import Pool
from assistant.live.creeping import Remark, creeping
from assistant.live.disputing import disputing
from assistant.live.manner import Manner
from assistant.live.match import LiveMatch, Watcher
from assistant.live.mouth import Mouth
from assistant.live.opening import Table
from assistant.live.speaking import announcing, open_mouth, welcome


@dataclass(frozen=True, slots=True)
class Joined:
    """A live match with all that belongs to it."""

    live: LiveMatch
    """The match."""
    watchers: tuple[Watcher, ...]
    """Who sees it."""
    mouth: Mouth | None
    """What speaks; None for a match without a voice."""

    def run(self) -> None:
        """Follow the match to its end; what is left to say at the end of a recording is said.

        Raises:
            RefereeError: the sound, the ears or the log break off.
        """
        self.live.run(self.watchers)
        if self.mouth is not None and not self.live.stopped:
            self.mouth.finish()


@contextmanager
def joined(
    table: Table,
    manner: Manner,
    pool: Pool,
    keep_sound: bool,
    watchers: Sequence[Watcher],
    photograph: Callable[[tuple[str, ...]], None],
    advise: Callable[[str], None],
    remark: Remark,
) -> Iterator[Joined]:
    """Open the sound and the log, join ears, judge and voice, and close all of it at the end.

    Args:
        table: the match.
        manner: how it is followed.
        pool: the ears, ready.
        keep_sound: whether the sound is kept.
        watchers: who sees the match, besides voice and disputes.
        photograph: takes the lines of a near race; called from the match's thread.
        advise: is told in one line why something cannot be heard; called from several threads.
        remark: is told how creepy a call was; called from another thread.

    Raises:
        RefereeError: a microphone or the log cannot be opened, or the log cannot be closed.
    """
    with ExitStack() as stack:
        stack.enter_context(table.opened())
        writer = stack.enter_context(table.begin_log())
        gate = table.gate() if manner.speak else None
        live = table.live(pool, writer, keep_sound, gate)
        all_watchers = list(watchers)
        mouth = None
        if manner.speak:
            speaks = announcing(table, manner)
            mouth = open_mouth(table, manner, gate, speaks, advise)
            stack.callback(mouth.close)
            speaks.welcome(welcome(table))
            all_watchers.append(speaks)
        all_watchers += disputing(table, live, mouth, photograph, advise)
        all_watchers += creeping(live, table.match.rules, remark)
        yield Joined(live, tuple(all_watchers), mouth)
