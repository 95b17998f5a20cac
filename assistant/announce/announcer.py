"""What is said when: a pure decision from what was ruled and what is open.

While somebody may still answer, a referee that talks gets in the way, and its own voice deafens it. So in such a hot
moment it beeps, and says afterwards what there was to say.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from assistant.announce.beeps import Sign
from assistant.announce.verbosity import Verbosity
from assistant.core import referee_codes as codes
from assistant.core.referee import scores, windows, winner
from assistant.core.refold import RefereeState, Step
from assistant.core.rulings import Ruling
from assistant.core.spoken import SPEAKING
from assistant.core.wording.meant import meant

Say = Callable[[Ruling], str]
"""What turns a ruling into the sentence to be spoken."""

HOT_MS = 12_000
"""A window that is open for longer than this still leaves the time for a sentence."""
MOST_WAITING = 3
"""So many sentences are said afterwards; older ones are on the screen, and nobody remembers what they were about."""
COLD_WINDOWS = frozenset({"countdown"})
"""Windows in which nobody answers: the referee itself counts down."""
ROUTINE = frozenset({"eater/feeding", "board/noted", "player/ready", "total/noted"})
"""Rulings that only say that all went as it should; the table knows, and the next call is on its tongue."""
CALLED_NEXT = frozenset({"eater/feeding", "steal/made"})
"""Rulings upon which a claim is open: whoever has the family now announces it next, and others try to be quicker."""
CALLED_NEXT_MS = 4_000
"""So long after them the announcement is expected: a thief took 3.3 s in the sample match. Who takes longer can hear a
sentence out, too. After a call that the referee drowned, the same call is expected."""
PASSING = frozenset({"claim/stands", "preach/played", "preach/negated", "combo/begun"})
"""Rulings that only say what somebody may answer now: when nobody may any more, what came of it is said instead."""
ANSWERS = frozenset(
    {codes.SCORE_TOLD, codes.SAY_AGAIN, codes.SAY_NOTHING, codes.SAY_WHY, codes.RULE_TOLD, codes.CALL_UNCLEAR}
)
"""Rulings for which somebody waits: said however silent the referee is."""
SIGNS = MappingProxyType(
    {
        codes.CALL_UNCLEAR: Sign.UNCLEAR,
        codes.PAUSE_ON: Sign.PAUSE,
        codes.PAUSE_OFF: Sign.PAUSE,
        "race/too-close": Sign.UNCLEAR,
        "claim/whose": Sign.UNCLEAR,
        "steal/which": Sign.UNCLEAR,
        "evil/asked": Sign.UNCLEAR,
        "round/live": Sign.OPEN,
    }
)
"""What beep stands for a ruling, where it is not that of any ruling."""
AT_ONCE = frozenset({"round/live"})
"""Rulings whose moment counts: their beep comes at once, before any sentence."""


@dataclass(frozen=True, slots=True)
class Speak:
    """A sentence."""

    text: str
    """The words."""
    ruling: int = 0
    """The ruling that it says, by its number; 0 for none."""
    passing: bool = False
    """Whether it means nothing any more once the moment is over."""


@dataclass(frozen=True, slots=True)
class Beep:
    """A beep."""

    sign: Sign
    """What it means."""


@dataclass(frozen=True, slots=True)
class Hush:
    """Whatever is being said is broken off; it comes back by `Announcer.cut`."""


Announcement = Speak | Beep | Hush


@dataclass(frozen=True, slots=True)
class Announcer:
    """What waits to be said, and how the moment is."""

    say: Say
    """What turns a ruling into its sentence."""
    verbosity: Verbosity = Verbosity.NORMAL
    """How much is said."""
    waiting: tuple[Speak, ...] = ()
    """What is to be said when nobody has to answer any more."""
    hot: bool = False
    """Whether somebody may still answer."""
    called_by_ms: int = 0
    """Until this moment an announcement is expected, or a call that was drowned once more."""

    def take(
        self, before: RefereeState[Any, Any], step: Step[Any, Any]
    ) -> "tuple[Announcer, tuple[Announcement, ...]]":
        """Return the announcer after a step, and what is to be heard at once."""
        after = step.state
        paused = after.fold.clock.paused
        called_by_ms = _called_by_ms(0 if step.withdrawn else self.called_by_ms, step)
        hot = is_hot(after) or (after.fold.now_ms < called_by_ms and not paused)
        still = [each for each in self.waiting if each.ruling not in step.withdrawn]
        waiting = tuple(each for each in still if hot or paused or not each.passing)
        waiting += tuple(
            Speak(self.say(meant(each, after)), each.id, passing=each.code in PASSING)
            for each in self._worth(before, step)
        )
        heard: list[Announcement] = []
        if hot and not self.hot:
            heard.append(Hush())
        beeps = self._beeps(before, step)
        if hot:
            heard += beeps
            still_waiting = _most_telling(waiting)
            return replace(self, waiting=still_waiting, hot=True, called_by_ms=called_by_ms), tuple(heard)
        said = _without_repetition(waiting)[-MOST_WAITING:]
        if not said or any(ruling.code in AT_ONCE for ruling in step.rulings):
            heard += beeps
        return replace(self, waiting=(), hot=False, called_by_ms=called_by_ms), (*heard, *said)

    def cut(self, speak: Speak) -> "Announcer":
        """Return the announcer after a sentence was broken off: it waits again, before all others."""
        return replace(self, waiting=(speak, *self.waiting)[-MOST_WAITING:])

    def later(self, text: str) -> "Announcer":
        """Return the announcer with one more thing to say when the moment allows."""
        return replace(self, waiting=(*self.waiting, Speak(text)))

    def _worth(self, before: RefereeState[Any, Any], step: Step[Any, Any]) -> list[Ruling]:
        """Return the rulings of a step that are worth a sentence; what was lost while all waited is on the screen."""
        decided = scores(before) != scores(step.state) or winner(before) != winner(step.state)
        rulings = [ruling for ruling in step.rulings if not was_drowned(ruling)]
        if self.verbosity is Verbosity.FULL:
            return rulings
        if self.verbosity is Verbosity.QUIET:
            return [ruling for ruling in rulings if decided or ruling.code in ANSWERS]
        standing_still = step.state.fold.clock.paused
        return [
            ruling
            for ruling in rulings
            if ruling.code not in ROUTINE
            and not (ruling.code == codes.GAP_LOST and standing_still)
            and not is_own_doing(ruling)
        ]

    def _beeps(self, before: RefereeState[Any, Any], step: Step[Any, Any]) -> list[Announcement]:
        if all(ruling.code in ROUTINE or is_own_doing(ruling) for ruling in step.rulings):
            return []
        signs = [SIGNS[ruling.code] for ruling in step.rulings if ruling.code in SIGNS]
        opened = {_named(window) for window in windows(step.state)} - {_named(window) for window in windows(before)}
        return [Beep(signs[-1] if signs else Sign.OPEN if opened else Sign.STANDS)]


def is_own_doing(ruling: Ruling) -> bool:
    """Return whether sound was lost only because the referee spoke: to speak of it would go on for ever."""
    return ruling.code == codes.GAP_LOST and dict(ruling.data).get("reason") == SPEAKING


def was_drowned(ruling: Ruling) -> bool:
    """Return whether a call was not heard because the referee spoke: who says it again must not be drowned again."""
    return ruling.code == codes.CALL_UNCLEAR and dict(ruling.data).get("reason") == SPEAKING


def _called_by_ms(before_ms: int, step: Step[Any, Any]) -> int:
    """Return until when a call is expected after a step."""
    upon = [ruling for ruling in step.rulings if ruling.code in CALLED_NEXT or was_drowned(ruling)]
    return max([before_ms, *(ruling.at_ms + CALLED_NEXT_MS for ruling in upon)])


def _most_telling(waiting: tuple[Speak, ...]) -> tuple[Speak, ...]:
    """Return what is kept for later: of what means something then, the latest."""
    lasting = tuple(each for each in waiting if not each.passing)[-MOST_WAITING:]
    return tuple(each for each in waiting if each.passing or each in lasting)


def is_hot(state: RefereeState[Any, Any]) -> bool:
    """Return whether somebody may still answer, soon."""
    if state.fold.clock.paused:
        return False
    now_ms = state.fold.now_ms
    return any(window.closes_ms - now_ms <= HOT_MS for window in windows(state) if window.name not in COLD_WINDOWS)


def _named(window: Any) -> tuple[str, str | None, int]:
    return (window.name, window.player, window.opens_ms)


def _without_repetition(speaks: tuple[Speak, ...]) -> tuple[Speak, ...]:
    """Return each sentence once: of three microphones lost at once it is enough to hear."""
    return tuple({speak.text: speak for speak in speaks}.values())
