"""What the setup of a table looks like: a level meter while somebody speaks, then what was measured and is wanting."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from assistant.audio.devices import Microphone
from assistant.table import PlayerSeat
from assistant.table_advice import Advice, Grade, grade
from assistant.table_files import Entry
from assistant.table_sound import level_db

METER_WIDTH = 20
"""Characters of the level meter."""
METER_FLOOR_DB = -60.0
"""What the meter's left end stands for; its right end is full scale."""
GRADE_WORDS = {Grade.GOOD: ("good", "green"), Grade.FAIR: ("fair", "yellow"), Grade.POOR: ("poor", "bold red")}
"""How each grade is written."""

Meter = Callable[[NDArray[np.float32]], None]
"""Takes each block of sound as it comes."""


class Screen:
    """The screen of one setup."""

    def __init__(self, console: Console | None = None) -> None:
        """Write on `console`, or on standard output."""
        self.console = console or Console(highlight=False)

    def head(self, text: str) -> None:
        """Begin a part."""
        self.console.print()
        self.console.print(Text(text, "bold"))

    def line(self, text: str, style: str = "") -> None:
        """Write a line; a long one is left to the terminal to wrap, so that a path in it can be copied."""
        self.console.print(Text(text, style), soft_wrap=True)

    @contextmanager
    def meter(self, what: str, duration_ms: int) -> Iterator[Meter]:
        """Show how the time passes and how loud it is, where there is a terminal; else only what is asked."""
        if not self.console.is_terminal:
            self.line(f"{what} ...", "dim")
            yield lambda _: None
            return
        columns = (
            TextColumn("[bold]{task.description}"),
            BarColumn(METER_WIDTH),
            TextColumn("{task.fields[left]:>3} s"),
            TextColumn("{task.fields[level]}"),
        )
        with Progress(*columns, console=self.console, transient=True) as progress:
            task = progress.add_task(what, total=duration_ms, left=duration_ms // 1000, level="opening ...")
            heard_ms = 0.0

            def took(block: NDArray[np.float32]) -> None:
                nonlocal heard_ms
                heard_ms += len(block) / 16
                left = round((duration_ms - heard_ms) / 1000)
                level = meter_text(float(level_db(block).max()))
                progress.update(task, completed=heard_ms, left=max(0, left), level=level)

            yield took

    def seats(self, seats: Sequence[PlayerSeat], advice: Sequence[tuple[Advice, ...]]) -> None:
        """Show every player's microphone and what the warm-up measured, if there was one, then what is wanting."""
        if not any(seat.measured for seat in seats) and not any(advice):
            for seat in seats:
                self.line(f"{seat.player}: {microphone_text(seat.microphone)}")
            return
        table = Table(box=None, pad_edge=False)
        for title in ("player", "microphone"):
            table.add_column(title, overflow="fold")
        for title in ("voice", "room", "peak", "bleed", "calls", ""):
            table.add_column(title, justify="right", no_wrap=True)
        for seat, found in zip(seats, advice, strict=True):
            word, style = GRADE_WORDS[grade(found)]
            mark = Text(word, style) if seat.measured or found else Text("")
            table.add_row(Text(seat.player), Text(microphone_text(seat.microphone)), *_cells(seat), mark)
        self.console.print(table)
        for seat, found in zip(seats, advice, strict=True):
            for each in found:
                style = GRADE_WORDS[each.grade][1]
                self.console.print(Text(f"{seat.player}: {each.found}: {each.remedy}.", style))

    def rules(self, rows: Sequence[tuple[str, str, str, str]]) -> None:
        """Show every house rule: its key and value, what it decides, and what is allowed."""
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for key, value, allowed, meaning in rows:
            table.add_row(Text.assemble(key, " = ", (value, "bold")), Text.assemble(meaning, "\n", (allowed, "dim")))
        self.console.print(table)

    def tables(self, entries: Sequence[Entry]) -> None:
        """Show the tables that are saved."""
        table = Table(box=None, pad_edge=False)
        for title in ("table", "game", "players", "microphones", "saved"):
            table.add_column(title, overflow="fold")
        for entry in entries:
            saved = datetime.fromtimestamp(entry.saved_ns / 1e9).strftime("%Y-%m-%d %H:%M")
            profile = entry.profile
            if profile is None:
                table.add_row(Text(entry.path.name), Text("damaged", "bold red"), "", "", saved)
                continue
            shared = ", shared" if profile.shared_microphone else ""
            cells = (profile.name, profile.game, ", ".join(profile.players), f"{len(profile.microphones)}{shared}")
            table.add_row(*map(Text, cells), saved)
        if not entries:
            self.line("No table is saved: `referee setup` makes one.")
            return
        self.console.print(table)
        for fault in (entry.fault for entry in entries if entry.fault):
            self.line(fault, "red")


def meter_text(level: float) -> str:
    """Return a level as a bar and a number."""
    filled = round((level - METER_FLOOR_DB) / -METER_FLOOR_DB * METER_WIDTH)
    bar = "#" * min(METER_WIDTH, max(0, filled))
    return f"{bar:<{METER_WIDTH}} {max(level, METER_FLOOR_DB):4.0f} dB"


def microphone_text(microphone: Microphone | None) -> str:
    """Return a microphone as people write it, its channels from 1."""
    if microphone is None:
        return "no microphone"
    return f"{microphone.device}:{'+'.join(str(channel + 1) for channel in microphone.channels)}"


def _cells(seat: PlayerSeat) -> tuple[str, ...]:
    measured = seat.measured
    if measured is None:
        return ("",) * 5
    bleed = "" if measured.bleed_db is None else f"{measured.bleed_db:.0f} dB"
    calls = f"{measured.calls_heard} of {measured.calls_asked}" if measured.calls_asked else ""
    return (f"{measured.speech_db:.0f} dB", f"{measured.noise_db:.0f} dB", f"{measured.peak_db:.0f} dB", bleed, calls)
