"""When a live referee was behind: no ruling rests on it, but whoever asks later why one came late must find it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Late:
    """A time in which rulings came later than they should."""

    start_ms: int
    """From here on the table knew that the machine was behind."""
    end_ms: int
    """Here it had caught up, or the match was over."""
    most_ms: int
    """By how much the latest ruling was late, or would have been."""
