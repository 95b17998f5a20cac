"""The referee: a match is the fold of `step` over its observations, so a list of them is all that a replay needs.

One counter numbers what is observed and what is ruled, in the order in which they take effect. Deadlines pass by the
times of the observations alone, so ticks may come late, early or never: the rulings are the same. Undo, redo, appeals,
confirmations and calls that arrive out of order choose another list of observations and fold it anew; rulings that come
out as before keep their ids, the others are withdrawn, and only new ones are given.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from assistant.core import fold as folding
from assistant.core import referee_codes as codes
from assistant.core.appeals import appeal_asked, appeals_allowed, appeals_left
from assistant.core.asking import answer, is_question
from assistant.core.fold import MatchSetup
from assistant.core.games.base import Window
from assistant.core.history import History, Revision, doubt
from assistant.core.observations import (
    Amendment,
    Call,
    Command,
    CommandName,
    Fact,
    Gap,
    Numbered,
    Observation,
    Tick,
    Verdict,
    moment_ms,
)
from assistant.core.refold import (
    RefereeState,
    Standing,
    Step,
    changed,
    finish,
    next_deadline_ms,
    refold,
    scores,
    stand,
    winner,
)
from assistant.core.rulings import Ruling, ruling_data

__all__ = [
    "MatchSetup",
    "RefereeState",
    "Step",
    "expected_player",
    "fold",
    "next_deadline_ms",
    "scores",
    "standing_rulings",
    "start",
    "step",
    "windows",
    "winner",
]

StateT = TypeVar("StateT")
RulesT = TypeVar("RulesT")


def start(match: MatchSetup[StateT, RulesT]) -> RefereeState[StateT, RulesT]:
    """Return the state before the first observation."""
    return RefereeState(match, folding.begin(match))


def step(state: RefereeState[StateT, RulesT], observation: Observation) -> Step[StateT, RulesT]:
    """Judge one observation.

    Observations should come in the order of their moments; one that comes late is put in its place and what followed
    is derived anew. Never raises for anything that people say, tell or ask.
    """
    observation = _with_known_people(state, observation)
    at_ms = moment_ms(observation)
    state, earlier = _pass_time(state, at_ms)
    if isinstance(observation, Tick):
        unnumbered = Numbered(0, observation)
        return finish(state, unnumbered, unnumbered, earlier)
    numbered, state = _number(state, observation)
    match observation:
        case Command() | Fact() if is_question(observation):
            taken = _rule_once(state, numbered, answer(state, observation))
        case Command(name=CommandName.APPEAL):
            taken = _rule_once(state, numbered, appeal_asked(state, observation))
        case Command(name=CommandName.UNDO):
            taken = _undo(state, numbered, observation)
        case Command(name=CommandName.REDO):
            taken = _redo(state, numbered, observation)
        case Command(name=CommandName.CONFIRM | CommandName.DENY):
            taken = _confirm_or_deny(state, numbered, observation)
        case Amendment():
            taken = _amend(state, numbered, observation)
        case _:
            taken = _take(state, numbered)
    return replace(taken, rulings=(*earlier, *taken.rulings))


def fold(match: MatchSetup[StateT, RulesT], observations: Iterable[Observation]) -> Iterator[Step[StateT, RulesT]]:
    """Yield the step of every observation of a whole match, in order."""
    state = start(match)
    for observation in observations:
        taken = step(state, observation)
        state = taken.state
        yield taken


def windows(state: RefereeState[StateT, RulesT]) -> tuple[Window, ...]:
    """Return the open windows on the table's clock, soonest to close first."""
    clock = state.fold.clock
    return tuple(
        replace(window, opens_ms=clock.to_table(window.opens_ms), closes_ms=clock.to_table(window.closes_ms))
        for window in state.match.game.windows(state.fold.game)
    )


def expected_player(state: RefereeState[StateT, RulesT], phrase: str) -> str | None:
    """Return the only player who could legally say `phrase` now, or None."""
    return state.match.game.expected_player(state.fold.game, phrase)


def standing_rulings(state: RefereeState[StateT, RulesT]) -> tuple[Ruling, ...]:
    """Return every ruling that stands, in the order of the ids."""
    both = (*state.standing, *state.changes)
    return tuple(sorted((kept.ruling for kept in both), key=lambda ruling: ruling.id))


