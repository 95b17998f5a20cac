"""What can be asked of the referee at any time and changes nothing: the score, the latest ruling again, a rule."""

from dataclasses import replace
from types import MappingProxyType

from assistant.core.observations import Command, CommandName, Fact
from assistant.core.referee_codes import (
    AGAIN,
    AGAIN_ID,
    POINTS_OF,
    RULE_TOLD,
    SAY_AGAIN,
    SAY_NOTHING,
    SAY_WHY,
    SCORE_TOLD,
)
from assistant.core.refold import RefereeState, RulesT, StateT, scores
from assistant.core.rulings import Ruling, ruling_data

EXPLAIN = "referee.explain"
"""The fact form that asks for the rule on a subject, in its slot "topic"."""

_CODES = MappingProxyType({CommandName.SAY_AGAIN: SAY_AGAIN, CommandName.WHY: SAY_WHY})
"""The codes of the answers that repeat a ruling."""

Question = Command | Fact
"""A command or fact that asks and tells nothing."""


def is_question(observation: object) -> bool:
    """Return whether this asks something that leaves the match as it is."""
    if isinstance(observation, Command):
        return observation.name in (CommandName.SCORE, *_CODES)
    return isinstance(observation, Fact) and observation.name == EXPLAIN


def answer(state: RefereeState[StateT, RulesT], question: Question) -> Ruling:
    """Return the answer to a question (see `is_question`), not yet numbered."""
    if isinstance(question, Fact):
        data = ruling_data(game=state.match.game.info.id, topic=str(question.slot("topic")))
        return Ruling(RULE_TOLD, question.at_ms, question.player, data=data)
    if question.name is CommandName.SCORE:
        points = tuple((POINTS_OF + player, held) for player, held in scores(state).items())
        return Ruling(SCORE_TOLD, question.at_ms, question.player, data=tuple(sorted(points)))
    return _again(state, question)


def _again(state: RefereeState[StateT, RulesT], command: Command) -> Ruling:
    """Repeat a ruling with all its values; repetitions themselves are passed over."""
    repetitions = (*_CODES.values(), SAY_NOTHING)
    given = [kept.ruling for kept in (*state.standing, *state.changes) if kept.ruling.code not in repetitions]
    wanted = [ruling for ruling in given if command.target in (None, ruling.id)]
    if not wanted:
        return Ruling(SAY_NOTHING, command.at_ms, command.player)
    ruling = max(wanted, key=lambda ruling: ruling.id)
    data = (*ruling.data, (AGAIN, ruling.code), (AGAIN_ID, ruling.id))
    return replace(ruling, code=_CODES[command.name], at_ms=command.at_ms, data=tuple(sorted(data)), id=0)
