"""What a judged match looks like: a readable running account, or JSON Lines."""

import sys
from typing import TextIO

from rich.console import Console
from rich.text import Text

from assistant.app import Verbosity
from assistant.core.fold import MatchSetup
from assistant.core.house_rules import read_aloud
from assistant.core.observations import Call, Fact, Verdict
from assistant.core.output import Say, as_text, score_line, step_lines
from assistant.core.referee_codes import REFEREE_CODES
from assistant.core.refold import RefereeState, RulesT, StateT, Step, scores, winner
from assistant.core.rulings import Ruling
from assistant.core.wording import explain, render

_VERDICT_STYLE = {Verdict.EXACT: "green", Verdict.INEXACT: "red", Verdict.UNSURE: "yellow"}
_TIME_WIDTH = 8
_NAME_WIDTH = 10


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


class Account:
    """Prints a running account for people: time, who, what was heard, the ruling, the margin, the score."""

    def __init__(self, say: Say, more: Say | None = None, calls: bool = True, console: Console | None = None) -> None:
        """Print rulings by `say` and, if given, a longer explanation by `more` below each; and calls if wanted."""
        self._say = say
        self._more = more
        self._calls = calls
        self._console = console or Console(highlight=False)

    def introduce(self, text: str) -> None:
        """Print what is to be known before play."""
        self._console.print(text, style="bold")

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Print the lines of one step."""
        lines = [(ruling.id, self._ruling(ruling)) for ruling in step.rulings]
        match step.judged.observation:
            case Call() as call if self._calls:
                lines.append((step.judged.id, _call(call)))
            case Fact() as fact if self._calls:
                lines.append((step.judged.id, _line(fact.at_ms, fact.player, Text(fact.text or fact.name, "cyan"))))
            case _:
                pass
        for _, line in sorted(lines, key=lambda pair: pair[0]):
            self._console.print(line, soft_wrap=not self._console.is_terminal)
        if scores(before) != scores(step.state):
            self._score(step.state)

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Print the score at the end."""
        self._console.print()
        self._score(state)
        won_by = winner(state)
        if won_by is not None:
            self._console.print(Text(f"{'':{_TIME_WIDTH}} {won_by} wins.", "bold"))

    def _ruling(self, ruling: Ruling) -> Text:
        text = Text(self._say(ruling), "bold")
        if ruling.margin_ms is not None:
            text.append(f"  (margin {abs(ruling.margin_ms) / 1000:.2f} s)", "not bold magenta")
        text.append(f"  [{ruling.code} #{ruling.id}]", "not bold dim")
        if self._more is not None:
            text.append(f"\n{'':{_TIME_WIDTH + _NAME_WIDTH + 2}}{self._more(ruling)}", "not bold italic")
        return _line(ruling.at_ms, None, text, mark="=>")

    def _score(self, state: RefereeState[StateT, RulesT]) -> None:
        points = ", ".join(f"{player} {score}" for player, score in scores(state).items())
        self._console.print(Text(f"{'':{_TIME_WIDTH}} {'Score':{_NAME_WIDTH}} {points}", "bold blue"))


def json_lines() -> JsonLines:
    """Return what prints JSON Lines on standard output."""
    return JsonLines(render)


def account(match: MatchSetup[StateT, RulesT], verbosity: Verbosity) -> Account:
    """Return what prints a running account of a match, after its house rules where they are not the usual ones."""
    meanings = {info.code: info.meaning for info in (*match.game.info.codes, *REFEREE_CODES)}

    def more(ruling: Ruling) -> str:
        return explain(ruling, meaning=meanings.get(ruling.code, ""))

    told = Account(render, more if verbosity is Verbosity.FULL else None, calls=verbosity is not Verbosity.QUIET)
    told.introduce(f"{match.game.info.title}: {', '.join(match.table.players)}. {read_aloud(match.rules)}")
    return told


def _call(call: Call) -> Text:
    heard = Text(f'"{call.heard}"')
    heard.append(f"  {call.verdict.value}", _VERDICT_STYLE[call.verdict])
    if call.diff is not None:
        heard.append(f"  {_diff(call)}", "red")
    if call.reason:
        heard.append(f"  ({call.reason})", "yellow")
    return _line(call.start_ms, call.player or "?", heard)


def _diff(call: Call) -> str:
    """Return what was wrong with an inexact call, in words."""
    if call.diff is None:
        return ""
    parts = [f'missing "{" ".join(call.diff.missing)}"'] if call.diff.missing else []
    parts += [f'added "{" ".join(call.diff.added)}"'] if call.diff.added else []
    parts += [f'"{said}" for "{wanted}"' for wanted, said in call.diff.changed]
    return ", ".join(parts)


def _line(at_ms: int, who: str | None, what: Text, mark: str = "") -> Text:
    clock = f"{at_ms // 60_000}:{at_ms % 60_000 / 1000:05.2f}"
    return Text(f"{clock:>{_TIME_WIDTH}} {who or mark:{_NAME_WIDTH}} ").append_text(what)
