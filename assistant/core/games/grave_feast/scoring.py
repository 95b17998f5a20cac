"""Trips to the graveyard, games and sets (section 3)."""

from dataclasses import replace

from assistant.core.games.grave_feast.bids import Settled
from assistant.core.games.grave_feast.state import Family, GraveFeastState
from assistant.core.rulings import Ruling, ruling_data


def due_ms(state: GraveFeastState, family: Family) -> int | None:
    """Return when a claim scores: at the end of its window, or of the prayer that still hangs over its eater."""
    if family.claim is None:
        return None
    prayer = state.prayer
    if prayer is not None and prayer.family == family.id:
        return max(family.claim.closes_ms, prayer.closes_ms)
    return family.claim.closes_ms


def score(state: GraveFeastState, family: Family, at_ms: int) -> Settled:
    """The family reaches the graveyard: as many points as humans."""
    if family.claim is None:
        return state, ()
    count, owner = family.claim.count, family.owner
    state = state.drop(family.id)
    scores = tuple(
        points + count * (player == owner) for player, points in zip(state.table.players, state.scores, strict=True)
    )
    state = replace(state, scores=scores)
    total = dict(zip(state.table.players, scores, strict=True)).get(owner or "", 0)
    data = ruling_data(count=count, total=total, left=max(0, state.rules.target_score - total))
    ruling = Ruling("claim/scored", at_ms, owner, calls=(family.claim.call,), data=data)
    if owner is None or total < state.rules.target_score:
        return state, (ruling,)
    state, won = _win(state, owner, total, at_ms)
    return state, (ruling, *won)


def next_game(state: GraveFeastState) -> GraveFeastState:
    """Clear the table for the next game of the set."""
    return replace(state, scores=(0,) * len(state.scores), families=(), prayer=None, faults=(), over=False)


def _win(state: GraveFeastState, owner: str, total: int, at_ms: int) -> Settled:
    games = tuple(won + (player == owner) for player, won in zip(state.table.players, state.games, strict=True))
    state = replace(state, games=games, over=True, families=(), prayer=None, faults=())
    won = dict(zip(state.table.players, games, strict=True))[owner]
    rulings = [Ruling("game/won", at_ms, owner, data=ruling_data(total=total, games=won))]
    if won > state.rules.set_games // 2:
        state = replace(state, set_winner=owner)
        if state.rules.set_games > 1:
            rulings.append(Ruling("set/won", at_ms, owner, data=ruling_data(games=won, best_of=state.rules.set_games)))
    return state, tuple(rulings)
