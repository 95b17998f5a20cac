"""Trips to the graveyard, games and sets (section 3)."""

from dataclasses import replace

from assistant.core.games.grave_feast.feeding import EATERS
from assistant.core.games.grave_feast.hand import dealt
from assistant.core.games.grave_feast.rares.watching import doubt_himself
from assistant.core.games.grave_feast.state import Family, GraveFeastState, Player, Ruled
from assistant.core.games.grave_feast.turns import end_turn
from assistant.core.rulings import Ruling, ruling_data


def score(state: GraveFeastState, family: Family, at_ms: int) -> Ruled:
    """The family reaches the graveyard: as many points as humans; its eater is discarded."""
    claim = family.claim
    if claim is None:
        return state, ()
    count = family.size or claim.count
    owner, calls = claim.player, (claim.finish.call,)
    kind = (family.eater.kind if family.eater else "") or EATERS.get(family.kind, "eater")
    state = state.drop(family.id).discarded(kind)
    state, doubts = doubt_himself(state, at_ms, claim.finish.call)
    if owner is None:
        state = replace(state, unowned=(*state.unowned, (claim.finish.call, count)))
        unowned = Ruling("claim/unowned", at_ms, None, calls=calls, data=ruling_data(count=count))
        return state, (unowned, *doubts)
    seat = state.seat(owner)
    state, scored = give(state.sit(replace(seat, buried=seat.buried + count)), owner, count, at_ms, calls)
    if state.over or not state.board or state.turn != owner:
        return state, (*scored, *doubts)
    state, turn = end_turn(state, owner, at_ms)
    return state, (*scored, *doubts, *turn)


def give(state: GraveFeastState, player: str, count: int, at_ms: int, calls: tuple[int, ...]) -> Ruled:
    """Write points down, and end the game when there are enough."""
    state = replace(state, tally=state.tally.with_points(player, count))
    total = state.tally.of(player)
    data = ruling_data(count=count, total=total, left=max(0, state.rules.target_score - total))
    scored = Ruling("claim/scored", at_ms, player, calls=calls, data=data)
    if total < state.rules.target_score or state.over:
        return state, (scored,)
    state, won = _win(state, player, at_ms)
    return state, (scored, *won)


def owned(state: GraveFeastState, player: Player, at_ms: int) -> Ruled:
    """Somebody says to whom the oldest trip that nobody owned belongs."""
    if player is None or not state.unowned:
        return state, ()
    (call, count), *others = state.unowned
    return give(replace(state, unowned=tuple(others)), player, count, at_ms, (call,))


def next_game(state: GraveFeastState) -> GraveFeastState:
    """Clear the table for the next game of the set; coins and family numbers go on."""
    return replace(
        _cleared(state),
        tally=state.tally.next_game(),
        seats=dealt(state.table.players),
        unowned=(),
        discard=(),
        turn=None,
        turn_began_ms=0,
        over=False,
    )


def _cleared(state: GraveFeastState) -> GraveFeastState:
    return replace(
        state,
        families=(),
        prayer=None,
        question=None,
        vote=None,
        mash_theft=None,
        open_steal=None,
        target=None,
        combo=None,
        unsaid=(),
    )


def _win(state: GraveFeastState, player: str, at_ms: int) -> Ruled:
    best_of = state.rules.set_games
    state = replace(_cleared(state), tally=state.tally.with_game(player), over=True)
    games = state.tally.wins(player)
    data = ruling_data(total=state.tally.of(player), games=games, best_of=best_of)
    rulings = [Ruling("game/won", at_ms, player, data=data)]
    if best_of > 1 and state.tally.set_winner(best_of) is not None:
        rulings.append(Ruling("set/won", at_ms, player, data=ruling_data(games=games, best_of=best_of)))
    return state, tuple(rulings)
