"""Swag, totals, and what they do to the Horde."""

from dataclasses import replace

from assistant.core.games.in_cahoots.choosing import bind
from assistant.core.games.in_cahoots.rules import FIGHT, HAND_LIMIT
from assistant.core.games.in_cahoots.state import CahootsState, Player, Ruled, Step
from assistant.core.games.in_cahoots.steps import die, find_left, finish_step, reach, reaches, refuse
from assistant.core.games.mechanics.refusal import refused
from assistant.core.observations import Fact
from assistant.core.rulings import Ruling, ruling_data


def play(state: CahootsState, player: Player, fact: Fact) -> Ruled:
    """Play a Swag card: after the choice, with a sign that it allows, unless the card's text says otherwise."""
    by_text = fact.slot("text") is not None
    if player == state.other:
        return _play_special(state, fact)
    if player != state.active:
        return state, (refused(fact.at_ms, player, "others-turn", "Choose Fight or Flee"),)
    piles = state.cards(state.active)
    if piles is not None and not piles.hand:
        return state, (refused(fact.at_ms, player, "empty-hand", "Play Swag cards from your hand"),)
    if not state.turn.choice:
        return _laid(state, fact) if by_text else (state, (Ruling("swag/early", fact.at_ms, player),))
    if not reaches(state, Step.PLAY):
        return refuse(state, player, Step.PLAY, fact.at_ms)
    if not (by_text or _draws(fact) or fact.slot("kind") == state.turn.choice):
        data = ruling_data(choice=state.turn.choice)
        return state, (Ruling("swag/wrong-sign", fact.at_ms, player, data=data),)
    return _laid(bind(state), fact)


def tell_total(state: CahootsState, fact: Fact) -> Ruled:
    """End the playing with a total, and see what becomes of the Horde."""
    kind = fact.slot("kind")
    if not state.turn.choice or not reaches(state, Step.TOTAL):
        return refuse(state, state.active, Step.TOTAL, fact.at_ms)
    if kind != state.turn.choice:
        data = ruling_data(choice=state.turn.choice)
        return state, (Ruling("swag/wrong-sign", fact.at_ms, state.active, data=data),)
    value = fact.slot("value")
    return resolve(state, value if isinstance(value, int) else state.turn.total, fact.at_ms)


def resolve(state: CahootsState, total: int, at_ms: int) -> Ruled:
    """Set the total against the Horde, and go on to what follows."""
    state, rulings = reach(bind(state), Step.TOTAL, at_ms)
    state = replace(state, turn=replace(state.turn, total=total, told=True))
    if not state.horde:
        state = replace(state, turn=replace(state.turn, success=True))
        outcome = Ruling("total/noted", at_ms, state.active, data=ruling_data(total=total))
    elif state.turn.choice == FIGHT:
        state, outcome = _fought(state, total, at_ms)
    else:
        state, outcome = _fled(state, total, at_ms)
    state, more = finish_step(state, at_ms)
    return state, (*rulings, outcome, *more)


def scavenge(state: CahootsState, player: Player, fact: Fact) -> Ruled:
    """Take Swag, within the total and the hand limit."""
    section = "Scavenge for Swag"
    finds = fact.slot("find")
    finds = finds if isinstance(finds, tuple) else ()
    if player != state.active:
        return state, (refused(fact.at_ms, player, "others-turn", section),)
    if state.turn.step is not Step.SCAVENGE:
        return refuse(state, player, Step.SCAVENGE, fact.at_ms)
    find, left, piles = sum(finds), find_left(state), state.cards(state.active)
    if find > left or (state.rules.scavenge == "equal" and find != left):
        rule = "find-too-much" if find > left else "find-not-equal"
        return state, (refused(fact.at_ms, player, rule, section, left=left),)
    if piles is not None:
        if piles.hand + len(finds) > HAND_LIMIT:
            return state, (refused(fact.at_ms, player, "hand-limit", section, most=HAND_LIMIT),)
        state = state.with_cards(player, replace(piles, hand=piles.hand + len(finds)))
    state = replace(state, turn=replace(state.turn, found=state.turn.found + find))
    data = ruling_data(find=find, left=find_left(state))
    return state, (Ruling("scavenge/taken", fact.at_ms, player, data=data),)


