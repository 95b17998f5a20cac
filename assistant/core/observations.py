"""What the referee is told: calls, facts about the table, commands, gaps in the sound, and the passing of time.

A match is the fold of `assistant.core.referee.step` over a sequence of these, so they are all that a replay needs.
Every time is in integer milliseconds on the sample clock of the session.
"""

from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """Was the phrase said as the rulebook wants it?"""

    EXACT = "exact"
    """Word for word."""
    INEXACT = "inexact"
    """Confidently not word for word; the call's diff explains it. The only verdict that may cost a card."""
    UNSURE = "unsure"
    """The ears do not agree or could not hear well: the player is asked to say it again."""


@dataclass(frozen=True, slots=True)
class WordDiff:
    """How what was heard differs from the nearest legal phrase, in words."""

    missing: tuple[str, ...] = ()
    """Words of the phrase that were not said, in order; an empty slot is named in angle brackets, "<swear word>"."""
    added: tuple[str, ...] = ()
    """Words that were said and do not belong to the phrase, in order."""
    changed: tuple[tuple[str, str], ...] = ()
    """Pairs (wanted, said) where one word stands in another's place."""


@dataclass(frozen=True, slots=True)
class Call:
    """One utterance that is, or comes near, a phrase of the game."""

    player: str | None
    """Who said it, or None when nobody can tell."""
    phrase: str | None
    """The phrase's id, such as "grave-feast.brains": the phrase said or the nearest one. None: cannot tell which."""
    verdict: Verdict
    """Whether it was said exactly."""
    heard: str
    """The words as heard, lower case, numbers spelled out."""
    start_ms: int
    """Where the first sound of the call begins."""
    end_ms: int
    """Where the call was complete: the moment that races compare."""
    slots: tuple[tuple[str, int | str], ...] = field(default=(), metadata={"pairs": "by name"})
    """The phrase's slots by name, such as (("n", 5),), sorted by name."""
    diff: WordDiff | None = None
    """What was wrong; None for an exact call."""
    error_ms: int = 0
    """How far `end_ms` may be off (95 % of calls), from the measured timing error; 0 in a script."""
    channel: int | None = None
    """The microphone, from 0; None in a script."""
    shared_microphone: bool = False
    """Whether several players share the microphone that heard it."""
    reason: str = ""
    """Why the verdict is unsure, in a few words; empty otherwise."""

    def slot(self, name: str) -> int | str | None:
        """Return the value of the slot called `name`, or None when the call has none."""
        return dict(self.slots).get(name)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something about the cards on the table that somebody told the referee."""

    at_ms: int
    """When it was told."""
    name: str
    """The id of the fact's form in the phrase book, such as "grave-feast.lays"."""
    slots: tuple[tuple[str, int | str | tuple[int, ...]], ...] = field(default=(), metadata={"pairs": "by name"})
    """The form's slots by name, sorted by name."""
    text: str = ""
    """The words as told."""
    player: str | None = None
    """Who told it, when known; the player whom it is about is a slot."""

    def slot(self, name: str) -> int | str | tuple[int, ...] | None:
        """Return the value of the slot called `name`, or None when the fact has none."""
        return dict(self.slots).get(name)


class CommandName(StrEnum):
    """What a player may ask of the referee by key or by voice."""

    DONE = "done"
    """A taker has scooped the cards: closes the window that would still stop it."""
    CHALLENGE = "challenge"
    """ "I call it": the latest play of another player lacked its words."""
    CONFIRM = "confirm"
    """The unsure call named by `target` (or the latest one) was right."""
    DENY = "deny"
    """The unsure call named by `target` (or the latest one) was not a call."""
    END_TURN = "end-turn"
    """The player's turn is over."""
    PAUSE = "pause"
    """Nothing is judged, and no window closes, until resume."""
    RESUME = "resume"
    """The match goes on."""
    UNDO = "undo"
    """Strike the observation behind ruling `target`, or behind the latest one, and derive all that followed anew."""
    REDO = "redo"
    """Take the latest undo back."""
    APPEAL = "appeal"
    """Have the calls behind ruling `target`, or behind the latest one that rests on calls, heard again.

    `target` may be one of those calls as well.
    """
    SCORE = "score"
    """Read the score aloud."""
    SAY_AGAIN = "say-again"
    """Say ruling `target`, or the latest one, once more."""
    WHY = "why"
    """Say the longer explanation of ruling `target`, or of the latest one."""


@dataclass(frozen=True, slots=True)
class Command:
    """A player, or whoever sits at the keyboard, asks something of the referee."""

    at_ms: int
    """When."""
    name: CommandName
    """What."""
    player: str | None = None
    """Who, when known."""
    target: int | None = None
    """The id of the ruling or call that it is about; None: the latest that fits."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """An appeal's outcome, or a table's override: from now on this call counts as `call`. The old one stays on file."""

    at_ms: int
    """When it was decided."""
    target: int
    """The id of the call that is judged anew."""
    call: Call
    """What it counts as."""
    reason: str = ""
    """The evidence, in one sentence."""
    player: str | None = None
    """Who appealed; None: the table, whose appeals and overrides have no limit."""
    too_close: bool = False
    """Whether the evidence did not decide: then a penalty may fall, but nothing is won by it."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of sound that was lost on one channel: no ruling crosses it."""

    channel: int
    """The microphone, from 0."""
    start_ms: int
    """The first lost moment."""
    end_ms: int
    """The first moment that is heard again."""
    reason: str = ""
    """What happened, in a few words, such as "overflow" or "unplugged"."""


@dataclass(frozen=True, slots=True)
class Tick:
    """All that was said before this moment has been heard: deadlines up to it have passed."""

    at_ms: int
    """The moment."""


@dataclass(frozen=True, slots=True)
class End:
    """The match is over, or its recording: nothing more will be heard, so every open window runs out."""

    at_ms: int
    """The last moment heard."""


Observation = Call | Fact | Command | Amendment | Gap | Tick | End


def moment_ms(observation: Observation) -> int:
    """Return the moment at which an observation takes effect: for a call or a gap, its end."""
    match observation:
        case Call() | Gap():
            return observation.end_ms
        case _:
            return observation.at_ms


@dataclass(frozen=True, slots=True)
class Numbered:
    """An observation with the id it got when the referee took it."""

    id: int
    """Its number in the match, from 1, shared with the rulings."""
    observation: Observation = field()
    """What was observed."""
