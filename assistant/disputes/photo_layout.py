"""What a photo finish shows, and where: plain values, so that it can be tested without a picture.

One lane a microphone, all on one time axis: bands where words were heard, a line where each call was complete with its
error, and between two lines the margin.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.core.observations import Call, Verdict, WordDiff
from assistant.core.rulings import Ruling
from assistant.disputes.races import race_of

AROUND_MS = 300
"""So much is shown before the first and after the last call."""
LEAST_MS = 1_500
"""A photo shows at least so much: less would look as if nothing led up to it."""
LONGEST_MS = 12_000
"""A photo shows no more: a word would be too narrow to read; what lies further off is said in words."""
LEAST_BESIDE_MS = 150
"""Of a call that only lies beside, so much is within the picture, or it is left out: a narrower band shows no word."""


@dataclass(frozen=True, slots=True)
class Span:
    """A word and where it was heard."""

    text: str
    """The word."""
    start_ms: int
    """Where it begins."""
    end_ms: int
    """Where it ends."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A call as it goes into a photo."""

    call: Call
    """The call."""
    words: tuple[Span, ...] = ()
    """Its words where an aligner found them; empty where it did not."""
    counts: bool = True
    """Whether the ruling rests on it; False for one that only lies beside."""


@dataclass(frozen=True, slots=True)
class Band:
    """A call in its lane."""

    lane: int
    """The lane, from 0."""
    start_ms: int
    """Where its first sound is."""
    end_ms: int
    """Where it was complete."""
    text: str
    """The words as heard, with the symbol of the verdict before them."""
    verdict: Verdict
    """How it was judged."""
    words: tuple[Span, ...]
    """Where each word was heard; may be empty."""
    counts: bool
    """Whether the ruling rests on it."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where a call was complete."""

    lane: int
    """The lane, from 0."""
    at_ms: int
    """The end of the call."""
    error_ms: int
    """How far that may be off, to both sides."""
    who: str
    """Whose call it was; "somebody" where nobody knows."""
    text: str
    """The moment in words, with its error."""


@dataclass(frozen=True, slots=True)
class Margin:
    """The distance that decided a race."""

    first_ms: int
    """The earlier of the two moments that were compared."""
    second_ms: int
    """The later one."""
    text: str
    """The distance, written large."""
    tie_band_ms: int
    """Below this the race would have been too close to call; 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class Photo:
    """All that a photo finish shows."""

    from_ms: int
    """The left edge."""
    to_ms: int
    """The right edge."""
    lanes: tuple[str, ...]
    """Whose microphone each lane is, from the top."""
    bands: tuple[Band, ...]
    """The calls, in the order of their starts."""
    lines: tuple[Line, ...]
    """The finish lines of the calls that count, in the order of their moments."""
    margin: Margin | None
    """None where there was no race, or its two moments are not both in the picture."""
    deadline_ms: int | None
    """The moment of the ruling, where it is not the end of a call: a window that ran out."""
    title: str
    """The ruling in words."""
    headline: str
    """What decided it, written large: the margin, or what was wrong with a call; empty where neither applies."""
    notes: tuple[str, ...]
    """What was wrong with each call that counts and was not exact, and what lies outside of the picture."""
    code: str
    """The ruling's code and number."""
    rule: str
    """The rule."""


MARKS = {Verdict.EXACT: "✓", Verdict.INEXACT: "✗", Verdict.UNSURE: "?"}
"""The symbols that tell verdicts apart without colours."""


def lay_out(ruling: Ruling, spoken: Sequence[Spoken], lanes: Sequence[str], sentence: str, rule: str = "") -> Photo:
    """Return what the photo finish of a ruling shows.

    Args:
        ruling: what was ruled.
        spoken: the calls that it rests on, and any others that may lie within the picture.
        lanes: whose microphone each channel is, in the order of the channels.
        sentence: the ruling in words.
        rule: the rule behind it.
    """
    named = list(lanes)
    counting = sorted((each.call for each in spoken if each.counts), key=lambda call: call.end_ms)
    from_ms, to_ms = _window(ruling, counting)
    within = [each for each in spoken if _shows(each, from_ms, to_ms)]
    bands = [_band(each, _lane(each.call, named)) for each in sorted(within, key=lambda each: each.call.start_ms)]
    seen = [call for call in counting if from_ms <= call.end_ms <= to_ms]
    lines = [_line(call, _lane(call, named)) for call in seen]
    deadline_ms = ruling.at_ms if all(ruling.at_ms != call.end_ms for call in counting) else None
    if deadline_ms is not None and not from_ms <= deadline_ms <= to_ms:
        deadline_ms = None
    return Photo(
        from_ms,
        to_ms,
        tuple(named),
        tuple(bands),
        tuple(lines),
        _margin(ruling, seen),
        deadline_ms,
        sentence,
        headline(ruling, counting),
        _notes(counting, ruling.at_ms, from_ms, to_ms),
        f"{ruling.code} #{ruling.id}",
        rule,
    )


