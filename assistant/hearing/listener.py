"""From blocks of sound to observations in the order of their moments.

Three things keep the order true whatever the ears' speed and the blocks' size. A call is let go only when every stretch
of speech that began before its end has been heard out. A phrase that stops short of its end waits for the rest of it
("The power of Christ ... compels you!"). And everything is decided by the sample clock, never by when a result came.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from assistant.core.observations import Call, Command, End, Fact, Gap, Observation, Tick
from assistant.core.phrases.match import Words
from assistant.core.phrases.split import JOIN_MS
from assistant.core.spoken import NEVER_SPOKEN, Speaks
from assistant.hearing.decoding import Guesses, VoiceOf, sound_of
from assistant.hearing.doubts import doubted, holds_two_voices
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.pool import Pool
from assistant.hearing.ready import Ready
from assistant.hearing.recent import KEPT_MS, RecentSound
from assistant.hearing.segments import Segment, Segmenter
from assistant.hearing.timing import TimingFit, peak_db, sound_bounds_ms
from engines.base import SAMPLE_RATE_HZ

QUEUE_SEGMENTS = 6
"""A file is read no further ahead than so many segments that wait for the ears."""
AHEAD_MS = KEPT_MS - 10_000
"""... nor further than this behind the beginning of one that waits: its sound is needed once more when it was heard."""
GUESSING_BELOW = 3
"""Live, nothing is decoded that may prove to be no segment while so many segments wait for the ears."""
SPOKEN_KEPT = 32
"""So many of the latest segments are remembered: more than can wait for the ears at once."""
INTERRUPTED_ERROR_MS = 120
"""How far an end may be off where another player speaks into its last sound: up to 112 ms in races of the fitting
voices."""

Tell = Callable[[Words, int, str | None], Fact | Command | None]
"""Makes a fact or command of words, the moment at which they were told, and who told them."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose microphone a channel is."""

    player: str | None
    """The player, or None for a microphone that several share."""


@dataclass(slots=True)
class _Job:
    """One stretch of speech on its way through the ears."""

    segment: Segment
    future: "Future[Heard] | None" = None

    @property
    def heard(self) -> Heard | None:
        return self.future.result() if self.future is not None and self.future.done() else None


