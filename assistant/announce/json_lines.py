"""The JSON Lines of a judged match, for other programs: the contract of `assistant.core.output`, as they come."""

import sys
from typing import TextIO

from assistant.core.output import Say, as_text, score_line, step_lines
from assistant.core.refold import RefereeState, RulesT, StateT, Step, scores, winner


class JsonLines:
    """Prints the JSON Lines contract, and nothing else."""

    def __init__(self, say: Say, out: TextIO | None = None) -> None:
        """Print to `out`, or to standard output."""
        self._say = say
        self._out = out or sys.stdout
        self._score_told = False

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Print the lines of one step."""
        for line in step_lines(before, step, self._say):
            self._score_told |= line["type"] == "score"
            self._out.write(as_text(line) + "\n")
        self._out.flush()

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Print the score if it never changed."""
        if not self._score_told:
            self._out.write(as_text(score_line(scores(state), winner(state))) + "\n")
            self._out.flush()
