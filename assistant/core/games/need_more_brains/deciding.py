"""More brains, or no more brains: who decides, and what follows."""

from dataclasses import replace

from assistant.core.games.mechanics.said import CALL_INEXACT, inexact
from assistant.core.games.mechanics.settings import in_ms
from assistant.core.games.need_more_brains.rounds import after_hunt
from assistant.core.games.need_more_brains.rules import COMPLETION_MS, HESITATION_MS, MOST_PROMPTS, QUICKEST_CARD_MS
from assistant.core.games.need_more_brains.scoring import bank
from assistant.core.games.need_more_brains.state import BrainsState, Ruled
from assistant.core.observations import Call
from assistant.core.rulings import Ruling, ruling_data

MORE, NO_MORE = "more", "nomore"
"""The two phrases."""


def decide(state: BrainsState, number: int, call: Call, phrase: str) -> Ruled:
    """Judge an exact call."""
    refusal = _refusal(state, call)
    if refusal is not None:
        return state, (replace(refusal, calls=(number,)),)
    player, until_ms = state.hunt.waiting[0], state.hesitates_until_ms
    state = replace(state, hesitates_until_ms=None)
    if phrase == MORE and until_ms is not None and call.start_ms <= until_ms:
        return state, (Ruling("decision/which", call.end_ms, player, calls=(number,)),)
    if state.hunt.owed:
        state = state.hunting(replace(state.hunt, owed=0, gaps=True))
    if phrase == MORE:
        return _more(state, player, number, call.end_ms)
    return leave(state, player, call.end_ms, (number,))


def decide_wrongly(state: BrainsState, number: int, call: Call, phrase: str) -> Ruled:
    """Ask again after an inexact call of whoever decides; anybody else's is table talk."""
    if not _may_decide(state, call):
        return state, ()
    if phrase == NO_MORE:
        state = replace(state, hesitates_until_ms=call.end_ms + COMPLETION_MS)
    return state, (inexact(CALL_INEXACT, number, call),)


def hesitate(state: BrainsState, call: Call, phrase: str) -> BrainsState:
    """Remember a "no more brains" that was not heard well: "more brains" right after it may be its rest."""
    if phrase != NO_MORE or not _may_decide(state, call):
        return state
    return replace(state, hesitates_until_ms=call.end_ms + HESITATION_MS)


def leave(state: BrainsState, player: str, at_ms: int, calls: tuple[int, ...] = ()) -> Ruled:
    """Let a player stop and collect."""
    state, rulings = bank(state, player, at_ms, calls)
    state, following = without(state, player, at_ms)
    return state, (*rulings, *following)


def without(state: BrainsState, player: str, at_ms: int) -> Ruled:
    """Let a player leave the hunt, and go on with the others."""
    hunt = state.hunt
    first = hunt.inside[0]
    waiting = tuple(each for each in hunt.waiting if each != player)
    going = tuple(each for each in hunt.going if each != player)
    state = state.hunting(replace(hunt, waiting=waiting, going=going, since_ms=at_ms, prompts=0))
    rulings: tuple[Ruling, ...] = ()
    if player == first and state.hunt.inside:
        rulings = (Ruling("pink/moves", at_ms, state.hunt.inside[0]),)
    state = _deal_on(state, at_ms)
    state, following = after_hunt(state, player, at_ms)
    return state, (*rulings, *following)


def deadline_ms(state: BrainsState) -> int | None:
    """Return when silence becomes a question."""
    hunt = state.hunt
    if not hunt.waiting or hunt.prompts >= MOST_PROMPTS or (hunt.fresh and hunt.owed):
        return None
    return hunt.since_ms + in_ms(state.rules.prompt_s) * (hunt.prompts + 1)


def time_out(state: BrainsState, at_ms: int) -> Ruled:
    """Ask whoever has to decide, or for the card that is due; or let the player stop, if the house rules want it."""
    hunt, player = state.hunt, state.hunt.waiting[0]
    if stops(state):
        state, rulings = leave(state, player, at_ms)
        return state, (Ruling("decision/timeout", at_ms, player), *rulings)
    state = replace(state, hunt=replace(hunt, prompts=hunt.prompts + 1))
    if hunt.owed and state.rules.board:
        data = ruling_data(how=state.rules.card_input, owed=hunt.owed)
        return state, (Ruling("card/ask", at_ms, state.dealer, data=data),)
    return state, (Ruling("decision/ask", at_ms, player),)


def stops(state: BrainsState) -> bool:
    """Return whether a player who does not answer now stops by the house rules: only after having been asked."""
    return state.rules.timeout == "stop" and state.hunt.prompts > 0 and not state.hunt.owed


def _may_decide(state: BrainsState, call: Call) -> bool:
    """Return whether a call comes from whoever decides."""
    return state.decider is not None and call.player in (None, state.decider)


def _refusal(state: BrainsState, call: Call) -> Ruling | None:
    """Return why this call decides nothing, or None."""
    hunt, player, at_ms = state.hunt, call.player, call.end_ms
    if state.decider is None:
        return Ruling("bank/ask", at_ms, state.unbanked[0] if state.unbanked else None)
    if player is not None and player not in hunt.inside:
        return Ruling("decision/not-yours", at_ms, player, data=ruling_data(decider=state.decider))
    if hunt.owed and (state.rules.board or (hunt.decided and call.start_ms - hunt.since_ms < QUICKEST_CARD_MS)):
        if hunt.decided:
            return Ruling("decision/bound", at_ms, player)
        return Ruling("decision/card-first", at_ms, player, data=ruling_data(owed=hunt.owed))
    if player in hunt.going:
        return Ruling("decision/bound", at_ms, player)
    if player not in (None, state.decider):
        return Ruling("decision/not-yours", at_ms, player, data=ruling_data(decider=state.decider))
    return None


def _more(state: BrainsState, player: str, number: int, at_ms: int) -> Ruled:
    hunt = state.hunt
    ruling = Ruling("decision/more", at_ms, player, calls=(number,), data=ruling_data(cards=hunt.forced))
    hunt = replace(hunt, waiting=hunt.waiting[1:], going=(*hunt.going, player), since_ms=at_ms, prompts=0)
    return _deal_on(state.hunting(hunt), at_ms), (ruling,)


def _deal_on(state: BrainsState, at_ms: int) -> BrainsState:
    """Make the next cards due when everybody has decided and somebody goes on."""
    hunt = state.hunt
    if hunt.waiting or not hunt.going or hunt.owed:
        return state
    dealt = replace(
        hunt, waiting=hunt.going, going=(), owed=hunt.forced, forced=1, decided=True, since_ms=at_ms, prompts=0
    )
    return state.hunting(dealt)
