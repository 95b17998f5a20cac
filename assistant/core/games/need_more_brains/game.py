"""Zombies! Need more Brains: who decides, what the cards do, and who leads the zombies."""

from collections.abc import Mapping
from dataclasses import replace

from assistant.core.games.base import GameInfo, GameStep, Table, Window
from assistant.core.games.mechanics.opening import first_or_next_ms, only_window
from assistant.core.games.mechanics.refusal import too_late
from assistant.core.games.mechanics.said import plain_name
from assistant.core.games.need_more_brains import deciding, rounds, told
from assistant.core.games.need_more_brains.codes import CODES
from assistant.core.games.need_more_brains.rules import BrainsRules
from assistant.core.games.need_more_brains.state import BrainsState, Ruled
from assistant.core.observations import Call, Command, Fact, Numbered, Tick, Verdict


class NeedMoreBrains:
    """The game; see `assistant.core.games.base.Game`."""

    info = GameInfo(id="need-more-brains", title="Zombies! Need more Brains", min_players=1, max_players=8, codes=CODES)
    rules_type = BrainsRules

    def start(self, table: Table, rules: BrainsRules) -> BrainsState:
        """Return the state before the first card."""
        return rounds.opening(table, rules)

    def step(self, state: BrainsState, numbered: Numbered) -> GameStep[BrainsState]:
        """Judge one observation; the first turn is announced by the tick at its deadline, the very beginning."""
        observation = numbered.observation
        if isinstance(observation, Tick):
            return GameStep(*_tick(state, observation.at_ms))
        if not isinstance(observation, Call | Fact | Command):
            return GameStep(state)
        if state.over and not isinstance(observation, Command):
            return GameStep(state, too_late(numbered, observation))
        return GameStep(*_judge(state, numbered))

    def deadline_ms(self, state: BrainsState) -> int | None:
        """Return when silence becomes a question, or an answer."""
        return first_or_next_ms(state.begun, deciding.deadline_ms(state))

    def scores(self, state: BrainsState) -> dict[str, int]:
        """Return the brains that are banked."""
        return state.tally.scores

    def winner(self, state: BrainsState) -> str | None:
        """Return the Master Zombie, once there is one."""
        return state.won

    def windows(self, state: BrainsState) -> tuple[Window, ...]:
        """Return the time to answer, where the house rules end it."""
        closes_ms = deciding.deadline_ms(state) if deciding.stops(state) else None
        return only_window("decide", state.decider, state.hunt.since_ms, closes_ms)

    def word_lists(self, rules: BrainsRules) -> Mapping[str, tuple[str, ...]]:
        """Return nothing: no list depends on the house rules."""
        return {}

    def expected_player(self, state: BrainsState, phrase: str) -> str | None:
        """Return whoever has to decide."""
        return None if state.hunt.owed and state.rules.board else state.decider


NEED_MORE_BRAINS = NeedMoreBrains()


def _tick(state: BrainsState, at_ms: int) -> Ruled:
    if not state.begun:
        return replace(state, begun=True), rounds.announced(state, at_ms)
    if deciding.deadline_ms(state) != at_ms:
        return state, ()
    return deciding.time_out(state, at_ms)


def _judge(state: BrainsState, numbered: Numbered) -> Ruled:
    match numbered.observation:
        case Call(verdict=Verdict.EXACT) as call:
            return deciding.decide(state, numbered.id, call, plain_name(call.phrase))
        case Call(verdict=Verdict.INEXACT) as call:
            return deciding.decide_wrongly(state, numbered.id, call, plain_name(call.phrase))
        case Call() as call:
            return deciding.hesitate(state, call, plain_name(call.phrase)), ()
        case Fact() as fact:
            return told.note(state, fact)
        case Command() as command:
            return told.obey(state, command)
    return state, ()
