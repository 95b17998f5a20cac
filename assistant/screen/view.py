"""The picture of a live match: its widgets, and what of them changes when something new is known."""

from time import monotonic

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input, Static

from assistant.screen.board import Board
from assistant.screen.drawing import meter_text, notice_text, windows_text
from assistant.screen.ledger import Ledger
from assistant.screen.widgets import Account, Card

NOTICE_S = 6.0
"""So long a notice stays."""
PHOTO_S = 15.0
"""So long a photo finish stays."""
SHARED_METER_WIDTH = 24
"""Cells of the meter of a shared microphone."""

LEGEND = (
    "1-{players} buzz  u undo  r redo  o override  y/n unsure  c call it  f appeal  p pause",
    "e end turn  d done  s score  a again  w why  v photo  m mute  t tell  q quit",
)
"""What the keys do, for a screen of 80 columns."""


class TableView(Vertical):
    """All that is seen of a match."""

    DEFAULT_CSS = """
    TableView #status { height: 1; }
    TableView #cards { height: 5; }
    TableView #shared { height: 1; padding: 0 1; display: none; }
    TableView #windows { height: auto; max-height: 3; }
    TableView #photo { height: auto; max-height: 14; padding: 0 1; background: $surface; display: none; }
    TableView #notice { height: 1; background: $surface; padding: 0 1; }
    TableView #tell { display: none; height: 1; border: none; padding: 0 1; background: $surface; }
    TableView #tell.open { display: block; }
    TableView #legend { height: 2; color: $text-muted; padding: 0 1; }
    """

    def __init__(self, first: Board) -> None:
        """Begin with a board on which nothing has happened yet."""
        super().__init__()
        self._first = first
        self._notice: tuple[str, float] | None = None
        self._photo_timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        yield Static(id="status")
        with Horizontal(id="cards"):
            for seat in self._first.seats:
                yield Card(seat)
        yield Static(id="shared")
        yield Static(id="windows")
        yield Account()
        yield Static(id="photo")
        yield Static(id="notice")
        yield Input(placeholder="a fact or a command, such as: ann lays brains three four", id="tell")
        legend = "\n".join(LEGEND).format(players=len(self._first.seats))
        yield Static(Text(legend, no_wrap=True, overflow="crop"), id="legend")

    def on_mount(self) -> None:
        """Let the arrow keys choose a line."""
        self.account.focus()

    @property
    def drawable(self) -> bool:
        """Whether all widgets are there."""
        return bool(self.query("#legend"))

    @property
    def account(self) -> Account:
        """The lines of the match."""
        return self.query_one(Account)

    def draw(self, shown: Board, status: Text, ledger: Ledger, acting: str | None, greeting: str) -> None:
        """Draw what has changed.

        Args:
            shown: the board.
            status: the top line.
            ledger: the lines of the match.
            acting: whose key was pressed just now.
            greeting: what people should know while nothing else is worth a notice; empty for nothing.
        """
        self.query_one("#status", Static).update(status)
        for card, seat in zip(self.query(Card), shown.seats, strict=True):
            card.show(seat)
            card.set_class(seat.name == acting, "calls")
        shared = self.query_one("#shared", Static)
        shared.display = shown.shared is not None
        if shown.shared is not None:
            shared.update(Text("microphone ", "dim") + meter_text(shown.shared, SHARED_METER_WIDTH))
        windows = self.query_one("#windows", Static)
        windows.display = bool(shown.windows)
        windows.update(windows_text(shown.windows))
        self.account.show(ledger)
        notice = self._notice[0] if self._notice is not None and monotonic() < self._notice[1] else ""
        self.query_one("#notice", Static).update(notice_text(shown, notice, greeting))

    def say(self, text: str) -> None:
        """Show a notice for a while."""
        self._notice = (text, monotonic() + NOTICE_S)

    def show_photo(self, lines: tuple[str, ...]) -> None:
        """Show a photo finish for a while."""
        panel = self.query_one("#photo", Static)
        panel.update(Text("\n".join(lines), no_wrap=True, overflow="crop"))
        panel.display = True
        if self._photo_timer is not None:
            self._photo_timer.stop()
        self._photo_timer = self.set_timer(PHOTO_S, self._hide_photo)

    def put_photo_away(self) -> bool:
        """Hide the photo finish, and return whether one was shown."""
        shown = bool(self.query_one("#photo", Static).display)
        self._hide_photo()
        return shown

    def _hide_photo(self) -> None:
        self.query_one("#photo", Static).display = False

    def open_tell(self) -> None:
        """Open the line in which facts and commands are typed."""
        tell = self.query_one("#tell", Input)
        tell.set_class(True, "open")
        self.query_one("#notice").display = False
        tell.focus()

    def let_go(self) -> None:
        """Close that line, and look at the latest lines of the match again."""
        tell = self.query_one("#tell", Input)
        tell.set_class(False, "open")
        self.query_one("#notice").display = True
        tell.clear()
        self.account.let_go()
        self.account.focus()
