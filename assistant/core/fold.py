"""One game folded over observations in the order of their moments: deadlines, pauses, unsure calls, the end.

This knows nothing of undo or appeals: those choose which observations are folded (see `history` and `referee`).
"""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from assistant.core.games.base import Game, GameStep, Table
from assistant.core.games.mechanics.race import WORST_ERROR_MS
from assistant.core.observations import (
    Call,
    Command,
    CommandName,
    End,
    Fact,
    Gap,
    Numbered,
    Tick,
    Verdict,
    moment_ms,
)
from assistant.core.pauses import PauseClock
from assistant.core.referee_codes import (
    CALL_UNCLEAR,
    COMMAND_NOTHING,
    GAP_LOST,
    PAUSE_IGNORED,
    PAUSE_OFF,
    PAUSE_ON,
)
from assistant.core.rulings import Ruling, ruling_data

StateT = TypeVar("StateT")
RulesT = TypeVar("RulesT")

MAX_TICKS_WITHOUT_PROGRESS = 100
"""Ticks that a game may want at one and the same moment; more is a fault of the game, which would never end."""

MAX_TICKS_AFTER_END = 100
"""Ticks that may follow the end of a match, while windows that were open run out one after the other."""


NO_MOMENT = "when it was complete is not known well enough"
"""Why a call is unsure whose end may be off by more than a race can wait for: its rivals may be ruled by then."""


@dataclass(frozen=True, slots=True)
class MatchSetup(Generic[StateT, RulesT]):
    """All that is fixed before the first call."""

    game: Game[StateT, RulesT]
    """The game that is played."""
    table: Table
    """Who plays, and the seed of all chance."""
    rules: RulesT
    """The house rules, an instance of the game's `rules_type`."""


@dataclass(frozen=True, slots=True)
class FoldState(Generic[StateT]):
    """Where the fold stands."""

    game: StateT
    """The game's own state."""
    clock: PauseClock
    """What the pauses have taken so far."""
    now_ms: int
    """The latest moment seen, in table milliseconds."""
    last_id: int
    """The id of the latest numbered observation, 0 before the first: what a ruling by lapse of time rests on."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A ruling on the table's clock, not yet numbered, and what brought it about."""

    ruling: Ruling
    """The ruling; its id is 0."""
    cause: int
    """The id of the observation behind it; 0 when there is none."""


@dataclass(frozen=True, slots=True)
class Advance(Generic[StateT]):
    """What one observation, or the passing of time, made of the fold."""

    state: FoldState[StateT]
    """The state afterwards."""
    derived: tuple[Derived, ...] = ()
    """What was ruled, in order."""
    judged: Numbered | None = None
    """The observation as the game was given it, in table milliseconds: with the speaker it attributed."""


def begin(match: MatchSetup[StateT, RulesT]) -> FoldState[StateT]:
    """Return the state before the first observation."""
    return FoldState(match.game.start(match.table, match.rules), PauseClock(), now_ms=0, last_id=0)


def pass_time(match: MatchSetup[StateT, RulesT], state: FoldState[StateT], until_ms: int) -> Advance[StateT]:
    """Give the game a Tick at each of its deadlines up to and including `until_ms` (table milliseconds)."""
    until_game_ms = state.clock.to_game(until_ms)
    derived: list[Derived] = []
    stuck = 0
    while (deadline_ms := match.game.deadline_ms(state.game)) is not None and deadline_ms <= until_game_ms:
        state, ruled = _give(match, state, Numbered(0, Tick(deadline_ms)))
        derived.extend(ruled)
        following_ms = match.game.deadline_ms(state.game)
        stuck = stuck + 1 if following_ms is not None and following_ms <= deadline_ms else 0
        if stuck > MAX_TICKS_WITHOUT_PROGRESS:
            raise RuntimeError(f"{match.game.info.id}: the deadline {deadline_ms} ms does not pass when its tick comes")
    return Advance(replace(state, now_ms=max(state.now_ms, until_ms)), tuple(derived))


def take(match: MatchSetup[StateT, RulesT], state: FoldState[StateT], numbered: Numbered) -> Advance[StateT]:
    """Judge one observation whose moment is `state.now_ms` or later, after the deadlines up to it have passed."""
    observation = numbered.observation
    at_ms = moment_ms(observation)
    state = replace(state, now_ms=max(state.now_ms, at_ms), last_id=numbered.id or state.last_id)
    match observation:
        case Tick():
            return Advance(state, judged=numbered)
        case Gap():
            return Advance(state, (_own(numbered, GAP_LOST, **_gap_data(observation)),), numbered)
        case Command(name=CommandName.PAUSE | CommandName.RESUME):
            return _pause_or_resume(state, numbered, observation)
        case End():
            return _end(match, state, numbered)
        case Call() | Fact() | Command() if state.clock.paused:
            return Advance(state, (_own(numbered, PAUSE_IGNORED, what=describe(numbered)),), numbered)
        case Call():
            return _call(match, state, numbered, observation)
        case _:
            state, derived = _give(match, state, numbered)
            return Advance(state, derived, numbered)


