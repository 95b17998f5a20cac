"""From what is to be shown to styled text."""

from rich.style import Style
from rich.text import Text

from assistant.announce.console import Marks
from assistant.core.times import clock
from assistant.live.backlog import pace_text
from assistant.live.troubles import outage_text
from assistant.screen.board import WAITING, Board, Meter, WindowView
from assistant.screen.ledger import Kind, Line

STYLES = {
    Kind.EXACT: "green",
    Kind.INEXACT: "bold red",
    Kind.UNSURE: "yellow",
    Kind.RULING: "bold",
    Kind.TOLD: "cyan",
    Kind.LOST: "yellow",
}
"""The colour of a line's mark, besides its symbol."""
NAME_WIDTH = 8
"""Characters of a name in a line."""
EIGHTHS = " ▏▎▍▌▋▊▉█"
"""A bar's last cell is drawn in eighths."""
WINDOW_BAR = 20
"""Cells of a window's countdown."""
WINDOW_NAME = 34
"""Cells for what is open."""
HURRY_MS = 2_000
"""From here on a countdown is red."""


def line_text(line: Line, marks: Marks) -> Text:
    """Return a line of the account."""
    mark = {
        Kind.EXACT: marks.exact,
        Kind.INEXACT: marks.inexact,
        Kind.UNSURE: marks.unsure,
        Kind.RULING: marks.ruling,
        Kind.TOLD: marks.told,
        Kind.LOST: marks.lost,
    }[line.kind]
    text = Text(f"{clock(line.at_ms):>6} ", "dim")
    text.append(f"{_cut(line.who, marks):{NAME_WIDTH}} ", "not dim")
    text.append(f"{mark} ", f"not dim {STYLES[line.kind]}")
    style = "bold not dim" if line.kind is Kind.RULING else "not dim"
    begin = len(text)
    text.append(line.text, f"{style} yellow" if line.kind is Kind.LOST else style)
    if line.margin_ms is not None:
        text.append(f"  by {abs(line.margin_ms) / 1000:.2f} s", "not dim magenta")
    if line.remark:
        text.append(f"  {line.remark}", "not dim not bold magenta")
    if line.withdrawn:
        text.stylize(Style(strike=True, dim=True), begin)
        text.append("  no longer", "yellow")
    return text


def bar(share: float, width: int) -> str:
    """Return a bar of `width` cells, filled to `share` (0 to 1)."""
    eighths = round(min(1.0, max(0.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    drawn = "█" * full + (EIGHTHS[rest] if rest else "")
    return f"{drawn:{width}}"


def meter_text(meter: Meter, width: int) -> Text:
    """Return a microphone's meter; one that is not heard, or too loud, says so in words."""
    if meter.state == WAITING:
        return Text(meter.state[:width], "dim")
    if not meter.heard:
        return Text(f" {meter.state[: width - 2]} ", "bold white on red")
    text = Text(bar(meter.share, width), "red" if meter.hot else "green")
    if meter.hot:
        label = f" {meter.state}"[:width]
        text = Text(f"{bar(meter.share, max(1, width - len(label)))}{label}", "bold red")
    return text


def windows_text(views: tuple[WindowView, ...]) -> Text:
    """Return the open windows, one a line, with their countdowns."""
    lines = []
    for view in views:
        colour = "red" if view.left_ms <= HURRY_MS else "yellow"
        name = f"{view.player}: {view.name}" if view.player else view.name
        line = Text(f" {name[:WINDOW_NAME]:{WINDOW_NAME}} ", "bold")
        line.append(bar(view.share, WINDOW_BAR), colour)
        line.append(f" {view.left_ms / 1000:4.1f} s", colour)
        lines.append(line)
    return Text("\n").join(lines)


def status_text(board: Board, title: str, recording: bool, muted: bool, phase: str) -> Text:
    """Return the top line: the game, the clock, and what everybody should know."""
    text = Text(f" {title} ", "bold")
    text.append(f" {board.clock} ", "bold reverse" if not board.paused else "dim")
    text.append("  ● REC" if recording else "  ○ sound not kept", "bold red" if recording else "dim")
    if muted:
        text.append("  muted", "yellow")
    if phase:
        text.append(f"  {phase}", "cyan")
    if board.behind_ms:
        text.append(f"  {board.behind_ms / 1000:.0f} s BEHIND ", "bold white on red")
    if board.paused:
        text.append("  PAUSED: p goes on ", "bold black on yellow")
    return text


def notice_text(board: Board, notice: str, greeting: str) -> Text:
    """Return the line for what people should know now: what is worst first.

    Args:
        board: what is shown.
        notice: what was said to whoever pressed a key, for a while.
        greeting: what is shown while there is nothing else.
    """
    if board.silent:
        return Text(outage_text(board.silent), "bold red", no_wrap=True)
    if board.behind_ms and not notice:
        return Text(pace_text(board.behind_ms), "bold red", no_wrap=True)
    if notice:
        return Text(notice, "cyan", no_wrap=True)
    if board.winner is not None:
        return Text(f"{board.winner} has won.", "bold green")
    if not board.question and greeting:
        return Text(greeting, "dim", no_wrap=True)
    return Text(board.question, "yellow", no_wrap=True)


def _cut(name: str, marks: Marks) -> str:
    return name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + marks.more
