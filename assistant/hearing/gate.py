"""Keeps the referee's own voice from its ears.

From the moment at which a sentence may be heard until its measured end, and a tail for the room, the ears get the
sound of the empty room instead, as long, so that the clock stays true; plain silence would teach them that the room is
silent, and they would take its noise for speech afterwards.

A beep does not silence the ears, for it comes when somebody is about to call: its tones alone are taken out (`tones`).

Who shouts into a microphone meanwhile stands far above the echo in it: how loud the echo is in each microphone is
learned from the sentences before, and while somebody is louder than that, the sound passes. Whatever passes is
recognised by content too (`own_words`).
"""

from collections import deque
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from assistant.core.spoken import Spoken, joined_words
from assistant.hearing.empty_room import EmptyRoom
from assistant.hearing.levels import FRAME_SAMPLES
from assistant.hearing.tones import HOP_SAMPLES, ToneRemover
from engines.base import SAMPLE_RATE_HZ, Samples

TAIL_MS = 450
"""So long after a sentence its echo may still arrive: a sound server delays sound by up to 200 ms, and rooms ring."""
ABOVE_ECHO_DB = 8.0
"""Who shouts stands so far above the loudest echo of the sentences before."""
BEFORE_FRAMES = 15
"""150 ms before a shout pass too: soft consonants. So long the sound is held back, while the referee may be heard."""
AFTER_FRAMES = 25
"""250 ms after a shout pass too."""
REMEMBERED = 5
"""The echo is the median over so many sentences."""
LEAST_DBFS = -50.0
"""Nothing below this passes, however quiet the echo is."""
KEPT_SPANS = 32
"""So many sentences are remembered: the ears are never further behind."""
LEAD_SAMPLES = SAMPLE_RATE_HZ // 10
"""A driver may be so much wrong about when its first sample is heard."""

Block = NDArray[np.float32]


@dataclass(slots=True)
class _Span:
    """A time in which the referee may be heard."""

    number: int
    from_ms: int
    text: str
    pitches_hz: tuple[float, ...] = ()
    until_ms: int | None = None
    end_ms: int | None = None
    loudest_db: NDArray[np.float64] | None = None
    first_sample: int = 0
    frames: list[Block] = field(default_factory=list)
    deaf: list[bool] = field(default_factory=list)
    played: tuple[int, Samples] | None = None

    def holds(self, at_ms: int) -> bool:
        return self.from_ms <= at_ms and (self.until_ms is None or at_ms < self.until_ms)

    @property
    def is_known(self) -> bool:
        """Whether it is over, and is known sample by sample, or was never heard."""
        return self.until_ms is not None and (self.played is not None or self.end_ms is None)

    def overlaps(self, from_ms: int, to_ms: int) -> bool:
        return self.from_ms < to_ms and (self.until_ms is None or from_ms < self.until_ms)


@dataclass(frozen=True, slots=True, eq=False)
class Covered:
    """What the ears did not get while the referee spoke, for whoever can tell a voice beneath it."""

    first_sample: int
    """Its first sample, on the session clock."""
    sound: Block
    """What the microphones heard, shape (n, channels)."""
    deaf: NDArray[np.bool_]
    """For each frame of it whether the ears did not get it."""
    played: Samples
    """What was played, from the same moment on, 16 kHz."""


