"""The turn sequence: which step comes next, what happens by itself on the way, and what has to wait."""

from dataclasses import replace

from assistant.core.games.in_cahoots.rules import FLEE, HAND_LIMIT
from assistant.core.games.in_cahoots.state import ORDER, CahootsState, Piles, Ruled, Step, Turn, Zombie
from assistant.core.games.mechanics.refusal import MATCH_WON
from assistant.core.rulings import Ruling, ruling_data


def prompt(state: CahootsState, at_ms: int) -> Ruling:
    """Return the ruling that names the step, whose it is, and how many cards it is about."""
    turn = state.turn
    player = state.other if turn.step is Step.ADD else turn.player
    counts = {Step.REVEAL: turn.due - turn.revealed, Step.ATTRITION: turn.lose, Step.SCAVENGE: find_left(state)}
    data = {"step": turn.step.value.replace(" ", "-")}
    if turn.step in counts:
        return Ruling("step/next", at_ms, player, data=ruling_data(count=counts[turn.step], **data))
    return Ruling("step/next", at_ms, player, data=ruling_data(**data))


def refuse(state: CahootsState, player: str | None, asked: Step, at_ms: int) -> Ruled:
    """Refuse what belongs to another step, and name the one that it is."""
    name = state.turn.step.value.replace(" ", "-")
    data = ruling_data(step=name, asked=asked.value.replace(" ", "-"), active=state.active)
    return state, (Ruling("step/refused", at_ms, player, data=data),)


def find_left(state: CahootsState) -> int:
    """Return how much Find may still be scavenged."""
    return max(0, state.turn.total + state.turn.bonus - state.turn.found)


def reaches(state: CahootsState, step: Step) -> bool:
    """Return whether everything before `step` may be passed over, so that it can happen now."""
    now, then = ORDER.index(state.turn.step), ORDER.index(step)
    return now <= then and not state.over and all(_optional(state, passed) for passed in ORDER[now:then])


def reach(state: CahootsState, step: Step, at_ms: int) -> Ruled:
    """Pass over what comes before `step`; only where `reaches` says so."""
    rulings: tuple[Ruling, ...] = ()
    while state.turn.step is not step and not state.over:
        state, more = _leave(state, at_ms)
        rulings += more
    return state, rulings


def finish_step(state: CahootsState, at_ms: int) -> Ruled:
    """End the step that it is, go on to the next one that waits for somebody, and name it."""
    state, rulings = _leave(state, at_ms)
    while not state.over and _passes_by(state):
        state, more = _leave(state, at_ms)
        rulings += more
    return state, (rulings if state.over else (*rulings, prompt(state, at_ms)))


def begin_turn(state: CahootsState, player: str, at_ms: int) -> Ruled:
    """Begin a turn: zombies must be revealed, unless none is left."""
    state = replace(state, turn=Turn(player, 1 + state.reshuffles))
    return need_zombie(state, at_ms)


def untold_turn_over(state: CahootsState, at_ms: int) -> Ruled:
    """Begin the other player's turn, although nobody told how this one ended: the Horde is not known any more."""
    return begin_turn(replace(state, horde=()), state.other, at_ms)


def need_zombie(state: CahootsState, at_ms: int) -> Ruled:
    """See to it that there is a zombie to be revealed: reshuffle, or end the game for both."""
    if state.turn.revealed >= state.turn.due or state.supply is None or state.supply[0]:
        return state, ()
    if not state.supply[1]:
        return both_win(state, at_ms)
    return reshuffled(replace(state, supply=(state.supply[1], 0)), at_ms)


def reshuffled(state: CahootsState, at_ms: int) -> Ruled:
    """The Zombie Discard was shuffled: one more zombie every turn."""
    state = replace(state, reshuffles=state.reshuffles + 1)
    if state.rules.reshuffle_counts == "at_once" and state.turn.step is Step.REVEAL:
        state = replace(state, turn=replace(state.turn, due=state.turn.due + 1))
    data = ruling_data(reveals=1 + state.reshuffles)
    return state, (Ruling("zombie/reshuffled", at_ms, data=data),)


