"""Facts about the table, and commands: what the referee is told or asked besides the calls."""

from dataclasses import replace

from assistant.core.games.grave_feast import challenging, feeding, praying, scoring, stealing
from assistant.core.games.grave_feast.state import Claim, GraveFeastState, Player, Ruled
from assistant.core.observations import Command, CommandName, Fact
from assistant.core.referee_codes import COMMAND_NOTHING
from assistant.core.rulings import Ruling, ruling_data


def obey(state: GraveFeastState, command: Command) -> Ruled:
    """Do what a player asks."""
    match command.name:
        case CommandName.DONE:
            return done(state, command.player, command.at_ms)
        case CommandName.CHALLENGE:
            return challenging.challenge(state, command.player, command.at_ms)
        case CommandName.END_TURN:
            return end_turn(state, command.player, command.at_ms)
        case CommandName.CONFIRM | CommandName.DENY if state.question is not None:
            counts = command.name is CommandName.CONFIRM
            return praying.settle_question(state, state.question, counts, command.at_ms)
    return state, ()


def note(state: GraveFeastState, number: int, fact: Fact) -> Ruled:
    """Take note of what is told about the table."""
    player = _player(state, fact)
    match fact.name.rpartition(".")[2]:
        case "done":
            return done(state, player, fact.at_ms)
        case "attaches":
            return feeding.attach(state, number, player, str(fact.slot("eater")), fact.at_ms)
        case "dull":
            return challenging.find_dull(state, player, fact.at_ms)
        case "has":
            return _has(state, player, fact)
        case "takes":
            return _takes(state, number, player, fact)
        case "points":
            return scoring.owned(state, player, fact.at_ms)
    return state, ()


def done(state: GraveFeastState, player: Player, at_ms: int) -> Ruled:
    """The taker has scooped his cards: no preacher comes in time any more, unless one already prays."""
    family = state.latest(lambda family: family.claim is not None and (player is None or family.claim.player == player))
    if family is None or not isinstance(family.claim, Claim):
        return state, (Ruling(COMMAND_NOTHING, at_ms, player, data=ruling_data(command="done")),)
    closes_ms = min(family.claim.closes_ms, at_ms)
    return state.put(replace(family, claim=replace(family.claim, closes_ms=closes_ms))), ()


def end_turn(state: GraveFeastState, player: Player, at_ms: int) -> Ruled:
    """A turn is over: the next one clockwise begins."""
    ending = player if player is not None else state.turn
    if ending is None:
        return state, (Ruling(COMMAND_NOTHING, at_ms, player, data=ruling_data(command="end-turn")),)
    players = state.table.players
    following = players[(players.index(ending) + 1) % len(players)]
    state = replace(state, turn=following, turn_began_ms=at_ms)
    return state, (Ruling("turn/next", at_ms, following),)


def _player(state: GraveFeastState, fact: Fact) -> Player:
    told = fact.slot("player")
    return told if isinstance(told, str) and told in state.table.players else fact.player


def _has(state: GraveFeastState, player: Player, fact: Fact) -> Ruled:
    size = fact.slot("size")
    family = state.latest(lambda family: family.owner == player)
    if family is None or not isinstance(size, int):
        return state, ()
    return state.put(replace(family, size=size)), ()


def _takes(state: GraveFeastState, number: int, player: Player, fact: Fact) -> Ruled:
    """A player says what a succubus steals; she takes one thing only."""
    if fact.slot("target") == "both":
        return state, (Ruling("steal/which", fact.at_ms, player),)
    opened, victim = state.open_steal, fact.slot("victim")
    if opened is None or opened.player != player:
        return state, ()
    target = state.latest(lambda family: family.owner != player and (victim is None or family.owner == victim))
    if target is None:
        return state, ()
    return stealing.steal(replace(state, open_steal=None), target, opened.finish, player, fact.at_ms)
