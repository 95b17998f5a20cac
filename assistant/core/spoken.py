"""When the referee itself spoke. Nothing is judged by it, but whoever hears the sound again must know."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

SPEAKING = "not judged: the referee was speaking"
"""Why a call is unsure, or sound is lost, that was not heard through the referee's voice."""


class Speaks(Protocol):
    """What knows when the referee spoke."""

    def spoken(self, from_ms: int, to_ms: int) -> str | None:
        """Return the words that the referee spoke between two moments; empty for beeps, None when it was silent."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A time in which the referee could be heard, and its players less well."""

    start_ms: int
    """From here on the ears were closed to it."""
    end_ms: int | None
    """The measured end of its last sample; None where nothing of it was heard after all, or the match ended
    meanwhile."""
    open_ms: int
    """From here on the ears were open again."""
    text: str
    """The words; empty for a beep."""

    def moved(self, by_ms: int) -> "Spoken":
        """Return it on a clock that runs `by_ms` ahead."""
        end_ms = None if self.end_ms is None else self.end_ms + by_ms
        return replace(self, start_ms=self.start_ms + by_ms, end_ms=end_ms, open_ms=self.open_ms + by_ms)


@dataclass(frozen=True, slots=True)
class SpokenTimes:
    """All the times in which the referee spoke."""

    times: tuple[Spoken, ...] = ()
    """The times, in any order."""

    def spoken(self, from_ms: int, to_ms: int) -> str | None:
        """See `Speaks.spoken`."""
        return joined_words(each.text for each in self.times if each.start_ms < to_ms and from_ms < each.open_ms)

    def between(self, from_ms: int, to_ms: int) -> "SpokenTimes":
        """Return the times that touch a stretch, on a clock that begins with it."""
        near = (each for each in self.times if each.start_ms < to_ms and from_ms < each.open_ms)
        return SpokenTimes(tuple(each.moved(-from_ms) for each in near))


NEVER_SPOKEN = SpokenTimes()
"""A match in which the referee could not be heard."""


def joined_words(texts: Iterable[str]) -> str | None:
    """Return all that was spoken as one text, empty of nothing but beeps; None when there was nothing."""
    found = list(texts)
    return " ".join(text for text in found if text) if found else None
