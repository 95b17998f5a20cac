"""What the screen shows, worked out from where the match stands and what the microphones give: plain values only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assistant.core.observations import Call, Verdict
from assistant.core.referee import scores, windows, winner
from assistant.core.refold import RefereeState
from assistant.core.times import clock
from assistant.hearing.listener import Seat
from assistant.live.match import Pulse
from assistant.live.troubles import silent_microphones

QUIETEST_DB = -60.0
"""The lower end of a level meter."""
LOUD_DB = -3.0
"""From here on a voice is about to be overdriven."""
CLIPPED_DB = -0.1
"""From here on it is overdriven."""
WAITING = "waiting"
"""The state of a microphone before its first sound."""
MOST_WINDOWS = 3
"""So many open windows are shown; those that close first."""


@dataclass(frozen=True, slots=True)
class Meter:
    """A microphone."""

    share: float
    """How far the meter goes, 0 to 1."""
    state: str
    """Such as "clear", "overdriven", "unplugged"."""
    heard: bool
    """Whether sound comes from it."""
    hot: bool
    """Whether it is overdriven, or nearly."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player as the screen shows them."""

    key: str
    """The player's key."""
    name: str
    """The name."""
    score: int
    """The score."""
    leads: bool
    """Whether nobody has more, and somebody has less."""
    meter: Meter | None
    """The player's own microphone; None where it is shared."""


@dataclass(frozen=True, slots=True)
class WindowView:
    """An open window."""

    name: str
    """What may still be done."""
    player: str
    """Whom it is about; empty for all."""
    left_ms: int
    """How long it is still open."""
    share: float
    """How much of it is left, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Board:
    """The screen, but for its lines."""

    clock: str
    """How long the match has been going on."""
    seats: tuple[SeatView, ...]
    """The players, in clockwise order."""
    shared: Meter | None
    """The microphone that all share; None where each has one."""
    windows: tuple[WindowView, ...]
    """What is open, soonest to close first."""
    paused: bool
    """Whether the match stands still."""
    silent: tuple[str, ...]
    """The microphones that are not heard, with their reasons."""
    behind_ms: int
    """How late rulings come; 0 on a computer that keeps up."""
    question: str
    """What the referee needs to know; empty when nothing."""
    winner: str | None
    """Who has won."""


def board(
    state: RefereeState[Any, Any], seats: Sequence[Seat], pulse: Pulse | None, peaks_db: Sequence[float]
) -> Board:
    """Return what the screen shows.

    Args:
        state: where the match stands.
        seats: whose microphone each channel is.
        pulse: the latest news of the sound; None before the first.
        peaks_db: how loud each channel was lately, in dBFS; empty before the first sound.
    """
    meters = [_meter(number, pulse, peaks_db) for number in range(len(seats))]
    points = scores(state)
    best, worst = max(points.values()), min(points.values())
    own = {seat.player: meters[number] for number, seat in enumerate(seats) if seat.player is not None}
    views = tuple(
        SeatView(str(number), name, score, score == best > worst, own.get(name))
        for number, (name, score) in enumerate(points.items(), start=1)
    )
    shared = next((meters[number] for number, seat in enumerate(seats) if seat.player is None), None)
    now_ms = max(pulse.now_ms if pulse else 0, state.fold.now_ms)
    return Board(
        clock(now_ms),
        views,
        shared,
        window_views(state, now_ms),
        state.fold.clock.paused,
        silent_microphones(seats, pulse.outages) if pulse else (),
        pulse.behind_ms if pulse else 0,
        _question(state),
        winner(state),
    )


def window_views(state: RefereeState[Any, Any], now_ms: int) -> tuple[WindowView, ...]:
    """Return the open windows with what is left of them; during a pause nothing runs out."""
    since_ms = state.fold.clock.paused_since_ms
    at_ms = now_ms if since_ms is None else since_ms
    views = []
    for window in windows(state)[:MOST_WINDOWS]:
        whole_ms = max(1, window.closes_ms - window.opens_ms)
        left_ms = max(0, window.closes_ms - at_ms)
        views.append(WindowView(window.name, window.player or "", left_ms, min(1.0, left_ms / whole_ms)))
    return tuple(views)


def unsure_call(state: RefereeState[Any, Any]) -> tuple[int, Call] | None:
    """Return the latest call, if it is one that somebody must confirm, deny or say again."""
    for numbered in reversed(state.history.effective()):
        call = numbered.observation
        if isinstance(call, Call):
            return (numbered.id, call) if call.verdict is Verdict.UNSURE else None
    return None


def _question(state: RefereeState[Any, Any]) -> str:
    unsure = unsure_call(state)
    if unsure is None:
        return ""
    _, call = unsure
    who = call.player or "Whoever called"
    if call.phrase is None:
        return f'{who}, say it again; I heard "{call.heard}".  n it was no call'
    return f'{who}, say it again; I heard "{call.heard}".  y it was right  n it was no call'


def _meter(channel: int, pulse: Pulse | None, peaks_db: Sequence[float]) -> Meter:
    outage = next((each for each in pulse.outages if each.channel == channel), None) if pulse else None
    if outage is not None:
        return Meter(0.0, outage.reason or "not heard", heard=False, hot=False)
    if pulse is None or channel >= len(peaks_db):
        return Meter(0.0, WAITING, heard=False, hot=False)
    peak_db = peaks_db[channel]
    share = min(1.0, max(0.0, 1 - peak_db / QUIETEST_DB))
    state = "overdriven" if peak_db > CLIPPED_DB else "loud" if peak_db > LOUD_DB else "clear"
    return Meter(share, state, heard=True, hot=state != "clear")