def _with_known_people(state: RefereeState[StateT, RulesT], observation: Observation) -> Observation:
    """A name that is not at the table is nobody's: the game must never meet it."""
    known = (None, *state.match.table.players)
    if isinstance(observation, Call | Fact | Command | Amendment) and observation.player not in known:
        return replace(observation, player=None)
    return observation


def _number(
    state: RefereeState[StateT, RulesT], observation: Observation
) -> tuple[Numbered, RefereeState[StateT, RulesT]]:
    if isinstance(observation, Call | Fact | Command | Amendment | Gap):
        return Numbered(state.next_id, observation), replace(state, next_id=state.next_id + 1)
    return Numbered(0, observation), state


def _pass_time(
    state: RefereeState[StateT, RulesT], until_ms: int
) -> tuple[RefereeState[StateT, RulesT], tuple[Ruling, ...]]:
    advance = folding.pass_time(state.match, state.fold, until_ms)
    return stand(replace(state, fold=advance.state), advance.derived)


def _take(state: RefereeState[StateT, RulesT], numbered: Numbered) -> Step[StateT, RulesT]:
    """Take an observation about the table: in its order at once, out of order by folding everything anew."""
    history = state.history.add(numbered)
    late = moment_ms(numbered.observation) < state.fold.now_ms
    if late or _casts_doubt(history, numbered):
        return _late(replace(state, history=history), numbered)
    advance = folding.take(state.match, state.fold, doubt(numbered, state.history.gaps))
    state, rulings = stand(replace(state, fold=advance.state, history=history), advance.derived)
    return finish(state, numbered, advance.judged or numbered, rulings)


def _casts_doubt(history: History, numbered: Numbered) -> bool:
    """Return whether this is a gap that some earlier call crosses."""
    if not isinstance(numbered.observation, Gap):
        return False
    return any(doubt(entry, (numbered.observation,)) is not entry for entry in history.entries)


def _late(state: RefereeState[StateT, RulesT], numbered: Numbered) -> Step[StateT, RulesT]:
    refolded = refold(state)
    ruling = None
    if refolded.withdrawn:
        player = numbered.observation.player if isinstance(numbered.observation, Call | Fact | Command) else None
        ruling = Ruling(codes.LATE_CORRECTED, moment_ms(numbered.observation), player)
    return changed(state, refolded, numbered, ruling, numbered.id)


def _undo(state: RefereeState[StateT, RulesT], numbered: Numbered, command: Command) -> Step[StateT, RulesT]:
    target = state.history.latest_undoable() if command.target is None else _observation_behind(state, command.target)
    if target is None or not state.history.undoable(target):
        return _change_nothing(state, numbered, command, codes.UNDO_NOTHING)
    history = replace(state.history, struck=(*state.history.struck, target))
    return _strike(state, history, numbered, command, codes.UNDO_DONE, target)


def _redo(state: RefereeState[StateT, RulesT], numbered: Numbered, command: Command) -> Step[StateT, RulesT]:
    if not state.history.struck:
        return _change_nothing(state, numbered, command, codes.REDO_NOTHING)
    target = state.history.struck[-1]
    history = replace(state.history, struck=state.history.struck[:-1])
    return _strike(state, history, numbered, command, codes.REDO_DONE, target)


def _strike(
    state: RefereeState[StateT, RulesT],
    history: History,
    numbered: Numbered,
    command: Command,
    code: str,
    target: int,
) -> Step[StateT, RulesT]:
    entry = history.entry(target)
    what = folding.describe(entry) if entry is not None else "an appeal"
    calls = (target,) if entry is not None and isinstance(entry.observation, Call) else ()
    data = ruling_data(what=what, struck=target)
    ruling = Ruling(code, command.at_ms, command.player, calls=calls, data=data)
    after = replace(state, history=history)
    return changed(after, refold(after), numbered, ruling, 0)


