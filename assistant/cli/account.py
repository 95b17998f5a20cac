"""What a judged match looks like: the readable running account, or JSON Lines."""

import sys
from typing import TextIO

from assistant.announce.console import Account
from assistant.app import Verbosity
from assistant.core.fold import MatchSetup
from assistant.core.house_rules import read_aloud
from assistant.core.output import Say, as_text, score_line, step_lines
from assistant.core.referee_codes import REFEREE_CODES
from assistant.core.refold import RefereeState, RulesT, StateT, Step, scores, winner
from assistant.core.rulings import Ruling
from assistant.core.wording import explain, render


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


def json_lines() -> JsonLines:
    """Return what prints JSON Lines on standard output."""
    return JsonLines(render)


def rulings_alone() -> Account:
    """Return what prints rulings and how the scores change."""
    return Account(render, calls=False)


def account(match: MatchSetup[StateT, RulesT], verbosity: Verbosity) -> Account:
    """Return what prints a running account of a match, after its house rules where they are not the usual ones."""
    meanings = {info.code: info.meaning for info in (*match.game.info.codes, *REFEREE_CODES)}

    def more(ruling: Ruling) -> str:
        return explain(ruling, meaning=meanings.get(ruling.code, ""))

    told = Account(render, more if verbosity is Verbosity.FULL else None, calls=verbosity is not Verbosity.QUIET)
    told.introduce(f"{match.game.info.title}: {', '.join(match.table.players)}. {read_aloud(match.rules)}")
    return told
