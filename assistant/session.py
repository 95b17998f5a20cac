"""A match from its source to its end: every observation is judged, put on the disk, and then shown and spoken."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from assistant.core import referee
from assistant.core.observations import Observation
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.eventlog.writer import LogWriter


class Sink(Protocol):
    """Somebody who learns of every step after it is on the disk: a screen, a voice, a file of JSON Lines."""

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Show or speak one step; `before` is the state that it started from."""

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Show or speak how the match ended."""


def run(
    match: referee.MatchSetup[StateT, RulesT],
    source: Iterable[Observation],
    sinks: Sequence[Sink] = (),
    log: LogWriter | None = None,
) -> RefereeState[StateT, RulesT]:
    """Judge a whole match.

    Args:
        match: what is fixed before the first call.
        source: the observations in the order of their moments.
        sinks: who learns of every step, in this order.
        log: where every step is written first; the caller closes it.

    Returns:
        The state at the end.

    Raises:
        LogLossError: the log can be written no more; no ruling was shown that is not in it.
    """
    state = referee.start(match)
    for observation in source:
        state = advance(state, observation, sinks, log)
    for sink in sinks:
        sink.finish(state)
    return state


def advance(
    state: RefereeState[StateT, RulesT],
    observation: Observation,
    sinks: Sequence[Sink] = (),
    log: LogWriter | None = None,
) -> RefereeState[StateT, RulesT]:
    """Judge one observation and return the state afterwards; see `run`."""
    step = referee.step(state, observation)
    if log is not None:
        log.step(step)
    for sink in sinks:
        sink.take(state, step)
    return step.state
