"""One thread follows the match: it takes the sound, hears, judges, writes the log, and tells whoever watches.

Whoever presses a key does so in another thread and only leaves a note (`tell`, `buzz`, `stop`), so there is one order
of events, and one writer of the log.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.audio.blocks import Block, Outage
from assistant.core.lateness import Late
from assistant.core.observations import Call, Command, CommandName, End, Gap, Observation
from assistant.core.refold import RefereeState
from assistant.core.spoken import Spoken, SpokenTimes
from assistant.errors import LossError
from assistant.eventlog.audio import AudioLog
from assistant.eventlog.writer import LogWriter
from assistant.hearing.empty_room import EmptyRoom
from assistant.hearing.gate import Gate
from assistant.hearing.pool import Pool
from assistant.live.backlog import Backlog, Pace
from assistant.live.buzzes import Buzz, Buzzes
from assistant.live.memory import Memory
from assistant.live.order import InOrder, shifted
from assistant.live.outages import Outages
from assistant.live.shouts import Shouts
from assistant.live.sound import Sound
from assistant.session import Sink, advance
from engines.base import EngineError

AnyState = RefereeState[Any, Any]
"""The state of a match of whatever game."""

SPOKEN_KEPT = 128
"""The referee speaks and beeps less often in three minutes, which is as long as the sound is remembered."""
SILENT_DBFS = -90.0
"""What is shown of a microphone that gives nothing at all."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """How things stand after a block of sound."""

    now_ms: int
    """The end of the block, on the clock of the match."""
    known_ms: int
    """All that was said before this moment is known."""
    levels_db: tuple[float, ...]
    """The loudest sample of each channel in this block, in dBFS."""
    outages: tuple[Outage, ...] = ()
    """The microphones that are not heard."""
    behind_ms: int = 0
    """How late rulings come on a machine that is too slow; 0 on one that keeps up."""


class Hearing(Protocol):
    """What hears the sound; `assistant.hearing.listener.Listener` does."""

    pool: Pool
    """Where utterances are decoded."""

    def push(self, block: NDArray[np.float32]) -> Iterator[Observation]:
        """Take a block of sound, shape (n, channels), and yield what is certain by now."""

    def lose(self, gap: Gap) -> None:
        """Note that sound was lost."""

    def talked_over(self, channel: int, at_ms: int) -> bool:
        """Return whether somebody at another microphone was speaking at a moment lately, and was to be heard out."""

    def finish(self) -> Iterator[Observation]:
        """Yield all that is left, and the end."""


class Watcher(Sink, Protocol):
    """Somebody who also sees the sound pass by."""

    def pulse(self, pulse: Pulse) -> None:
        """Learn how things stand; called often, must be quick."""


class LiveMatch:
    """A match that is played now. One thread calls `run`; any other may call the rest."""

    def __init__(
        self,
        sound: Sound,
        listener: Hearing,
        state: AnyState,
        log: LogWriter | None = None,
        recording: AudioLog | None = None,
        offset_ms: int = 0,
        gate: Gate | None = None,
        first: Sequence[Observation] = (),
        backlog: Backlog | None = None,
        shouts: Shouts | None = None,
    ) -> None:
        """Prepare to follow a match.

        Args:
            sound: where the sound comes from; opened by the caller.
            listener: what hears it; its pool is closed at the end.
            state: where the match stands: at its start, or where a log left it.
            log: where every step is written; closed by the caller.
            recording: where the sound is written; closed at the end. None: it is not kept.
            offset_ms: where the first sample lies on the clock of the match.
            gate: what keeps the referee's voice from the ears; None where they cannot hear it.
            first: what is to be judged before any sound.
            backlog: knows how far the ears are behind; None where nobody asks.
            shouts: finds what was said beneath the referee's voice; None where it cannot be heard.
        """
        self._shouts = shouts
        self._backlog = backlog
        self._pace = Pace()
        self._sound = sound
        self._listener = listener
        self._state = state
        self._log = log
        self._recording = recording
        self._offset_ms = offset_ms
        self._gate = gate
        self._room = EmptyRoom(sound.channels)
        self._memory = Memory(sound.channels, offset_ms)
        self._first = tuple(first)
        self._notes: SimpleQueue[Observation] = SimpleQueue()
        self._presses: SimpleQueue[Buzz] = SimpleQueue()
        self._spoken: deque[Spoken] = deque(maxlen=SPOKEN_KEPT)
        self._order = InOrder(known_ms=state.fold.now_ms)
        self._buzzes = Buzzes()
        self._outages = Outages()
        self._watchers: tuple[Watcher, ...] = ()
        self._stopping = False

    @property
    def state(self) -> AnyState:
        """Where the match stands."""
        return self._state

    @property
    def now_ms(self) -> int:
        """The present on the clock of the match."""
        session_ms = self._sound.session_ms()
        return self._offset_ms + (session_ms or 0)

    @property
    def stopped(self) -> bool:
        """Whether somebody wanted it to end."""
        return self._stopping

    def heard_lately(self, from_ms: int, to_ms: int) -> NDArray[np.float32] | None:
        """Return the sound between two moments of the match, shape (frames, channels), or None once it is forgotten."""
        return self._memory.cut(from_ms, to_ms)

    @property
    def spoken_lately(self) -> SpokenTimes:
        """When the referee spoke, on the clock of the match, as long as its sound is remembered."""
        return SpokenTimes(tuple(self._spoken))

    def had_to_wait(self, call: Call) -> bool:
        """Return whether a call of late had to wait until somebody else, who was still speaking, was heard out."""
        return call.channel is not None and self._listener.talked_over(call.channel, call.end_ms - self._offset_ms)

    def tell(self, observation: Observation) -> None:
        """Note something that was told or asked; its moment is on the clock of the match."""
        self._notes.put(observation)

    def buzz(self, player: str) -> None:
        """Note that a player's key was pressed."""
        self._presses.put(Buzz(player, self.now_ms))

    def stop(self) -> None:
        """Let `run` end; what was said until now is still judged. Safe from a signal's handler."""
        self._stopping = True
        self._sound.stop()

    def run(self, watchers: Sequence[Watcher] = ()) -> AnyState:
        """Follow the match until `stop`, or the end of the sound, and return where it stands then.

        A match that is stopped is left paused, so that it can be resumed with all its windows as they are.

        Raises:
            RefereeError: the sound, the ears or the log break off; all that was ruled is in the log.
        """
        self._watchers = tuple(watchers)
        with ExitStack() as stack:
            stack.callback(self._listener.pool.close)
            if self._recording is not None:
                stack.enter_context(self._recording)
            try:
                for observation in self._first:
                    self._advance(observation)
                for block in self._sound.blocks():
                    self._take(block)
                self._finish()
            except EngineError as error:
                raise LossError(str(error)) from error
            except BrokenExecutor as error:
                raise LossError("the ears stopped working; all that was ruled is in the log: resume it") from error
        for watcher in self._watchers:
            watcher.finish(self._state)
        return self._state

    def _take(self, block: Block) -> None:
        for gap in block.gaps:
            self._listener.lose(gap)
        self._notice(block)
        self._note_spoken()
        samples = self._filled(block)
        self._listen(samples if self._gate is None else self._gate.push(samples))
        if self._shouts is not None:
            self._hear_beneath(self._shouts.found())
        self._pulse(block)

    def _filled(self, block: Block) -> NDArray[np.float32]:
        """Return the sound with the empty room where it was lost: noise after silence would pass for speech."""
        lost = {each.channel for each in block.outages} | {each.channel for each in block.gaps}
        if not lost:
            self._room.hear(block.samples)
            return block.samples
        of_lost = np.isin(np.arange(block.samples.shape[1]), list(lost))
        room = self._room.sound(block.start_sample, len(block.samples))
        return np.where((block.samples == 0.0) & of_lost, room, block.samples)

    def _listen(self, samples: NDArray[np.float32]) -> None:
        """Keep what the ears get, so that hearing it again brings the same, and have it heard."""
        if not len(samples):
            return
        self._memory.push(samples)
        if self._recording is not None:
            self._recording.write(samples)
        for heard in self._listener.push(samples):
            self._hear(heard)

    def _notice(self, block: Block) -> None:
        """Take what was asked since the last block, and what its outages mean."""
        for press in _drained(self._presses):
            self._buzzes.press(press)
        for note in _drained(self._notes):
            for due in self._order.ask(note):
                self._advance(due)
        outages = [replace(each, start_ms=each.start_ms + self._offset_ms) for each in block.outages]
        now_ms = self._offset_ms + block.end_ms
        paused = self._order.will_be_paused(self._state.fold.clock.paused)
        for command in self._outages.watch(outages, now_ms, self._order.known_ms, paused):
            for due in self._order.ask(command):
                self._advance(due)

    def _note_spoken(self) -> None:
        """Keep when the referee spoke: whoever hears the sound again must know."""
        for spoken in self._gate.over() if self._gate is not None else ():
            on_match_clock = spoken.moved(self._offset_ms)
            self._spoken.append(on_match_clock)
            if self._log is not None:
                self._log.spoken(on_match_clock)

    def _hear(self, heard: Observation) -> None:
        attributed = self._buzzes.attribute(shifted(heard, self._offset_ms))
        for due in self._order.heard(attributed):
            self._advance(due)

    def _hear_beneath(self, found: Iterator[Observation]) -> None:
        """Judge what was said beneath the referee's voice: it comes late, and in a pause nobody asks for it."""
        for each in found:
            if not self._state.fold.clock.paused:
                self._advance(shifted(each, self._offset_ms))

    def _finish(self) -> None:
        if self._gate is not None:
            self._listen(self._gate.flush())
        self._note_spoken()
        self._note_late(self._pace.late if self._pace.behind else None)
        if self._shouts is not None:
            self._hear_beneath(self._shouts.finish())
        for heard in self._listener.finish():
            if isinstance(heard, End):
                self._close(self._offset_ms + heard.at_ms)
            else:
                self._hear(heard)

    def _close(self, end_ms: int) -> None:
        for note in _drained(self._notes):
            for due in self._order.ask(note):
                self._advance(due)
        for due in self._order.due(ended=True):
            self._advance(due)
        if not self._stopping:
            self._advance(End(end_ms))
        elif not self._state.fold.clock.paused:
            self._advance(Command(end_ms, CommandName.PAUSE))

    def _advance(self, observation: Observation) -> None:
        self._state = advance(self._state, observation, self._watchers, self._log)

    def _behind_ms(self, block: Block) -> int:
        """Return how late rulings come by now: the ears may be at work, or this thread have no time for sound."""
        now_ms = self.now_ms - self._offset_ms
        waiting_ms = self._backlog.behind_ms(now_ms) if self._backlog is not None else 0
        behind_ms = max(waiting_ms, now_ms - block.end_ms)
        before, self._pace = self._pace, self._pace.after(behind_ms, self._offset_ms + block.end_ms)
        self._note_late(before.late if before.behind and not self._pace.behind else None)
        return behind_ms if self._pace.behind else 0

    def _note_late(self, late: Late | None) -> None:
        """Keep when the machine was too slow: nobody can see it afterwards in what was ruled."""
        if late is not None and self._log is not None:
            self._log.late(late)

    def _pulse(self, block: Block) -> None:
        peaks = np.abs(block.samples).max(axis=0) if len(block.samples) else np.zeros(self._sound.channels)
        levels = tuple(float(20 * np.log10(max(peak, 1e-9))) for peak in peaks)
        pulse = Pulse(
            self._offset_ms + block.end_ms,
            self._order.known_ms,
            tuple(max(level, SILENT_DBFS) for level in levels),
            block.outages,
            self._behind_ms(block),
        )
        for watcher in self._watchers:
            watcher.pulse(pulse)


def _drained(queue: "SimpleQueue[Any]") -> Iterator[Any]:
    while True:
        try:
            yield queue.get_nowait()
        except Empty:
            return
