"""The screen of a match that is over: it plays at any speed, and keys wind it from ruling to ruling."""

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import ClassVar, Protocol

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from assistant.core.times import clock
from assistant.screen.drawing import bar
from assistant.screen.reel import Playhead, Reel
from assistant.screen.widgets import Account

REFRESH_S = 0.05
"""Twenty times a second is smooth enough for a clock."""
STEP_MS = 5_000
"""What an arrow key winds."""
SPEEDS = (0.25, 1 / 3, 0.5, 1.0, 1.5, 2.0, 4.0, 8.0)
"""What plus and minus choose from."""
BAR_WIDTH = 30
"""Cells of the bar that shows how far the match is."""
LEGEND = "space stop/go  n/p rulings  ←/→ 5 s  +/- speed  f whose lines  q quit"
"""As wide as a terminal of 80 columns has room for, at most."""


class Sounding(Protocol):
    """What plays the sound along; `assistant.disputes.playback.Playback` does."""

    def play(self, from_ms: float, speed: float, player: str | None) -> None:
        """Begin at a moment, at a speed, with one player's microphone or with all; what played before stops."""

    def stop(self) -> None:
        """Fall silent."""

    def heard_ms(self) -> float | None:
        """Return the moment of the match that is heard now, or None while nothing is."""


class ViewerApp(App[None]):
    """The screen."""

    CSS = """
    #status { height: 1; padding: 0 1; background: $surface; text-wrap: nowrap; text-overflow: ellipsis; }
    #scores { height: 1; padding: 0 1; }
    #legend { height: 1; color: $text-muted; padding: 0 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "stop_or_go", "stop or go"),
        ("n", "next", "next ruling"),
        ("p", "previous", "previous ruling"),
        ("right", "wind(1)", "forward"),
        ("left", "wind(-1)", "back"),
        ("plus", "faster(1)", "faster"),
        ("minus", "faster(-1)", "slower"),
        ("f", "filter", "whose lines"),
        ("q", "quit", "quit"),
        ("ctrl+c", "quit", "quit"),
    ]

    def __init__(
        self,
        title: str,
        reel: Reel,
        playhead: Playhead,
        player: str | None = None,
        sound: Sounding | None = None,
        now_s: Callable[[], float] = monotonic,
    ) -> None:
        """Prepare the screen.

        Args:
            title: what is shown at the top.
            reel: the match.
            playhead: where it begins.
            player: whose lines are shown; None: all.
            sound: plays along; None: a silent film.
            now_s: the monotonic clock.
        """
        super().__init__()
        self._match = title
        self._reel = reel
        self._playhead = playhead
        self._player = player
        self._sound = sound
        self._now_s = now_s
        self._then_s = now_s()

    @property
    def playhead(self) -> Playhead:
        """Where the match is played."""
        return self._playhead

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="status")
        yield Static(id="scores")
        yield Account()
        yield Static(LEGEND, id="legend")

    def on_mount(self) -> None:
        """Begin to play."""
        self.query_one(Account).can_focus = False
        self._then_s = self._now_s()
        self._sound_on()
        self._show()
        self.set_interval(REFRESH_S, self._tick)

    def on_unmount(self) -> None:
        """Fall silent."""
        if self._sound is not None:
            self._sound.stop()

    def action_stop_or_go(self) -> None:
        """Stop, or go on."""
        self._move(self._playhead.toggled())

    def action_next(self) -> None:
        """Go to the next ruling."""
        self._move(self._playhead.next_ruling(self._reel, self._player))

    def action_previous(self) -> None:
        """Go to the ruling before."""
        self._move(self._playhead.previous_ruling(self._reel, self._player))

    def action_wind(self, way: int) -> None:
        """Wind some seconds."""
        self._move(self._playhead.at(self._playhead.at_ms + way * STEP_MS))

    def action_faster(self, way: int) -> None:
        """Choose the next speed, faster or slower."""
        speed = self._playhead.speed
        others = [each for each in SPEEDS if (each > speed if way > 0 else each < speed)]
        if others:
            self._move(replace(self._playhead, speed=min(others) if way > 0 else max(others)))

    def action_filter(self) -> None:
        """Show the next player's lines alone, or all again."""
        players = [None, *(player for player, _ in self._reel.scores(0))]
        self._player = players[(players.index(self._player) + 1) % len(players)]
        self._move(self._playhead)

    def _move(self, playhead: Playhead) -> None:
        self._playhead = playhead
        self._then_s = self._now_s()
        self._sound_on()
        self._show()

    def _sound_on(self) -> None:
        if self._sound is None:
            return
        if self._playhead.playing:
            self._sound.play(self._playhead.at_ms, self._playhead.speed, self._player)
        else:
            self._sound.stop()

    def _tick(self) -> None:
        """Let time pass: by what is heard, or else by the clock."""
        now_s = self._now_s()
        elapsed_s, self._then_s = now_s - self._then_s, now_s
        if not self._playhead.playing:
            return
        heard_ms = self._sound.heard_ms() if self._sound is not None else None
        self._playhead = self._playhead.after(elapsed_s) if heard_ms is None else self._playhead.at(heard_ms)
        if not self._playhead.playing and self._sound is not None:
            self._sound.stop()
        self._show()

    def _show(self) -> None:
        at_ms = self._playhead.at_ms
        self.query_one("#status", Static).update(self._status())
        points = "  ".join(f"{player} {score}" for player, score in self._reel.scores(at_ms))
        self.query_one("#scores", Static).update(Text(points, "bold cyan"))
        self.query_one(Account).show(self._reel.ledger(at_ms, self._player))

    def _status(self) -> Text:
        playhead = self._playhead
        text = Text()
        text.append("▶ " if playhead.playing else "■ ", "bold green" if playhead.playing else "bold yellow")
        share = playhead.at_ms / playhead.end_ms if playhead.end_ms else 1.0
        text.append(f"{clock(int(playhead.at_ms), 2)} ", "bold").append(bar(share, BAR_WIDTH), "cyan")
        text.append(f" {clock(playhead.end_ms, 2)}  {playhead.speed:.3g}×  ")
        if self._player is not None:
            text.append(f"only {self._player}  ", "yellow")
        return text.append(self._match, "dim")
