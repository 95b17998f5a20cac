"""A microphone that falls silent pauses the match, and the match goes on by itself when it is heard again."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.audio.blocks import Outage
from assistant.core.observations import Command, CommandName


@dataclass(slots=True)
class Outages:
    """Whether the match stands still because a microphone is not heard."""

    paused: bool = False
    """Whether it was paused for that reason."""

    def watch(self, outages: Sequence[Outage], now_ms: int, known_ms: int, match_paused: bool) -> tuple[Command, ...]:
        """Return the command that follows from what is heard now; usually none.

        Args:
            outages: the microphones that are not heard.
            now_ms: the end of the latest sound.
            known_ms: all that was said before this moment is known.
            match_paused: whether the match stands still already, or will.
        """
        if outages and not self.paused and not match_paused:
            self.paused = True
            since_ms = min(outage.start_ms for outage in outages)
            return (Command(max(since_ms, known_ms), CommandName.PAUSE),)
        if not outages and self.paused:
            self.paused = False
            return (Command(now_ms, CommandName.RESUME),) if match_paused else ()
        return ()
