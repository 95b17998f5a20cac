"""Who called on a microphone that several share: whoever pressed their key meanwhile."""

from collections import deque
from dataclasses import dataclass, field, replace

from assistant.core.observations import Call, Observation

BEFORE_MS = 700
"""A key may be pressed so long before the call begins: people press, breathe in and shout."""
AFTER_MS = 400
"""... or so long after it was complete."""
KEPT = 32
"""So many presses are remembered; calls are known within a few seconds."""


@dataclass(frozen=True, slots=True)
class Buzz:
    """Somebody pressed a player's key."""

    player: str
    """Whose key."""
    at_ms: int
    """When."""


@dataclass(slots=True)
class Buzzes:
    """The latest presses."""

    _latest: deque[Buzz] = field(default_factory=lambda: deque(maxlen=KEPT))

    def press(self, buzz: Buzz) -> None:
        """Remember a press."""
        self._latest.append(buzz)

    def attribute(self, observation: Observation) -> Observation:
        """Return a call of nobody known as the call of whoever pressed a key for it; two players' keys tell nothing."""
        if not isinstance(observation, Call) or observation.player is not None:
            return observation
        near = [
            buzz.player
            for buzz in self._latest
            if observation.start_ms - BEFORE_MS <= buzz.at_ms <= observation.end_ms + AFTER_MS
        ]
        return replace(observation, player=near[0]) if len(set(near)) == 1 else observation
