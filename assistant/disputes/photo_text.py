"""A photo finish in characters, for the screen of a live match: the same layout, a glance instead of a close look."""

from collections.abc import Sequence

import numpy as np

from assistant.disputes.photo_layout import Photo
from assistant.disputes.photo_sound import outline, scales
from engines.base import Samples

HEIGHTS = " ▁▂▃▄▅▆▇█"
"""A loudness, in eighths of a line."""
NAME_WIDTH = 8
"""Characters of a name."""
OWN, FAR, DEADLINE = "┃", "┊", "╎"
"""A finish line in its own lane and in the others, and a window that closed."""


def photo_lines(photo: Photo, sounds: Sequence[Samples], width: int) -> tuple[str, ...]:
    """Return a photo finish as lines of text.

    Args:
        photo: what it shows.
        sounds: the sound of each lane from `photo.from_ms` to `photo.to_ms`, mono; an empty one where there is none.
        width: how many characters a line has, at least 40.
    """
    columns = width - NAME_WIDTH - 1
    told = f"{photo.headline}: {photo.title}" if photo.headline else photo.title
    lines = [told[:width]]
    heard = [*sounds, *[np.zeros(0, np.float32)] * (len(photo.lanes) - len(sounds))]
    for lane, scale in enumerate(scales(heard)):
        name = photo.lanes[lane][:NAME_WIDTH]
        lines.append(f"{name:{NAME_WIDTH}} {_wave(photo, lane, heard[lane], scale, columns)}")
        if any(band.lane == lane for band in photo.bands):
            lines.append(" " * (NAME_WIDTH + 1) + _bands(photo, lane, columns))
    if photo.margin is not None:
        lines.append(" " * (NAME_WIDTH + 1) + _margin(photo, columns))
    ends = " · ".join(f"{line.who} {line.text}" for line in photo.lines)
    lines.append((" " * (NAME_WIDTH + 1) + ends)[:width])
    lines.extend(note[:width] for note in photo.notes)
    return tuple(line.rstrip() for line in lines)


def _column(photo: Photo, at_ms: float, columns: int) -> int:
    share = (at_ms - photo.from_ms) / (photo.to_ms - photo.from_ms)
    return min(columns - 1, max(0, int(share * columns)))


def _wave(photo: Photo, lane: int, samples: Samples, scale: float, columns: int) -> str:
    low, high = outline(samples, columns)
    shares = np.minimum(1.0, np.maximum(high, -low) / scale)
    cells = [HEIGHTS[int(np.ceil(share * 8 - 0.25))] for share in shares]
    for line in photo.lines:
        cells[_column(photo, line.at_ms, columns)] = OWN if line.lane == lane else FAR
    if photo.deadline_ms is not None:
        cells[_column(photo, photo.deadline_ms, columns)] = DEADLINE
    return "".join(cells)


def _bands(photo: Photo, lane: int, columns: int) -> str:
    cells = [" "] * columns
    for band in photo.bands:
        if band.lane == lane:
            _span(cells, _column(photo, band.start_ms, columns), _column(photo, band.end_ms, columns), band.text)
    return "".join(cells)


def _margin(photo: Photo, columns: int) -> str:
    cells = [" "] * columns
    if photo.margin is not None:
        first, second = (_column(photo, at, columns) for at in (photo.margin.first_ms, photo.margin.second_ms))
        text = photo.margin.text
        inside = second - first > len(text)
        _span(cells, first, second, text if inside else "")
        if not inside:  # beside it, on the side where there is room
            begin = second + 2 if second + 2 + len(text) <= columns else max(0, first - 1 - len(text))
            cells[begin : begin + len(text)] = text
    return "".join(cells)


def _span(cells: list[str], first: int, last: int, text: str) -> None:
    """Draw a stretch with its text in the middle, or without where it does not fit."""
    cells[first : last + 1] = "├" + "─" * max(0, last - first - 1) + "┤" * (last > first)
    room = last - first - 1
    if 0 < room < len(text):
        text = text[: room - 1] + "…" if room > 2 else text[:room]
    begin = first + 1 + max(0, (room - len(text)) // 2)
    if room > 0:
        cells[begin : begin + len(text)] = text
