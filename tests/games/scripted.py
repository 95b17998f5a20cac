"""A scene as a few lines of script, and what the referee makes of it."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.app import book_for
from assistant.core import referee
from assistant.core.games.base import Table
from assistant.core.games.registry import GAMES
from assistant.core.house_rules import from_mapping
from assistant.core.rulings import Ruling
from assistant.script_source import read_script


@dataclass(frozen=True)
class Scene:
    """A scene that was judged."""

    rulings: list[Ruling]
    state: "referee.RefereeState[Any, Any]"

    @property
    def codes(self) -> list[str]:
        return [ruling.code for ruling in self.rulings]

    @property
    def scores(self) -> dict[str, int]:
        return referee.scores(self.state)

    @property
    def winner(self) -> str | None:
        return referee.winner(self.state)

    def all_of(self, code: str, name: str) -> list[object]:
        """Return a value of every ruling with a code."""
        return [dict(ruling.data)[name] for ruling in self.rulings if ruling.code == code]

    def players_of(self, code: str) -> list[str | None]:
        """Return whom every ruling with a code is about."""
        return [ruling.player for ruling in self.rulings if ruling.code == code]


def judge(game: str, script: str, players: tuple[str, ...] = ("Ann", "Ben"), **rules: object) -> Scene:
    """Judge a scene; a house rule `zb_mode` is "zb.mode"."""
    given: Mapping[str, object] = {key.replace("_", ".", 1): value for key, value in rules.items()}
    match = referee.MatchSetup(GAMES[game], Table(players), from_mapping(GAMES[game].rules_type, given))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.script"
        path.write_text(script, encoding="utf-8")
        steps = list(referee.fold(match, read_script(path, book_for(match), players)))
    return Scene([ruling for step in steps for ruling in step.rulings], steps[-1].state)


def lines(*said: str, every_s: float = 3.0) -> str:
    """Return a script in which one line follows another: `Ben: more brains`, `> two brains`, or `Ann ! done`."""
    script = []
    for at, line in enumerate(said):
        begin_s = 1 + at * every_s
        spoken = ":" in line and not line.startswith(">")
        script.append(f"{begin_s:.3f}-{begin_s + 0.5:.3f} {line}" if spoken else f"{begin_s + 0.5:.3f} {line}")
    return "\n".join(script) + "\n"
