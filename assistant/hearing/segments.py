"""Endpointing: which stretches of each channel hold a voice of its own.

A state machine a channel, fed with frames on the fixed grid of `levels`, so that a file and a live stream, in blocks
of any size, give the same segments.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assistant.core.spoken import NEVER_SPOKEN, Speaks
from assistant.hearing.levels import (
    FRAME_MS,
    GROUP_FRAMES,
    Bleed,
    FrameCutter,
    Levels,
    Rooms,
    decibels,
)

SPEECH_ABOVE_ROOM_DB = (5.0, 5.0)
"""A frame is speech when it stands so far above the room in the low band, or in the high one: 20 ms of steady noise
hardly ever do, and a higher bar would cut the weak ends off a call at an SNR of 10 dB."""
QUIETEST_SPEECH_DBFS = -62.0
"""Nothing below this is speech, however quiet the room."""
ONSET_FRAMES = 4
"""So many frames of speech among the last ONSET_WINDOW_FRAMES begin a segment: 40 ms, shorter than any syllable."""
ONSET_WINDOW_FRAMES = 6
HANG_FRAMES = 28
"""280 ms without speech end a segment: longer than the closure of any stop consonant, shorter than a pause."""
LEAST_SPEECH_FRAMES = 8
"""80 ms: a segment with less speech in it is a click or a cough."""
LEAST_PEAK_ABOVE_ROOM_DB = 9.0
"""The loudest frame of a call stands at least so far above the room."""
LONGEST_FRAMES = 800
"""8 s: a longer segment is cut, so that one endless talker cannot hold up a ruling."""
LEAD_FRAMES = 18
"""180 ms before the first frame of speech belong to the segment: soft consonants."""
TAIL_FRAMES = 14
"""140 ms after the last one likewise: half of the silence that ends a segment, so that ears can decode in the rest."""
LEAST_AROUND_FRAMES = 3
"""Where another player is heard just before or after, so much belongs to the segment: the rest would be his words."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of one channel that holds a voice of its own."""

    channel: int
    """The microphone, from 0."""
    start_ms: int
    """The first frame of speech, on the session clock."""
    end_ms: int
    """The end of the last frame of speech, on the session clock."""
    room_power: tuple[float, ...]
    """The room's power in each band, relative to full scale."""
    peak_db: float
    """The level of its loudest frame, in dBFS."""
    own_share: float
    """Share of its frames of speech in which no other channel was louder: near 1 unless two speak at once."""
    cut: bool = False
    """Whether it was cut at LONGEST_FRAMES and the voice goes on."""
    lead_ms: int = LEAD_FRAMES * FRAME_MS
    """How much sound before it may be decoded with it."""
    tail_ms: int = TAIL_FRAMES * FRAME_MS
    """How much sound after it likewise."""

    @property
    def interrupted(self) -> bool:
        """Whether another player speaks right after its end, so that its last sound may be lost in his."""
        return self.tail_ms < TAIL_FRAMES * FRAME_MS

    @property
    def from_ms(self) -> int:
        """Where the sound to decode begins: before the first frame of speech."""
        return max(0, self.start_ms - self.lead_ms)

    @property
    def to_ms(self) -> int:
        """Where the sound to decode ends: after the last frame of speech."""
        return self.end_ms + self.tail_ms

    @property
    def snr_db(self) -> float:
        """How far the loudest frame stands above the room, in dB."""
        return self.peak_db - float(decibels(np.asarray(sum(self.room_power))))


@dataclass(slots=True)
class _Channel:
    """The state machine of one channel."""

    index: int
    recent: list[bool] = field(default_factory=list)
    first: int | None = None
    last: int = 0
    voiced: int = 0
    loud: int = 0
    peak_db: float = -100.0
    room: tuple[float, ...] = ()
    others: list[bool] = field(default_factory=list)
    lead: int = 0
    tail: int = 0
    tail_open: bool = True

    def push(
        self, frame: int, speech: bool, others: bool, level_db: float, alone: bool, room: tuple[float, ...]
    ) -> Segment | None:
        self.recent = [*self.recent[1 - ONSET_WINDOW_FRAMES :], speech]
        self.others = [*self.others[1 - ONSET_WINDOW_FRAMES - LEAD_FRAMES :], others]
        self.room = room
        if self.first is None:
            if speech and sum(self.recent) >= ONSET_FRAMES:
                self.first = frame - len(self.recent) + 1 + self.recent.index(True)
                self.last, self.voiced, self.loud = frame, sum(self.recent), 0
                self.peak_db = level_db
                self.lead = _calm_before(self.others[: len(self.others) - (frame - self.first) - 1])
                self.tail, self.tail_open = 0, True
            return None
        self.tail_open = speech or (self.tail_open and not others)
        self.tail = 0 if speech else self.tail + self.tail_open
        if speech:
            self.last = frame
            self.voiced += 1
            self.loud += alone
            self.peak_db = max(self.peak_db, level_db)
        if frame - self.last >= HANG_FRAMES:
            return self.close(cut=False)
        if frame - self.first >= LONGEST_FRAMES:
            return self.close(cut=True)
        return None

    def close(self, cut: bool) -> Segment | None:
        segment = self.segment(cut)
        if self.first is not None:
            self.first, self.recent = None, []
        return segment

    def segment(self, cut: bool) -> Segment | None:
        """Return what has been heard so far, if it is enough for a segment."""
        if self.first is None:
            return None
        segment = Segment(
            self.index,
            self.first * FRAME_MS,
            (self.last + 1) * FRAME_MS,
            self.room,
            self.peak_db,
            self.loud / max(1, self.voiced),
            cut,
            max(LEAST_AROUND_FRAMES, self.lead) * FRAME_MS,
            max(LEAST_AROUND_FRAMES, min(self.tail, TAIL_FRAMES)) * FRAME_MS,
        )
        enough = self.voiced >= LEAST_SPEECH_FRAMES and segment.snr_db >= LEAST_PEAK_ABOVE_ROOM_DB
        return segment if enough else None


