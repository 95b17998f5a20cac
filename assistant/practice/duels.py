"""Races against a ghost: a scene of a real game, judged by the code that judges matches. Pure.

The ghost's calls are written into the scene, complete when its speed lets them be; the player's call
comes from the ears. Who was first is then decided by the game itself, margins and all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from assistant.core import referee
from assistant.core.fold import MatchSetup
from assistant.core.games.base import Table
from assistant.core.games.registry import GAMES
from assistant.core.observations import Call, End, Observation, Verdict, moment_ms
from assistant.core.rulings import Ruling
from assistant.core.wording import render
from assistant.practice.prompts import PracticeError


class Result(StrEnum):
    """How a race ended for the player."""

    WON = "won"
    """The player was first."""
    LOST = "lost"
    """The ghost was first, or the call was wrong, or there was none."""
    TIE = "tie"
    """Too close to call."""
    VOID = "void"
    """The ears were unsure: it does not count."""


class Opener(StrEnum):
    """Who sets a scene going."""

    PLAYER = "player"
    """The player, who is taken to have said it."""
    GHOST = "ghost"
    """The ghost."""
    HOST = "host"
    """Somebody else at the table."""


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody says in a scene."""

    phrase: str
    """The phrase's id."""
    text: str
    """The sentence as it is shown."""
    heard: str
    """Its plain words."""
    slots: tuple[tuple[str, int | str], ...] = ()
    """Its slots."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A scene in which the player races the ghost."""

    id: str
    """For the command line."""
    title: str
    """What happens, in one sentence."""
    game: str
    """The game that judges it."""
    opening: Line
    """What sets it going: its end is the cue."""
    opener: Opener
    """Who says that."""
    player: Line
    """What the player must say."""
    ghost: Line
    """What the ghost says meanwhile."""
    pace: float
    """How long it takes against the shortest duel: the rivals' times are multiplied by it."""
    results: Mapping[str, Result]
    """What each ruling that names the player means to him."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Whom the player races."""

    name: str
    """For the screen."""
    complete_ms: int
    """When its call is complete, from the cue."""


@dataclass(frozen=True, slots=True)
class Raced:
    """A race that was run."""

    rival: Rival
    """Against whom."""
    result: Result
    """How it ended."""
    call: Call | None
    """The player's call; None where there was none."""
    complete_ms: int | None
    """When it was complete, from the cue; None where there was none."""
    ruling: Ruling | None
    """The ruling that decided it; None where the game ruled nothing."""
    sentence: str
    """That ruling in words."""
    calls: tuple[Call, ...]
    """All calls of the scene, in the order of their ends."""
    rulings: tuple[Ruling, ...] = ()
    """All that the game ruled, on the session clock, in order."""

    @property
    def margin_ms(self) -> int | None:
        """By how much the player was before the ghost; negative: behind it. None without a call."""
        return None if self.complete_ms is None else self.rival.complete_ms - self.complete_ms


HOST = "Host"
"""Whoever starts a round."""
OPENING_MS = 500
"""How long the opening lasts: before the cue."""
_BRAINS = Line("grave-feast.brains", "Brains!", "brains")
_FIVE = Line("grave-feast.graveyard", "Five to the graveyard!", "five to the graveyard", (("n", 5),))
_SEDUCE = Line("grave-feast.seduce", "Seduce!", "seduce")
_STOP = Line("house-blitz.stop", "Stop!", "stop")
_GO = Line("house-blitz.go", "Go!", "go")

DUELS: Mapping[str, Duel] = MappingProxyType(
    {
        "seduce": Duel(
            "seduce",
            "The ghost feeds and announces its five: take the family before it has finished.",
            "grave-feast",
            _BRAINS,
            Opener.GHOST,
            _SEDUCE,
            _FIVE,
            1.0,
            MappingProxyType({"steal/made": Result.WON, "steal/blocked": Result.LOST, "steal/lost": Result.LOST}),
        ),
        "graveyard": Duel(
            "graveyard",
            "You feed: announce your five before the ghost's succubus has them.",
            "grave-feast",
            _BRAINS,
            Opener.PLAYER,
            _FIVE,
            _SEDUCE,
            1.5,
            MappingProxyType({"claim/stands": Result.WON, "claim/void": Result.LOST, "claim/inexact": Result.LOST}),
        ),
        "stop": Duel(
            "stop",
            "Both houses are empty: stop the round before the ghost does.",
            "house-blitz",
            _GO,
            Opener.HOST,
            _STOP,
            _STOP,
            0.8,
            MappingProxyType({"round/frozen": Result.WON, "stop/late": Result.LOST, "stop/not-alone": Result.LOST}),
        ),
    }
)
"""All duels by name."""

TIES = frozenset(("race/too-close", "stop/together"))
"""Rulings that say that nobody can tell."""
UNCLEAR = "call/unclear"

