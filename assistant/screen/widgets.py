"""The widgets of the screen: each draws one part of what is to be shown, and only when it has changed."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Digits, OptionList, Static
from textual.widgets.option_list import Option

from assistant.announce.console import UNICODE_MARKS
from assistant.screen.board import SeatView
from assistant.screen.drawing import line_text, meter_text
from assistant.screen.ledger import Ledger, Line

METER_WIDTH = 12
"""Cells of a meter where there is room for it."""


class Card(Vertical):
    """A player: name, score in large type, microphone."""

    DEFAULT_CSS = """
    Card { width: 1fr; height: 5; padding: 0 1; }
    Card .name { height: 1; text-style: bold; }
    Card .meter { height: 1; }
    Card.leads Digits { color: $success; }
    Card.calls .name { background: $accent; color: $background; }
    """

    def __init__(self, view: SeatView) -> None:
        """Show a player."""
        super().__init__()
        self._view: SeatView | None = None
        self._first = view

    def compose(self) -> ComposeResult:
        """Build its parts."""
        yield Static(classes="name")
        yield Digits("0")
        yield Static(classes="meter")

    def on_mount(self) -> None:
        """Show what it was built with."""
        self.show(self._first)

    def show(self, view: SeatView) -> None:
        """Show a player as they are now."""
        if view == self._view:
            return
        self._view = view
        self.query_one(".name", Static).update(Text(f"{view.key} {view.name}", no_wrap=True, overflow="ellipsis"))
        self.query_one(Digits).update(str(view.score))
        width = max(4, min(METER_WIDTH, self.size.width - 2)) if self.size.width else METER_WIDTH
        meter = meter_text(view.meter, width) if view.meter is not None else Text("")
        self.query_one(".meter", Static).update(meter)
        self.set_class(view.leads, "leads")


class Account(OptionList):
    """The lines of the match; the latest is in sight unless somebody looks for an earlier one."""

    DEFAULT_CSS = """
    Account { height: 1fr; border: none; padding: 0; background: $background; scrollbar-size-vertical: 1; }
    Account:focus { border: none; }
    """

    def __init__(self) -> None:
        """Begin without lines."""
        super().__init__(id="account")
        self._shown: tuple[Line, ...] = ()

    @property
    def chosen(self) -> int | None:
        """The number of the line that somebody looks at, or None."""
        if self.highlighted is None or self.highlighted >= len(self._shown):
            return None
        return self._shown[self.highlighted].id or None

    def let_go(self) -> None:
        """Look at no line, and see the latest."""
        self.highlighted = None
        self.scroll_end(animate=False)

    def on_resize(self) -> None:
        """Keep the latest line in sight when a part of the screen opens or closes."""
        if self.highlighted is None:
            self.scroll_end(animate=False)

    def show(self, ledger: Ledger) -> None:
        """Show the lines as they are now."""
        lines = ledger.lines
        if lines == self._shown:
            return
        same = len(self._shown) <= len(lines) and [line.id for line in lines[: len(self._shown)]] == [
            line.id for line in self._shown
        ]
        if same:
            for index, (was, now) in enumerate(zip(self._shown, lines, strict=False)):
                if was != now:
                    self.replace_option_prompt_at_index(index, line_text(now, UNICODE_MARKS))
            self.add_options(Option(line_text(line, UNICODE_MARKS)) for line in lines[len(self._shown) :])
        else:
            chosen = self.chosen
            self.clear_options()
            self.add_options(Option(line_text(line, UNICODE_MARKS)) for line in lines)
            numbers = [line.id for line in lines]
            self.highlighted = numbers.index(chosen) if chosen in numbers else None
        self._shown = lines
        if self.highlighted is None:
            self.scroll_end(animate=False)