def headline(ruling: Ruling, calls: Sequence[Call]) -> str:
    """Return what decided a ruling, in a few words: the margin of a race, or what was wrong with the last call."""
    if ruling.margin_ms is not None:
        apart = f"{_thousandths(abs(ruling.margin_ms))} s"
        close = ruling.tie_band_ms is not None and abs(ruling.margin_ms) < ruling.tie_band_ms
        return f"{apart}: too close" if close else f"by {apart}"
    wrong = [call for call in calls if call.verdict is Verdict.INEXACT and call.diff is not None]
    return wrong_words(wrong[-1].diff) if wrong else ""


def wrong_words(diff: WordDiff | None) -> str:
    """Return what was wrong with a call, in words."""
    if diff is None:
        return ""
    parts = [f"missing: {' '.join(diff.missing)}"] if diff.missing else []
    parts += [f"added: {' '.join(diff.added)}"] if diff.added else []
    parts += [f"“{said}” for “{wanted}”" for wanted, said in diff.changed]
    return "; ".join(parts)


def _window(ruling: Ruling, calls: Sequence[Call]) -> tuple[int, int]:
    """Return the edges of the picture: around the calls, and as far as the ruling's moment where that is near."""
    if not calls:
        return max(0, ruling.at_ms - LEAST_MS), ruling.at_ms + AROUND_MS
    last_ms = max(call.end_ms + call.error_ms for call in calls)
    first_ms = min(call.start_ms for call in calls)
    if last_ms - first_ms > LONGEST_MS - 2 * AROUND_MS:
        first_ms = last_ms - LONGEST_MS + 2 * AROUND_MS
    elif ruling.at_ms - first_ms <= LONGEST_MS - 2 * AROUND_MS:
        last_ms = max(last_ms, ruling.at_ms)
    from_ms, to_ms = max(0, first_ms - AROUND_MS), last_ms + AROUND_MS
    return max(0, min(from_ms, to_ms - LEAST_MS)), max(to_ms, LEAST_MS)


def _shows(spoken: Spoken, from_ms: int, to_ms: int) -> bool:
    """Return whether enough of a call lies within the picture; of one that the ruling rests on, anything is enough."""
    call = spoken.call
    seen_ms = min(call.end_ms, to_ms) - max(call.start_ms, from_ms)
    least_ms = 1 if spoken.counts else min(LEAST_BESIDE_MS, call.end_ms - call.start_ms)
    return seen_ms >= least_ms


def _lane(call: Call, named: list[str]) -> int:
    """Return a call's lane: its microphone, or in a script its player; a lane of its own for who is neither."""
    if call.channel is not None and call.channel < len(named):
        return call.channel
    name = call.player or "?"
    if name not in named:
        named.append(name)
    return named.index(name)


def _band(spoken: Spoken, lane: int) -> Band:
    call = spoken.call
    who = f"{call.player or '?'}: " if call.shared_microphone else ""
    text = f"{MARKS[call.verdict]} {who}{call.heard}"
    return Band(lane, call.start_ms, call.end_ms, text, call.verdict, spoken.words, spoken.counts)


def _line(call: Call, lane: int) -> Line:
    error = f" ± {_thousandths(call.error_ms)}" if call.error_ms else ""
    return Line(lane, call.end_ms, call.error_ms, call.player or "somebody", f"{_thousandths(call.end_ms)} s{error}")


def _margin(ruling: Ruling, calls: Sequence[Call]) -> Margin | None:
    """Return the margin with the two moments that it lies between, where both are in the picture."""
    race = race_of(ruling, calls)
    if race is None:
        return None
    return Margin(race.first.at_ms, race.second.at_ms, headline(ruling, calls), race.tie_band_ms)


def _notes(calls: Sequence[Call], at_ms: int, from_ms: int, to_ms: int) -> tuple[str, ...]:
    notes = [f"{call.player or 'Somebody'} said “{call.heard}”: {_fault(call)}" for call in calls if _fault(call)]
    before = [call for call in calls if call.end_ms < from_ms]
    notes += [
        f"Not in the picture: {call.player or 'somebody'} “{call.heard}”, complete at {_thousandths(call.end_ms)} s"
        for call in before
    ]
    if not from_ms <= at_ms <= to_ms:
        notes.append(f"The ruling was due at {_thousandths(at_ms)} s.")
    return tuple(notes)


def _fault(call: Call) -> str:
    if call.verdict is Verdict.UNSURE:
        return f"unsure ({call.reason})" if call.reason else "unsure"
    return wrong_words(call.diff) if call.verdict is Verdict.INEXACT else ""


def _thousandths(ms: int) -> str:
    """Return milliseconds as seconds, to the hundredth where that is the whole truth."""
    return f"{ms / 1000:.3f}".removesuffix("0")
