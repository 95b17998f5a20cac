"""The screen of a live match, which runs in a thread of its own: here keys become notes to it, and news is drawn."""

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from threading import Thread
from time import monotonic
from types import FrameType
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static

from assistant.core.observations import Command, CommandName, Observation
from assistant.core.wording import render
from assistant.hearing.ears import Heard
from assistant.hearing.pool import Pool
from assistant.live.asked import Key, asked
from assistant.live.disputing import disputing, lanes_of
from assistant.live.ears import live_pool, warmed, warming, workers
from assistant.live.figures import Figures
from assistant.live.manner import Manner
from assistant.live.match import LiveMatch, Watcher
from assistant.live.mouth import Mouth
from assistant.live.opening import Table
from assistant.live.overriding import as_exact, as_none, as_said_by, latest_call
from assistant.live.photographing import photo_of_ruling, worth_a_photo
from assistant.live.speaking import announcing, open_mouth, welcome
from assistant.screen.board import Board, board
from assistant.screen.dialogs import Consent, Override
from assistant.screen.drawing import meter_text, status_text, windows_text
from assistant.screen.following import Following
from assistant.screen.ledger import Ledger
from assistant.screen.widgets import Account, Card

REFRESH_S = 0.1
"""Meters and countdowns move ten times a second; rulings are drawn at once."""
ACTS_FOR_S = 3.0
"""A player's key says for so long in whose name the next command is given."""
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


