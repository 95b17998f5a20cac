"""Zombie House Blitz: the common start, the Stop, and what every round is worth."""

from collections.abc import Mapping

from assistant.core.games.base import GameInfo, GameStep, Table, Window
from assistant.core.games.house_blitz import rounds, scoring
from assistant.core.games.house_blitz.codes import CODES
from assistant.core.games.house_blitz.rules import BlitzRules
from assistant.core.games.house_blitz.state import BlitzState, Phase, Ruled
from assistant.core.games.mechanics.opening import only_window
from assistant.core.games.mechanics.refusal import too_late
from assistant.core.games.mechanics.said import CALL_INEXACT, inexact, plain_name, player_told
from assistant.core.games.mechanics.settings import in_ms
from assistant.core.games.mechanics.tally import Tally
from assistant.core.observations import Call, Command, CommandName, Fact, Numbered, Tick, Verdict


class HouseBlitz:
    """The game; see `assistant.core.games.base.Game`."""

    info = GameInfo(id="house-blitz", title="Zombie House Blitz", min_players=2, max_players=4, codes=CODES)
    rules_type = BlitzRules

    def start(self, table: Table, rules: BlitzRules) -> BlitzState:
        """Return the state before the first round."""
        return BlitzState(table, rules, Tally.empty(table.players))

    def step(self, state: BlitzState, numbered: Numbered) -> GameStep[BlitzState]:
        """Judge one observation."""
        observation = numbered.observation
        if isinstance(observation, Tick):
            due = rounds.deadline_ms(state) == observation.at_ms
            return GameStep(*rounds.count_on(state, observation.at_ms)) if due else GameStep(state)
        if state.won is not None and isinstance(observation, Call | Fact):
            return GameStep(state, too_late(numbered, observation))
        state, rulings = _judge(state, numbered)
        if isinstance(observation, Call):
            state = state.spoken(observation.player, observation.end_ms)
        return GameStep(state, rulings)

    def deadline_ms(self, state: BlitzState) -> int | None:
        """Return when the countdown goes on."""
        return rounds.deadline_ms(state)

    def scores(self, state: BlitzState) -> dict[str, int]:
        """Return the points of all rounds."""
        return state.tally.scores

    def winner(self, state: BlitzState) -> str | None:
        """Return who has the most points at the end."""
        return state.won

    def windows(self, state: BlitzState) -> tuple[Window, ...]:
        """Return the countdown."""
        counting = state.phase is Phase.COUNTDOWN
        closes_ms = state.counts_from_ms + in_ms(state.rules.countdown_s) if counting else None
        return only_window("countdown", None, state.counts_from_ms, closes_ms)

    def word_lists(self, rules: BlitzRules) -> Mapping[str, tuple[str, ...]]:
        """Return what may be said to stop a round."""
        return {"stop-words": rules.stop_words}

    def expected_player(self, state: BlitzState, phrase: str) -> str | None:
        """Return nobody: anyone may say Go, and whose House is empty cannot be heard."""
        return None


HOUSE_BLITZ = HouseBlitz()


def _judge(state: BlitzState, numbered: Numbered) -> Ruled:
    match numbered.observation:
        case Call(verdict=Verdict.EXACT) as call:
            told = rounds.stop if plain_name(call.phrase) == "stop" else rounds.go
            return told(state, numbered.id, call)
        case Call(verdict=Verdict.INEXACT) as call:
            live = state.phase is Phase.LIVE
            if live is (plain_name(call.phrase) == "stop"):
                return state, (inexact(CALL_INEXACT, numbered.id, call),)
        case Fact() as fact:
            return _note(state, fact)
        case Command(name=CommandName.CHALLENGE) as command:
            return rounds.question(state, command.player, command.at_ms)
    return state, ()


def _note(state: BlitzState, fact: Fact) -> Ruled:
    """Take note of what is told about the table, or refuse it with the rule that it breaks."""
    player = player_told(fact, state.players)
    match plain_name(fact.name):
        case "ready":
            told = fact.slot("player")
            return rounds.get_ready(state, (told,) if isinstance(told, str) else state.players, fact.at_ms)
        case "empty":
            return rounds.emptied(state, player, fact.at_ms)
        case "result":
            return scoring.score(state, player, fact)
        case "has":
            return scoring.put_right(state, player, fact)
        case "false-stop":
            about = fact.slot("player")
            return rounds.false_stop(state, about if isinstance(about, str) else None, fact.at_ms)
    return state, ()
