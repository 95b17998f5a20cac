"""What a drill looks like: a few lines an attempt for people, or one line of JSON."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from assistant.announce.console import ASCII_MARKS, VERDICT_STYLES, diff_text, marks_for
from assistant.core.codec import Json
from assistant.core.observations import Verdict
from assistant.core.output import as_text
from assistant.practice.attempts import Attempt, Best, Outcome
from assistant.practice.creepy import Creepiness
from assistant.practice.drill import Cue
from assistant.practice.loop import Answer

BAR = 12
"""Characters of a full side of creepiness."""
DOT = " · "
"""Between two pieces of a line."""
INDENT = 8
"""Characters before what belongs to a prompt."""
STYLES: Mapping[Outcome, str] = {
    Outcome.EXACT: VERDICT_STYLES[Verdict.EXACT],
    Outcome.INEXACT: VERDICT_STYLES[Verdict.INEXACT],
    Outcome.UNSURE: VERDICT_STYLES[Verdict.UNSURE],
    Outcome.OTHER: VERDICT_STYLES[Verdict.INEXACT],
    Outcome.SILENCE: "dim",
}
TITLES: Mapping[Outcome, str] = {
    Outcome.EXACT: "exact",
    Outcome.INEXACT: "inexact",
    Outcome.UNSURE: "unsure",
    Outcome.OTHER: "something else",
    Outcome.SILENCE: "nothing heard",
}
SILENT_ROW = 2
"""After so many silences in a row somebody may be speaking into another microphone."""


@dataclass(slots=True)
class Tally:
    """What a session came to."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    """How often each outcome."""
    answers_ms: list[int] = field(default_factory=list)
    """How long each answer took."""

    def take(self, answer: Answer) -> None:
        """Count one more."""
        self.outcomes[answer.attempt.outcome] += 1
        if answer.answer_ms is not None:
            self.answers_ms.append(answer.answer_ms)

    @property
    def median_answer_ms(self) -> int | None:
        """How long the middle answer took, or None."""
        return sorted(self.answers_ms)[len(self.answers_ms) // 2] if self.answers_ms else None


class PlainScreen:
    """Shows a drill to people."""

    def __init__(
        self,
        rounds: int | None,
        console: Console | None = None,
        meter: bool = False,
        live: bool = True,
        deaf_hint: str = "",
    ) -> None:
        """Print on `console`, or on standard output.

        Args:
            rounds: how many rounds there will be, if that is known.
            console: where to.
            meter: whether every side of creepiness is shown.
            live: whether somebody waits for the prompts; in a recording each is shown with its attempt.
            deaf_hint: what to look after when nothing is heard again and again, in one line.
        """
        self._console = console or Console(highlight=False)
        self._rounds = rounds
        self._meter = meter
        self._live = live
        self._deaf_hint = deaf_hint
        self._silent_row = 0
        self._marks = marks_for(self._console.encoding)
        self._bar = ("#", ".") if self._marks is ASCII_MARKS else ("█", "░")
        self.tally = Tally()

    def ask(self, cue: Cue) -> None:
        """See loop.Screen."""
        if self._live:
            self._prompt(cue.number, cue.prompt.text)

    def tell(self, answer: Answer) -> None:
        """See loop.Screen."""
        self.tally.take(answer)
        attempt = answer.attempt
        if not self._live:
            self._prompt(answer.number, attempt.prompt)
        line = Text().append(f"{self._mark(attempt.outcome)} {_title(attempt)}", STYLES[attempt.outcome])
        for part in _parts(attempt):
            line.append(DOT + part)
        self._print_below(line)
        self._silent_row = self._silent_row + 1 if attempt.outcome is Outcome.SILENCE else 0
        if attempt.outcome is not Outcome.SILENCE:
            self._list(_figures(attempt), "dim")
        elif self._deaf_hint and self._silent_row == SILENT_ROW:
            self._print_below(Text(self._deaf_hint, "yellow"))
        creepy = answer.measured.creepiness if answer.measured else None
        if creepy is not None:
            self._creepy(creepy)
        if news := _news(answer):
            self._list(news, "bold green")

    def note(self, text: str) -> None:
        """See loop.Screen."""
        self._print_below(Text(text, "dim"))

    def _creepy(self, creepy: Creepiness) -> None:
        advice = f": {', '.join(creepy.advice)}" if creepy.advice else ", nothing left to gain"
        self._print(Text(" " * INDENT).append(f"creepy {creepy.score} of 100{advice}", "magenta"))
        for side in creepy.sides if self._meter else ():
            full = round(side.filled * BAR)
            bar = self._bar[0] * full + self._bar[1] * (BAR - full)
            self._print(Text(f"{'':{INDENT}}{side.name:10} ").append(bar, "magenta").append(f" {side.found}", "dim"))

    def finish(self) -> None:
        """Show what the session came to."""
        outcomes = self.tally.outcomes
        parts = [f"{outcomes[outcome]} {TITLES[outcome]}" for outcome in Outcome if outcomes[outcome]]
        total = sum(outcomes.values())
        self._print(Text(f"{total} attempt{'s' * (total != 1)}: {', '.join(parts) or 'nothing was heard'}", "bold"))

    def _prompt(self, number: int, text: str) -> None:
        which = f"{number}/{self._rounds}" if self._rounds else str(number)
        self._print(Text(f"{which:>{INDENT - 2}}  ", "dim").append(text, "not dim bold"))

    def _mark(self, outcome: Outcome) -> str:
        match outcome:
            case Outcome.EXACT:
                return self._marks.exact
            case Outcome.UNSURE | Outcome.SILENCE:
                return self._marks.unsure
            case _:
                return self._marks.inexact

    def _list(self, parts: Sequence[str], style: str) -> None:
        """Print short pieces below a prompt, as many a line as there is room for."""
        width = self._console.width - INDENT if self._console.is_terminal else sys.maxsize
        for line in filled(parts, width):
            self._print(Text(" " * INDENT).append(line, style))

    def _print_below(self, line: Text) -> None:
        """Print a line below a prompt; what is wrapped stays below it."""
        if self._console.is_terminal:
            self._console.print(Padding(line, (0, 0, 0, INDENT), expand=False))
        else:
            self._print(Text(" " * INDENT).append_text(line))

    def _print(self, line: Text) -> None:
        self._console.print(line, soft_wrap=not self._console.is_terminal)


class JsonScreen:
    """Prints a line of JSON an attempt, and nothing else."""

    def __init__(self, player: str, out: TextIO | None = None) -> None:
        """Print to `out`, or to standard output."""
        self._player = player
        self._out = out or sys.stdout
        self.tally = Tally()

    def ask(self, cue: Cue) -> None:
        """See loop.Screen: nothing to print."""

    def tell(self, answer: Answer) -> None:
        """See loop.Screen."""
        self.tally.take(answer)
        self._write(attempt_line(self._player, answer))

    def note(self, text: str) -> None:
        """See loop.Screen: advice is for people."""

    def finish(self) -> None:
        """Print what the session came to."""
        outcomes: dict[str, Json] = {outcome.value: self.tally.outcomes[outcome] for outcome in Outcome}
        self._write({"type": "summary", **outcomes, "median_answer_ms": self.tally.median_answer_ms})

    def _write(self, line: dict[str, Json]) -> None:
        self._out.write(as_text(line) + "\n")
        self._out.flush()


def attempt_line(player: str, answer: Answer) -> dict[str, Json]:
    """Return an attempt as its line of JSON."""
    attempt = answer.attempt
    missing: list[Json] = [*attempt.diff.missing]
    added: list[Json] = [*attempt.diff.added]
    creepy = answer.measured.creepiness if answer.measured else None
    advice: list[Json] = [*creepy.advice] if creepy else []
    changed: list[Json] = [[wanted, said] for wanted, said in attempt.diff.changed]
    return {
        "type": "attempt",
        "round": answer.number,
        "player": player,
        "phrase": attempt.phrase,
        "prompt": attempt.prompt,
        "verdict": attempt.outcome.value,
        "heard": attempt.heard,
        "missing": missing,
        "added": added,
        "changed": changed,
        "weakest": attempt.weakest or None,
        "reaction_ms": attempt.reaction_ms,
        "complete_ms": attempt.complete_ms,
        "duration_ms": attempt.duration_ms,
        "syllables_per_s": attempt.syllables_per_s,
        "level_dbfs": attempt.level_dbfs,
        "pitch_hz": attempt.pitch_hz,
        "creepy": attempt.creepy,
        "advice": advice,
        "streak": answer.saved.streak,
        "best_ms": answer.saved.best.duration_ms,
        "new_best": answer.saved.beaten is not None,
        "answer_ms": answer.answer_ms,
    }


def filled(parts: Sequence[str], width: int) -> list[str]:
    """Return short pieces as lines, parted by dots, none longer than `width` characters unless a piece is."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(DOT) + len(part) <= width:
            lines[-1] += DOT + part
        else:
            lines.append(part)
    return lines