def describe(numbered: Numbered) -> str:
    """Return the words by which a table would know this observation again."""
    match numbered.observation:
        case Call() as call:
            return call.heard or call.phrase or "a call"
        case Fact() as fact:
            return fact.text or fact.name
        case Command() as command:
            return command.name.value
        case _:
            return ""


def _give(
    match: MatchSetup[StateT, RulesT], state: FoldState[StateT], numbered: Numbered
) -> tuple[FoldState[StateT], tuple[Derived, ...]]:
    """Let the game judge; ticks are on the game's clock already, everything else is on the table's."""
    on_game_clock = numbered
    if not isinstance(numbered.observation, Tick):
        on_game_clock = Numbered(numbered.id, state.clock.for_game(numbered.observation))
    step: GameStep[StateT] = match.game.step(state.game, on_game_clock)
    derived = tuple(
        Derived(replace(ruling, at_ms=state.clock.to_table(ruling.at_ms), id=0), _cause(ruling, state.last_id))
        for ruling in step.rulings
    )
    return replace(state, game=step.state), derived


def _cause(ruling: Ruling, last_id: int) -> int:
    return ruling.calls[-1] if ruling.calls else last_id


def _call(
    match: MatchSetup[StateT, RulesT], state: FoldState[StateT], numbered: Numbered, call: Call
) -> Advance[StateT]:
    if call.player is None and call.phrase is not None:
        call = replace(call, player=match.game.expected_player(state.game, call.phrase))
        numbered = Numbered(numbered.id, call)
    if call.verdict is Verdict.EXACT and call.error_ms > WORST_ERROR_MS:
        call = replace(call, verdict=Verdict.UNSURE, reason=NO_MOMENT)
        numbered = Numbered(numbered.id, call)
    state, derived = _give(match, state, numbered)
    if call.verdict is Verdict.UNSURE and not derived:
        derived = (_own(numbered, CALL_UNCLEAR, heard=call.heard, phrase=call.phrase or "", reason=call.reason),)
    return Advance(state, derived, numbered)


def _pause_or_resume(state: FoldState[StateT], numbered: Numbered, command: Command) -> Advance[StateT]:
    pausing = command.name is CommandName.PAUSE
    if pausing is state.clock.paused:
        return Advance(state, (_own(numbered, COMMAND_NOTHING, command=command.name.value),), numbered)
    if pausing:
        clock = state.clock.pause(command.at_ms)
        return Advance(replace(state, clock=clock), (_own(numbered, PAUSE_ON),), numbered)
    since_ms = state.clock.paused_since_ms or 0
    clock = state.clock.resume(command.at_ms)
    ruling = _own(numbered, PAUSE_OFF, paused_ms=max(0, command.at_ms - since_ms))
    return Advance(replace(state, clock=clock), (ruling,), numbered)


def _end(match: MatchSetup[StateT, RulesT], state: FoldState[StateT], numbered: Numbered) -> Advance[StateT]:
    """Tell the game, then let the windows that are still open run out; timers that only remind do not count."""
    state, derived = _give(match, state, numbered)
    for _ in range(MAX_TICKS_AFTER_END):
        windows = match.game.windows(state.game)
        deadline_ms = match.game.deadline_ms(state.game)
        if not windows or deadline_ms is None or deadline_ms > max(window.closes_ms for window in windows):
            break
        state, ruled = _give(match, state, Numbered(0, Tick(deadline_ms)))
        derived += ruled
    return Advance(state, derived, numbered)


def _own(numbered: Numbered, code: str, **data: int | str) -> Derived:
    """Return one of the referee's own rulings about an observation."""
    observation = numbered.observation
    player = None if isinstance(observation, Gap | Tick | End) else observation.player
    calls = (numbered.id,) if isinstance(observation, Call) else ()
    ruling = Ruling(code, moment_ms(observation), player, calls=calls, data=ruling_data(**data))
    return Derived(ruling, numbered.id)


def _gap_data(gap: Gap) -> dict[str, int | str]:
    return {"channel": gap.channel + 1, "lost_ms": gap.end_ms - gap.start_ms, "reason": gap.reason}
