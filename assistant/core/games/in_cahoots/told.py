"""Facts about the table, and commands: what the referee is told or asked besides the choices."""

from dataclasses import replace

from assistant.core.games.in_cahoots import horde, playing
from assistant.core.games.in_cahoots.rules import FLEE, HAND_LIMIT
from assistant.core.games.in_cahoots.state import CahootsState, Piles, Player, Ruled, Step, Turn
from assistant.core.games.in_cahoots.steps import (
    begin_turn,
    die,
    finish_step,
    prompt,
    reach,
    reaches,
    refuse,
    untold_turn_over,
)
from assistant.core.games.mechanics.refusal import refused
from assistant.core.games.mechanics.said import plain_name, player_told
from assistant.core.observations import Command, CommandName, Fact
from assistant.core.rulings import Ruling, ruling_data

LOSING = "Lose cards to Attrition"
"""The rulebook's section."""

THE_END = "The End"
"""The rulebook's section."""

_BY_THEMSELVES = {Step.CLEAN_UP: (Step.ATTRITION, Step.DRAW), Step.DISSIPATE: (Step.DRAW,)}
"""Steps that the referee passes by itself, and where it may stand when somebody says that they are done."""


def note(state: CahootsState, fact: Fact) -> Ruled:
    """Take note of what is told about the table, or refuse it with the rule that it breaks."""
    player = player_told(fact, state.table.players)
    match plain_name(fact.name):
        case "reveals":
            return horde.reveal(state, player, fact)
        case "adds":
            return horde.add(state, player, fact)
        case "adds-nothing":
            return _step_done(state, Step.ADD, player, fact.at_ms)
        case "plays" | "plays-draw":
            return playing.play(state, player, fact)
        case "total":
            return playing.tell_total(state, fact)
        case "scavenges":
            return playing.scavenge(state, player, fact)
        case "loses":
            return _lose(state, player, fact)
        case "step-done":
            return _step_done(state, _step(fact), player, fact.at_ms)
        case _:
            return _note_rarer(state, player, fact)


def _note_rarer(state: CahootsState, player: Player, fact: Fact) -> Ruled:
    match plain_name(fact.name):
        case "starts":
            return _starts(state, player, fact.at_ms)
        case "hand":
            return _hold(state, player, fact)
        case "supply":
            return horde.count_supply(state, fact)
        case "reshuffled":
            return horde.reshuffle(state, fact.at_ms)
        case "none-left":
            return horde.none_left(state, fact.at_ms)
        case "cannot-draw":
            return _cannot_draw(state, player, fact.at_ms)
        case "six-zombies":
            return _six_zombies(state, player, fact.at_ms)
    return state, ()


def obey(state: CahootsState, command: Command) -> Ruled:
    """Do what a player asks: the step is done, or the turn."""
    if command.name is CommandName.DONE and not state.over:
        return _step_done(state, state.turn.step, command.player, command.at_ms)
    if command.name is CommandName.END_TURN and not state.over:
        return _end_turn(state, command.player, command.at_ms)
    return state, ()


def _step(fact: Fact) -> Step:
    told = str(fact.slot("step")).replace("-", " ")
    return next((step for step in Step if step.value == told), Step.REVEAL)


def _step_done(state: CahootsState, step: Step, player: Player, at_ms: int) -> Ruled:
    """A step is over; one that needs more than this to be over is refused."""
    if state.turn.step in _BY_THEMSELVES.get(step, ()):
        return state, (prompt(state, at_ms),)
    missing = step is Step.REVEAL and state.rules.board and state.turn.revealed < state.turn.due
    if missing or step is Step.CHOICE or not reaches(state, step):
        return refuse(state, player, step, at_ms)
    state, rulings = reach(state, step, at_ms)
    match step:
        case Step.TOTAL:
            state, more = playing.resolve(state, state.turn.total, at_ms)
        case Step.ATTRITION if state.turn.lose:
            short = Ruling("attrition/short", at_ms, state.active, data=ruling_data(count=state.turn.lose))
            state, more = finish_step(state, at_ms)
            more = (short, *more)
        case _:
            state, more = finish_step(state, at_ms)
    return state, (*rulings, *more)


