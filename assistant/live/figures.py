"""How quick the referee is: from the end of a call to the moment at which it, and its ruling, can be seen."""

from collections.abc import Callable
from statistics import median, quantiles

from assistant.core.observations import Call
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.live.match import Pulse


class Figures:
    """Measures a live match; one of its watchers, the last one."""

    def __init__(self, now_ms: Callable[[], int], had_to_wait: Callable[[Call], bool]) -> None:
        """Measure.

        Args:
            now_ms: the clock of the match.
            had_to_wait: whether somebody else was still speaking when a call was complete. He may yet call what counts
                before it, so no machine, however fast, could show it sooner: such calls have a figure of their own.
        """
        self._now_ms = now_ms
        self._had_to_wait = had_to_wait
        self.calls_ms: list[int] = []
        """For each call how long after its end it was shown."""
        self.rulings_ms: list[int] = []
        """For each call that was ruled at once how long after its end the ruling was shown."""
        self.waited_ms: list[int] = []
        """For each call that had to wait for another player how long after its end it was shown."""

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Measure a step that a call brought."""
        call = step.judged.observation
        if isinstance(call, Call):
            late_ms = self._now_ms() - call.end_ms
            if self._had_to_wait(call):
                self.waited_ms.append(late_ms)
                return
            self.calls_ms.append(late_ms)
            if any(step.judged.id in ruling.calls for ruling in step.rulings):
                self.rulings_ms.append(late_ms)

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Nothing more to measure."""

    def pulse(self, pulse: Pulse) -> None:
        """Nothing to measure."""

    @property
    def text(self) -> str:
        """The figures in one line."""
        shown = f"from the end of a call until it is shown: {_spread(self.calls_ms)}"
        ruled = f"its ruling: {_spread(self.rulings_ms)}"
        waited = f"calls that waited for somebody who was still speaking: {_spread(self.waited_ms)}"
        return "; ".join([shown, ruled, *([waited] if self.waited_ms else [])])


def _spread(values_ms: list[int]) -> str:
    if len(values_ms) < 2:
        return f"{values_ms[0] / 1000:.2f} s" if values_ms else "none yet"
    high = quantiles(values_ms, n=20, method="inclusive")[-1]
    return f"median {median(values_ms) / 1000:.2f} s, p95 {high / 1000:.2f} s ({len(values_ms)})"
