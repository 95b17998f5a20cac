"""Scores of a game, and the games of a set."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Tally:
    """Who has how many points, and who has won how many games."""

    players: tuple[str, ...]
    """In the order of the table."""
    points: tuple[int, ...]
    """In this game, in that order; may be below zero."""
    games: tuple[int, ...]
    """Won in this set, likewise."""

    @staticmethod
    def empty(players: tuple[str, ...]) -> "Tally":
        """Return the tally before the first point."""
        return Tally(players, (0,) * len(players), (0,) * len(players))

    @property
    def scores(self) -> dict[str, int]:
        """The points by player."""
        return dict(zip(self.players, self.points, strict=True))

    def of(self, player: str | None) -> int:
        """Return the points of a player; nobody has none."""
        return self.scores.get(player, 0) if player is not None else 0

    def wins(self, player: str | None) -> int:
        """Return how many games of the set a player has won."""
        return dict(zip(self.players, self.games, strict=True)).get(player, 0) if player is not None else 0

    def with_points(self, player: str | None, points: int) -> "Tally":
        """Return the tally with points given (or taken) in this game."""
        given = (had + points * (name == player) for name, had in zip(self.players, self.points, strict=True))
        return replace(self, points=tuple(given))

    def with_game(self, player: str) -> "Tally":
        """Return the tally with one more game for a player."""
        won = (had + (name == player) for name, had in zip(self.players, self.games, strict=True))
        return replace(self, games=tuple(won))

    def next_game(self) -> "Tally":
        """Return the tally at the start of the next game of the set."""
        return replace(self, points=(0,) * len(self.players))

    def set_winner(self, best_of: int) -> str | None:
        """Return who has won more than half of the games of a set, or None."""
        return next((player for player in self.players if self.wins(player) > best_of // 2), None)
