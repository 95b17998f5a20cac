"""Reveal the Horde: zombies from the deck, and from the other player's hand."""

from dataclasses import replace

from assistant.core.games.in_cahoots.state import CahootsState, Player, Ruled, Step, Zombie
from assistant.core.games.in_cahoots.steps import (
    both_win,
    finish_step,
    need_zombie,
    reach,
    reaches,
    refuse,
    reshuffled,
    untold_turn_over,
)
from assistant.core.games.mechanics.refusal import refused
from assistant.core.observations import Fact
from assistant.core.rulings import Ruling, ruling_data

SECTION = "Reveal the Horde"
"""The rulebook's section."""


def reveal(state: CahootsState, player: Player, fact: Fact) -> Ruled:
    """Add a zombie from the Zombie Deck to the Horde; a Reveal sign brings one more, once a turn."""
    begun: tuple[Ruling, ...] = ()
    if player == state.other and state.turn.choice and not state.rules.board:
        state, begun = untold_turn_over(state, fact.at_ms)
        if state.over:
            return state, begun
    if player != state.active:
        return state, (refused(fact.at_ms, player, "others-turn", SECTION),)
    turn = state.turn
    if turn.step is Step.ADD and not turn.choice:
        return state, (refused(fact.at_ms, player, "enough-revealed", SECTION),)
    if turn.step is not Step.REVEAL:
        return refuse(state, player, Step.REVEAL, fact.at_ms)
    zombie, sign = _zombie(fact), fact.slot("sign") is not None
    extra = sign and not turn.sign_used
    turn = replace(
        turn,
        due=turn.due + extra,
        revealed=turn.revealed + 1,
        sign_used=turn.sign_used or sign,
        told=True,
    )
    supply = state.supply
    if supply is not None:
        supply = (max(0, supply[0] - 1), supply[1])
    state = replace(state, turn=turn, horde=(*state.horde, zombie), supply=supply)
    left = turn.due - turn.revealed
    data = ruling_data(level=zombie.level, attrition=zombie.attrition, horde=len(state.horde), left=left)
    told = Ruling("zombie/revealed", fact.at_ms, player, data=data)
    if left:
        state, more = need_zombie(state, fact.at_ms)
    else:
        state, more = finish_step(state, fact.at_ms)
    return state, (*begun, told, *more)


def add(state: CahootsState, player: Player, fact: Fact) -> Ruled:
    """Add a zombie from the other player's hand, if its Attrition is greater than the Horde's number."""
    if player != state.other:
        return state, (refused(fact.at_ms, player, "others-horde", SECTION),)
    if not reaches(state, Step.ADD):
        return refuse(state, player, Step.ADD, fact.at_ms)
    zombie, piles = _zombie(fact), state.cards(state.other)
    if piles is not None and not piles.hand:
        return state, (refused(fact.at_ms, player, "empty-hand", SECTION),)
    data = ruling_data(level=zombie.level, attrition=zombie.attrition, horde=len(state.horde))
    if zombie.attrition <= len(state.horde):
        return state, (Ruling("zombie/too-weak", fact.at_ms, player, data=data),)
    state, rulings = reach(state, Step.ADD, fact.at_ms)
    state = replace(state, horde=(*state.horde, zombie), turn=replace(state.turn, told=True))
    if piles is not None:
        state = state.with_cards(state.other, replace(piles, hand=piles.hand - 1))
    data = ruling_data(level=zombie.level, attrition=zombie.attrition, horde=len(state.horde))
    return state, (*rulings, Ruling("zombie/added", fact.at_ms, player, data=data))


def reshuffle(state: CahootsState, at_ms: int) -> Ruled:
    """The table tells that the Zombie Discard was shuffled; where cards are counted, only an empty deck can be."""
    if state.supply is not None and state.supply[0]:
        return state, (refused(at_ms, None, "deck-not-empty", SECTION),)
    if state.supply is not None:
        state = replace(state, supply=(state.supply[1], 0))
    return reshuffled(state, at_ms)


def none_left(state: CahootsState, at_ms: int) -> Ruled:
    """The table tells that no zombie is left: both win, if one must be revealed now."""
    if state.supply is not None and state.supply[0] + state.supply[1]:
        return state, (refused(at_ms, None, "deck-not-empty", "The End"),)
    if state.turn.step is not Step.REVEAL:
        return refuse(state, None, Step.REVEAL, at_ms)
    return both_win(state, at_ms)


def count_supply(state: CahootsState, fact: Fact) -> Ruled:
    """The table tells how many zombies lie where."""
    deck, discard = fact.slot("deck"), fact.slot("discard")
    supply = (deck if isinstance(deck, int) else 0, discard if isinstance(discard, int) else 0)
    state = replace(state, supply=supply)
    return need_zombie(state, fact.at_ms) if state.turn.step is Step.REVEAL else (state, ())


def _zombie(fact: Fact) -> Zombie:
    level, attrition = fact.slot("level"), fact.slot("attrition")
    return Zombie(level if isinstance(level, int) else 0, attrition if isinstance(attrition, int) else 0)