class RefereeApp(App[None]):
    """The screen."""

    CSS = """
    #status { height: 1; }
    #cards { height: 5; }
    #shared { height: 1; padding: 0 1; display: none; }
    #windows { height: auto; max-height: 3; }
    #photo { height: auto; max-height: 14; padding: 0 1; background: $surface; display: none; }
    #notice { height: 1; background: $surface; padding: 0 1; }
    #tell { display: none; height: 1; border: none; padding: 0 1; background: $surface; }
    #tell.open { display: block; }
    #legend { height: 2; color: $text-muted; padding: 0 1; }
    """
    TITLE = "Party Referee"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *((str(number), f"buzz({number})", "") for number in range(1, 9)),
        ("u", "strike", "undo"),
        ("r", "redo", "redo"),
        ("o", "override", "override"),
        ("y", "settle(True)", "it was right"),
        ("n", "settle(False)", "it was no call"),
        ("p", "pause", "pause"),
        ("c", "ask('challenge')", "I call it"),
        ("f", "appeal", "appeal"),
        ("e", "ask('end-turn')", "end turn"),
        ("d", "ask('done')", "done"),
        ("s", "ask('score')", "score"),
        ("a", "ask('say-again')", "say again"),
        ("w", "ask('why')", "why"),
        ("m", "mute", "mute"),
        ("v", "photo", "photo finish"),
        ("t", "tell", "tell a fact"),
        ("escape", "let_go", "look at the latest"),
        ("q", "leave", "quit"),
        ("ctrl+c", "leave", "quit"),
        ("ctrl+q", "leave", "quit"),
    ]

    class Moved(Message):
        """Something new is to be shown at once."""

    def __init__(self, table: Table, manner: Manner, pool: Pool, waiting: "Sequence[Future[Heard]]" = ()) -> None:
        """Prepare the screen.

        Args:
            table: the match.
            manner: how it is followed.
            pool: the ears.
            waiting: what they have to finish until they are ready.
        """
        super().__init__()
        self._table = table
        self._manner = manner
        self._pool = pool
        self._waiting = waiting
        self._following = Following(table.state, render, self._moved)
        self._live: LiveMatch | None = None
        self._phase = "getting the ears ready ..."
        self._keep_sound = manner.keep_sound is True
        self._acting: tuple[str, float] | None = None
        self._notice: tuple[str, float] | None = None
        self._muted = manner.muted and manner.speak
        self._mouth: Mouth | None = None
        self._leaving = False
        self._photo_timer: Timer | None = None
        self._over = False
        self._abandoned = False
        self.fault: BaseException | None = None
        """What ended the match, if something did."""
        self.figures = Figures(lambda: self.now_ms)
        """How quick the referee was."""

    @property
    def table(self) -> Screen[Any]:
        """The screen below any question."""
        return self.screen_stack[0]

    @property
    def drawable(self) -> bool:
        """Whether all widgets are there."""
        return bool(self.screen_stack) and bool(self.table.query("#legend"))

    @property
    def ready(self) -> bool:
        """Whether the match is being followed."""
        return self._live is not None

    @property
    def ended(self) -> bool:
        """Whether it is followed no more, or something broke."""
        return self._over

    @property
    def now_ms(self) -> int:
        """The present on the clock of the match; 0 before it begins."""
        return self._live.now_ms if self._live is not None else 0

    @property
    def ledger(self) -> Ledger:
        """The lines of the match."""
        return self._following.snapshot.ledger

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="status")
        with Horizontal(id="cards"):
            for seat in self._board().seats:
                yield Card(seat)
        yield Static(id="shared")
        yield Static(id="windows")
        yield Account()
        yield Static(id="photo")
        yield Static(id="notice")
        yield Input(placeholder="a fact or a command, such as: ann lays brains three four", id="tell")
        legend = "\n".join(LEGEND).format(players=len(self._table.players))
        yield Static(Text(legend, no_wrap=True, overflow="crop"), id="legend")

    def on_mount(self) -> None:
        """Ask for consent, get the ears ready, and begin."""
        self.table.query_one(Account).focus()
        self.set_interval(REFRESH_S, self._draw)
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, AttributeError, ValueError, RuntimeError):  # not on Windows
            loop.add_signal_handler(signal.SIGTERM, self.action_leave)
            signal.signal(signal.SIGHUP, self._terminal_closed)  # runs even while the loop waits for a dead terminal
        self._draw()
        self._begin()

    def _moved(self) -> None:
        """Ask for a drawing; called by the match's thread."""
        self.post_message(self.Moved())

    def on_referee_app_moved(self) -> None:
        """Draw what is new."""
        self._draw()

    @work
    async def _begin(self) -> None:
        """Have the ears made ready while people read the question, then follow the match to its end."""
        try:
            ready = in_thread(lambda: warmed(self._waiting))
            if self._manner.keep_sound is None and not self._table.resumed:
                self._keep_sound = await self.push_screen_wait(Consent()) is True
            await ready
            self._phase = ""
            await in_thread(self._follow)
            self._phase = "the match is over: q leaves"
        except Exception as fault:
            self.fault = fault
        self._over = True
        if self._leaving or self.fault is not None:
            self.exit()

    def _follow(self) -> None:
        """Follow the match, in a thread of its own."""
        try:
            self._follow_to_the_end()
        finally:
            if self._abandoned:
                end_at_once()

    def _follow_to_the_end(self) -> None:
        with ExitStack() as stack:
            stack.enter_context(self._table.opened())
            writer = stack.enter_context(self._table.begin_log())
            gate = self._table.gate() if self._manner.speak else None
            live = self._table.live(self._pool, writer, self._keep_sound, gate)
            watchers: list[Watcher] = [self._following, self.figures]
            if self._manner.speak:
                speaks = announcing(self._table, self._manner)
                self._mouth = open_mouth(self._table, self._manner, gate, speaks, self._advise)
                stack.callback(self._mouth.close)
                speaks.welcome(welcome(self._table))
                watchers.append(speaks)
            watchers += disputing(self._table, live, self._mouth, self._photograph, self._advise)
            self._live = live
            if not self._leaving:
                live.run(watchers)

    def _draw(self) -> None:
        """Draw all that has changed, once everything is there."""
        if not self.drawable:
            return
        shown = self._board()
        title = f"{self._table.match.game.info.title}"
        status = status_text(shown, title, self._recording, self._muted, self._phase)
        self.table.query_one("#status", Static).update(status)
        acting = self._acting_player()
        for card, seat in zip(self.table.query(Card), shown.seats, strict=True):
            card.show(seat)
            card.set_class(seat.name == acting, "calls")
        shared = self.table.query_one("#shared", Static)
        shared.display = shown.shared is not None
        if shown.shared is not None:
            shared.update(Text("microphone ", "dim") + meter_text(shown.shared, SHARED_METER_WIDTH))
        windows = self.table.query_one("#windows", Static)
        windows.display = bool(shown.windows)
        windows.update(windows_text(shown.windows))
        self.table.query_one(Account).show(self._following.snapshot.ledger)
        self.table.query_one("#notice", Static).update(self._notice_text(shown))

    def _board(self) -> Board:
        now = self._following.snapshot
        return board(now.state, self._table.seats, now.pulse, now.peaks_db)

    @property
    def _recording(self) -> bool:
        keeps = self._table.audio is not None if self._table.resumed else self._keep_sound
        return keeps and self._live is not None

    def _notice_text(self, shown: Board) -> Text:
        if shown.silent:
            return Text(f"{'; '.join(shown.silent)}. The match waits.", "bold red", no_wrap=True)
        if self._notice is not None and monotonic() < self._notice[1]:
            return Text(self._notice[0], "cyan", no_wrap=True)
        if shown.winner is not None:
            return Text(f"{shown.winner} has won.", "bold green")
        if not shown.question and self.ready and len(self.ledger.lines) == 1:
            return Text(self._greeting(), "dim", no_wrap=True)
        return Text(shown.question, "yellow", no_wrap=True)

    def _greeting(self) -> str:
        """Return what people should know before anything is said."""
        if self._table.seats[0].player is None:
            return "Listening. One microphone for all: press the caller's number while they call."
        return "Listening to a microphone a player."

    def _say(self, text: str) -> None:
        self._notice = (text, monotonic() + NOTICE_S)
        self._draw()

    def _acting_player(self) -> str | None:
        if self._acting is not None and monotonic() < self._acting[1]:
            return self._acting[0]
        return None

    def _tell(self, observation: Observation) -> None:
        if self._live is not None:
            self._live.tell(observation)

    def action_buzz(self, number: int) -> None:
        """Say who is calling, and in whose name the next command is given."""
        players = self._table.players
        if self._live is not None and number <= len(players):
            self._live.buzz(players[number - 1])
            self._acting = (players[number - 1], monotonic() + ACTS_FOR_S)
            self._draw()

    def action_ask(self, name: str) -> None:
        """Give a command in the name of whoever pressed their key just now."""
        self._tell(Command(self.now_ms, CommandName(name), self._acting_player()))

    def action_pause(self) -> None:
        """Pause, or go on."""
        paused = self._following.snapshot.state.fold.clock.paused
        self._tell(Command(self.now_ms, CommandName.RESUME if paused else CommandName.PAUSE))

    def action_strike(self) -> None:
        """Undo what is behind the chosen line, or the latest thing."""
        self._tell(Command(self.now_ms, CommandName.UNDO, target=self.table.query_one(Account).chosen))
        self.action_let_go()

    def action_appeal(self) -> None:
        """Appeal against the chosen ruling, or the latest one."""
        chosen = self.table.query_one(Account).chosen
        self._tell(Command(self.now_ms, CommandName.APPEAL, self._acting_player(), chosen))
        self.action_let_go()

    def action_redo(self) -> None:
        """Take the latest undo back."""
        self._tell(Command(self.now_ms, CommandName.REDO))

    def action_settle(self, right: bool) -> None:
        """Confirm or deny an unsure call."""
        name = CommandName.CONFIRM if right else CommandName.DENY
        self._tell(Command(self.now_ms, name, self._acting_player(), self.table.query_one(Account).chosen))
        self.action_let_go()

    @work
    async def action_override(self) -> None:
        """Let the table decide what a call counts as."""
        found = latest_call(self._following.snapshot.state, self.table.query_one(Account).chosen)
        if found is None:
            self._say("There is no call to override: choose one with ↑ and ↓.")
            return
        number, call = found
        answer = await self.push_screen_wait(Override(call, self._table.players))
        if answer == "exact":
            self._tell(as_exact(number, call, self.now_ms))
        elif answer == "none":
            self._tell(as_none(number, self.now_ms))
        elif answer is not None:
            self._tell(as_said_by(number, call, answer, self.now_ms))
        self.action_let_go()

    def action_mute(self) -> None:
        """Fall silent, or speak again."""
        if self._mouth is None:
            self._say("The referee has no voice in this match: begin it with --speak.")
            return
        self._muted = not self._muted
        self._mouth.mute(self._muted)
        self._draw()

    def action_photo(self) -> None:
        """Show the photo finish of the chosen line, or of the latest race; a second time, put it away."""
        if self.table.query_one("#photo", Static).display:
            self._put_photo_away()
            return
        state = self._following.snapshot.state
        ruling = worth_a_photo(state, self.table.query_one(Account).chosen)
        if ruling is None or self._live is None:
            self._say("There is no ruling that rests on a call yet.")
            return
        self._show_photo(photo_of_ruling(ruling, state, lanes_of(self._table), self._live))

    def _photograph(self, lines: tuple[str, ...]) -> None:
        """Show the photo finish of a near race; called by the match's thread."""
        with suppress(RuntimeError):
            self.call_later(self._show_photo, lines)

    def _show_photo(self, lines: tuple[str, ...]) -> None:
        panel = self.table.query_one("#photo", Static)
        panel.update(Text("\n".join(lines), no_wrap=True, overflow="crop"))
        panel.display = True
        if self._photo_timer is not None:
            self._photo_timer.stop()
        self._photo_timer = self.set_timer(PHOTO_S, self._put_photo_away)

    def _put_photo_away(self) -> None:
        self.table.query_one("#photo", Static).display = False

    def _advise(self, advice: str) -> None:
        """Show why nothing can be heard; called from other threads."""
        with suppress(RuntimeError):
            self.call_later(self._say, advice)

    def action_tell(self) -> None:
        """Open the line in which facts and commands are typed."""
        tell = self.table.query_one("#tell", Input)
        tell.set_class(True, "open")
        self.table.query_one("#notice").display = False
        tell.focus()

    def action_let_go(self) -> None:
        """Look at the latest lines again."""
        tell = self.table.query_one("#tell", Input)
        tell.set_class(False, "open")
        self.table.query_one("#notice").display = True
        tell.clear()
        account = self.table.query_one(Account)
        account.let_go()
        account.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed."""
        line = event.value.strip()
        self.action_let_go()
        if not line:
            return
        match asked(line, self._table.book, self._table.players, self.now_ms):
            case None:
                self._say(f"{line!r} means nothing here, or more than one thing.")
            case Key(player):
                self.action_buzz(self._table.players.index(player) + 1)
            case meant:
                self._tell(meant)

    def _terminal_closed(self, number: int, frame: FrameType | None) -> None:
        """Hear out what was said and close the log, though nobody looks; the match's thread then ends the program."""
        self._abandoned = True
        if self._live is None or self._over:
            end_at_once()
        else:
            self._live.stop()

    def action_leave(self) -> None:
        """Hear out what was said, close the log and leave; a second time, leave at once."""
        if self._leaving or self._over or self._live is None:
            self._leaving = True
            self.exit()
            return
        self._leaving = True
        self._phase = "hearing out what was said ..."
        if self._live is not None:
            self._live.stop()


def end_at_once() -> None:
    """End the program: a screen that is gone cannot be taken down, and waiting for it would never end."""
    os.kill(os.getpid(), signal.SIGKILL)


def in_thread(work: Callable[[], None]) -> "asyncio.Future[None]":
    """Run work in a thread that does not outlive the program, and return what tells its end, or its fault."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settle(fault: BaseException | None) -> None:
        if not done.done():
            done.set_result(None) if fault is None else done.set_exception(fault)

    def run() -> None:
        fault: BaseException | None = None
        try:
            work()
        except BaseException as error:  # told in the thread that waits
            fault = error
        with suppress(RuntimeError):  # the screen is closed already
            loop.call_soon_threadsafe(settle, fault)

    Thread(target=run, name="match", daemon=True).start()
    return done


def run_screen(table: Table, manner: Manner) -> Figures:
    """Follow a match on the screen until somebody leaves it, and return how quick the referee was.

    Raises:
        RefereeError: the sound, the ears or the log broke off.
    """
    with ExitStack() as stack:
        pool = live_pool(table.plan, table.book, table.players)
        stack.callback(pool.close)
        app = RefereeApp(table, manner, pool, warming(pool, workers()))
        app.run()
    if app.fault is not None:
        raise app.fault
    return app.figures
