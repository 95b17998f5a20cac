"""What sound the ears get of a segment, and whether they have got it already.

A live match need not wait for the ears after it has waited for a silence: the stretch that the silence will end, if it
is no pause, is decoded meanwhile. That is a guess about what will be asked, never about the answer: it is taken only
where the very same sound is asked for in the end, so a match is judged alike with such guesses and without.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

import numpy as np

from assistant.hearing.denoise import Cleaned, denoise, noise_spectrum
from assistant.hearing.ears import Heard
from assistant.hearing.recent import RecentSound
from assistant.hearing.segments import Segment
from engines.base import Samples

ROOM_BEFORE_MS = 1_000
"""So much of the room before a segment tells the ears what noise to take out."""
NOISY_SNR_DB = 35.0
"""A segment that stands further above its room needs no noise taken out."""
DROWNED_SNR_DB = 20.0
"""Below this the open ear, too, hears better without the noise; above, better with it. Where one near miss in twenty
may pass, it had 97 % of the fitting voices' calls right with it and 91 % without at 22 to 30 dB, 57 and 74 % at 12 to
20 dB."""
VOICE_SHARE = 0.6
"""So much of what the grammar ear gets of a drowned segment is what the network takes for the voice, the rest what is
left without the noise. Of 108 calls of the fitting voices in pink noise 10 dB below, it had 59 right without the
network, 71 with half of it, 75 with 0.65, 68 with 0.85; at 20 dB it had one near miss in twenty fewer with it. The open
ear hears worse so."""
LONGEST_GUESS_MS = 4_000
"""What is longer is talk, which has many pauses, and takes the open ear a longer window: no ruling waits for it."""


VoiceOf = Callable[[Samples], Samples]
"""Returns what is a voice in a stretch of sound, at the same length."""


def is_noisy(segment: Segment) -> bool:
    """Return whether the room is heard in a segment."""
    return segment.snr_db < NOISY_SNR_DB


def sound_of(segment: Segment, sound: RecentSound, voice_of: VoiceOf | None) -> tuple[Samples, Cleaned | None]:
    """Return a segment as it came in, and without the noise of the room; None where none is heard.

    Args:
        segment: which.
        sound: all that came in lately.
        voice_of: finds the voice where noise all but drowns it; None to do without.
    """
    samples = sound.cut(segment.channel, segment.from_ms, segment.to_ms)
    if not is_noisy(segment):
        return samples, None
    room = sound.cut(segment.channel, segment.from_ms - ROOM_BEFORE_MS, segment.from_ms)
    noise = noise_spectrum(room)
    if noise is None:
        return samples, None
    clean = denoise(samples, noise)
    if not _is_drowned(segment):
        return samples, Cleaned(samples, clean)
    if voice_of is None:
        return samples, Cleaned(clean, clean)
    voice = voice_of(np.concatenate((room, samples)))[len(room) :]
    return samples, Cleaned(clean, (VOICE_SHARE * voice + (1 - VOICE_SHARE) * clean).astype(np.float32))


@dataclass(frozen=True, slots=True)
class _Guess:
    """A stretch of speech that is decoded before it is known to be over."""

    segment: Segment
    future: "Future[Heard]"

    def lasts_as(self, segment: Segment | None) -> bool:
        return segment is not None and _bounds_ms(segment) == _bounds_ms(self.segment)

    def answers(self, segment: Segment) -> bool:
        """Whether the ears got the very sound that `sound_of` returns now that the room is measured anew."""
        noise = (is_noisy(segment), _is_drowned(segment))
        return self.lasts_as(segment) and noise == (is_noisy(self.segment), _is_drowned(self.segment))


@dataclass(slots=True)
class Guesses:
    """What is decoded early: at most one stretch of every channel."""

    _of_channel: dict[int, _Guess] = field(default_factory=dict)

    def wants(self, channel: int, foreseen: Segment | None) -> bool:
        """Return whether what is foreseen on a channel is still to be decoded; give up what was foreseen and wrong."""
        guess = self._of_channel.get(channel)
        if guess is not None and not guess.lasts_as(foreseen):
            self._of_channel.pop(channel).future.cancel()
        short = foreseen is not None and foreseen.to_ms - foreseen.from_ms <= LONGEST_GUESS_MS
        return short and channel not in self._of_channel

    def add(self, foreseen: Segment, future: "Future[Heard]") -> None:
        """Keep what the ears will make of a segment that is foreseen."""
        self._of_channel[foreseen.channel] = _Guess(foreseen, future)

    def taken(self, segment: Segment) -> "Future[Heard] | None":
        """Return what was decoded early of a segment that is over; None where it was not foreseen as it is."""
        guess = self._of_channel.pop(segment.channel, None)
        if guess is None:
            return None
        if guess.answers(segment):
            return guess.future
        guess.future.cancel()
        return None


def _bounds_ms(segment: Segment) -> tuple[int, int]:
    return segment.from_ms, segment.to_ms


def _is_drowned(segment: Segment) -> bool:
    return segment.snr_db < DROWNED_SNR_DB
