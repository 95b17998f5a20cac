"""What practice knows of one attempt, and which attempts are the best; plain values, no files, no clock."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from assistant.core.observations import WordDiff


class Outcome(StrEnum):
    """What became of an attempt."""

    EXACT = "exact"
    """The phrase that was asked for, word for word."""
    INEXACT = "inexact"
    """The phrase that was asked for, with words missing, added or changed."""
    UNSURE = "unsure"
    """The ears do not agree: it counts neither for the player nor against."""
    OTHER = "other"
    """Something else was said: another phrase, or no phrase at all."""
    SILENCE = "silence"
    """Nothing was said in time."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a phrase, judged and measured."""

    phrase: str
    """The id of the phrase that was asked for."""
    prompt: str
    """The sentence that was asked for, as it was shown."""
    outcome: Outcome
    """What became of it."""
    at: str = ""
    """When, as an ISO time in UTC."""
    heard: str = ""
    """The words as heard; empty for silence."""
    diff: WordDiff = field(default=WordDiff())
    """Which words were missing, added or changed; empty unless inexact."""
    weakest: str = ""
    """The word that was least like its usual sound; empty where nobody can tell."""
    reaction_ms: int | None = None
    """From the cue to the first sound; None without a sound."""
    complete_ms: int | None = None
    """From the cue to the end of the call; None without a sound."""
    duration_ms: int | None = None
    """From the first sound to the end; None without a sound."""
    syllables_per_s: float | None = None
    """How fast it was spoken; None without words."""
    level_dbfs: float | None = None
    """Its mean level, in dB below full scale; None without a sound."""
    pitch_hz: float | None = None
    """The median pitch of its voiced sounds; None where there is none, or it was not measured."""
    creepy: int | None = None
    """The Creepy-O-Meter's score, 0 to 100; None where it was not measured."""
    cued: bool = True
    """Whether the player saw the cue; in a recording the cue is where the attempt before it ended."""

    @property
    def counts(self) -> bool:
        """Whether it counts for or against the player."""
        return self.outcome is not Outcome.UNSURE

    @property
    def is_exact(self) -> bool:
        """Whether it was word for word."""
        return self.outcome is Outcome.EXACT


@dataclass(frozen=True, slots=True)
class Best:
    """A player's best at one phrase, of exact attempts only."""

    phrase: str
    """The phrase's id."""
    duration_ms: int | None = None
    """The fastest that it was spoken, from its first sound to its end."""
    complete_ms: int | None = None
    """The soonest that it was complete after a cue that the player saw."""
    streak: int = 0
    """The longest row of exact attempts."""
    creepy: int | None = None
    """The highest score of the Creepy-O-Meter."""


@dataclass(frozen=True, slots=True)
class Race:
    """One race against a ghost."""

    at: str
    """When, as an ISO time in UTC."""
    duel: str
    """What was raced."""
    rival: str
    """Against whom."""
    rival_ms: int
    """When the rival's call was complete, from the cue."""
    complete_ms: int | None
    """When the player's was; None where there was none."""
    result: str
    """ "won", "lost", "tie" or "void"."""


def streak_of(latest_first: Iterable[Outcome]) -> int:
    """Return how many exact attempts in a row come first; an unsure one neither adds to the row nor breaks it."""
    row = 0
    for outcome in latest_first:
        if outcome is Outcome.EXACT:
            row += 1
        elif outcome is not Outcome.UNSURE:
            break
    return row


def improved(best: Best, attempt: Attempt, streak: int) -> Best:
    """Return the best after one more attempt.

    Args:
        best: the best so far.
        attempt: the new attempt.
        streak: the row of exact attempts at this phrase that it ends.
    """
    if not attempt.is_exact:
        return best
    return Best(
        best.phrase,
        _least(best.duration_ms, attempt.duration_ms),
        _least(best.complete_ms, attempt.complete_ms if attempt.cued else None),
        max(best.streak, streak),
        _most(best.creepy, attempt.creepy),
    )


def _least(one: int | None, other: int | None) -> int | None:
    return min((value for value in (one, other) if value is not None), default=None)


def _most(one: int | None, other: int | None) -> int | None:
    return max((value for value in (one, other) if value is not None), default=None)