def both_win(state: CahootsState, at_ms: int) -> Ruled:
    """No zombie is left to be revealed: the game ends at once, in the middle of the turn."""
    return replace(state, over=True), (Ruling("match/both-win", at_ms),)


def die(state: CahootsState, player: str, at_ms: int) -> Ruled:
    """A player must draw and cannot: the other one wins."""
    survivor = next(each for each in state.table.players if each != player)
    state = replace(state, over=True, won=survivor)
    return state, (Ruling("survivor/dies", at_ms, player), Ruling(MATCH_WON, at_ms, survivor))


def _optional(state: CahootsState, step: Step) -> bool:
    """Return whether a step may be passed over without a word."""
    match step:
        case Step.REVEAL:
            return not state.rules.board or state.turn.revealed >= state.turn.due
        case Step.ADD:
            return not state.rules.board
        case Step.CHOICE | Step.TOTAL:
            return False
        case Step.ATTRITION:
            return not state.rules.board or not state.turn.lose
        case _:
            return True


def _passes_by(state: CahootsState) -> bool:
    """Return whether a step asks nothing of anybody."""
    match state.turn.step:
        case Step.SCAVENGE:
            return not state.turn.success
        case Step.CLEAN_UP | Step.DISSIPATE:
            return True
        case Step.ATTRITION:
            return not state.turn.lose
        case _:
            return False


def _leave(state: CahootsState, at_ms: int) -> Ruled:
    """End a step with all that follows from it, and stand at the next one."""
    rulings: tuple[Ruling, ...] = ()
    step = state.turn.step
    match step:
        case Step.CLEAN_UP:
            state = _cleaned_up(state)
        case Step.ATTRITION:
            state = state if state.turn.success else state.removed(state.horde)
        case Step.DISSIPATE:
            state, rulings = _dissipated(state, at_ms)
        case Step.DRAW:
            return _drawn(state, at_ms)
    return state.at(ORDER[ORDER.index(step) + 1]), rulings


def _cleaned_up(state: CahootsState) -> CahootsState:
    """Discard what was played; nobody loses more than there is."""
    turn, piles = state.turn, state.cards(state.active)
    if piles is None:
        return state
    piles = replace(piles, discard=piles.discard + turn.played)
    there_is = piles.hand + piles.deck + (piles.discard if turn.choice == FLEE else 0)
    return replace(state.with_cards(state.active, piles), turn=replace(turn, lose=min(turn.lose, there_is)))


def _dissipated(state: CahootsState, at_ms: int) -> Ruled:
    if not state.horde:
        return state, ()
    clears = state.turn.choice == FLEE and state.turn.success and state.rules.flee_success == "clear"
    gone: tuple[Zombie, ...] = state.horde if clears else state.horde[:1]
    state = state.removed(gone)
    data = ruling_data(count=len(gone), left=len(state.horde), level=gone[0].level)
    return state, (Ruling("horde/dissipated", at_ms, data=data),)


def _drawn(state: CahootsState, at_ms: int) -> Ruled:
    """Draw the hand up to six, or discard it down, and begin the other player's turn."""
    player, piles = state.active, state.cards(state.active)
    rulings: tuple[Ruling, ...] = ()
    if piles is not None:
        count = HAND_LIMIT - piles.hand
        after = piles.drawn(count) if count >= 0 else Piles(HAND_LIMIT, piles.deck, piles.discard - count)
        if after is None:
            return die(state, player, at_ms)
        state = state.with_cards(player, after)
        if count:
            rulings = (Ruling("hand/drawn", at_ms, player, data=ruling_data(count=count, deck=after.deck)),)
    state, more = begin_turn(state, state.other, at_ms)
    return state, (*rulings, *more)
