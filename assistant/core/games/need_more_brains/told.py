"""Facts about the table, and commands: what the referee is told or asked besides the calls."""

from dataclasses import replace

from assistant.core.games.mechanics.refusal import SCORE_SET, refused
from assistant.core.games.mechanics.said import plain_name, player_told
from assistant.core.games.need_more_brains.cards import turn_card
from assistant.core.games.need_more_brains.deciding import without
from assistant.core.games.need_more_brains.rounds import (
    after_hunt,
    announced,
    first_order,
    in_order,
    maybe_end,
    with_hunt,
)
from assistant.core.games.need_more_brains.scoring import check_target, credit
from assistant.core.games.need_more_brains.state import BrainsState, Player, Ruled
from assistant.core.observations import Command, CommandName, Fact
from assistant.core.referee_codes import COMMAND_NOTHING
from assistant.core.rulings import Ruling, ruling_data

ROW_SLOTS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The places of the Horde's row, as the phrase book names them."""


def note(state: BrainsState, fact: Fact) -> Ruled:
    """Take note of what is told about the table, or refuse it with the rule that it breaks."""
    player = player_told(fact, state.players)
    match plain_name(fact.name):
        case "card":
            return turn_card(state, fact)
        case "out":
            return _out(state, player, fact.at_ms)
        case "banks":
            return _banks(state, player, fact)
        case "has":
            return _has(state, player, fact)
        case "deals":
            return _deals(state, player, fact.at_ms)
        case "row":
            return _row(state, fact)
    return state, ()


def obey(state: BrainsState, command: Command) -> Ruled:
    """Do what a player asks: only a turn can be ended by command, without points."""
    if command.name is not CommandName.END_TURN:
        return state, ()
    inside = state.hunt.inside
    ending = tuple(player for player in inside if command.player in (None, player))
    if not ending:
        data = ruling_data(command=command.name.value)
        return state, (Ruling(COMMAND_NOTHING, command.at_ms, command.player, data=data),)
    if state.rules.board:
        return state, (refused(command.at_ms, state.decider, "decide-first", "Basic Game, step 7"),)
    rulings = tuple(Ruling("turn/ended", command.at_ms, player) for player in ending)
    state, following = _all_without(state, ending, command.at_ms)
    return state, (*rulings, *following)


def _all_without(state: BrainsState, leaving: tuple[str, ...], at_ms: int) -> Ruled:
    if leaving == state.hunt.inside:
        state = state.hunting(replace(state.hunt, waiting=(), going=(), owed=0))
        return after_hunt(state, leaving[-1], at_ms)
    return without(state, leaving[0], at_ms)


def _out(state: BrainsState, player: Player, at_ms: int) -> Ruled:
    """A player took two bullets from cards that nobody told."""
    if player is None or player not in state.hunt.inside:
        return state, (refused(at_ms, player, "not-in", "Basic Game, step 7"),)
    data = ruling_data(card="", bullets=state.hunt.bullets)
    state, following = without(state, player, at_ms)
    return state, (Ruling("bullets/out", at_ms, player, data=data), *following)


def _banks(state: BrainsState, player: Player, fact: Fact) -> Ruled:
    points = fact.slot("points")
    if player not in state.unbanked or player is None or not isinstance(points, int):
        return state, (refused(fact.at_ms, player, "nothing-to-bank", "Basic Game, step 4"),)
    at = state.unbanked.index(player)
    state = replace(state, unbanked=(*state.unbanked[:at], *state.unbanked[at + 1 :]))
    state, rulings = credit(state, player, points, fact.at_ms)
    state, following = _scores_changed(state, fact.at_ms)
    return state, (*rulings, *following)


def _has(state: BrainsState, player: Player, fact: Fact) -> Ruled:
    points = fact.slot("points")
    if player is None or not isinstance(points, int):
        return state, (refused(fact.at_ms, player, "whose", "Basic Game, step 3"),)
    state = state.scored(player, points - state.tally.of(player))
    told = Ruling(SCORE_SET, fact.at_ms, player, data=ruling_data(total=points))
    state, following = _scores_changed(state, fact.at_ms)
    return state, (told, *following)


def _scores_changed(state: BrainsState, at_ms: int) -> Ruled:
    """See what a told score brings: the last chance, or the end; the Horde waits for the end of its round."""
    if state.rules.mode == "solo":
        return (state, ()) if state.hunt.inside else after_hunt(state, state.players[0], at_ms)
    rulings: tuple[Ruling, ...] = ()
    if state.rules.mode == "basic":
        state, rulings = check_target(state, at_ms)
    state, ended = maybe_end(state, at_ms)
    return state, (*rulings, *ended)


def _deals(state: BrainsState, player: Player, at_ms: int) -> Ruled:
    if player is None or state.touched or state.rules.mode == "solo":
        return state, (refused(at_ms, player, "under-way", "General Setup"),)
    state = replace(state, dealer=player)
    state = with_hunt(state, first_order(state), at_ms)
    return state, announced(state, at_ms)


def _row(state: BrainsState, fact: Fact) -> Ruled:
    """The Horde's first row was laid."""
    row = tuple(str(value) for value in map(fact.slot, ROW_SLOTS) if value is not None)
    if state.rules.mode != "horde" or state.touched:
        rule = "no-row" if state.rules.mode != "horde" else "under-way"
        return state, (refused(fact.at_ms, None, rule, "Zombie Horde Mode"),)
    if sorted(row) != sorted(state.players):
        return state, (refused(fact.at_ms, None, "whole-row", "Zombie Horde Mode"),)
    reached = tuple(row.index(player) - len(row) for player in state.players)
    state = replace(state, row=row, reached=reached)
    state = with_hunt(state, in_order(state), fact.at_ms)
    told = Ruling("horde/row", fact.at_ms, data=ruling_data(row=", ".join(row)))
    return state, (told, *announced(state, fact.at_ms))
