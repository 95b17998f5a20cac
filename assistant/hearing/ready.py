"""What was heard and waits for its turn, and whether it counts beside what other microphones heard meanwhile."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.core.observations import Call, Command, Fact, Verdict, moment_ms

SAME_CALL_MS = 250
"""The same words on two channels within this are one call and its bleed."""
SAME_CALL_DB = 6.0
"""... when one is so much louder than the other."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A call, or something told, that waits for its turn, with what tells it from bleed."""

    observation: Call | Fact | Command
    """What was heard."""
    channel: int
    """The microphone, from 0."""
    level_db: float
    """The level of its loudest frame, in dBFS."""
    muttered: bool = False
    """Whether it is probably talk, and counts only if it was said over a call at another microphone."""

    @property
    def at_ms(self) -> int:
        """The moment by which its turn comes."""
        return moment_ms(self.observation)

    @property
    def what(self) -> str | None:
        """What two channels must have heard alike, to be one voice and its bleed."""
        return self.observation.phrase if isinstance(self.observation, Call) else self.observation.name

    def counts_among(self, others: Sequence["Ready"]) -> bool:
        """Return whether it is neither another's voice nor talk that matters to nobody.

        Args:
            others: what all microphones have heard lately; it may be among them itself.
        """
        elsewhere = [other for other in others if other.channel != self.channel]
        if any(self._is_bleed_of(other) for other in elsewhere):
            return False
        return not self.muttered or any(self._is_over(other) for other in elsewhere)

    def _is_bleed_of(self, other: "Ready") -> bool:
        """Return whether a louder channel heard the same at the same time."""
        return (
            abs(other.at_ms - self.at_ms) <= SAME_CALL_MS
            and other.level_db - self.level_db >= SAME_CALL_DB
            and other.what == self.what
        )

    def _is_over(self, other: "Ready") -> bool:
        """Return whether an exact call was made at the other microphone meanwhile."""
        mine, theirs = self.observation, other.observation
        return (
            isinstance(mine, Call)
            and isinstance(theirs, Call)
            and theirs.verdict is Verdict.EXACT
            and theirs.start_ms < mine.end_ms
            and mine.start_ms < theirs.end_ms
        )
