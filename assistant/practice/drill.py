"""The course of a drill: what is asked when, and when a silence has been long enough. No sound, no clock."""

from dataclasses import dataclass

from assistant.practice.prompts import Prompt

PATIENCE_MS = 8_000
"""Whoever has not begun to speak so long after a cue is asked something else."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How cues follow on each other."""

    patience_ms: int = PATIENCE_MS
    """How long a player may be silent after a cue."""
    every_ms: int | None = None
    """In a recording made to a fixed beat: a cue comes every so often. None: when the attempt before is over."""
    cued: bool = True
    """Whether the player sees the cues; in a recording nobody does."""

    @property
    def limit_ms(self) -> int:
        """How long after a cue an attempt must have begun."""
        return self.every_ms if self.every_ms is not None else self.patience_ms


@dataclass(frozen=True, slots=True)
class Cue:
    """A prompt that was shown."""

    prompt: Prompt
    """What is to be said."""
    at_ms: int
    """When it was asked for, on the session clock."""
    number: int
    """Which round it is, from 1."""


def is_answer(cue: Cue, start_ms: int) -> bool:
    """Tell whether speech that begins at a moment can answer a cue: not what was said before it."""
    return start_ms >= cue.at_ms


def is_lapsed(cue: Cue, known_ms: int, pace: Pace) -> bool:
    """Tell whether a player has let a cue pass, when nobody has begun to speak before `known_ms`."""
    return known_ms >= cue.at_ms + pace.limit_ms


def next_cue_ms(cue: Cue, ended_ms: int | None, heard_ms: int, pace: Pace) -> int:
    """Return when the next cue comes.

    Args:
        cue: the cue before it.
        ended_ms: where the attempt at it ended; None where there was none.
        heard_ms: how much sound has come in.
        pace: how cues follow on each other.
    """
    if pace.every_ms is not None:
        return cue.at_ms + pace.every_ms
    if pace.cued:
        return heard_ms
    return cue.at_ms + pace.patience_ms if ended_ms is None else ended_ms
