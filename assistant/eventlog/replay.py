"""Deriving every ruling of a log anew: the same observations must give the same rulings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Generic

from assistant.core import referee
from assistant.core.games.base import Game, Table
from assistant.core.house_rules import HouseRuleError, from_mapping
from assistant.core.observations import Call, Command, End, Fact, Gap, Observation, moment_ms
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.core.rulings import Ruling
from assistant.eventlog.reader import Log, LoggedStep
from assistant.eventlog.records import EVENTS_FILE, Head, LogError, LogLossError, place


class ReplayError(LogLossError):
    """A log says something else than its observations give; `str()` names line, expected and got."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a log and its replay part."""

    line: int
    """The line of the log, from 1."""
    expected: str
    """What the log says."""
    got: str
    """What follows from the observations."""


def setup_of(head: Head, game: Game[StateT, RulesT]) -> referee.MatchSetup[StateT, RulesT]:
    """Return the match that a log's head describes.

    Raises:
        LogError: a house rule of the log is none of this version's.
    """
    try:
        rules = from_mapping(game.rules_type, {key: _listed(value) for key, value in head.house_rules})
    except HouseRuleError as error:
        raise LogError(f"{EVENTS_FILE}:1: {error}: replay with the version that wrote the log") from error
    return referee.MatchSetup(game, Table(head.players, head.seed, head.shared_microphone), rules)


def replay(log: Log, match: referee.MatchSetup[StateT, RulesT]) -> Iterator[Step[StateT, RulesT]]:
    """Yield every step of a log, derived anew.

    Raises:
        ReplayError: at the first difference between what the log says and what follows.
    """
    state = referee.start(match)
    for number, logged in enumerate(log.steps, start=1):
        step = referee.step(state, logged.numbered.observation)
        difference = _difference(logged, step, may_break_off=not log.closed and number == len(log.steps))
        if difference is not None:
            raise ReplayError(
                f"{place(log.files.where, difference.line)}: the log says {difference.expected}, "
                f"but its observations give {difference.got}: the log was changed, or another version wrote it"
            )
        state = step.state
        yield step


@dataclass(frozen=True, slots=True)
class Comparison(Generic[StateT, RulesT]):
    """How a match would have gone otherwise."""

    fallen: tuple[Ruling, ...]
    """The rulings of the log that would not have been given."""
    come: tuple[Ruling, ...]
    """Those that would have been given in their place."""
    state: RefereeState[StateT, RulesT]
    """The state at the end."""


def what_if(
    log: Log, match: referee.MatchSetup[StateT, RulesT], observations: Iterable[Observation] | None = None
) -> Comparison[StateT, RulesT]:
    """Judge a log again under another setup, or from other observations.

    Args:
        log: the log.
        match: the setup.
        observations: what is judged instead of the log's own observations.
    """
    state = referee.start(match)
    for observation in log.observations if observations is None else observations:
        state = referee.step(state, observation).state
    then, now = log.standing, referee.standing_rulings(state)
    kept = _contents(then) & _contents(now)
    return Comparison(
        tuple(ruling for ruling in then if _content(ruling) not in kept),
        tuple(ruling for ruling in now if _content(ruling) not in kept),
        state,
    )


def heard_again(log: Log, heard: Iterable[Observation]) -> tuple[Observation, ...]:
    """Return what a match would be if its sound had been heard as `heard`: what was told and asked stays as it was.

    So do the gaps: that sound was lost, and what stands in its place is an empty room. Appeals
    and commands about a numbered call or ruling are left out: the numbers are not those of the log any more.
    """
    told = (
        each
        for each in log.observations
        if isinstance(each, Fact | Gap) or (isinstance(each, Command) and each.target is None)
    )
    listened = [each for each in heard if isinstance(each, Call | End)]
    return tuple(sorted((*told, *listened), key=moment_ms))


def _content(ruling: Ruling) -> tuple[object, ...]:
    return (ruling.code, ruling.at_ms, ruling.player, ruling.margin_ms, ruling.data)


def _contents(rulings: tuple[Ruling, ...]) -> frozenset[tuple[object, ...]]:
    return frozenset(_content(ruling) for ruling in rulings)


def _difference(logged: LoggedStep, step: Step[StateT, RulesT], may_break_off: bool) -> Difference | None:
    """Return the first difference; a log that broke off may lack the last rulings of its last step."""
    if logged.numbered.id != step.numbered.id:
        return Difference(logged.line, f"observation {logged.numbered.id}", f"observation {step.numbered.id}")
    for written, derived in zip(logged.rulings, step.rulings, strict=False):
        if written.ruling != derived:
            return Difference(written.line, *_differing(written.ruling, derived))
    if len(logged.rulings) > len(step.rulings):
        extra = logged.rulings[len(step.rulings)]
        return Difference(extra.line, _shown(extra.ruling), "no ruling there")
    if len(logged.rulings) < len(step.rulings) and not may_break_off:
        missing = step.rulings[len(logged.rulings)]
        last_line = logged.rulings[-1].line if logged.rulings else logged.line
        return Difference(last_line, "no more rulings there", _shown(missing))
    if logged.withdrawn != step.withdrawn and not may_break_off:
        return Difference(logged.line, f"withdrawn {list(logged.withdrawn)}", f"withdrawn {list(step.withdrawn)}")
    return None


def _differing(written: Ruling, derived: Ruling) -> tuple[str, str]:
    """Return both rulings in words; where those are the same, with the field that differs."""
    if _shown(written) != _shown(derived):
        return _shown(written), _shown(derived)
    name = next(each.name for each in fields(Ruling) if getattr(written, each.name) != getattr(derived, each.name))
    said = f"{_shown(written)} with {name} "
    return said + repr(getattr(written, name)), said + repr(getattr(derived, name))


def _shown(ruling: Ruling) -> str:
    return f"ruling {ruling.id} {ruling.code} for {ruling.player or 'nobody'} at {ruling.at_ms} ms"


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
