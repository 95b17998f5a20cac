"""What an export holds, whatever its format: every call and every ruling of a match, with its place in time. Pure."""

from dataclasses import dataclass, replace
from enum import StrEnum

from assistant.core.observations import Call, Verdict, WordDiff
from assistant.core.rulings import Ruling
from assistant.disputes.cases import CaseFile
from assistant.eventlog.records import Head

NOBODY = "?"
"""Who called, when nobody can tell; a ruling about nobody has no name."""


class ClipFormat(StrEnum):
    """What clips are written as."""

    FLAC = "flac"
    """Smaller, without any loss."""
    WAV = "wav"
    """For whatever cannot read FLAC."""


@dataclass(frozen=True, slots=True)
class CallEntry:
    """A call."""

    id: int
    """Its number in the match."""
    call: Call
    """The call as it counts at the end, its times within the match."""

    @property
    def who(self) -> str:
        """Who called."""
        return self.call.player or NOBODY

    @property
    def label(self) -> str:
        """What was heard, and what was wrong with it."""
        if self.call.verdict is Verdict.EXACT:
            return self.call.heard
        why = diff_words(self.call.diff) or self.call.reason
        return f"{self.call.heard} [{self.call.verdict.value}{': ' + why if why else ''}]"


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """A ruling."""

    ruling: Ruling
    """The ruling."""
    sentence: str
    """It in words."""
    withdrawn: bool
    """Whether it stands no more."""

    @property
    def label(self) -> str:
        """The sentence, by how much a race was decided, and whether it was taken back."""
        margin = self.ruling.margin_ms
        by = "" if margin is None else f" (by {abs(margin) / 1000:.2f} s)"
        return f"{self.sentence}{by}{' (withdrawn)' if self.withdrawn else ''}"


@dataclass(frozen=True, slots=True)
class Export:
    """All that is exported of a match."""

    name: str
    """What the log is called; the files are named after it."""
    head: Head
    """What was fixed before the first call."""
    calls: tuple[CallEntry, ...]
    """Every call, in the order of their ends."""
    rulings: tuple[RulingEntry, ...]
    """Every ruling, in the order in which they were given."""
    scores: tuple[tuple[str, int], ...]
    """Every player's score at the end."""
    end_ms: int
    """Where the match ends: no entry reaches beyond it."""


def export_of(name: str, head: Head, file: CaseFile, sound_end_ms: int = 0) -> Export:
    """Return what is exported of a match.

    Args:
        name: what the log is called.
        head: its head.
        file: its calls and rulings.
        sound_end_ms: where its sound ends; 0 without any.
    """
    calls = tuple(CallEntry(each.id, _within(each.call)) for each in file.calls)
    rulings = tuple(RulingEntry(case.ruling, case.sentence, case.withdrawn) for case in file.cases)
    moments = [sound_end_ms, *(each.call.end_ms for each in calls), *(each.ruling.at_ms for each in rulings)]
    scores = file.cases[-1].scores if file.cases else tuple((player, 0) for player in head.players)
    return Export(name, head, calls, rulings, scores, max(moments))


def diff_words(diff: WordDiff | None) -> str:
    """Return what was wrong with an inexact call, in words."""
    if diff is None:
        return ""
    parts = [f"missing {' '.join(diff.missing)}"] if diff.missing else []
    parts += [f"added {' '.join(diff.added)}"] if diff.added else []
    parts += [f"{said} for {wanted}" for wanted, said in diff.changed]
    return ", ".join(parts)


def _within(call: Call) -> Call:
    """Return a call that begins at or after the first sample, and does not end before it begins."""
    start_ms = max(0, call.start_ms)
    return replace(call, start_ms=start_ms, end_ms=max(start_ms, call.end_ms))