@dataclass(slots=True)
class Listener:
    """Hears all channels of one match."""

    seats: tuple[Seat, ...]
    """Whose microphone each channel is, in the order of the channels."""
    pool: Pool
    """Where utterances are decoded."""
    timing: TimingFit
    """The measured errors of ends."""
    tell: Tell | None = None
    """What makes a fact or command of words that were told; None: nobody is listened to but for calls."""
    early: bool = False
    """Whether what a silence is about to end is decoded at once. A live match hears sooner so; a file would only be
    decoded more often, where the silence was a pause."""
    speaks: Speaks = NEVER_SPOKEN
    """What knows when the referee speaks, on the clock of the sound."""
    voice_of: VoiceOf | None = None
    """What finds the voice where noise all but drowns it; None to do without."""
    _segmenter: Segmenter = field(init=False)
    _sound: RecentSound = field(init=False)
    _queues: tuple[deque[_Job], ...] = field(init=False)
    _guesses: Guesses = field(default_factory=Guesses)
    _spoken: deque[Segment] = field(default_factory=lambda: deque(maxlen=SPOKEN_KEPT))
    _ready: list[Ready] = field(default_factory=list)
    _gaps: list[Gap] = field(default_factory=list)
    _told_ms: int = 0

    def __post_init__(self) -> None:
        """Begin at the first sample."""
        self._segmenter = Segmenter(len(self.seats), self.speaks)
        self._sound = RecentSound(len(self.seats))
        self._queues = tuple(deque() for _ in self.seats)

    @property
    def heard_ms(self) -> int:
        """How much sound has come in, in milliseconds."""
        return self._sound.end_sample * 1000 // SAMPLE_RATE_HZ

    def push(self, block: NDArray[np.float32], patient: bool = False) -> Iterator[Observation]:
        """Take a block of sound and yield what is certain by now.

        Args:
            block: shape (n, channels), 16 kHz.
            patient: whether to wait for the ears when many segments wait (a file), or never (live).
        """
        self._sound.push(block)
        for segment in self._segmenter.push(block):
            self._queue(segment)
        while patient and self._far_ahead() and self._wait():
            pass
        self._advance(ended=False)
        if self.early:
            self._foresee()
        yield from self._let_go(ended=False)

    def lose(self, gap: Gap) -> None:
        """Note that sound was lost; silence of the same length must be pushed in its place."""
        self._gaps.append(gap)

    def talked_over(self, channel: int, at_ms: int) -> bool:
        """Return whether somebody at another microphone was speaking at a moment lately, and was to be heard out."""
        return any(each.channel != channel and each.start_ms < at_ms < each.end_ms for each in self._spoken)

    def finish(self) -> Iterator[Observation]:
        """Yield all that is left, and the end."""
        for segment in self._segmenter.finish():
            self._queue(segment)
        while any(self._queues):
            self._wait()
            self._advance(ended=True)
        yield from self._let_go(ended=True)
        yield End(self.heard_ms)

    def _queue(self, segment: Segment) -> None:
        self._spoken.append(segment)
        self._queues[segment.channel].append(_Job(segment, self._guesses.taken(segment)))
        self._start_waiting(self._queues[segment.channel])

    def _foresee(self) -> None:
        """Decode what a silence is about to end, unless it may be the rest of a phrase and be decoded with that.

        Ears that have much to do are not kept from what is sure.
        """
        idle = sum(len(queue) for queue in self._queues) < GUESSING_BELOW
        for channel, queue in enumerate(self._queues):
            segment = self._segmenter.foreseen(channel)
            wanted = self._guesses.wants(channel, segment) and idle
            if segment is not None and wanted and not (queue and _follows(queue[-1], segment)):
                self._guesses.add(segment, self._decode(segment))

    def _start_waiting(self, queue: deque[_Job]) -> None:
        """Send to the ears what does not depend on whether the phrase before it was finished."""
        for index, job in enumerate(queue):
            follows = index > 0 and _follows(queue[index - 1], job.segment)
            if job.future is None and not follows:
                job.future = self._decode(job.segment)

    def _decode(self, segment: Segment) -> "Future[Heard]":
        samples, clean = sound_of(segment, self._sound, self.voice_of)
        return self.pool.submit(samples, segment.from_ms, clean)

    def _far_ahead(self) -> bool:
        """Return whether many segments wait for the ears, or one whose sound would soon be forgotten."""
        waiting = [queue[0].segment.from_ms for queue in self._queues if queue]
        many = sum(len(queue) for queue in self._queues) > QUEUE_SEGMENTS
        return many or any(self.heard_ms - from_ms > AHEAD_MS for from_ms in waiting)

    def _wait(self) -> bool:
        """Wait for the first job that the ears are at work on, see what follows from it, and tell if there was one."""
        busy = [queue[0].future for queue in self._queues if queue and queue[0].future and not queue[0].future.done()]
        if busy:
            busy[0].result()
        self._advance(ended=False)
        return bool(busy)

    def _advance(self, ended: bool) -> None:
        for channel, queue in enumerate(self._queues):
            while queue and (heard := queue[0].heard) is not None:
                job = queue[0]
                if heard.unfinished and len(queue) > 1 and _follows(job, queue[1].segment):
                    queue.popleft()
                    joined = replace(
                        job.segment,
                        end_ms=queue[0].segment.end_ms,
                        peak_db=max(job.segment.peak_db, queue[0].segment.peak_db),
                    )
                    queue[0] = _Job(joined, self._decode(joined))
                    continue
                may_go_on = self._segmenter.heard_ms(channel) <= job.segment.end_ms + JOIN_MS
                if heard.unfinished and may_go_on and not ended:
                    break
                queue.popleft()
                self._ready.extend(self._calls(job.segment, heard))
                self._ready.extend(self._tellings(job.segment, heard))
                self._start_waiting(queue)

    def _calls(self, segment: Segment, heard: Heard) -> Iterator[Ready]:
        for index, utterance in enumerate(heard.utterances):
            last = index == len(heard.utterances) - 1
            yield self._call(segment, utterance, heard, index == 0, last)
        if heard.muttered is not None:
            together = self.seats[segment.channel].player is None and holds_two_voices(
                self._sound.cut(segment.channel, segment.from_ms, segment.to_ms)
            )
            yield replace(self._call(segment, heard.muttered, heard, True, True), muttered=not together)

    def _tellings(self, segment: Segment, heard: Heard) -> Iterator[Ready]:
        """Yield the fact or command that was told; its moment is the end of the speech, for nothing races it."""
        if self.tell is None or not heard.told:
            return
        told = self.tell(heard.told, segment.end_ms, self.seats[segment.channel].player)
        if told is not None:
            yield Ready(told, segment.channel, segment.peak_db)

    def _call(self, segment: Segment, utterance: Utterance, heard: Heard, first: bool, last: bool) -> Ready:
        from_ms = segment.from_ms if first else utterance.start_ms
        to_ms = segment.to_ms if last else utterance.end_ms
        samples = self._sound.cut(segment.channel, from_ms, to_ms)
        start_ms, found_ms = sound_bounds_ms(samples, from_ms, segment.room_power) or (from_ms, to_ms)
        end_ms, error_ms = self.timing.correct(found_ms, utterance.last_word, segment.snr_db)
        if last and segment.interrupted:
            error_ms = max(error_ms, INTERRUPTED_ERROR_MS)
        call = Call(
            player=self.seats[segment.channel].player,
            phrase=utterance.phrase,
            verdict=utterance.verdict,
            heard=utterance.heard,
            start_ms=start_ms,
            end_ms=max(end_ms, start_ms),
            slots=utterance.slots,
            diff=utterance.diff,
            error_ms=error_ms,
            channel=segment.channel,
            shared_microphone=self.seats[segment.channel].player is None,
            reason=utterance.reason,
        )
        call = doubted(call, samples, heard)
        return Ready(call, segment.channel, peak_db(samples))

    def _let_go(self, ended: bool) -> Iterator[Observation]:
        known_ms = self._known_ms() if not ended else self.heard_ms
        kept: list[Ready] = []
        due: list[Ready] = []
        for ready in self._ready:
            (due if ended or ready.at_ms < known_ms else kept).append(ready)
        for gap in [gap for gap in self._gaps if ended or gap.end_ms < known_ms]:
            self._gaps.remove(gap)
            yield gap
        for ready in sorted(due, key=lambda ready: (ready.at_ms, ready.channel)):
            if ready.counts_among(self._ready):
                yield ready.observation
        self._ready = kept
        if known_ms - 1 > self._told_ms and not ended:
            self._told_ms = known_ms - 1
            yield Tick(self._told_ms)

    def _known_ms(self) -> int:
        """Return the moment before which nothing more can end: the earliest speech that is not heard out."""
        moments = [self._segmenter.heard_ms(channel) for channel in range(len(self.seats))]
        moments += [queue[0].segment.from_ms for queue in self._queues if queue]
        return min(moments)


def _follows(before: _Job, segment: Segment) -> bool:
    """Tell whether a segment comes so soon that it may be the rest of the phrase before it."""
    return segment.start_ms - before.segment.end_ms <= JOIN_MS
