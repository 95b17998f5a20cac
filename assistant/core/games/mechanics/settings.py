"""House rules that several games share, and the short form in which a game declares its own."""

from dataclasses import dataclass, field
from typing import Literal, TypeVar

ValueT = TypeVar("ValueT")


def setting(
    default: ValueT,
    key: str,
    doc: str,
    choices: tuple[ValueT, ...] = (),
    bounds: tuple[float, float] | None = None,
) -> ValueT:
    """Return a dataclass field that `assistant.core.house_rules` can read.

    Args:
        default: the recommended value.
        key: as in a settings file, such as "gf.count_must_match".
        doc: what it decides, in one sentence.
        choices: the only values allowed; empty where the type alone decides.
        bounds: the lowest and highest number allowed.
    """
    metadata: dict[str, object] = {"key": key, "doc": doc}
    if choices:
        metadata["choices"] = choices
    if bounds is not None:
        metadata["range"] = bounds
    made: ValueT = field(default=default, metadata=metadata)
    return made


Tracking = Literal["calls", "board"]
"""What the referee follows: only the calls, or what it is told of the cards too, without which nothing goes on."""


def tracking_setting(key: str, doc: str) -> Tracking:
    """Return the field `tracking` of a game's house rules; see `setting`."""
    return setting("calls", key, doc, ("calls", "board"))


class Tracked:
    """House rules with a field `tracking`."""

    __slots__ = ()
    tracking: Tracking

    @property
    def board(self) -> bool:
        """Whether the board is tracked."""
        return self.tracking == "board"


MS = 1000
"""Milliseconds in a second."""


def in_ms(seconds: float) -> int:
    """Return a time of the house rules in milliseconds."""
    return round(seconds * MS)


@dataclass(frozen=True, slots=True)
class SharedRules:
    """What every table decides, whatever it plays."""

    appeals_per_player: int | None = setting(
        2,
        "appeals.per_player",
        "How many appeals each player has a match; one that overturns a ruling is not counted. null: no limit.",
        bounds=(0, 20),
    )
    """A wrong ruling must be put right; a bad loser must not hold up the table."""
    exact_leading_filler: Literal["allow", "reject"] = setting(
        "allow",
        "exact.leading_filler",
        'Whether "oh" and the like may come before a call.',
        ("allow", "reject"),
    )
    """The phrase itself is still word for word."""
    exact_inner_filler: Literal["reject", "allow"] = setting(
        "reject",
        "exact.inner_filler",
        'Whether "uh" and the like may come within a call.',
        ("reject", "allow"),
    )
    """By default a call is said in one go."""
    exact_restart: Literal["allow", "reject"] = setting(
        "allow",
        "exact.restart",
        'Whether a call may be begun once in vain: "five to, five to the graveyard".',
        ("allow", "reject"),
    )
    """Only before the call is complete, and only in the same words."""
    exact_morphology: Literal["strict", "lenient"] = setting(
        "strict",
        "exact.morphology",
        'Whether another form of a word, such as "brain" or "seduced", is inexact, or counts as the word.',
        ("strict", "lenient"),
    )
    """The rulebooks want their phrases exactly so."""


@dataclass(frozen=True, slots=True)
class MarginRules(SharedRules):
    """How near two calls may come to each other before nobody can tell them apart."""

    race_tie_band_ms: int | None = setting(
        None,
        "race.tie_band_ms",
        "Margin in ms below which a race is too close to call; null: 50, or 150 on a shared microphone.",
        bounds=(30, 2000),
    )
    """Never below 30 ms; the measured errors of the two calls may widen it."""


@dataclass(frozen=True, slots=True)
class RaceRules(MarginRules):
    """How races between calls are judged."""

    race_reference: Literal["end_vs_end", "start_vs_end"] = setting(
        "end_vs_end",
        "race.reference",
        "Whether the call that attacks must be complete, or only begun, before the one it races is complete.",
        ("end_vs_end", "start_vs_end"),
    )
    """What is compared: by default the ends of both calls."""
    race_tie: Literal["redo", "defender", "attacker", "coin"] = setting(
        "redo",
        "race.tie",
        "What happens when a race is too close to call: both say it again, one side wins, or a coin decides.",
        ("redo", "defender", "attacker", "coin"),
    )
    """By default nothing happens and nothing is lost: both say it again."""
