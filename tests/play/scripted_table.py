"""A table for the screen's tests: the match is written down, but the screen, its keys and its thread are real."""

from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from assistant.app import phrase_book
from assistant.core.observations import Call
from assistant.eventlog.writer import LogWriter
from assistant.hearing.ears import Heard
from assistant.hearing.gate import Gate
from assistant.hearing.listener import Seat
from assistant.hearing.pool import Pool
from assistant.listening import EarPlan
from assistant.live.match import LiveMatch
from assistant.live.opening import Table
from tests.play.table import PLAYERS, QuietSound, ScriptedHearing, new_match


@dataclass(frozen=True)
class ScriptedTable(Table):
    said: tuple[Call, ...] = ()
    kept: list[bool] = field(default_factory=list)

    def opened(self) -> AbstractContextManager[Any]:
        return nullcontext()

    def live(self, pool: Pool, writer: LogWriter | None, keep_sound: bool, gate: Gate | None = None) -> LiveMatch:
        self.kept.append(keep_sound)
        return LiveMatch(self.sound, ScriptedHearing(self.said, lag_ms=100), self.state, writer)


class Stepped(QuietSound):
    """Sound that comes when the test says so."""

    def __init__(self, channels: int = 3) -> None:
        super().__init__(10_000, during=self._wait, channels=channels)
        self._due = 0.0
        self._more = Event()

    def _wait(self, number: int) -> None:
        while number >= self._due and not self.stopped:
            self._more.wait(0.01)
            self._more.clear()

    def until(self, at_ms: int) -> None:
        self._due = at_ms / 100
        self._more.set()


class ReadyPool:
    """Ears that are ready at once and hear the same in everything; usually nothing."""

    heard = Heard((), ())

    def submit(self, samples: object, start_ms: int, clean: object = None) -> "Future[Heard]":
        future: Future[Heard] = Future()
        future.set_result(self.heard)
        return future

    def close(self) -> None:
        return


def scripted_table(
    folder: Path,
    *said: Call,
    shared: bool = False,
    players: tuple[str, ...] = PLAYERS,
    sound: QuietSound | None = None,
) -> ScriptedTable:
    seats = (Seat(None),) if shared else tuple(Seat(player) for player in players)
    return ScriptedTable(
        new_match(players=players),
        phrase_book("grave-feast").at_table(players),
        EarPlan("pocketsphinx", None),
        seats,
        sound or Stepped(len(seats)),
        folder,
        said=said,
    )
