"""The running account of a match for people: one line a call or ruling, readable at 80 columns and without colours.

A line holds the time, who, how a call was judged (a symbol and a colour), what was heard or ruled, and, at the right
edge, the margin of a race. Where the output goes into a file the lines are not wrapped, so that they can be searched.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn, track
from rich.table import Table as Grid
from rich.text import Text

from assistant.core.observations import Call, Fact, Gap, Observation, Verdict, WordDiff, moment_ms
from assistant.core.output import Say
from assistant.core.refold import RefereeState, RulesT, StateT, Step, scores, winner
from assistant.core.rulings import Ruling
from assistant.core.spoken import SPEAKING
from assistant.core.times import clock
from assistant.core.wording.meant import meant

ItemT = TypeVar("ItemT")

TIME_WIDTH = 8
"""Characters: up to "99:59.99", minutes and seconds; a longer evening is folded."""
NAME_WIDTH = 10
"""Characters; a longer name is cut with an ellipsis."""
MARGIN_WIDTH = 10
"""Characters: "by 12.34 s"."""
UNKNOWN_PLAYER = "?"
"""Who called, when nobody can tell."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The symbols that tell verdicts and rulings apart without colours; one character each."""

    exact: str
    """A call, word for word."""
    inexact: str
    """A call that was confidently not word for word."""
    unsure: str
    """A call that must be said again."""
    ruling: str
    """A ruling."""
    told: str
    """Something told about the table."""
    lost: str
    """Lost sound."""
    more: str
    """At the end of what was cut."""

    def of(self, verdict: Verdict) -> str:
        """Return the symbol of a verdict."""
        return {Verdict.EXACT: self.exact, Verdict.INEXACT: self.inexact, Verdict.UNSURE: self.unsure}[verdict]


UNICODE_MARKS = Marks("✓", "✗", "?", "▶", "·", "!", "…")
"""For consoles that can show them."""
ASCII_MARKS = Marks("+", "x", "?", ">", "-", "!", "~")
"""For all others, such as a Windows console with a code page of its own."""

VERDICT_STYLES = {Verdict.EXACT: "green", Verdict.INEXACT: "bold red", Verdict.UNSURE: "yellow"}
"""The colour of a verdict, besides its symbol."""


class Account:
    """Prints the running account of one match; takes every step as a sink of the session does."""

    def __init__(self, say: Say, more: Say | None = None, calls: bool = True, console: Console | None = None) -> None:
        """Print on `console`, or on standard output.

        Args:
            say: what turns a ruling into its sentence.
            more: what turns it into its longer explanation, printed below it; None for none.
            calls: whether calls and facts are printed, or rulings and scores alone.
            console: where to.
        """
        self._say = say
        self._more = more
        self._calls = calls
        self._console = console or Console(highlight=False)
        self._marks = marks_for(self._console.encoding)
        self._score_stands_last = False

    def introduce(self, text: str) -> None:
        """Print what is to be known before play."""
        self._print(Text(text, "bold"))

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Print what one step brought, in the order of the ids, then the score where it changed."""
        change = next((ruling.id for ruling in step.rulings if ruling.id > step.numbered.id), None)
        fallen = {change: step.withdrawn}
        lines = [
            (ruling.id, line)
            for ruling in step.rulings
            for line in self._ruling(meant(ruling, step.state), fallen.get(ruling.id, ()))
        ]
        if self._calls:
            lines += [(step.judged.id, line) for line in self._observed(step.judged.observation)]
        for _, line in sorted(lines, key=lambda pair: pair[0]):
            self._print(line)
        if scores(before) != scores(step.state):
            self._print(self._score(step.state))
            self._score_stands_last = True

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Print how the match ended; the score only where it is not the line before."""
        if not self._score_stands_last:
            self._console.print()
            self._print(self._score(state))
        won_by = winner(state)
        if won_by is not None:
            self._print(self._line("", "Winner", " ", Text(won_by, "bold")))

    def _observed(self, observation: Observation) -> Iterator[RenderableType]:
        match observation:
            case Call() as call:
                mark = Text(self._marks.of(call.verdict), VERDICT_STYLES[call.verdict])
                yield self._line(clock(call.start_ms, 2), call.player or UNKNOWN_PLAYER, mark, heard_text(call))
            case Fact() as fact:
                told = Text(fact.text or fact.name, "cyan")
                yield self._line(clock(fact.at_ms, 2), fact.player or "", self._marks.told, told)
            case Gap() as gap:
                lost = f"{(gap.end_ms - gap.start_ms) / 1000:.1f} s of sound lost on microphone {gap.channel + 1}"
                lost += f" ({gap.reason})" if gap.reason else ""
                if gap.reason == SPEAKING:  # nothing was lost on the way: somebody spoke beneath the referee
                    lost = f"microphone {gap.channel + 1}: {(gap.end_ms - gap.start_ms) / 1000:.1f} s {SPEAKING}"
                yield self._line(clock(gap.start_ms, 2), "", self._marks.lost, Text(lost, "yellow"))
            case _:
                return

    def _ruling(self, ruling: Ruling, withdrawn: tuple[int, ...]) -> Iterator[RenderableType]:
        text = Text(self._say(ruling), "bold")
        text.append(f" [{ruling.code} #{ruling.id}]", "not bold dim")
        if withdrawn:
            text.append(f" (no longer: {', '.join(f'#{number}' for number in withdrawn)})", "not bold yellow")
        margin = "" if ruling.margin_ms is None else f"by {abs(ruling.margin_ms) / 1000:.2f} s"
        yield self._line(clock(ruling.at_ms, 2), ruling.player or "", self._marks.ruling, text, margin)
        if self._more is not None:
            yield self._line("", "", "", Text(self._more(ruling), "italic"))

    def _score(self, state: RefereeState[StateT, RulesT]) -> RenderableType:
        points = ", ".join(f"{player} {score}" for player, score in scores(state).items())
        return self._line("", "Score", " ", Text(points, "bold blue"))

    def _line(self, at: str, who: str, mark: str | Text, what: Text, margin: str = "") -> RenderableType:
        if len(who) > NAME_WIDTH:
            who = who[: NAME_WIDTH - len(self._marks.more)] + self._marks.more
        symbol = Text(mark) if isinstance(mark, str) else mark
        if not self._console.is_terminal:
            plain = Text(f"{at:>{TIME_WIDTH}} {who:{NAME_WIDTH}} ").append_text(symbol).append(" ").append_text(what)
            return plain.append(f"  {margin}" if margin else "")
        grid = Grid.grid(padding=(0, 1, 0, 0), expand=True)
        grid.add_column(width=TIME_WIDTH, justify="right", no_wrap=True, style="dim")
        grid.add_column(width=NAME_WIDTH, no_wrap=True)
        grid.add_column(width=1, no_wrap=True)
        grid.add_column(ratio=1, overflow="fold")
        grid.add_column(width=MARGIN_WIDTH, justify="right", no_wrap=True, style="magenta")
        grid.add_row(at, Text(who), symbol, what, margin)
        return grid

    def _print(self, line: RenderableType) -> None:
        self._score_stands_last = False
        self._console.print(line, soft_wrap=not self._console.is_terminal)


