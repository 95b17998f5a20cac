"""A finished match as something that can be played, stopped and wound: plain values only."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from assistant.core.observations import moment_ms
from assistant.core.output import Say
from assistant.core.refold import Step, scores
from assistant.screen.ledger import Kind, Ledger, Line

LEAD_MS = 1_500
"""A jump to a ruling while the match plays begins so long before it, so that one hears what it is about."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What one moment of the match adds to the screen."""

    at_ms: int
    """When it is shown."""
    lines: tuple[Line, ...]
    """The new lines."""
    fallen: tuple[int, ...]
    """The ids of earlier lines that hold no longer."""
    scores: tuple[tuple[str, int], ...]
    """Every player's score from now on."""


@dataclass(frozen=True, slots=True)
class Reel:
    """A whole match."""

    frames: tuple[Frame, ...]
    """In the order in which they are shown."""
    end_ms: int
    """Where it ends."""

    def ledger(self, at_ms: float, player: str | None = None) -> Ledger:
        """Return the lines that are shown at a moment: all, or only what is by or about one player."""
        past = self.frames[: self._count(at_ms)]
        fallen = {number for frame in past for number in frame.fallen}
        lines = (line for frame in past for line in frame.lines if player is None or line.who == player)
        return Ledger(tuple(replace(line, withdrawn=line.id in fallen) for line in lines))

    def scores(self, at_ms: float) -> tuple[tuple[str, int], ...]:
        """Return the scores at a moment; before the first frame those of its players are 0."""
        count = self._count(at_ms)
        if count:
            return self.frames[count - 1].scores
        return tuple((player, 0) for player, _ in self.frames[0].scores) if self.frames else ()

    def ruling_after(self, at_ms: float, player: str | None = None) -> int | None:
        """Return the moment of the first ruling after another moment, or None."""
        return next((ruled_ms for ruled_ms in self._ruled(player) if ruled_ms > at_ms), None)

    def ruling_before(self, at_ms: float, player: str | None = None) -> int | None:
        """Return the moment of the last ruling before another moment, or None."""
        return next((ruled_ms for ruled_ms in reversed(self._ruled(player)) if ruled_ms < at_ms), None)

    def _ruled(self, player: str | None) -> list[int]:
        return [
            frame.at_ms
            for frame in self.frames
            if any(line.kind is Kind.RULING and player in (None, line.who) for line in frame.lines)
        ]

    def _count(self, at_ms: float) -> int:
        return bisect_right(self.frames, at_ms, key=lambda frame: frame.at_ms)


def reel(steps: Iterable[Step[Any, Any]], say: Say, end_ms: int = 0) -> Reel:
    """Return a match as it is played back.

    A ruling is shown at the moment that it is about, though in the match it was held until all was heard; what a change
    of history brings is shown when that change was made.

    Args:
        steps: the match.
        say: what turns a ruling into its sentence.
        end_ms: how long the sound is.
    """
    frames: list[Frame] = []
    for step in steps:
        after = tuple(scores(step.state).items())
        at_ms = moment_ms(step.judged.observation)
        lines = Ledger().take(step, say).lines
        early = [line for line in lines if line.kind is not Kind.RULING or step.withdrawn]
        frames.append(Frame(at_ms, tuple(early), step.withdrawn, after))
        held = [line for line in lines if line not in early]
        frames.extend(Frame(line.at_ms, (line,), (), after) for line in held)
    shown = [frame for frame in sorted(frames, key=lambda frame: frame.at_ms) if frame.lines or frame.fallen]
    last_ms = shown[-1].at_ms if shown else 0
    return Reel(tuple(shown), max(end_ms, last_ms))


@dataclass(frozen=True, slots=True)
class Playhead:
    """Where a match is played."""

    at_ms: float
    """The moment that is shown."""
    end_ms: int
    """Where the match ends."""
    playing: bool = True
    """Whether time passes."""
    speed: float = 1.0
    """1.0 as it was played."""

    def after(self, elapsed_s: float) -> "Playhead":
        """Return it some seconds of real time later; at the end it stops."""
        if not self.playing:
            return self
        return self.at(self.at_ms + elapsed_s * 1000 * self.speed)

    def at(self, at_ms: float) -> "Playhead":
        """Return it at another moment of the match."""
        within = min(float(self.end_ms), max(0.0, at_ms))
        return replace(self, at_ms=within, playing=self.playing and within < self.end_ms)

    def toggled(self) -> "Playhead":
        """Return it stopped, or going on; at the end it begins anew."""
        at_ms = 0.0 if not self.playing and self.at_ms >= self.end_ms else self.at_ms
        return replace(self, at_ms=at_ms, playing=not self.playing)

    def next_ruling(self, shown: Reel, player: str | None = None) -> "Playhead":
        """Return it at the next ruling; where there is none it stays."""
        at_ms = shown.ruling_after(self.at_ms + self._lead_ms, player)
        return self if at_ms is None else self.at(at_ms - self._lead_ms)

    def previous_ruling(self, shown: Reel, player: str | None = None) -> "Playhead":
        """Return it at the ruling before; where there is none, at the beginning."""
        at_ms = shown.ruling_before(self.at_ms + self._lead_ms, player)
        return self.at(0.0) if at_ms is None else self.at(at_ms - self._lead_ms)

    @property
    def _lead_ms(self) -> int:
        return LEAD_MS if self.playing else 0
