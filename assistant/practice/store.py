"""The players: their attempts, bests and recordings, in the user's data folder."""

import json
import shutil
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from assistant.core.observations import WordDiff
from assistant.practice.attempts import Attempt, Best, Outcome, Race, improved, streak_of
from assistant.practice.database import Database, StoreError

APP = "party-referee"
"""The name of the user's folders."""
FILE_NAME = "players.sqlite3"
LONGEST_NAME = 60
"""Characters in a player's name."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who practises."""

    id: int
    """In the database."""
    name: str
    """As first written; capitals do not tell players apart."""
    created_at: str
    """When, as an ISO time in UTC."""
    attempts: int = 0
    """How many attempts there are."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What an attempt became in the store."""

    best: Best
    """The player's best at its phrase, with this attempt."""
    beaten: Best | None
    """What it was before, where this attempt has bettered it; None where it has not."""
    streak: int
    """The row of exact attempts, over all phrases, that it ends."""


_ATTEMPT_COLUMNS = tuple(field.name for field in fields(Attempt))
_RACE_COLUMNS = tuple(field.name for field in fields(Race))


def default_folder() -> Path:
    """Return where players are kept on this machine."""
    return user_data_path(APP)


class Store:
    """All players of one machine; a context manager."""

    def __init__(self, folder: Path | None = None) -> None:
        """Open the store, or make it.

        Args:
            folder: where it lies; the user's data folder unless given.

        Raises:
            StoreError: it cannot be opened.
        """
        self.folder = folder or default_folder()
        """Where everything lies."""
        self._database = Database(self.folder / FILE_NAME)

    def __enter__(self) -> "Store":
        """Return the store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self._database.close()

    def players(self) -> tuple[Player, ...]:
        """Return all players by name."""
        rows = self._database.rows(
            "SELECT id, name, created_at, (SELECT count(*) FROM attempts WHERE player_id = players.id)"
            " FROM players ORDER BY name"
        )
        return tuple(Player(*row) for row in rows)

    def find(self, name: str) -> Player | None:
        """Return a player, or None where there is none of that name."""
        wanted = " ".join(name.split()).casefold()
        return next((player for player in self.players() if player.name.casefold() == wanted), None)

    def player(self, name: str) -> Player:
        """Return a player.

        Raises:
            StoreError: there is none of that name.
        """
        found = self.find(name)
        if found is None:
            known = ", ".join(player.name for player in self.players()) or "nobody yet"
            raise StoreError(f"{name.strip()!r}: no such player; known: {known}")
        return found

    def enter(self, name: str, at: str) -> Player:
        """Return a player, entered anew if there is none of that name.

        Args:
            name: the name.
            at: the time, as an ISO time in UTC.

        Raises:
            StoreError: the name is empty or too long.
        """
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise StoreError(f"{name[:LONGEST_NAME]!r}: cannot be a player's name; give a short one")
        with self._database.writing() as connection:
            connection.execute("INSERT OR IGNORE INTO players (name, created_at) VALUES (?, ?)", (name, at))
        return self.player(name)

    def delete(self, player: Player) -> int:
        """Forget a player: attempts, bests, races, and every recording.

        Returns:
            How many recordings were removed.

        Raises:
            StoreError: the database or the recordings cannot be removed; what is left is named.
        """
        folder = self._recordings(player)
        recordings = len(self.recordings(player))
        try:
            if folder.is_dir():
                shutil.rmtree(folder)
        except OSError as error:
            raise StoreError(f"{folder}: the recordings cannot be removed ({error.strerror}); remove them") from error
        with self._database.writing() as connection:
            connection.execute("DELETE FROM players WHERE id = ?", (player.id,))
        self._database.empty_wal()
        return recordings

    def attempts(self, player: Player, phrases: Iterable[str] = ()) -> tuple[Attempt, ...]:
        """Return a player's attempts in the order in which they were made, of all phrases or of some."""
        wanted = tuple(phrases)
        rows = self._database.rows(
            f"SELECT {', '.join(_ATTEMPT_COLUMNS)} FROM attempts WHERE player_id = ? ORDER BY id", (player.id,)
        )
        found = tuple(_attempt(dict(zip(_ATTEMPT_COLUMNS, row, strict=True))) for row in rows)
        return tuple(attempt for attempt in found if not wanted or attempt.phrase in wanted)

    def best(self, player: Player, phrase: str) -> Best:
        """Return a player's best at one phrase."""
        rows = self._database.rows(
            "SELECT phrase, duration_ms, complete_ms, streak, creepy FROM bests WHERE player_id = ? AND phrase = ?",
            (player.id, phrase),
        )
        return Best(*rows[0]) if rows else Best(phrase)

    def add(self, player: Player, attempt: Attempt) -> Saved:
        """Keep an attempt, and the best at its phrase.

        Raises:
            StoreError: it cannot be written, or the player was deleted meanwhile.
        """
        values = {**_plain(attempt), "player_id": player.id}
        with self._database.writing() as connection:
            if not connection.execute("SELECT 1 FROM players WHERE id = ?", (player.id,)).fetchone():
                raise StoreError(f"{player.name!r}: was deleted meanwhile; start again")
            names = ", ".join(values)
            marks = ", ".join("?" * len(values))
            connection.execute(f"INSERT INTO attempts ({names}) VALUES ({marks})", tuple(values.values()))
            before = self.best(player, attempt.phrase)
            outcomes = self._outcomes(player)
            after = improved(before, attempt, streak_of(kind for phrase, kind in outcomes if phrase == attempt.phrase))
            connection.execute(
                "INSERT OR REPLACE INTO bests (player_id, phrase, duration_ms, complete_ms, streak, creepy)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (player.id, *astuple(after)),
            )
        return Saved(after, before if after != before else None, streak_of(kind for _, kind in outcomes))

    def add_race(self, player: Player, race: Race) -> None:
        """Keep a race against a ghost; raises StoreError where it cannot be written."""
        marks = ", ".join("?" * (len(_RACE_COLUMNS) + 1))
        with self._database.writing() as connection:
            connection.execute(
                f"INSERT INTO races (player_id, {', '.join(_RACE_COLUMNS)}) VALUES ({marks})",
                (player.id, *astuple(race)),
            )

    def races(self, player: Player) -> tuple[Race, ...]:
        """Return a player's races in the order in which they were run."""
        rows = self._database.rows(
            f"SELECT {', '.join(_RACE_COLUMNS)} FROM races WHERE player_id = ? ORDER BY id", (player.id,)
        )
        return tuple(Race(*row) for row in rows)

    def keep_voice(self, player: Player, measure: str, at: str) -> None:
        """Keep what was measured of a player's everyday voice, as JSON text; the one before is replaced."""
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO voices (player_id, at, measure) VALUES (?, ?, ?)", (player.id, at, measure)
            )

    def voice(self, player: Player) -> str | None:
        """Return what was measured of a player's everyday voice, or None."""
        rows = self._database.rows("SELECT measure FROM voices WHERE player_id = ?", (player.id,))
        return str(rows[0][0]) if rows else None

    def recording(self, player: Player, phrase: str) -> Path:
        """Return where a player's best recording of a phrase lies, if there is one."""
        return self._recordings(player) / f"{phrase}.flac"

    def recordings(self, player: Player) -> tuple[Path, ...]:
        """Return every recording of a player."""
        return tuple(sorted(self._recordings(player).glob("*.flac")))

    def _outcomes(self, player: Player) -> list[tuple[str, Outcome]]:
        """Return the phrase and the outcome of every attempt, the latest first."""
        rows = self._database.rows(
            "SELECT phrase, outcome FROM attempts WHERE player_id = ? ORDER BY id DESC", (player.id,)
        )
        return [(str(phrase), Outcome(outcome)) for phrase, outcome in rows]

    def _recordings(self, player: Player) -> Path:
        return self.folder / "recordings" / str(player.id)


def _plain(attempt: Attempt) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(attempt, name) for name in _ATTEMPT_COLUMNS}
    diff = attempt.diff
    values["outcome"] = attempt.outcome.value
    values["diff"] = json.dumps([diff.missing, diff.added, diff.changed])
    values["cued"] = int(attempt.cued)
    return values


def _attempt(values: dict[str, Any]) -> Attempt:
    missing, added, changed = json.loads(values["diff"])
    diff = WordDiff(tuple(missing), tuple(added), tuple((wanted, said) for wanted, said in changed))
    fixed = {"outcome": Outcome(values["outcome"]), "diff": diff, "cued": bool(values["cued"])}
    return Attempt(**{**values, **fixed})