LADDER: tuple[Rival, ...] = (
    Rival("Grandma", 4_000),
    Rival("Fresh Corpse", 3_200),
    Rival("Shambler", 2_600),
    Rival("Gravedigger", 2_200),
    Rival("Night Watch", 1_900),
    Rival("Ghoul", 1_650),
    Rival("Succubus", 1_450),
    Rival("Vampire", 1_300),
    Rival("Poltergeist", 1_150),
    Rival("Banshee", 1_000),
    Rival("Grim Reaper", 850),
    Rival("Death Itself", 650),
)
"""From slow to unfair, for a duel of pace 1: "Seduce!" takes 0.5 to 0.7 s to say, and a reaction 0.3 s or more."""


def duel_named(name: str) -> Duel:
    """Return a duel.

    Raises:
        PracticeError: there is none of that name.
    """
    if name not in DUELS:
        raise PracticeError(f"{name!r}: no such duel; choose one of {', '.join(DUELS)}")
    return DUELS[name]


def ladder_of(duel: Duel) -> tuple[Rival, ...]:
    """Return the rivals of a duel, from slow to unfair."""
    return tuple(replace(rival, complete_ms=round(rival.complete_ms * duel.pace)) for rival in LADDER)


def rung_after(duel: Duel, beaten: Sequence[str]) -> int:
    """Return where to begin on a duel's ladder: behind the highest rival that was beaten, from 0; the last at most."""
    names = [rival.name for rival in ladder_of(duel)]
    highest = max((names.index(name) for name in beaten if name in names), default=-1)
    return min(highest + 1, len(names) - 1)


def rival_named(duel: Duel, name: str) -> Rival:
    """Return a rival of the ladder, by name or by rung from 1.

    Raises:
        PracticeError: there is none.
    """
    ladder = ladder_of(duel)
    if name.isdecimal() and 1 <= int(name) <= len(ladder):
        return ladder[int(name) - 1]
    for rival in ladder:
        if rival.name.casefold() == name.strip().casefold():
            return rival
    raise PracticeError(f"{name!r}: no such rival; choose 1 to {len(ladder)}, or {', '.join(r.name for r in ladder)}")


def race(duel: Duel, rival: Rival, player: str, cue_ms: int, call: Call | None) -> Raced:
    """Return how a race ended, as the game judges it.

    Args:
        duel: the scene.
        rival: the ghost.
        player: the player's name.
        cue_ms: when the scene was opened, on the session clock.
        call: the player's call, on the same clock; None where there was none.
    """
    names = {Opener.PLAYER: player, Opener.GHOST: _other(rival.name, player), Opener.HOST: _other(HOST, player)}
    opening = _said(duel.opening, names[duel.opener], cue_ms - OPENING_MS, cue_ms)
    ghosts = _said(duel.ghost, names[Opener.GHOST], cue_ms, cue_ms + rival.complete_ms)
    ours = () if call is None else (replace(call, player=player),)
    calls = tuple(sorted((opening, ghosts, *ours), key=moment_ms))
    offset_ms = OPENING_MS - cue_ms  # a match begins at 0, whatever the session's clock says
    observed: list[Observation] = [_shifted(each, offset_ms) for each in calls]
    observed.append(End(max(moment_ms(each) for each in observed)))
    game = GAMES[duel.game]
    seats = dict.fromkeys((names[Opener.GHOST], player, names[duel.opener]))
    match = MatchSetup(game, Table(tuple(seats)), game.rules_type())
    rulings = [ruling for step in referee.fold(match, observed) for ruling in step.rulings]
    result, ruling = _result(duel, player, rulings)
    on_clock = tuple(replace(each, at_ms=each.at_ms - offset_ms) for each in rulings)
    return Raced(
        rival,
        result,
        ours[0] if ours else None,
        None if call is None else max(0, call.end_ms - cue_ms),
        None if ruling is None else on_clock[rulings.index(ruling)],
        "" if ruling is None else render(ruling),
        calls,
        on_clock,
    )


def _result(duel: Duel, player: str, rulings: Sequence[Ruling]) -> tuple[Result, Ruling | None]:
    for ruling in rulings:
        if ruling.code in TIES:
            return Result.TIE, ruling
    for ruling in rulings:
        if ruling.player == player and ruling.code == UNCLEAR:
            return Result.VOID, ruling
        if ruling.player == player and ruling.code in duel.results:
            return duel.results[ruling.code], ruling
    return Result.LOST, None


def _other(name: str, player: str) -> str:
    """Return a name that is not the player's."""
    return f"{name}'s ghost" if name.casefold() == player.casefold() else name


def _said(line: Line, player: str, start_ms: int, end_ms: int) -> Call:
    return Call(player, line.phrase, Verdict.EXACT, line.heard, start_ms, end_ms, line.slots)


def _shifted(call: Call, by_ms: int) -> Call:
    return replace(call, start_ms=call.start_ms + by_ms, end_ms=call.end_ms + by_ms)
