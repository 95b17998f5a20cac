"""Every ruling of a log with the calls that it rests on, as they counted when it was given."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from assistant.core import referee
from assistant.core.fold import MatchSetup
from assistant.core.games.base import GameInfo
from assistant.core.observations import Call, Observation, Tick, moment_ms
from assistant.core.referee_codes import REFEREE_CODES
from assistant.core.refold import RefereeState, RulesT, StateT, Step, scores
from assistant.core.rulings import Ruling
from assistant.core.wording import explain, render
from assistant.core.wording.meant import meant
from assistant.eventlog.reader import Log
from assistant.eventlog.replay import replay


@dataclass(frozen=True, slots=True)
class CallOnFile:
    """A call with its number."""

    id: int
    """Its number in the match."""
    call: Call
    """The call, as it counted at the time."""


@dataclass(frozen=True, slots=True)
class Case:
    """A ruling and what it rests on."""

    ruling: Ruling
    """The ruling."""
    calls: tuple[CallOnFile, ...]
    """The calls that it rests on, in the order of their ends; empty for one about a fact or the passing of time."""
    sentence: str
    """The ruling in words."""
    rule: str
    """What it means and where the rule stands, in one or two sentences."""
    explanation: str
    """The longer explanation with the match's own values."""
    scores: tuple[tuple[str, int], ...]
    """Every player's score after it."""
    withdrawn: bool = False
    """Whether it stands no more."""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """All that was called and ruled in a match."""

    cases: tuple[Case, ...]
    """Every ruling, in the order in which they were given."""
    calls: tuple[CallOnFile, ...]
    """Every call as it counts at the end, in the order of their ends."""

    def around(self, from_ms: int, to_ms: int) -> tuple[CallOnFile, ...]:
        """Return the calls of which something lies between two moments."""
        return tuple(each for each in self.calls if each.call.start_ms < to_ms and each.call.end_ms > from_ms)


def case_file(log: Log, match: MatchSetup[StateT, RulesT]) -> CaseFile:
    """Return every ruling of a log with its calls, derived anew.

    Raises:
        ReplayError: the log says something else than its observations give.
    """
    steps = tuple(replay(log, match))
    after = _scores_by_ruling(match, log.observations)
    fallen = {number for step in steps for number in step.withdrawn}
    rules = rule_by_code(match.game.info)
    cases: list[Case] = []
    for step, calls in _with_calls(steps):
        for ruling in step.rulings:
            on_file = tuple(CallOnFile(number, calls[number]) for number in ruling.calls if number in calls)
            rule = rules.get(ruling.code, "")
            told = meant(ruling, step.state)
            words = render(told), rule, explain(told, meaning=rule)
            cases.append(Case(ruling, on_file, *words, after[ruling.id], ruling.id in fallen))
    counting: dict[int, Call] = {}
    if steps:
        *_, (_, counting) = _with_calls(steps)
    ended = sorted(counting.items(), key=lambda pair: pair[1].end_ms)
    return CaseFile(tuple(cases), tuple(CallOnFile(number, call) for number, call in ended))


def rule_by_code(game: GameInfo) -> dict[str, str]:
    """Return what each ruling code of a game means and where its rule stands, in one or two sentences."""
    return {info.code: _rule(info.meaning, info.source) for info in (*game.codes, *REFEREE_CODES)}


def _scores_by_ruling(
    match: MatchSetup[StateT, RulesT], observations: Iterable[Observation]
) -> dict[int, tuple[tuple[str, int], ...]]:
    """Return the scores after each ruling.

    A log has few ticks, so that one of its steps may hold rulings seconds apart; ticks at every deadline part them, and
    change no ruling. Where one moment still brings several, the score is that after the last of them.
    """
    found: dict[int, tuple[tuple[str, int], ...]] = {}
    state = referee.start(match)
    for observation in observations:
        while (due_ms := referee.next_deadline_ms(state)) is not None and due_ms < moment_ms(observation):
            step = referee.step(state, Tick(due_ms))
            found.update(_scores_in(state, step))
            if referee.next_deadline_ms(step.state) == due_ms:
                break
            state = step.state
        step = referee.step(state, observation)
        found.update(_scores_in(state, step))
        state = step.state
    return found


def _scores_in(
    before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]
) -> Iterator[tuple[int, tuple[tuple[str, int], ...]]]:
    """Yield the scores after each ruling of one step: a change of history changes them at once, time at its end."""
    last_ms = max((ruling.at_ms for ruling in step.rulings), default=0)
    for ruling in step.rulings:
        state = step.state if step.withdrawn or ruling.at_ms == last_ms else before
        yield ruling.id, tuple(scores(state).items())


def _with_calls(steps: tuple[Step[StateT, RulesT], ...]) -> Iterator[tuple[Step[StateT, RulesT], dict[int, Call]]]:
    """Yield every step with the calls that count after it; a change of history reads them all anew."""
    calls: dict[int, Call] = {}
    for step in steps:
        judged = step.judged.observation
        if isinstance(judged, Call):
            calls[step.judged.id] = judged
        elif step.numbered.id and step.state.history.revisions + step.state.history.struck:
            effective = ((each.id, each.observation) for each in step.state.history.effective())
            known = {number: call for number, call in effective if isinstance(call, Call)}
            calls = {number: _same_speaker(call, calls.get(number)) for number, call in known.items()}
        yield step, calls


def _same_speaker(call: Call, before: Call | None) -> Call:
    """Return a call with the speaker whom the game had found for it."""
    if call.player is None and before is not None and before.player is not None:
        return replace(call, player=before.player)
    return call


def _rule(meaning: str, source: str) -> str:
    where = f"rulebook, {source}" if source.startswith("section") else source
    return f"{meaning} ({where})" if source else meaning