def _confirm_or_deny(state: RefereeState[StateT, RulesT], numbered: Numbered, command: Command) -> Step[StateT, RulesT]:
    """Settle an unsure call; when there is none that fits, the question may be the game's own."""
    unsure = _unsure_call(state, command)
    confirming = command.name is CommandName.CONFIRM
    if unsure is None or (confirming and unsure[1].phrase is None):
        taken = _take(state, numbered)
        if taken.rulings or taken.withdrawn:
            return taken
        return _change_nothing(taken.state, numbered, command, codes.COMMAND_NOTHING)
    target, call = unsure
    exact = replace(call, verdict=Verdict.EXACT, diff=None, reason="") if confirming else None
    code = codes.CALL_CONFIRMED if confirming else codes.CALL_DENIED
    data = ruling_data(heard=call.heard, phrase=call.phrase or "")
    ruling = Ruling(code, command.at_ms, call.player, calls=(target,), data=data)
    return _revise(state, numbered, Revision(numbered.id, target, exact), ruling)


def _amend(state: RefereeState[StateT, RulesT], numbered: Numbered, amendment: Amendment) -> Step[StateT, RulesT]:
    if appeals_left(state, amendment.player, amendment.at_ms) == 0:
        return _change_nothing(state, numbered, amendment, codes.APPEAL_NONE_LEFT)
    target = _observation_behind(state, amendment.target)
    counts = next((each for each in state.history.effective() if each.id == target), None)
    call = _with_known_people(state, amendment.call)
    if target is None or counts is None or not isinstance(counts.observation, Call) or not isinstance(call, Call):
        return _change_nothing(state, numbered, amendment, codes.APPEAL_NOTHING)
    code = codes.APPEAL_UPHELD if call == counts.observation else codes.APPEAL_OVERTURNED
    if amendment.too_close:
        code = codes.APPEAL_TOO_CLOSE
    data = ruling_data(reason=amendment.reason, was=counts.observation.verdict.value, now=call.verdict.value)
    ruling = Ruling(code, amendment.at_ms, amendment.player, calls=(target,), data=data)
    return _revise(state, numbered, Revision(numbered.id, target, call), ruling)


def _revise(
    state: RefereeState[StateT, RulesT], numbered: Numbered, revision: Revision, ruling: Ruling
) -> Step[StateT, RulesT]:
    history = replace(state.history, revisions=(*state.history.revisions, revision))
    after = replace(state, history=history)
    return changed(after, refold(after), numbered, ruling, numbered.id)


def _unsure_call(state: RefereeState[StateT, RulesT], command: Command) -> tuple[int, Call] | None:
    """Return the unsure call that a command is about.

    Without a target it is the latest call of the player who commands, or else the latest of all, if that was unsure: a
    call that was said again since is settled.
    """
    calls = [(each.id, each.observation) for each in state.history.effective() if isinstance(each.observation, Call)]
    if command.target is not None:
        target = _observation_behind(state, command.target)
        candidates = [pair for pair in calls if pair[0] == target]
    else:
        candidates = [pair for pair in calls if pair[1].player == command.player][-1:] + calls[-1:]
    return next((pair for pair in candidates if pair[1].verdict is Verdict.UNSURE), None)


def _observation_behind(state: RefereeState[StateT, RulesT], target: int) -> int | None:
    """Return the observation with this id, or the one behind the ruling with this id, or None."""
    for kept in (*state.standing, *state.changes):
        if kept.ruling.id == target:
            return kept.cause or None
    known = state.history.entry(target) is not None
    return target if known or any(revision.id == target for revision in state.history.revisions) else None


def _change_nothing(
    state: RefereeState[StateT, RulesT], numbered: Numbered, asked: Command | Amendment, code: str
) -> Step[StateT, RulesT]:
    data = ruling_data(command=asked.name.value) if isinstance(asked, Command) else ()
    if code == codes.APPEAL_NONE_LEFT:
        data = ruling_data(limit=appeals_allowed(state.match.rules) or 0)
    return _rule_once(state, numbered, Ruling(code, asked.at_ms, asked.player, data=data))


def _rule_once(state: RefereeState[StateT, RulesT], numbered: Numbered, ruling: Ruling) -> Step[StateT, RulesT]:
    """Give a ruling that follows from no history, and so is never withdrawn."""
    ruling = replace(ruling, id=state.next_id)
    changes = (*state.changes, Standing(ruling, 0))
    state = replace(state, changes=changes, next_id=state.next_id + 1)
    return finish(state, numbered, numbered, (ruling,))
