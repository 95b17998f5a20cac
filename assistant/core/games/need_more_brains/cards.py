"""What a card does to everybody who is still in."""

from dataclasses import replace

from assistant.core.games.mechanics.refusal import refused
from assistant.core.games.need_more_brains.rounds import after_hunt
from assistant.core.games.need_more_brains.rules import BULLETS_OUT, BrainsRules
from assistant.core.games.need_more_brains.state import BrainsState, Hunt, Player, Ruled
from assistant.core.observations import Fact
from assistant.core.rulings import Ruling, ruling_data

BULLETS = {"gunfire": 1, "headshot": 2}
"""The bullets of a card."""

CHASE_CARDS = 2
"""Chase Humans makes so many cards be taken."""

KINDS = {
    "gunfire": "gunfire",
    "headshot": "headshot",
    "chase": "chase",
    "chase humans": "chase",
    "double": "double",
    "double rampage": "double",
}
"""The cards besides brains, by what people say."""


def turn_card(state: BrainsState, fact: Fact) -> Ruled:
    """Take a card that was told, or refuse it when none is due."""
    hunt = state.hunt
    if not hunt.owed:
        return state, (refused(fact.at_ms, state.decider, "decide-first", "Basic Game, step 2"),)
    factor, factors = (hunt.factors[0], hunt.factors[1:]) if hunt.factors else (1, ())
    hunt = replace(hunt, owed=hunt.owed - 1, factors=factors, since_ms=fact.at_ms, decided=False, prompts=0)
    points, kind = fact.slot("points"), KINDS.get(str(fact.slot("kind")), "")
    about = _about(state)
    if isinstance(points, int):
        hunt = replace(hunt, points=hunt.points + points * factor)
        data = ruling_data(points=points * factor, stake=hunt.points)
        return state.hunting(hunt), (Ruling("card/brains", fact.at_ms, about, data=data),)
    if kind in BULLETS:
        return _shoot(state, replace(hunt, bullets=hunt.bullets + BULLETS[kind] * factor), kind, fact.at_ms)
    if kind == "chase":
        hunt, cards = _chase(hunt, CHASE_CARDS * factor, state.rules)
        return state.hunting(hunt), (Ruling("card/chase", fact.at_ms, about, data=ruling_data(cards=cards)),)
    hunt = replace(hunt, factors=_doubled(factor, factors, state.rules))
    data = ruling_data(times=hunt.factors[0])
    return state.hunting(hunt), (Ruling("card/double", fact.at_ms, about, data=data),)


def _about(state: BrainsState) -> Player:
    """Return whom a card is about: nobody in particular in the Horde."""
    return None if state.rules.mode == "horde" else state.decider


def _shoot(state: BrainsState, hunt: Hunt, kind: str, at_ms: int) -> Ruled:
    if hunt.bullets < BULLETS_OUT:
        data = ruling_data(bullets=hunt.bullets)
        return state.hunting(hunt), (Ruling("card/gunfire", at_ms, _about(state), data=data),)
    data = ruling_data(card=kind, bullets=hunt.bullets)
    rulings = tuple(Ruling("bullets/out", at_ms, player, data=data) for player in hunt.waiting)
    state, following = after_hunt(state.hunting(replace(hunt, waiting=(), owed=0)), hunt.waiting[-1], at_ms)
    return state, (*rulings, *following)


def _chase(hunt: Hunt, cards: int, rules: BrainsRules) -> tuple[Hunt, int]:
    """Return the hunt after a Chase, and how many cards are due or will be with the next More."""
    if hunt.owed and rules.chase_in_chase == "add":
        hunt = replace(hunt, owed=hunt.owed + cards)
        return hunt, hunt.owed
    waiting_cards = hunt.forced if hunt.forced > 1 else 0
    hunt = replace(hunt, forced=waiting_cards + cards)
    return hunt, hunt.forced


def _doubled(factor: int, factors: tuple[int, ...], rules: BrainsRules) -> tuple[int, ...]:
    """Return how many times the next cards count after a Double Rampage that itself counts `factor` times."""
    if factor == 1 or rules.double_on_double == "no_effect":
        return (2, *factors[1:])
    if rules.double_on_double == "x4_next":
        return (2 * factor, *factors[1:])
    return (2,) * factor + factors
