"""Eaten By Zombies!: In Cahoots: the turn sequence, step by step, and the choice that comes first."""

from collections.abc import Mapping
from dataclasses import replace

from assistant.core.games.base import GameInfo, GameStep, Table, Window
from assistant.core.games.in_cahoots import choosing, told
from assistant.core.games.in_cahoots.codes import CODES
from assistant.core.games.in_cahoots.rules import CahootsRules
from assistant.core.games.in_cahoots.state import CahootsState, Piles, Ruled, Turn
from assistant.core.games.in_cahoots.steps import prompt
from assistant.core.games.mechanics.opening import first_or_next_ms, only_window
from assistant.core.games.mechanics.refusal import too_late
from assistant.core.games.mechanics.tally import Tally
from assistant.core.observations import Call, Command, Fact, Numbered, Tick, Verdict


class InCahoots:
    """The game; see `assistant.core.games.base.Game`."""

    info = GameInfo(id="in-cahoots", title="Eaten By Zombies!: In Cahoots", min_players=2, max_players=2, codes=CODES)
    rules_type = CahootsRules

    def start(self, table: Table, rules: CahootsRules) -> CahootsState:
        """Return the state after the set-up."""
        players = table.players
        state = CahootsState(table, rules, Turn(players[0], 1), Tally.empty(players))
        if not rules.board:
            return state
        piles = tuple((player, Piles()) for player in players)
        return replace(state, supply=(rules.zombies, 0), piles=piles)

    def step(self, state: CahootsState, numbered: Numbered) -> GameStep[CahootsState]:
        """Judge one observation; the first step is named by the tick at its deadline, the very beginning."""
        observation = numbered.observation
        if isinstance(observation, Tick):
            return GameStep(*_tick(state, observation.at_ms))
        if state.over and isinstance(observation, Call | Fact):
            return GameStep(state, too_late(numbered, observation))
        return GameStep(*_judge(state, numbered))

    def deadline_ms(self, state: CahootsState) -> int | None:
        """Return when the choice binds."""
        return first_or_next_ms(state.begun, choosing.deadline_ms(state))

    def scores(self, state: CahootsState) -> dict[str, int]:
        """Return how many zombies each player has killed."""
        return state.kills.scores

    def winner(self, state: CahootsState) -> str | None:
        """Return who has survived alone; nobody while both live, when both win, and when both lose."""
        return state.won

    def windows(self, state: CahootsState) -> tuple[Window, ...]:
        """Return the time in which the choice may be taken back."""
        return only_window("change the choice", state.active, state.turn.chosen_ms, choosing.deadline_ms(state))

    def word_lists(self, rules: CahootsRules) -> Mapping[str, tuple[str, ...]]:
        """Return the words for the two choices."""
        return {"choices": rules.choice_words}

    def expected_player(self, state: CahootsState, phrase: str) -> str | None:
        """Return whoever has to choose."""
        return None if state.over or state.turn.bound else state.active


IN_CAHOOTS = InCahoots()


def _tick(state: CahootsState, at_ms: int) -> Ruled:
    if not state.begun:
        return replace(state, begun=True), (prompt(state, at_ms),)
    return (choosing.bind(state) if choosing.deadline_ms(state) == at_ms else state), ()


def _judge(state: CahootsState, numbered: Numbered) -> Ruled:
    match numbered.observation:
        case Call(verdict=Verdict.EXACT) as call:
            return choosing.choose(state, numbered.id, call)
        case Call(verdict=Verdict.INEXACT) as call:
            return choosing.choose_wrongly(state, numbered.id, call)
        case Call() as call:
            return choosing.choose_unclearly(state, numbered.id, call)
        case Fact() as fact:
            return told.note(state, fact)
        case Command() as command:
            return told.obey(state, command)
    return state, ()