def tracked(items: Sequence[ItemT], what: str) -> Iterator[ItemT]:
    """Yield items while a bar on stderr tells how many are done; see `counted`."""
    return counted(items, len(items), what)


def counted(items: Iterable[ItemT], count: int, what: str) -> Iterator[ItemT]:
    """Yield `count` items while a bar on stderr tells how many came; none for one, or where stderr is no terminal."""
    console = Console(stderr=True)
    hidden = count < 2 or not console.is_terminal
    yield from track(items, what, total=count, console=console, transient=True, disable=hidden)


def marks_for(encoding: str) -> Marks:
    """Return the symbols that an encoding can hold."""
    try:
        "".join((UNICODE_MARKS.exact, UNICODE_MARKS.inexact, UNICODE_MARKS.ruling)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII_MARKS
    return UNICODE_MARKS


def heard_text(call: Call) -> Text:
    """Return what was heard, with the verdict in words and what was wrong."""
    text = Text(f'"{call.heard}"')
    if call.verdict is not Verdict.EXACT:
        text.append(f" {call.verdict.value}", VERDICT_STYLES[call.verdict])
    if call.diff is not None:
        text.append(f": {diff_text(call.diff)}", "red")
    if call.reason:
        text.append(f" ({call.reason})", "yellow")
    return text


def diff_text(diff: WordDiff) -> str:
    """Return what was wrong with an inexact call, in words."""
    parts = [f'missing "{" ".join(diff.missing)}"'] if diff.missing else []
    parts += [f'added "{" ".join(diff.added)}"'] if diff.added else []
    parts += [f'"{said}" for "{wanted}"' for wanted, said in diff.changed]
    return ", ".join(parts)


def with_progress(
    observations: Iterable[Observation], length_ms: int, console: Console | None = None
) -> Iterator[Observation]:
    """Yield observations while a bar tells how far a recording is heard.

    The bar stands below the account. Where standard output is no terminal it goes to stderr, and where that is none
    either it is not shown, so that a file holds the account and nothing else.

    Args:
        observations: in the order of their moments.
        length_ms: how long the recording is; 0 shows no share.
        console: the account's console; None for standard output.
    """
    console = console or Console(highlight=False)
    shared = console.is_terminal
    if not shared:
        console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=shared,
        redirect_stderr=shared,
        disable=not console.is_terminal,
    )
    with progress:
        task = progress.add_task("Listening", total=length_ms or None)
        for observation in observations:
            progress.update(task, completed=min(length_ms, moment_ms(observation)))
            yield observation