def _play_special(state: CahootsState, fact: Fact) -> Ruled:
    """The other player plays a card while adding to the Horde."""
    if not reaches(state, Step.ADD):
        return refuse(state, state.other, Step.ADD, fact.at_ms)
    state, rulings = reach(state, Step.ADD, fact.at_ms)
    piles = state.cards(state.other)
    if piles is not None and piles.hand:
        state = state.with_cards(state.other, replace(piles, hand=piles.hand - 1, discard=piles.discard + 1))
    return state, (*rulings, Ruling("swag/special", fact.at_ms, state.other))


def _laid(state: CahootsState, fact: Fact) -> Ruled:
    """Count a Swag card that was played rightly, and draw what it says."""
    turn, early = state.turn, not state.turn.choice
    value, bonus = fact.slot("value"), fact.slot("bonus")
    counts = isinstance(value, int) and fact.slot("kind") == turn.choice
    turn = replace(
        turn,
        total=turn.total + (value if counts and isinstance(value, int) else 0),
        bonus=turn.bonus + (bonus if isinstance(bonus, int) else 0),
        played=turn.played + 1,
        told=True,
    )
    state = replace(state, turn=turn)
    code = "swag/special" if early else "swag/played"
    data = () if early else ruling_data(total=turn.total)
    ruling = Ruling(code, fact.at_ms, state.active, data=data)
    piles = state.cards(state.active)
    if piles is None:
        return state, (ruling,)
    piles = replace(piles, hand=piles.hand - 1)
    draw = fact.slot("draw")
    after = piles.drawn(draw if isinstance(draw, int) else int(_draws(fact)))
    if after is None:
        state, died = die(state, state.active, fact.at_ms)
        return state, (ruling, *died)
    return state.with_cards(state.active, after), (ruling,)


def _draws(fact: Fact) -> bool:
    """Return whether the card has the Draw sign."""
    return fact.name.endswith(".plays-draw") or fact.slot("draw") is not None


def _fought(state: CahootsState, total: int, at_ms: int) -> tuple[CahootsState, Ruling]:
    """Kill zombies in the order in which they came, as long as the Fight lasts."""
    killed, left = 0, total
    for zombie in state.horde:
        if zombie.level > left:
            break
        killed += 1
        left -= zombie.level if state.rules.fight_spent else 0
    remaining = state.horde[killed:]
    kills, piles = state.kills.with_points(state.active, killed), state.cards(state.active)
    lose = sum(zombie.attrition for zombie in remaining)
    if piles is not None:
        state = state.with_cards(state.active, replace(piles, discard=piles.discard + killed))
    turn = replace(state.turn, success=not remaining, lose=lose)
    state = replace(state, horde=remaining, kills=kills, turn=turn)
    if not remaining:
        return state, Ruling("fight/won", at_ms, state.active, data=ruling_data(total=total, killed=killed))
    data = ruling_data(total=total, killed=killed, left=len(remaining), lose=lose)
    return state, Ruling("fight/lost", at_ms, state.active, data=data)


def _fled(state: CahootsState, total: int, at_ms: int) -> tuple[CahootsState, Ruling]:
    """Escape when the Flee is at least the Horde's Attrition: half of it is lost then, rounded up."""
    attrition = state.attrition
    success = total >= attrition
    lose = (attrition + 1) // 2 if success else attrition
    state = replace(state, turn=replace(state.turn, success=success, lose=lose))
    data = ruling_data(total=total, attrition=attrition, lose=lose)
    return state, Ruling("flee/escaped" if success else "flee/failed", at_ms, state.active, data=data)
