"""The lines of a match as a screen shows them: what was heard and what was ruled, and what holds no longer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from assistant.announce.console import UNKNOWN_PLAYER, diff_text
from assistant.core.house_rules import read_aloud
from assistant.core.observations import Call, Command, Fact, Gap, Numbered, Verdict, moment_ms
from assistant.core.output import Say
from assistant.core.referee import standing_rulings
from assistant.core.refold import RefereeState, Step
from assistant.core.rulings import Ruling
from assistant.core.spoken import SPEAKING
from assistant.core.wording.meant import meant

KEPT_LINES = 400
"""So many lines can be scrolled back to; the log has them all."""


RULES_LINE = 0
"""The number of the line that tells the house rules; nothing that was observed or ruled has it."""


class Kind(StrEnum):
    """What a line is about."""

    EXACT = "exact"
    """A call, word for word."""
    INEXACT = "inexact"
    """A call that was not."""
    UNSURE = "unsure"
    """A call that must be said again, or confirmed."""
    RULING = "ruling"
    """A ruling."""
    TOLD = "told"
    """Something told or asked."""
    LOST = "lost"
    """Lost sound."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line."""

    id: int
    """The number of the call, fact, command, gap or ruling."""
    kind: Kind
    """What it is about."""
    at_ms: int
    """Its moment."""
    who: str
    """Whom it is about; empty for nobody."""
    text: str
    """What was heard, told or ruled."""
    margin_ms: int | None = None
    """By how much a race was decided; None where there was none."""
    withdrawn: bool = False
    """Whether it holds no longer."""
    remark: str = ""
    """What may be said of it and decides nothing, such as how creepy a call was."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The latest lines of a match."""

    lines: tuple[Line, ...] = ()
    """The lines, the latest last."""

    @classmethod
    def begun(cls, state: RefereeState[Any, Any], say: Say) -> "Ledger":
        """Return the ledger of a match that begins, or goes on: its house rules, and the rulings that stand.

        Args:
            state: where the match stands.
            say: what turns a ruling into its sentence.
        """
        rules = Line(RULES_LINE, Kind.TOLD, 0, "", read_aloud(state.match.rules))
        return cls((rules, *(_ruling(meant(ruling, state), say) for ruling in standing_rulings(state)))[-KEPT_LINES:])

    def take(self, step: Step[Any, Any], say: Say) -> "Ledger":
        """Return the ledger after one more step.

        Args:
            step: the step.
            say: what turns a ruling into its sentence.
        """
        new = [_ruling(meant(ruling, step.state), say) for ruling in step.rulings]
        new += _observed(step.judged)
        if not new and not step.withdrawn:
            return self
        kept = self.lines
        if step.withdrawn:
            kept = tuple(replace(line, withdrawn=line.withdrawn or line.id in step.withdrawn) for line in kept)
        return Ledger((*kept, *sorted(new, key=lambda line: line.id))[-KEPT_LINES:])

    def remarked(self, number: int, remark: str) -> "Ledger":
        """Return the ledger with a remark beside the line of that number; where it is gone, nothing changes."""
        return Ledger(tuple(replace(line, remark=remark) if line.id == number else line for line in self.lines))


def _ruling(ruling: Ruling, say: Say) -> Line:
    return Line(ruling.id, Kind.RULING, ruling.at_ms, ruling.player or "", say(ruling), ruling.margin_ms)


def _observed(numbered: Numbered) -> Iterator[Line]:
    match numbered.observation:
        case Call() as call:
            kind = {Verdict.EXACT: Kind.EXACT, Verdict.INEXACT: Kind.INEXACT, Verdict.UNSURE: Kind.UNSURE}[call.verdict]
            yield Line(numbered.id, kind, call.start_ms, call.player or UNKNOWN_PLAYER, _heard(call))
        case Fact() as fact:
            yield Line(numbered.id, Kind.TOLD, fact.at_ms, fact.player or "", fact.text or fact.name)
        case Command() as command:
            about = f" #{command.target}" if command.target is not None else ""
            words = command.name.value.replace("-", " ") + about
            yield Line(numbered.id, Kind.TOLD, command.at_ms, command.player or "", words)
        case Gap() as gap:
            where = f"microphone {gap.channel + 1}: {(gap.end_ms - gap.start_ms) / 1000:.1f} s"
            lost = f" of sound lost{f' ({gap.reason})' if gap.reason else ''}"
            lost = f" {SPEAKING}" if gap.reason == SPEAKING else lost
            yield Line(numbered.id, Kind.LOST, moment_ms(gap), "", where + lost)
        case _:
            return


def _heard(call: Call) -> str:
    text = f'"{call.heard}"'
    if call.diff is not None:
        text += f": {diff_text(call.diff)}"
    return text + (f" ({call.reason})" if call.reason else "")
