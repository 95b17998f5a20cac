"""Puts what the table asks into the order of what it says, and what it says onto the clock of a resumed match.

A key is pressed at a moment at which the ears are still at work on what was said before. What depends on its moment
waits until they are done; what changes history, such as an undo, need not wait, for no time passes by it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from assistant.core.observations import Amendment, Call, Command, CommandName, Gap, Observation, moment_ms

ABOUT_HISTORY = (
    CommandName.UNDO,
    CommandName.REDO,
    CommandName.CONFIRM,
    CommandName.DENY,
    CommandName.SCORE,
    CommandName.SAY_AGAIN,
    CommandName.APPEAL,
    CommandName.WHY,
)
"""Commands that are about what was said before, whenever they are given."""


@dataclass(slots=True)
class InOrder:
    """What was asked and waits for its turn."""

    known_ms: int = 0
    """All that was said before this moment is known."""
    _waiting: list[Observation] = field(default_factory=list)

    def ask(self, observation: Observation) -> Iterator[Observation]:
        """Take what was told or asked, and yield it if it need not wait: then it stands at the latest known moment."""
        of_history = isinstance(observation, Command) and observation.name in ABOUT_HISTORY
        if of_history or isinstance(observation, Amendment):
            yield _at(observation, self.known_ms)
        else:
            self._waiting.append(observation)

    def heard(self, observation: Observation) -> Iterator[Observation]:
        """Take what was heard, and yield it behind all that was asked before its moment."""
        self.known_ms = max(self.known_ms, moment_ms(observation))
        yield from self.due()
        yield observation

    def will_be_paused(self, paused: bool) -> bool:
        """Return whether the match will stand still once all that waits has had its turn.

        Args:
            paused: whether it stands still now.
        """
        for each in sorted(self._waiting, key=moment_ms):
            if isinstance(each, Command) and each.name in (CommandName.PAUSE, CommandName.RESUME):
                paused = each.name is CommandName.PAUSE
        return paused

    def due(self, ended: bool = False) -> Iterator[Observation]:
        """Yield what waits no longer, in the order of its moments: at the end, everything."""
        due = [each for each in self._waiting if ended or moment_ms(each) <= self.known_ms]
        self._waiting = [each for each in self._waiting if each not in due]
        yield from sorted(due, key=moment_ms)


def shifted(observation: Observation, by_ms: int) -> Observation:
    """Return an observation of a session that began `by_ms` after the match did, on the clock of the match."""
    if isinstance(observation, Call | Gap):
        return replace(observation, start_ms=observation.start_ms + by_ms, end_ms=observation.end_ms + by_ms)
    return replace(observation, at_ms=observation.at_ms + by_ms)


def _at(observation: Observation, at_ms: int) -> Observation:
    return observation if isinstance(observation, Call | Gap) else replace(observation, at_ms=at_ms)
