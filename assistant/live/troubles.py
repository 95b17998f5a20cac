"""What goes wrong at a table and must be told at once: a microphone that is not heard, a machine that is too slow.

The rulings about it come in their order, once all is known that was said before; people must not wait for them.
"""

from collections.abc import Callable, Sequence

from assistant.audio.blocks import Outage
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.hearing.listener import Seat
from assistant.live.backlog import CAUGHT_UP, pace_text
from assistant.live.match import Pulse

HEARD_AGAIN = "all microphones are heard again"
"""What the table is told when everything is plugged in."""


def silent_microphones(seats: Sequence[Seat], outages: Sequence[Outage]) -> tuple[str, ...]:
    """Return the microphones that are not heard, with their reasons."""
    names = [f"{seat.player}'s microphone" if seat.player else "the microphone" for seat in seats]
    return tuple(f"{names[each.channel]}: {each.reason or 'not heard'}" for each in outages)


def outage_text(silent: Sequence[str]) -> str:
    """Return what the table is told of microphones that are not heard."""
    return f"{'; '.join(silent)}. The match waits."


class Troubles:
    """A watcher that tells each trouble as soon as it begins, and when it is over."""

    def __init__(self, seats: Sequence[Seat], tell: Callable[[str], None]) -> None:
        """Tell troubles by `tell`, a line each.

        Args:
            seats: whose microphone each channel is.
            tell: takes a line; called from the match's thread.
        """
        self._seats = tuple(seats)
        self._tell = tell
        self._silent: frozenset[int] = frozenset()
        self._behind = False

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Not looked at."""

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Nothing is wrong any more."""

    def pulse(self, pulse: Pulse) -> None:
        """Tell what has changed."""
        silent = frozenset(each.channel for each in pulse.outages)
        if silent - self._silent:
            self._tell(outage_text(silent_microphones(self._seats, pulse.outages)))
        elif self._silent and not silent:
            self._tell(HEARD_AGAIN)
        self._silent = silent
        behind = pulse.behind_ms > 0
        if behind is not self._behind:
            self._behind = behind
            self._tell(pace_text(pulse.behind_ms) if behind else CAUGHT_UP)
