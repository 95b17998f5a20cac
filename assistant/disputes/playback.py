"""Sound of a match played back: all microphones in one or a single one, as fast as it was or slower."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock, Thread
from time import monotonic

import numpy as np

from assistant.announce.player import Feed, Output, at_rate
from assistant.announce.player import Sound as Playable
from assistant.disputes.clips import HEADROOM, MOST_GAIN
from assistant.disputes.sound import LogSound, Sound
from assistant.errors import RefereeError

AROUND_MS = 300
"""So much is played before and after a moment."""
SLOW = 1 / 3
"""The slower speed: slow enough to tell "the grave" from "the graveyard"."""
CHUNK_MS = 30_000
"""So much is made ready at once: an hour of four microphones would not fit into a small computer."""
STOP_S = 1.0
"""So long a loudspeaker is given to fall silent; one that hangs is left alone."""


def playable(sound: Sound, rate_hz: int, speed: float = 1.0, channel: int | None = None) -> Playable:
    """Return a stretch of sound for a loudspeaker; slower means lower, like a tape.

    Args:
        sound: shape (frames, channels).
        rate_hz: samples a second.
        speed: 1.0 as it was.
        channel: only this microphone; None: all of them.
    """
    mixed = sound.sum(axis=1) if channel is None else sound[:, channel]
    peak = float(np.abs(mixed).max()) if len(mixed) else 0.0
    samples = mixed * min(MOST_GAIN, HEADROOM / peak) if peak else mixed
    return Playable(samples.astype(np.float32), max(1, round(rate_hz * speed)))


def playing_advice(advice: str) -> str:
    """Return what a loudspeaker says of itself, for somebody who wants to hear a log and not rulings."""
    return advice.replace("rulings come as text only: ", "").replace("use --no-speak", "leave the sound out")


class Playback:
    """Plays the sound of a log from any moment at any speed; `stop` and `play` may be called from any thread."""

    def __init__(
        self,
        sound: LogSound,
        output: Output,
        channels: Mapping[str, int],
        advise: Callable[[str], None],
        now_s: Callable[[], float] = monotonic,
    ) -> None:
        """Play on `output`.

        Args:
            sound: the sound of the log.
            output: the loudspeaker.
            channels: the microphone of each player who has one.
            advise: is told, once, why nothing can be played.
            now_s: the monotonic clock, by which the output tells what is heard.
        """
        self._sound = sound
        self._output = output
        self._channels = channels
        self._advise = advise
        self._now_s = now_s
        self._lock = Lock()
        self._run = 0
        self._thread: Thread | None = None
        self._playing: _Playing | None = None
        self._broken = False

    def play(self, from_ms: float, speed: float, player: str | None) -> None:
        """Begin at a moment; what played before stops.

        Args:
            from_ms: the moment of the match.
            speed: 1.0 as it was; slower is lower.
            player: only this player's microphone; None, or one who has none: all of them.
        """
        self.stop()
        if self._broken or from_ms >= self._sound.end_ms:
            return
        channel = self._channels.get(player) if player is not None else None
        run = self._run
        self._thread = Thread(
            target=self._follow, args=(run, round(from_ms), speed, channel), name="playback", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Fall silent, and wait until it is."""
        with self._lock:
            self._run += 1
            if self._playing is not None:
                self._playing.feed.stop()
        if self._thread is not None:
            self._thread.join(STOP_S)
        self._thread, self._playing = None, None

    def heard_ms(self) -> float | None:
        """Return the moment of the match that is heard now, or None while nothing is."""
        playing = self._playing
        if playing is None or playing.feed.start_s is None:
            return None
        heard_s = max(0.0, self._now_s() - playing.feed.start_s)
        return min(playing.from_ms + heard_s * 1000 * playing.speed, float(playing.to_ms))

    def wait(self) -> None:
        """Wait until all has been played."""
        if self._thread is not None:
            self._thread.join()

    def _follow(self, run: int, from_ms: int, speed: float, channel: int | None) -> None:
        try:
            rate_hz = self._output.rate_hz()
            while from_ms < self._sound.end_ms:
                to_ms = min(from_ms + CHUNK_MS, self._sound.end_ms)
                piece = playable(self._sound.cut(from_ms, to_ms), self._sound.rate_hz, speed, channel)
                feed = Feed(at_rate(piece, rate_hz), rate_hz, lambda: 1.0)
                with self._lock:
                    if run != self._run:
                        return
                    self._playing = _Playing(feed, from_ms, to_ms, speed)
                self._output.play(feed)
                from_ms = to_ms
        except RefereeError as error:
            self._broken = True
            self._advise(str(error))
        with self._lock:
            if run == self._run:
                self._playing = None


@dataclass(frozen=True, slots=True)
class _Playing:
    """What is on its way to the loudspeaker."""

    feed: Feed
    from_ms: int
    to_ms: int
    speed: float
