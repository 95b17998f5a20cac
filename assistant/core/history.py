"""What was observed, what was struck, what was judged anew: from these three follows the list that counts.

Nothing here is ever deleted, so that every change can be taken back and every ruling proved.
"""

from dataclasses import dataclass, replace

from assistant.core.observations import Call, Command, Fact, Gap, Numbered, Verdict, moment_ms

LOST_SOUND = "sound was lost while it was said"
"""Why a call across a gap is unsure."""


@dataclass(frozen=True, slots=True)
class Revision:
    """From now on a call counts as another one, or as none."""

    id: int
    """The id of the amendment or command that brought it."""
    target: int
    """The id of the call."""
    call: Call | None
    """What it counts as; None: it was no call."""


@dataclass(frozen=True, slots=True)
class History:
    """Everything that the referee was told, in the order of arrival."""

    entries: tuple[Numbered, ...] = ()
    """Calls, facts, commands about the game, gaps and the end, as they came."""
    revisions: tuple[Revision, ...] = ()
    """Appeals, confirmations and denials, as they came."""
    gaps: tuple[Gap, ...] = ()
    """The gaps among the entries."""
    struck: tuple[int, ...] = ()
    """The ids of undone observations and revisions, the latest undo last."""

    def add(self, numbered: Numbered) -> "History":
        """Return the history with one more entry."""
        gap = (numbered.observation,) if isinstance(numbered.observation, Gap) else ()
        return replace(self, entries=(*self.entries, numbered), gaps=(*self.gaps, *gap))

    def entry(self, observation_id: int) -> Numbered | None:
        """Return the observation with this id, or None."""
        return next((entry for entry in self.entries if entry.id == observation_id != 0), None)

    def latest_undoable(self) -> int | None:
        """Return the id of the latest thing a player said, told or asked that still counts, or None."""
        said = (entry.id for entry in self.entries if isinstance(entry.observation, Call | Fact | Command))
        revised = (revision.id for revision in self.revisions)
        return max((number for number in (*said, *revised) if number not in self.struck), default=None)

    def undoable(self, observation_id: int) -> bool:
        """Return whether this id names something a player said, told or asked that still counts."""
        entry = self.entry(observation_id)
        revised = any(revision.id == observation_id for revision in self.revisions)
        said = entry is not None and isinstance(entry.observation, Call | Fact | Command)
        return (said or revised) and observation_id not in self.struck

    def effective(self) -> tuple[Numbered, ...]:
        """Return what counts, in the order of its moments; of two at one moment, the first to arrive comes first."""
        struck = frozenset(self.struck)
        revised = {revision.target: revision.call for revision in self.revisions if revision.id not in struck}
        counting: list[Numbered] = []
        for entry in self.entries:
            if entry.id in struck and entry.id != 0:
                continue
            if entry.id in revised:
                call = revised[entry.id]
                if call is not None:
                    counting.append(Numbered(entry.id, call))
            else:
                counting.append(doubt(entry, self.gaps))
        return tuple(sorted(counting, key=lambda entry: moment_ms(entry.observation)))


def doubt(entry: Numbered, gaps: tuple[Gap, ...]) -> Numbered:
    """Return a call that crosses lost sound on its own microphone as unsure, and anything else as it is."""
    call = entry.observation
    if not isinstance(call, Call) or call.verdict is Verdict.UNSURE:
        return entry
    if not any(_crosses(call, gap) for gap in gaps):
        return entry
    return Numbered(entry.id, replace(call, verdict=Verdict.UNSURE, reason=LOST_SOUND))


def _crosses(call: Call, gap: Gap) -> bool:
    return call.channel == gap.channel and call.start_ms < gap.end_ms and gap.start_ms < call.end_ms