def _title(attempt: Attempt) -> str:
    return "unsure: say it again" if attempt.outcome is Outcome.UNSURE else TITLES[attempt.outcome]


def _parts(attempt: Attempt) -> list[str]:
    parts = []
    if wrong := diff_text(attempt.diff):
        parts.append(wrong)
    if attempt.heard and not attempt.is_exact:
        parts.append(f'heard "{attempt.heard}"')
    return parts


def _figures(attempt: Attempt) -> list[str]:
    figures = []
    if attempt.reaction_ms is not None and attempt.complete_ms is not None and attempt.cued:
        figures.append(f"first sound {attempt.reaction_ms / 1000:.2f} s, complete {attempt.complete_ms / 1000:.2f} s")
    elif attempt.duration_ms is not None:
        figures.append(f"said in {attempt.duration_ms / 1000:.2f} s")
    if attempt.syllables_per_s is not None:
        figures.append(f"{attempt.syllables_per_s:.1f} syllables/s")
    if attempt.level_dbfs is not None:
        figures.append(f"{attempt.level_dbfs:.0f} dBFS")
    if attempt.weakest and attempt.outcome is not Outcome.OTHER:
        figures.append(f'weakest word "{attempt.weakest}"')
    return figures


def _news(answer: Answer) -> list[str]:
    best, beaten = answer.saved.best, answer.saved.beaten
    news = [f"streak {answer.saved.streak}"] if answer.saved.streak > 1 else []
    if beaten is not None:
        news += _records(best, beaten)
    return news


def _records(best: Best, beaten: Best) -> list[str]:
    records = []
    if best.duration_ms is not None and best.duration_ms != beaten.duration_ms:
        records.append(_record("fastest", best.duration_ms, beaten.duration_ms))
    if best.creepy is not None and best.creepy != beaten.creepy:
        records.append(f"your creepiest: {best.creepy}" + (f" (before: {beaten.creepy})" if beaten.creepy else ""))
    if best.complete_ms is not None and best.complete_ms != beaten.complete_ms:
        records.append(_record("soonest after the cue", best.complete_ms, beaten.complete_ms))
    return records


def _record(what: str, now_ms: int, before_ms: int | None) -> str:
    before = f" (before: {before_ms / 1000:.2f} s)" if before_ms is not None else ""
    return f"your {what}: {now_ms / 1000:.2f} s{before}"