class Gate:
    """Stands between the microphones and the ears. One thread pushes sound; any other may close and open it."""

    def __init__(self, channels: int) -> None:
        """Begin open.

        Args:
            channels: how many microphones there are.
        """
        self._removers: dict[tuple[float, ...], ToneRemover] = {}
        self._lock = Lock()
        self._spans: deque[_Span] = deque(maxlen=KEPT_SPANS)
        self._echoes: deque[NDArray[np.float64]] = deque(maxlen=REMEMBERED)
        self._held: Block = np.zeros((0, channels), dtype=np.float32)
        self._clean: Block = np.zeros((0, channels), dtype=np.float32)
        self._passes: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self._over: list[_Span] = []
        self._held_from = 0
        self._looked_to = 0
        self._passing_to = 0
        self._room = EmptyRoom(channels)

    def close(self, number: int, from_ms: int, text: str, pitches_hz: tuple[float, ...] = ()) -> None:
        """From now on the referee may be heard.

        Args:
            number: the sound's number.
            from_ms: the present, on the session clock; what the ears have got by then was heard with the gate open.
            text: the words in it; empty for a beep.
            pitches_hz: the tones of a beep.
        """
        with self._lock:
            self._spans.append(_Span(number, max(from_ms, self._looked_to_ms), text, pitches_hz))

    def open(self, number: int, end_ms: int, heard: bool = True) -> None:
        """A sound is over.

        Args:
            number: the sound's number.
            end_ms: when its last sample left the loudspeaker, on the session clock; the ears were closed until this
                was known, if that took longer than the tail.
            heard: whether anything of it was heard.
        """
        with self._lock:
            for span in [each for each in self._spans if each.number == number and each.until_ms is None]:
                gated_ms = self._looked_to_ms
                if not heard and gated_ms <= span.from_ms:
                    self._spans.remove(span)
                    continue
                span.end_ms = end_ms if heard else None
                if not heard:
                    span.frames, span.deaf = [], []
                span.until_ms = max(gated_ms, end_ms + TAIL_MS if heard else 0)
                self._over.append(span)

    def spoken(self, from_ms: int, to_ms: int) -> str | None:
        """See `Speaks.spoken`; of sound that the ears have got, the answer stays what the log will say."""
        with self._lock:
            return joined_words(span.text for span in self._spans if span.overlaps(from_ms, to_ms))

    def over(self) -> tuple[Spoken, ...]:
        """Return the times in which the referee spoke and that were not returned before."""
        with self._lock:
            over, self._over = self._over, []
        return tuple(Spoken(each.from_ms, each.end_ms, each.until_ms or each.from_ms, each.text) for each in over)

    def learn(self, number: int, start_ms: int, played: Samples) -> None:
        """Learn what was played, once it is over.

        Args:
            number: the sound's number.
            start_ms: when its first sample left the loudspeaker, on the session clock.
            played: the sound, 16 kHz.
        """
        with self._lock:
            for span in self._spans:
                if span.number == number:
                    span.played = (start_ms * SAMPLE_RATE_HZ // 1000, played)

    def covered(self) -> tuple[Covered, ...]:
        """Return what the ears did not get of sentences that are over, each once."""
        with self._lock:
            over = [
                each
                for each in self._spans
                if each.played is not None
                and each.frames
                and each.until_ms is not None
                and self._looked_to * 1000 // SAMPLE_RATE_HZ >= each.until_ms
                and all(other.is_known for other in self._beside(each))
            ]
            taken = [(each.first_sample, each.frames, each.deaf, self._played_in(each)) for each in over]
            for each in over:
                each.frames, each.deaf = [], []
        return tuple(_covered(*each) for each in taken)

    def _beside(self, span: _Span) -> list[_Span]:
        """Return the sounds that could be heard in the same time: the next sentence begins in the tail of the last."""
        until_ms = span.from_ms if span.until_ms is None else span.until_ms
        return [each for each in self._spans if each is not span and each.overlaps(span.from_ms, until_ms)]

    def _played_in(self, span: _Span) -> list[tuple[int, Samples]]:
        return [each.played for each in (span, *self._beside(span)) if each.played is not None]

    def forget(self) -> None:
        """Forget how loud the echo is: the volume has changed, or the loudspeaker."""
        with self._lock:
            self._echoes.clear()

    def push(self, block: Block) -> Block:
        """Take the next block and return what the ears get: the same sound, sooner or later, silenced where it must be.

        Args:
            block: shape (n, channels), 16 kHz; it follows on the block before. So does what is returned.
        """
        with self._lock:
            self._held = np.concatenate([self._held, block])
            self._clean = np.concatenate([self._clean, block])
            self._passes = np.concatenate([self._passes, np.zeros(len(block), dtype=np.bool_)])
            end = self._held_from + len(self._held)
            while self._looked_to < end and self._look(end):
                pass
            hidden = self._span_at(self._looked_to) is not None
            return self._out(self._looked_to - BEFORE_FRAMES * FRAME_SAMPLES if hidden else self._looked_to)

    def flush(self) -> Block:
        """Return what is still held back, at the end of the session, which ends what is being spoken."""
        with self._lock:
            self._looked_to = self._held_from + len(self._held)
            for span in self._spans:
                if span.until_ms is None and span.from_ms < self._looked_to_ms:
                    span.frames, span.deaf, span.until_ms = [], [], self._looked_to_ms
                    self._over.append(span)
            return self._out(self._held_from + len(self._held))

    @property
    def _looked_to_ms(self) -> int:
        """The first moment of which the ears have got nothing yet."""
        return -(-self._looked_to * 1000 // SAMPLE_RATE_HZ)

    def _look(self, end: int) -> bool:
        """Decide what passes in the next frame, or up to the next sentence, and return whether that could be done."""
        at = self._looked_to
        span = self._span_at(at)
        if span is None:
            begins = [each.from_ms * SAMPLE_RATE_HZ // 1000 for each in self._spans]
            self._looked_to = min([begin for begin in begins if begin > at] + [end])
            heard = slice(at - self._held_from, self._looked_to - self._held_from)
            self._passes[heard] = True
            self._room.hear(self._held[heard])
            return True
        if not span.text:
            return self._untone(span, end)
        if at + FRAME_SAMPLES > end:
            return False
        first = at - self._held_from
        if self._shouting(span, self._held[first : first + FRAME_SAMPLES]):
            self._passing_to = at + (1 + AFTER_FRAMES) * FRAME_SAMPLES
            self._passes[max(0, first - BEFORE_FRAMES * FRAME_SAMPLES) : first] = True
        self._passes[first : first + FRAME_SAMPLES] = at < self._passing_to
        if not span.frames:
            span.first_sample = at
        span.frames.append(self._held[first : first + FRAME_SAMPLES].copy())
        span.deaf.append(at >= self._passing_to)
        self._looked_to += FRAME_SAMPLES
        return True

    def _untone(self, span: _Span, end: int) -> bool:
        """Let the next hop pass without the tones of a beep, and return whether that could be done."""
        at = self._looked_to
        tones = self._tones_at(at)
        if at + 2 * HOP_SAMPLES > end:
            return False
        first = at - self._held_from
        self._passes[first : first + HOP_SAMPLES] = True
        self._looked_to += HOP_SAMPLES
        if tones is not None and first >= HOP_SAMPLES:
            begins = at - HOP_SAMPLES < span.from_ms * SAMPLE_RATE_HZ // 1000
            around = self._held[first - HOP_SAMPLES : first + 2 * HOP_SAMPLES]
            self._clean[first : first + HOP_SAMPLES] = tones.hop(around, begins)
        return True

    def _tones_at(self, sample: int) -> ToneRemover | None:
        """Return what removes the tones of the beeps that may be heard at a sample: one may ring on into the next."""
        at_ms = sample * 1000 // SAMPLE_RATE_HZ
        pitches_hz = {pitch for span in self._spans if span.holds(at_ms) for pitch in span.pitches_hz}
        if not pitches_hz:
            return None
        tones = tuple(sorted(pitches_hz))
        if tones not in self._removers:
            self._removers[tones] = ToneRemover(tones)
        return self._removers[tones]

    def _shouting(self, span: _Span, frame: Block) -> bool:
        """Return whether somebody is louder than the referee's echo in a microphone was; learn how loud that is.

        Then every microphone passes: one that fell silent would teach the ears that no voice bleeds into it.
        """
        level_db = 10 * np.log10(np.maximum((frame.astype(np.float64) ** 2).mean(axis=0), 1e-12))
        span.loudest_db = level_db if span.loudest_db is None else np.maximum(span.loudest_db, level_db)
        if not self._echoes:
            return False
        echo_db = np.median(np.array(self._echoes), axis=0)
        return bool((level_db > np.maximum(echo_db + ABOVE_ECHO_DB, LEAST_DBFS)).any())

    def _span_at(self, sample: int) -> _Span | None:
        """Return the sentence that may be heard at a sample, or else the beep.

        Sentences before it have taught what their echo is like.
        """
        at_ms = sample * 1000 // SAMPLE_RATE_HZ
        for span in self._spans:
            if span.until_ms is not None and at_ms >= span.until_ms and span.loudest_db is not None:
                self._echoes.append(span.loudest_db)
                span.loudest_db = None
        holding = [span for span in self._spans if span.holds(at_ms)]
        return next((span for span in holding if span.text), holding[0] if holding else None)

    def _out(self, end: int) -> Block:
        count = max(0, end - self._held_from)
        room = self._room.sound(self._held_from, count)
        out = np.where(self._passes[:count, np.newaxis], self._clean[:count], room)
        self._held, self._clean, self._passes = self._held[count:], self._clean[count:], self._passes[count:]
        self._held_from += count
        return out


def _covered(first: int, frames: list[Block], deaf: list[bool], played: list[tuple[int, Samples]]) -> Covered:
    """Return what lies beneath a sentence, from shortly before its first sample on."""
    skipped = max(0, min(begun for begun, _ in played) - LEAD_SAMPLES - first) // FRAME_SAMPLES
    first += skipped * FRAME_SAMPLES
    aligned = np.zeros(max(0, *(begun + len(samples) - first for begun, samples in played)), dtype=np.float32)
    for begun, samples in played:
        heard = samples[max(0, first - begun) :]
        aligned[max(0, begun - first) :][: len(heard)] += heard
    kept = frames[skipped:] or frames[-1:]
    return Covered(first, np.concatenate(kept), np.array(deaf[skipped:] or deaf[-1:]), aligned)