def _calm_before(others: list[bool]) -> int:
    """Return for how many frames, at most LEAD_FRAMES, nobody else was heard at the end of `others`."""
    calm = 0
    while calm < min(LEAD_FRAMES, len(others)) and not others[-1 - calm]:
        calm += 1
    return calm


@dataclass(slots=True)
class Segmenter:
    """Finds the segments of all channels."""

    channels: int
    """How many microphones."""
    speaks: Speaks = NEVER_SPOKEN
    """What knows when the referee speaks: its loudspeaker is near to one microphone and far from another, and tells
    nothing about how far a player's voice reaches."""
    _cutter: FrameCutter = field(init=False)
    _rooms: Rooms = field(init=False)
    _bleed: Bleed = field(init=False)
    _states: list[_Channel] = field(init=False)
    _frame: int = 0

    def __post_init__(self) -> None:
        """Begin at the first sample."""
        self._cutter = FrameCutter(self.channels)
        self._rooms = Rooms(self.channels)
        self._bleed = Bleed(self.channels)
        self._states = [_Channel(index) for index in range(self.channels)]

    def push(self, block: NDArray[np.float32]) -> Iterator[Segment]:
        """Take a block, shape (n, channels), and yield the segments that it completes, in the order of completion."""
        levels = self._cutter.push(block)
        for start in range(0, len(levels), GROUP_FRAMES):
            yield from self._group(levels[start : start + GROUP_FRAMES])

    def finish(self) -> Iterator[Segment]:
        """Yield what the end of the sound cuts off."""
        for state in self._states:
            segment = state.close(cut=False)
            if segment:
                yield segment

    def heard_ms(self, channel: int) -> int:
        """Return the moment up to which every segment of the channel is known: a later one begins after it."""
        first = self._states[channel].first
        frame = self._frame - ONSET_WINDOW_FRAMES if first is None else first
        return max(0, frame * FRAME_MS)

    def foreseen(self, channel: int) -> Segment | None:
        """Return the segment that a silence is about to end, unless it is a pause and the voice goes on.

        All sound that is decoded with it has come; of the segment itself only the room may be measured anew. None where
        nobody has just fallen silent.
        """
        state = self._states[channel]
        return state.segment(cut=False) if self._frame - 1 - state.last >= TAIL_FRAMES else None

    def _group(self, group: Levels) -> Iterator[Segment]:
        room = self._rooms.push(group)
        from_ms = self._frame * FRAME_MS
        spoken = self.speaks.spoken(from_ms, from_ms + len(group) * FRAME_MS)
        own = self._bleed.push(group, room, learns=not spoken)
        thresholds = room * 10 ** (np.asarray(SPEECH_ABOVE_ROOM_DB) / 10)
        audible = group.sum(axis=2) > 10 ** (QUIETEST_SPEECH_DBFS / 10)
        speech = (group > thresholds[None]).any(axis=2) & own & audible
        levels_db = decibels(group.sum(axis=2))
        others = self._bleed.reaches(levels_db, room, speech)
        loudest = levels_db >= levels_db.max(axis=1, keepdims=True)
        rooms = [tuple(float(power) for power in room[channel]) for channel in range(self.channels)]
        for k in range(len(group)):
            for c, state in enumerate(self._states):
                segment = state.push(
                    self._frame,
                    bool(speech[k, c]),
                    bool(others[k, c]),
                    float(levels_db[k, c]),
                    bool(loudest[k, c]),
                    rooms[c],
                )
                if segment:
                    yield segment
            self._frame += 1
