"""What a race against the ghost looks like: its words as they come, then a photo finish in text; or lines of JSON."""

import sys
from typing import TextIO

from rich.console import Console
from rich.text import Text

from assistant.announce.console import ASCII_MARKS, marks_for
from assistant.core.codec import Json
from assistant.core.output import as_text
from assistant.practice.duels import Duel, Raced, Result, Rival
from assistant.practice.races import RaceScreen

INDENT = 8
TRACK = 44
"""Characters of the time axis."""
NAME_WIDTH = 12
STYLES = {Result.WON: "green", Result.LOST: "bold red", Result.TIE: "yellow", Result.VOID: "yellow"}


class PlainRaces(RaceScreen):
    """Shows races to people."""

    def __init__(self, duel: Duel, player: str, live: bool, rungs: int, console: Console | None = None) -> None:
        """Print on `console`, or on standard output.

        Args:
            duel: the scene.
            player: who races.
            live: whether the ghost's words are shown as they come.
            rungs: how many rivals the ladder has; 0 without a ladder.
            console: where to.
        """
        self._console = console or Console(highlight=False)
        self._duel, self._player, self._live, self._rungs = duel, player, live, rungs
        self._plain = marks_for(self._console.encoding) is ASCII_MARKS
        self._rival: Rival | None = None
        self._shown = 0
        self._number = 0
        self.results: list[Result] = []
        self._console.print(Text(duel.title, "bold"))

    def ready(self, number: int, rival: Rival) -> None:
        """See races.RaceScreen."""
        self._rival, self._shown, self._number = rival, 0, number
        if self._live:
            self._introduce(rival)

    def go(self) -> None:
        """See races.RaceScreen."""
        if self._live:
            who = "You: " if self._duel.opener.value == "player" else ""
            line = Text(f"{'':{INDENT}}{who}{self._duel.opening.text}  ", "magenta")
            self._console.print(line.append(f"say: {self._duel.player.text}", "bold"))
            self._console.print(" " * INDENT, end="")

    def passed(self, ms: int) -> None:
        """See races.RaceScreen."""
        if self._rival is None:
            return
        words = self._duel.ghost.text.split()
        due = min(len(words), ms * len(words) // max(1, self._rival.complete_ms))
        for word in words[self._shown : due]:
            self._console.print(Text(f"{word} ", "magenta"), end="")
        self._shown = max(self._shown, due)

    def tell(self, raced: Raced, heard: str) -> None:
        """See races.RaceScreen."""
        if self._live:
            self._console.print()
        else:
            self._introduce(raced.rival)
        self.results.append(raced.result)
        for line in finish_lines(raced, self._player, self._plain):
            self._console.print(Text(" " * INDENT + line, "dim"), soft_wrap=True)
        text = Text(" " * INDENT).append(headline(raced, heard), STYLES[raced.result])
        if raced.sentence:
            text.append(f"  {raced.sentence}")
        self._console.print(text, soft_wrap=not self._console.is_terminal)

    def _introduce(self, rival: Rival) -> None:
        line = Text(f"{self._number:>{INDENT - 2}}  ", "dim").append(rival.name, "not dim bold")
        self._console.print(line.append(f", complete after {rival.complete_ms / 1000:.2f} s", "not dim"))

    def finish(self) -> None:
        """Show what it came to."""
        won = self.results.count(Result.WON)
        total = len(self.results)
        ladder = f" on a ladder of {self._rungs}" if self._rungs else ""
        self._console.print(Text(f"{won} of {total} race{'s' * (total != 1)} won{ladder}", "bold"))


class JsonRaces(RaceScreen):
    """Prints a line of JSON a race, and nothing else."""

    def __init__(self, duel: Duel, player: str, out: TextIO | None = None) -> None:
        """Print to `out`, or to standard output."""
        self._duel, self._player, self._out = duel, player, out or sys.stdout
        self.results: list[Result] = []

    def ready(self, number: int, rival: Rival) -> None:
        """See races.RaceScreen: nothing to print."""

    def go(self) -> None:
        """See races.RaceScreen: nothing to print."""

    def passed(self, ms: int) -> None:
        """See races.RaceScreen: nothing to print."""

    def tell(self, raced: Raced, heard: str) -> None:
        """See races.RaceScreen."""
        self.results.append(raced.result)
        self._write(
            {
                "type": "race",
                "duel": self._duel.id,
                "player": self._player,
                "rival": raced.rival.name,
                "rival_ms": raced.rival.complete_ms,
                "result": raced.result.value,
                "heard": heard,
                "verdict": raced.call.verdict.value if raced.call else None,
                "complete_ms": raced.complete_ms,
                "margin_ms": raced.margin_ms,
                "code": raced.ruling.code if raced.ruling else None,
                "text": raced.sentence,
            }
        )

    def finish(self) -> None:
        """Print what it came to."""
        counts: dict[str, Json] = {result.value: self.results.count(result) for result in Result}
        self._write({"type": "summary", **counts})

    def _write(self, line: dict[str, Json]) -> None:
        self._out.write(as_text(line) + "\n")
        self._out.flush()


def headline(raced: Raced, heard: str) -> str:
    """Return how a race ended, in a few words."""
    if raced.margin_ms is None:
        return f'lost: heard "{heard}"' if heard else "lost: nothing was said in time"
    by = f"{abs(raced.margin_ms) / 1000:.2f} s"
    match raced.result:
        case Result.WON:
            return f"won by {by}"
        case Result.TIE:
            return f"too close to call: {by} apart"
        case Result.VOID:
            return f'unsure: say it again (heard "{heard}")'
        case Result.LOST if raced.margin_ms > 0:
            return f'lost, though first by {by}: heard "{heard}"'
        case _:
            return f"lost by {by}"


def finish_lines(raced: Raced, player: str, plain: bool) -> list[str]:
    """Return the photo finish as text: a lane each, from the cue on one axis, with the moment of completeness.

    Args:
        raced: the race.
        player: whose lane is the second.
        plain: whether only ASCII may be used.
    """
    spoken, end = ("=", "|") if plain else ("━", "┃")
    lanes = [(raced.rival.name, 0, raced.rival.complete_ms)]
    if raced.call is not None and raced.complete_ms is not None:
        began_ms = raced.complete_ms - (raced.call.end_ms - raced.call.start_ms)
        lanes.append((player, max(0, began_ms), raced.complete_ms))
    longest_ms = max(complete_ms for _, _, complete_ms in lanes)
    lines = []
    for name, began_ms, complete_ms in lanes:
        last = round(complete_ms * TRACK / max(1, longest_ms))
        first = min(last, round(began_ms * TRACK / max(1, longest_ms)))
        track = " " * first + spoken * (last - first) + end
        shown = name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + "."
        lines.append(f"{shown:{NAME_WIDTH}} {track:{TRACK + 1}} {complete_ms / 1000:.2f} s")
    return lines
