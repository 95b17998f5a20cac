"""A golden: a script and the rulings that the rulebook wants of it. The form is told in README.md beside this file."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from assistant.app import book_for
from assistant.core import referee
from assistant.core.games.base import Table
from assistant.core.games.registry import AnyGame
from assistant.core.house_rules import from_mapping
from assistant.core.rulings import Ruling
from assistant.script_source import read_script

FOLDER = Path(__file__).parent
NOBODY = "-"


@dataclass(frozen=True, slots=True)
class Golden:
    """One script with its settings."""

    path: Path
    """The script; the rulings stand beside it, in a file that ends in .expected."""
    game: str
    """The game's id."""
    players: tuple[str, ...]
    """Who plays."""
    house_rules: Mapping[str, object]
    """What differs from the recommended rules."""
    seed: int
    """Where every coin flip comes from."""
    shared_microphone: bool
    """Whether races need the wider margin."""

    @property
    def expected(self) -> Path:
        """The rulings that are wanted."""
        return self.path.with_suffix(".expected")


def find(folder: Path = FOLDER) -> list[Path]:
    """Return every script below a folder."""
    return sorted(folder.glob("*/*.script"))


def load(path: Path) -> Golden:
    """Return a golden with the settings in the comments at its top."""
    settings: dict[str, Any] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        key, colon, value = line[1:].partition(":")
        if colon and key.strip() in ("game", "players", "house-rules", "seed", "shared-microphone"):
            settings[key.strip()] = value.strip()
    rules = settings.get("house-rules", "")
    return Golden(
        path,
        settings.get("game", path.parent.name),
        tuple(name.strip() for name in settings["players"].split(",")),
        yaml.safe_load(rules if rules.startswith("{") else f"{{{rules}}}"),
        int(settings.get("seed", 0)),
        yaml.safe_load(settings.get("shared-microphone", "false")),
    )


def setup(golden: Golden, game: AnyGame) -> "referee.MatchSetup[Any, Any]":
    """Return the match of a golden."""
    rules = from_mapping(game.rules_type, golden.house_rules)
    return referee.MatchSetup(game, Table(golden.players, golden.seed, golden.shared_microphone), rules)


def judge(golden: Golden, game: AnyGame) -> "list[referee.Step[Any, Any]]":
    """Return every step of a golden."""
    match = setup(golden, game)
    return list(referee.fold(match, read_script(golden.path, book_for(match), golden.players)))


def written(ruling: Ruling) -> str:
    """Return a ruling as a line of an .expected file."""
    parts = [ruling.code, ruling.player or NOBODY, str(ruling.at_ms)]
    return " ".join(parts if ruling.margin_ms is None else [*parts, str(ruling.margin_ms)])


def expected_lines(golden: Golden) -> list[tuple[int, str]]:
    """Return the wanted rulings with their line numbers."""
    lines = enumerate(golden.expected.read_text(encoding="utf-8").splitlines(), start=1)
    stripped = ((number, " ".join(line.partition("#")[0].split())) for number, line in lines)
    return [(number, line) for number, line in stripped if line]


def first_difference(golden: Golden, rulings: list[Ruling]) -> str | None:
    """Return where the rulings part from those that are wanted, or None."""
    wanted = expected_lines(golden)
    for index in range(max(len(wanted), len(rulings))):
        number, line = wanted[index] if index < len(wanted) else (wanted[-1][0] + 1 if wanted else 1, "no more rulings")
        got = written(rulings[index]) if index < len(rulings) else "no more rulings"
        if line != got:
            return f"{golden.expected}:{number}: expected `{line}`, got `{got}`"
    return None
