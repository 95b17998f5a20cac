"""Captions: WebVTT (W3C) for browsers, SubRip (SRT) for players; every call and every ruling with who and what."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from assistant.disputes.exports.entries import Export

LEAST_SHOWN_MS = 1_000
"""No caption is shown for less: nobody reads faster."""
READING_MS_PER_CHARACTER = 60
"""About 17 characters a second, what subtitlers give a reader."""
REFEREE = "Referee"
"""Who says a ruling."""


@dataclass(frozen=True, slots=True)
class Caption:
    """One caption."""

    start_ms: int
    """When it appears."""
    end_ms: int
    """When it goes; later than `start_ms`."""
    who: str
    """Who says it."""
    text: str
    """What is said, on one line."""


def captions(export: Export) -> tuple[Caption, ...]:
    """Return every call and ruling as a caption, by when it appears; each stays long enough to be read."""
    return tuple(sorted(_captions(export), key=lambda caption: (caption.start_ms, caption.end_ms)))


def webvtt(export: Export) -> str:
    """Return a match as WebVTT: who speaks is a voice tag, so that a page can style each player."""
    cues = [
        f"{number}\n{_timestamp(each.start_ms, '.')} --> {_timestamp(each.end_ms, '.')}\n"
        f"<v {escape(each.who, quote=False)}>{escape(each.text, quote=False)}</v>"
        for number, each in enumerate(captions(export), start=1)
    ]
    title = f"NOTE {export.head.game}: {', '.join(export.head.players)}".replace("-->", "->")
    return "\n\n".join(["WEBVTT", title, *cues]) + "\n"


def subrip(export: Export) -> str:
    """Return a match as SRT."""
    cues = [
        f"{number}\n{_timestamp(each.start_ms, ',')} --> {_timestamp(each.end_ms, ',')}\n{each.who}: {each.text}\n"
        for number, each in enumerate(captions(export), start=1)
    ]
    return "\n".join(cues)


def _captions(export: Export) -> Iterator[Caption]:
    for each in export.calls:
        yield _caption(each.call.start_ms, each.call.end_ms, each.who, each.label)
    for ruling in export.rulings:
        yield _caption(ruling.ruling.at_ms, ruling.ruling.at_ms, REFEREE, ruling.label)


def _caption(start_ms: int, end_ms: int, who: str, text: str) -> Caption:
    line = " ".join(text.split())
    shown_ms = max(LEAST_SHOWN_MS, READING_MS_PER_CHARACTER * len(line))
    return Caption(start_ms, max(end_ms, start_ms + shown_ms), who, line)


def _timestamp(ms: int, mark: str) -> str:
    return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1000 % 60:02d}{mark}{ms % 1000:03d}"