def _end_turn(state: CahootsState, player: Player, at_ms: int) -> Ruled:
    if state.turn.step is Step.DRAW or (reaches(state, Step.DRAW) and state.turn.choice):
        return _step_done(state, Step.DRAW, player, at_ms)
    if state.rules.board:
        return refuse(state, player, Step.DRAW, at_ms)
    state, rulings = untold_turn_over(state, at_ms)
    return state, rulings if state.over else (*rulings, prompt(state, at_ms))


def _lose(state: CahootsState, player: Player, fact: Fact) -> Ruled:
    """Pay Attrition: from the hand, the deck, or, after fleeing, the Discard Pile."""
    cards, source, zombies = fact.slot("cards"), fact.slot("source"), fact.slot("zombies")
    count = cards if isinstance(cards, int) else 0
    if player != state.active:
        return state, (refused(fact.at_ms, player, "others-turn", LOSING),)
    if not reaches(state, Step.ATTRITION):
        return refuse(state, player, Step.ATTRITION, fact.at_ms)
    rule = _loss_refused(state, count, source, isinstance(zombies, int) and zombies > 0)
    if rule:
        return state, (refused(fact.at_ms, player, rule, LOSING, left=state.turn.lose),)
    state, rulings = reach(state, Step.ATTRITION, fact.at_ms)
    state = _paid(state, count, source, zombies if isinstance(zombies, int) else 0)
    paid = Ruling("attrition/paid", fact.at_ms, player, data=ruling_data(count=count, left=state.turn.lose))
    if state.turn.lose:
        return state, (*rulings, paid)
    state, more = finish_step(state, fact.at_ms)
    return state, (*rulings, paid, *more)


def _loss_refused(state: CahootsState, count: int, source: object, zombies: bool) -> str:
    """Return which rule forbids losing these cards, or nothing."""
    piles = state.cards(state.active)
    if count > state.turn.lose:
        return "too-many-lost"
    if source == "discard" and state.turn.choice != FLEE:
        return "not-from-discard"
    if zombies and source != "deck":
        return "zombies-from-deck"
    if piles is not None and source is None:
        return "lost-from-where"
    if piles is not None and count > {"hand": piles.hand, "deck": piles.deck}.get(str(source), piles.discard):
        return "not-so-many"
    return ""


def _paid(state: CahootsState, count: int, source: object, zombies: int) -> CahootsState:
    state = replace(state, turn=replace(state.turn, lose=state.turn.lose - count))
    piles = state.cards(state.active)
    if piles is not None:
        less = {
            "hand": replace(piles, hand=piles.hand - count),
            "deck": replace(piles, deck=piles.deck - count),
        }.get(str(source), replace(piles, discard=piles.discard - count))
        state = state.with_cards(state.active, less)
    if state.supply is not None:
        state = replace(state, supply=(state.supply[0], state.supply[1] + min(zombies, count)))
    return state


def _starts(state: CahootsState, player: Player, at_ms: int) -> Ruled:
    turn = state.turn
    untouched = turn == Turn(turn.player, turn.due) and not state.horde and not any(state.kills.points)
    if player is None or not untouched:
        return state, (refused(at_ms, player, "under-way", "Game Set-up"),)
    state, rulings = begin_turn(state, player, at_ms)
    return state, rulings if state.over else (*rulings, prompt(state, at_ms))


def _hold(state: CahootsState, player: Player, fact: Fact) -> Ruled:
    """The table tells how many cards a player has; from then on they are counted."""
    if player is None:
        return state, (refused(fact.at_ms, player, "whose", "Game Set-up"),)
    known = state.cards(player) or Piles()
    hand, deck, discard = fact.slot("cards"), fact.slot("deck"), fact.slot("discard")
    piles = Piles(
        hand if isinstance(hand, int) else known.hand,
        deck if isinstance(deck, int) else known.deck,
        discard if isinstance(discard, int) else known.discard,
    )
    return state.with_cards(player, piles), ()


def _cannot_draw(state: CahootsState, player: Player, at_ms: int) -> Ruled:
    piles = state.cards(player) if player is not None else None
    if player is None or (piles is not None and piles.deck + piles.discard):
        return state, (refused(at_ms, player, "can-draw" if player else "whose", THE_END),)
    return die(state, player, at_ms)


def _six_zombies(state: CahootsState, player: Player, at_ms: int) -> Ruled:
    piles = state.cards(player) if player is not None else None
    if piles is not None and piles.hand != HAND_LIMIT:
        return state, (refused(at_ms, player, "not-six", THE_END),)
    return replace(state, over=True), (Ruling("match/both-lose", at_ms, player),)
