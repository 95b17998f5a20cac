"""Grave Feast: who feeds, claims, steals and prays, and what it is worth."""

from collections.abc import Mapping
from dataclasses import replace

from assistant.core.games.base import GameInfo, GameStep, Table, Window
from assistant.core.games.grave_feast import claiming, clock, feeding, praying, races, scoring, stealing, told
from assistant.core.games.grave_feast.aims import sure_speaker
from assistant.core.games.grave_feast.codes import CODES
from assistant.core.games.grave_feast.hand import dealt
from assistant.core.games.grave_feast.rules import GraveFeastRules, evil_word_lists
from assistant.core.games.grave_feast.state import GraveFeastState, Held, Ruled
from assistant.core.games.mechanics.race import Finish, hold_ms
from assistant.core.games.mechanics.tally import Tally
from assistant.core.observations import Call, Command, End, Fact, Numbered, Verdict, moment_ms
from assistant.core.rulings import Ruling

FOREVER_MS = 1 << 60
"""Later than every deadline: what the end of a recording counts as."""

RACING = ("seduce", "graveyard")
"""The calls that wait for their rivals."""


class GraveFeast:
    """The game; see `assistant.core.games.base.Game`."""

    info = GameInfo(id="grave-feast", title="Grave Feast", min_players=2, max_players=8, codes=CODES)
    rules_type = GraveFeastRules

    def start(self, table: Table, rules: GraveFeastRules) -> GraveFeastState:
        """Return the empty table."""
        return GraveFeastState(table, rules, Tally.empty(table.players), dealt(table.players))

    def step(self, state: GraveFeastState, numbered: Numbered) -> GameStep[GraveFeastState]:
        """Judge one observation, as soon as no rival can come too close to it."""
        observation = numbered.observation
        now_ms = FOREVER_MS if isinstance(observation, End) else moment_ms(observation)
        if isinstance(observation, Fact | Command) or (
            isinstance(observation, Call) and observation.verdict is not Verdict.UNSURE
        ):
            state = _queued(state, numbered)
        return GameStep(*_drain(state, now_ms))

    def deadline_ms(self, state: GraveFeastState) -> int | None:
        """Return when the next thing is decided by time alone."""
        return clock.deadline_ms(state)

    def scores(self, state: GraveFeastState) -> dict[str, int]:
        """Return the humans in each graveyard."""
        return state.tally.scores

    def winner(self, state: GraveFeastState) -> str | None:
        """Return who has won the set."""
        return state.tally.set_winner(state.rules.set_games)

    def windows(self, state: GraveFeastState) -> tuple[Window, ...]:
        """Return what may still be answered."""
        return clock.windows(state)

    def expected_player(self, state: GraveFeastState, phrase: str) -> str | None:
        """Return the only player who could say this by the rules, where that is certain."""
        return sure_speaker(state, phrase.rpartition(".")[2])

    def word_lists(self, rules: GraveFeastRules) -> Mapping[str, tuple[str, ...]]:
        """Return which words may end an evil prayer."""
        return {"evil-words": evil_word_lists(rules)}


GRAVE_FEAST = GraveFeast()


def _queued(state: GraveFeastState, numbered: Numbered) -> GraveFeastState:
    """Put an observation in its place among those that wait."""
    observation = numbered.observation
    at_ms, error_ms, wait_ms = moment_ms(observation), 0, clock.slack_ms(state)
    if isinstance(observation, Call):
        error_ms = observation.error_ms
        if races.phrase_of(observation) == "seduce" and wait_ms:
            at_ms = max(observation.start_ms, at_ms - races.LONGEST_SEDUCE_MS)
    finish = Finish(numbered.id, at_ms, error_ms)
    if isinstance(observation, Call) and races.phrase_of(observation) in RACING:
        wait_ms += hold_ms(finish, state.least_band_ms)
    held = Held(numbered, finish, at_ms + wait_ms)
    queue = sorted((*state.queue, held), key=lambda each: each.finish.at_ms)
    return replace(state, queue=tuple(queue))


def _drain(state: GraveFeastState, now_ms: int) -> Ruled:
    """Let time pass and judge everything that is ripe, in the order of its moments."""
    rulings: list[Ruling] = []
    while True:
        due = clock.next_due(state)
        head = state.queue[0] if state.queue else None
        if due is not None and (head is None or due.closes_ms <= head.finish.at_ms):
            if due.closes_ms + clock.slack_ms(state) > now_ms:
                break
            state, more = clock.run_out(state, due)
        elif head is not None and head.ripe_ms <= now_ms:
            state, more = _judge(replace(state, queue=state.queue[1:]), head)
        else:
            break
        rulings.extend(more)
    return state, tuple(rulings)


def _judge(state: GraveFeastState, held: Held) -> Ruled:
    observation = held.numbered.observation
    if state.over and isinstance(observation, Call | Fact):
        if state.tally.set_winner(state.rules.set_games) is not None:
            calls = (held.numbered.id,) if isinstance(observation, Call) else ()
            return state, (Ruling("match/over", moment_ms(observation), observation.player, calls=calls),)
        state = scoring.next_game(state)
    match observation:
        case Call(verdict=Verdict.EXACT):
            return _exact_call(state, held, observation)
        case Call():
            return _inexact_call(state, held.finish, observation)
        case Fact():
            return told.note(state, held.numbered.id, observation)
        case Command():
            return told.obey(state, observation)
    return state, ()


def _exact_call(state: GraveFeastState, held: Held, call: Call) -> Ruled:
    rival = races.rival_of(state, held, call)
    if rival is not None:
        state, ruling, counting = races.too_close(state, held, rival)
        state, more = (state, ()) if counting is None else _judge(state, counting)
        return state, (ruling, *more)
    match races.phrase_of(call):
        case "brains" | "blood" as food:
            return feeding.feed(state, held.finish, call, food)
        case "graveyard":
            return claiming.announce(state, held.finish, call)
        case "seduce":
            return stealing.seduce(state, held.finish, call)
        case "christ":
            return praying.preach(state, held.finish, call)
        case "evil":
            return praying.answer(state, held.finish, call)
    return state, ()


def _inexact_call(state: GraveFeastState, finish: Finish, call: Call) -> Ruled:
    match races.phrase_of(call):
        case "brains" | "blood" as food:
            return feeding.feed_wrongly(state, finish, call, food)
        case "graveyard":
            return claiming.announce_wrongly(state, finish, call)
        case "seduce":
            return stealing.seduce_wrongly(state, finish, call)
        case "christ":
            return praying.preach_wrongly(state, finish, call)
        case "evil":
            return praying.answer_wrongly(state, finish, call)
    return state, ()
