"""Photo finishes of a live match: on request, and after every race that was a near thing."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.core.referee import standing_rulings
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.core.rulings import Ruling
from assistant.core.wording import render
from assistant.core.wording.meant import meant
from assistant.disputes.appeal import calls_counting
from assistant.disputes.photo_layout import Spoken, lay_out
from assistant.disputes.photo_text import photo_lines
from assistant.live.match import Pulse
from engines.base import SAMPLE_RATE_HZ

NEAR_MS = 300
"""A race that was decided by less is shown without anybody asking."""
WIDTH = 78
"""Characters of a line: a screen of 80."""


class Remembers(Protocol):
    """What a photo needs of a match; `assistant.live.match.LiveMatch` is one."""

    def heard_lately(self, from_ms: int, to_ms: int) -> NDArray[np.float32] | None:
        """Return the sound between two moments, or None once it is forgotten."""


def worth_a_photo(state: RefereeState[Any, Any], number: int | None = None) -> Ruling | None:
    """Return the ruling to be shown: the one numbered, or that rests on the call numbered, or the latest race."""
    called = [ruling for ruling in standing_rulings(state) if ruling.calls]
    if number is not None:
        called = [ruling for ruling in called if number in (ruling.id, *ruling.calls)]
    else:
        called = [ruling for ruling in called if ruling.margin_ms is not None] or called
    return called[-1] if called else None


def photo_of_ruling(
    ruling: Ruling, state: RefereeState[Any, Any], lanes: tuple[str, ...], live: Remembers, width: int = WIDTH
) -> tuple[str, ...]:
    """Return the photo finish of a ruling as lines of text; without waves once its sound is forgotten."""
    on_file = calls_counting(state)
    counting = [Spoken(each.call) for each in on_file if each.id in ruling.calls]
    sentence = render(meant(ruling, state))
    bare = lay_out(ruling, counting, lanes, sentence)
    beside = [
        Spoken(each.call, counts=False)
        for each in on_file
        if each.id not in ruling.calls and each.call.start_ms < bare.to_ms and each.call.end_ms > bare.from_ms
    ]
    photo = lay_out(ruling, [*counting, *beside], lanes, sentence)
    sound = live.heard_lately(photo.from_ms, photo.to_ms)
    length_ms = photo.to_ms - photo.from_ms
    waves = [] if sound is None else [_whole(lane, length_ms) for lane in sound.T]
    return photo_lines(photo, waves, width)


class Photographing:
    """A watcher of the match that shows every near race."""

    def __init__(self, live: Remembers, lanes: tuple[str, ...], show: Callable[[tuple[str, ...]], None]) -> None:
        """Wait for races.

        Args:
            live: the match.
            lanes: whose microphone each channel is.
            show: takes the lines of a photo; called from the match's thread.
        """
        self._live = live
        self._lanes = lanes
        self._show = show

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Show the nearest race of a step, if it was near."""
        near = [each for each in step.rulings if each.margin_ms is not None and abs(each.margin_ms) < NEAR_MS]
        if near:
            nearest = min(near, key=lambda ruling: abs(ruling.margin_ms or 0))
            self._show(photo_of_ruling(nearest, step.state, self._lanes, self._live))

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """No race comes any more."""

    def pulse(self, pulse: Pulse) -> None:
        """Not looked at."""


def _whole(samples: NDArray[np.float32], length_ms: int) -> NDArray[np.float32]:
    """Return a lane in its full length, with silence for what has not come yet."""
    return np.pad(samples, (0, max(0, length_ms * SAMPLE_RATE_HZ // 1000 - len(samples))))
