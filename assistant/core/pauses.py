"""Two clocks: the table's never stops, the game's stands still while the match is paused."""

from dataclasses import dataclass, replace

from assistant.core.observations import Call, Gap, Observation


@dataclass(frozen=True, slots=True)
class PauseClock:
    """Turns moments of the table into moments of the game and back, so that no window closes during a pause."""

    pauses: tuple[tuple[int, int], ...] = ()
    """The pauses that are over, as (start, end) in table milliseconds, in order, apart from each other."""
    paused_since_ms: int | None = None
    """When the pause that now holds began, in table milliseconds; None while the match runs."""

    @property
    def paused(self) -> bool:
        """Whether the match stands still now."""
        return self.paused_since_ms is not None

    def pause(self, at_ms: int) -> "PauseClock":
        """Return the clock with a pause that begins at `at_ms`."""
        return replace(self, paused_since_ms=at_ms)

    def resume(self, at_ms: int) -> "PauseClock":
        """Return the clock with the pause that now holds ended at `at_ms`."""
        if self.paused_since_ms is None:
            return self
        return PauseClock(pauses=(*self.pauses, (self.paused_since_ms, max(at_ms, self.paused_since_ms))))

    def to_game(self, table_ms: int) -> int:
        """Return the game's moment; every moment inside a pause is the pause's beginning."""
        lost_ms = sum(min(table_ms, end) - start for start, end in self.pauses if start < table_ms)
        if self.paused_since_ms is not None and table_ms > self.paused_since_ms:
            lost_ms += table_ms - self.paused_since_ms
        return table_ms - lost_ms

    def to_table(self, game_ms: int) -> int:
        """Return the table's moment; the moment at which the game stood still is the pause's beginning."""
        table_ms = game_ms
        for start, end in self.pauses:
            if table_ms > start:
                table_ms += end - start
        return table_ms

    def for_game(self, observation: Observation) -> Observation:
        """Return the observation with its times on the game's clock."""
        if not self.pauses and self.paused_since_ms is None:
            return observation
        match observation:
            case Call() | Gap():
                return replace(
                    observation,
                    start_ms=self.to_game(observation.start_ms),
                    end_ms=self.to_game(observation.end_ms),
                )
            case _:
                return replace(observation, at_ms=self.to_game(observation.at_ms))
