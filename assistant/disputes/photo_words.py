"""Which words stand where in a band of a photo finish, so that all of them can be read."""

import textwrap
from dataclasses import dataclass

from assistant.disputes.photo_layout import Band

CHARACTER_WIDTH = 0.56
"""Width of an average character of a sans-serif font, as a share of its size; names in capitals are rare in calls."""


@dataclass(frozen=True, slots=True)
class TextSizes:
    """The sizes that a band's texts may have."""

    one_line: tuple[float, ...]
    """For a single line, the largest first."""
    two_lines: tuple[float, ...]
    """For two lines, the largest first; smaller ones nobody reads."""


@dataclass(frozen=True, slots=True)
class BandText:
    """A text in a band, centred at a moment."""

    at_ms: float
    """The moment."""
    lines: tuple[str, ...]
    """One or two lines."""
    size: float
    """In the unit of the sizes given."""


def band_texts(band: Band, from_ms: int, to_ms: int, width: float, sizes: TextSizes) -> tuple[BandText, ...]:
    """Return the texts of a band.

    Each word stands where it was heard if all of them fit there; else the whole call is one line, or two, or is cut.

    Args:
        band: the call.
        from_ms: the left edge of the picture.
        to_ms: its right edge.
        width: the width between the edges, in the unit of the sizes.
        sizes: the sizes that may be chosen.
    """
    per_ms = width / (to_ms - from_ms)
    words = [(word.start_ms, word.end_ms, word.text) for word in band.words]
    if words:
        words[0] = (words[0][0], words[0][1], f"{band.text[:1]} {words[0][2]}")
    for size in sizes.one_line:
        if words and all(_fits(text, (end - start) * per_ms, size) for start, end, text in words):
            return tuple(BandText((start + end) / 2, (text,), size) for start, end, text in words)
    low, high = max(band.start_ms, from_ms), min(band.end_ms, to_ms)
    middle, room = (low + high) / 2, (high - low) * per_ms
    for size in sizes.one_line:
        if _fits(band.text, room, size):
            return (BandText(middle, (band.text,), size),)
    lines: list[str] = []
    for size in sizes.two_lines:
        characters = max(3, int(room / (size * CHARACTER_WIDTH)))
        lines = textwrap.wrap(band.text, characters, max_lines=2, placeholder=" …")
        if " ".join(lines) == band.text:
            return (BandText(middle, tuple(lines), size),)
    return (BandText(middle, tuple(lines or [band.text[:1]]), sizes.two_lines[-1]),)


def _fits(text: str, room: float, size: float) -> bool:
    return len(text) * size * CHARACTER_WIDTH <= room
