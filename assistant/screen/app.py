"""The screen of a live match: here keys become notes to it, and news is drawn."""

import asyncio
import signal
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from time import monotonic
from types import FrameType
from typing import Any, ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from assistant.core.observations import Call, Command, CommandName
from assistant.core.wording import render
from assistant.hearing.ears import Heard
from assistant.hearing.pool import Pool
from assistant.live.asked import Key, asked
from assistant.live.disputing import lanes_of
from assistant.live.ears import live_pool, warmed, warming, workers
from assistant.live.figures import Figures
from assistant.live.manner import Manner
from assistant.live.opening import Table
from assistant.live.overriding import as_exact, as_none, as_said_by, latest_call
from assistant.live.photographing import photo_of_ruling, worth_a_photo
from assistant.screen.board import Board, board
from assistant.screen.dialogs import Consent, Override
from assistant.screen.drawing import status_text
from assistant.screen.following import Following
from assistant.screen.ledger import Ledger
from assistant.screen.running import Running, end_at_once, in_thread
from assistant.screen.view import TableView

REFRESH_S = 0.1
"""Meters and countdowns move ten times a second; rulings are drawn at once."""
ACTS_FOR_S = 3.0
"""A player's key says for so long in whose name the next command is given."""


class RefereeApp(App[None]):
    """The screen."""

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
        self.figures = Figures(lambda: self.now_ms, lambda call: self._evening.had_to_wait(call))
        """How quick the referee was."""
        watchers = (self._following, self.figures)
        self._evening = Running(table, manner, watchers, self._photograph, self._advise, self._remark)
        self._phase = "getting the ears ready ..."
        self._keep_sound = manner.keep_sound is True
        self._acting: tuple[str, float] | None = None
        self._muted = manner.muted and manner.speak
        self._leaving = False
        self._over = False
        self.fault: BaseException | None = None
        """What ended the match, if something did."""

    @property
    def table(self) -> Screen[Any]:
        """The screen below any question."""
        return self.screen_stack[0]

    @property
    def view(self) -> TableView:
        """What is seen of the match."""
        return self.table.query_one(TableView)

    @property
    def drawable(self) -> bool:
        """Whether all widgets are there."""
        return bool(self.screen_stack) and any(view.drawable for view in self.table.query(TableView))

    @property
    def ready(self) -> bool:
        """Whether the match is being followed."""
        return self._evening.live is not None

    @property
    def ended(self) -> bool:
        """Whether it is followed no more, or something broke."""
        return self._over

    @property
    def now_ms(self) -> int:
        """The present on the clock of the match; 0 before it begins."""
        return self._evening.now_ms

    @property
    def ledger(self) -> Ledger:
        """The lines of the match."""
        return self._following.snapshot.ledger

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield TableView(self._board())

    def on_mount(self) -> None:
        """Ask for consent, get the ears ready, and begin."""
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
            await in_thread(lambda: self._evening.follow(self._pool, self._keep_sound))
            self._phase = "the match is over: q leaves"
        except Exception as fault:
            self.fault = fault
        self._over = True
        if self._leaving or self.fault is not None:
            self.exit()

    def _draw(self) -> None:
        """Draw all that has changed, once everything is there."""
        if not self.drawable:
            return
        shown = self._board()
        title = self._table.match.game.info.title
        status = status_text(shown, title, self._recording, self._muted, self._phase)
        self.view.draw(shown, status, self.ledger, self._acting_player(), self._greeting())

    def _board(self) -> Board:
        now = self._following.snapshot
        return board(now.state, self._table.seats, now.pulse, now.peaks_db)

    @property
    def _recording(self) -> bool:
        keeps = self._table.audio is not None if self._table.resumed else self._keep_sound
        return keeps and self.ready

    def _greeting(self) -> str:
        """Return what people should know before anything is said; empty afterwards."""
        if not self.ready or len(self.ledger.lines) != 1:
            return ""
        if self._table.seats[0].player is None:
            return "Listening. One microphone for all: press the caller's number while they call."
        return "Listening to a microphone a player."

    def _say(self, text: str) -> None:
        self.view.say(text)
        self._draw()

    def _acting_player(self) -> str | None:
        if self._acting is not None and monotonic() < self._acting[1]:
            return self._acting[0]
        return None

    def _ask(self, name: CommandName, player: str | None = None, target: int | None = None) -> None:
        self._evening.tell(Command(self.now_ms, name, player, target))

    def action_buzz(self, number: int) -> None:
        """Say who is calling, and in whose name the next command is given."""
        players = self._table.players
        if self.ready and number <= len(players):
            self._evening.buzz(players[number - 1])
            self._acting = (players[number - 1], monotonic() + ACTS_FOR_S)
            self._draw()

    def action_ask(self, name: str) -> None:
        """Give a command in the name of whoever pressed their key just now."""
        self._ask(CommandName(name), self._acting_player())

    def action_pause(self) -> None:
        """Pause, or go on."""
        paused = self._following.snapshot.state.fold.clock.paused
        self._ask(CommandName.RESUME if paused else CommandName.PAUSE)

    def action_strike(self) -> None:
        """Undo what is behind the chosen line, or the latest thing."""
        self._ask(CommandName.UNDO, target=self.view.account.chosen)
        self.action_let_go()

    def action_appeal(self) -> None:
        """Appeal against the chosen ruling, or the latest one."""
        self._ask(CommandName.APPEAL, self._acting_player(), self.view.account.chosen)
        self.action_let_go()

    def action_redo(self) -> None:
        """Take the latest undo back."""
        self._ask(CommandName.REDO)

    def action_settle(self, right: bool) -> None:
        """Confirm or deny an unsure call."""
        name = CommandName.CONFIRM if right else CommandName.DENY
        self._ask(name, self._acting_player(), self.view.account.chosen)
        self.action_let_go()

    @work
    async def action_override(self) -> None:
        """Let the table decide what a call counts as."""
        found = latest_call(self._following.snapshot.state, self.view.account.chosen)
        if found is None:
            self._say("There is no call to override: choose one with ↑ and ↓.")
            return
        number, call = found
        answer = await self.push_screen_wait(Override(call, self._table.players))
        if answer == "exact":
            self._evening.tell(as_exact(number, call, self.now_ms))
        elif answer == "none":
            self._evening.tell(as_none(number, self.now_ms))
        elif answer is not None:
            self._evening.tell(as_said_by(number, call, answer, self.now_ms))
        self.action_let_go()

    def action_mute(self) -> None:
        """Fall silent, or speak again."""
        if not self._evening.mute(not self._muted):
            self._say("The referee has no voice in this match: begin it with --speak.")
            return
        self._muted = not self._muted
        self._draw()

    def action_photo(self) -> None:
        """Show the photo finish of the chosen line, or of the latest race; a second time, put it away."""
        if self.view.put_photo_away():
            return
        state = self._following.snapshot.state
        ruling = worth_a_photo(state, self.view.account.chosen)
        if ruling is None or self._evening.live is None:
            self._say("There is no ruling that rests on a call yet.")
            return
        self.view.show_photo(photo_of_ruling(ruling, state, lanes_of(self._table), self._evening.live))

    def _photograph(self, lines: tuple[str, ...]) -> None:
        """Show the photo finish of a near race; called by the match's thread."""
        with suppress(RuntimeError):
            self.call_later(lambda: self.view.show_photo(lines))

    def _advise(self, advice: str) -> None:
        """Show why nothing can be heard; called from other threads."""
        with suppress(RuntimeError):
            self.call_later(self._say, advice)

    def _remark(self, number: int, call: Call, text: str) -> None:
        """Show how creepy a call was; called from another thread."""
        self._following.remark(number, text)

    def action_tell(self) -> None:
        """Open the line in which facts and commands are typed."""
        self.view.open_tell()

    def action_let_go(self) -> None:
        """Look at the latest lines again."""
        self.view.let_go()

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
                self._evening.tell(meant)

    def _terminal_closed(self, number: int, frame: FrameType | None) -> None:
        """Hear out what was said and close the log, though nobody looks; the match's thread then ends the program."""
        if self._over:
            end_at_once()
        self._evening.abandon()

    def action_leave(self) -> None:
        """Hear out what was said, close the log and leave; a second time, leave at once."""
        if self._leaving or self._over or not self.ready:
            self._leaving = True
            self._evening.stop()
            self.exit()
            return
        self._leaving = True
        self._phase = "hearing out what was said ..."
        self._evening.stop()


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
