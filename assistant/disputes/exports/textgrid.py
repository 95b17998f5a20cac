"""Praat's TextGrid: a tier of intervals a player with the calls, and a tier of points with the rulings.

The long text form, as Praat's manual describes it under "TextGrid file formats". Intervals fill a tier from end to end,
and two points of a tier never lie at one time: calls of one player that overlap go into a second tier of that player,
rulings of one moment share a point.
"""

from collections.abc import Iterator, Sequence

from assistant.core.times import seconds_to_ms
from assistant.disputes.exports.entries import NOBODY, CallEntry, Export

RULINGS = "rulings"
"""The tier of the rulings."""
LEAST_INTERVAL_MS = 1
"""Praat has no interval without length: a call in a script may take no time."""

Interval = tuple[int, int, str]
"""Begin and end in milliseconds, and its label."""


def textgrid(export: Export) -> str:
    """Return a match as the text of a TextGrid."""
    players = [*export.head.players, *([NOBODY] if any(each.who == NOBODY for each in export.calls) else [])]
    end_ms = export.end_ms + LEAST_INTERVAL_MS
    tiers = [lines for player in players for lines in _call_tiers(export, player, end_ms)]
    tiers.append(_ruling_tier(export, end_ms))
    out = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0", f"xmax = {seconds_to_ms(end_ms)}"]
    out += ["tiers? <exists>", f"size = {len(tiers)}", "item []:"]
    for number, lines in enumerate(tiers, start=1):
        out += [f"    item [{number}]:", *(f"        {line}" for line in lines)]
    return "\n".join(out) + "\n"


def _call_tiers(export: Export, player: str, end_ms: int) -> Iterator[list[str]]:
    rows = without_overlaps([each for each in export.calls if each.who == player])
    for number, row in enumerate(rows, start=1):
        name = player if number == 1 else f"{player} {number}"
        intervals = list(_filled(row, end_ms))
        yield [*_tier("IntervalTier", name, end_ms), f"intervals: size = {len(intervals)}", *_intervals(intervals)]


def without_overlaps(calls: Sequence[CallEntry]) -> list[list[Interval]]:
    """Return calls as rows of intervals that do not overlap, as few as need be; one empty row for no calls."""
    rows: list[list[Interval]] = [[]]
    for each in sorted(calls, key=lambda entry: (entry.call.start_ms, entry.call.end_ms)):
        start_ms = each.call.start_ms
        interval = (start_ms, max(each.call.end_ms, start_ms + LEAST_INTERVAL_MS), each.label)
        free = next((row for row in rows if not row or row[-1][1] <= start_ms), None)
        if free is None:
            rows.append([interval])
        else:
            free.append(interval)
    return rows


def _filled(row: Sequence[Interval], end_ms: int) -> Iterator[Interval]:
    """Yield a row's intervals with empty ones between them."""
    at_ms = 0
    for begin_ms, until_ms, label in row:
        if begin_ms > at_ms:
            yield (at_ms, begin_ms, "")
        yield (begin_ms, until_ms, label)
        at_ms = until_ms
    if at_ms < end_ms:
        yield (at_ms, end_ms, "")


def _intervals(intervals: Sequence[Interval]) -> Iterator[str]:
    for number, (begin_ms, until_ms, label) in enumerate(intervals, start=1):
        yield f"intervals [{number}]:"
        yield f"    xmin = {seconds_to_ms(begin_ms)}"
        yield f"    xmax = {seconds_to_ms(until_ms)}"
        yield f"    text = {_quoted(label)}"


def _ruling_tier(export: Export, end_ms: int) -> list[str]:
    labels: dict[int, list[str]] = {}
    for each in export.rulings:
        labels.setdefault(each.ruling.at_ms, []).append(f"{each.label} [{each.ruling.code} #{each.ruling.id}]")
    lines = [*_tier("TextTier", RULINGS, end_ms), f"points: size = {len(labels)}"]
    for number, at_ms in enumerate(sorted(labels), start=1):
        lines += [f"points [{number}]:", f"    number = {seconds_to_ms(at_ms)}"]
        lines.append(f"    mark = {_quoted(' / '.join(labels[at_ms]))}")
    return lines


def _tier(kind: str, name: str, end_ms: int) -> list[str]:
    return [f'class = "{kind}"', f"name = {_quoted(name)}", "xmin = 0", f"xmax = {seconds_to_ms(end_ms)}"]


def _quoted(text: str) -> str:
    return '"' + " ".join(text.split()).replace('"', '""') + '"'
