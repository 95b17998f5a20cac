"""What practice knows of a player that a table should hear before it plays. Pure; it never bends a verdict."""

from collections.abc import Sequence
from statistics import median

from assistant.practice.attempts import Attempt, Outcome

LATELY = 20
"""So many of the latest attempts at a phrase tell how it goes."""
LEAST_ATTEMPTS = 4
"""Fewer attempts prove nothing."""
DOUBTED = 0.3
"""A phrase of which the ears doubt so large a share will cost time at the table."""
FAILED = 0.5
"""A phrase of which so large a share was not exact will cost cards."""
QUIET_DBFS = -40.0
"""A voice whose calls are no louder in the middle drowns in a party's noise."""


def warnings_of(player: str, game: str, attempts: Sequence[Attempt]) -> tuple[str, ...]:
    """Return what to tell a table about a player, a sentence each.

    Args:
        player: the name.
        game: the id of the game that will be played.
        attempts: all of the player's attempts, in order.
    """
    ours = [attempt for attempt in attempts if attempt.phrase.partition(".")[0] == game]
    found: list[str] = []
    for phrase in dict.fromkeys(attempt.phrase for attempt in ours):
        tried = [attempt for attempt in ours if attempt.phrase == phrase and attempt.outcome is not Outcome.SILENCE]
        found += _of_phrase(player, phrase.partition(".")[2], tried[-LATELY:])
    levels = [attempt.level_dbfs for attempt in attempts[-LATELY:] if attempt.level_dbfs is not None]
    if len(levels) >= LEAST_ATTEMPTS and median(levels) <= QUIET_DBFS:
        found.append(f"{player} spoke softly at practice ({median(levels):.0f} dBFS): move the microphone closer")
    return tuple(found)


def _of_phrase(player: str, name: str, tried: Sequence[Attempt]) -> list[str]:
    if len(tried) < LEAST_ATTEMPTS:
        return []
    doubted = sum(attempt.outcome is Outcome.UNSURE for attempt in tried)
    if doubted / len(tried) >= DOUBTED:
        return [
            f'the ears often doubt the "{name}" of {player} ({doubted} of {len(tried)} at practice): try it before play'
        ]
    missed = sum(attempt.counts and not attempt.is_exact for attempt in tried)
    if missed / len(tried) >= FAILED:
        return [f'{player} often misses "{name}" ({missed} of {len(tried)} at practice)']
    return []
