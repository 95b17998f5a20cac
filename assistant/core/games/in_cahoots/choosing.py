"""Fight or Flee: who chooses, and until when the choice may be taken back."""

from dataclasses import replace

from assistant.core.games.in_cahoots.rules import ECHO_MS, FIGHT, FLEE, CahootsRules
from assistant.core.games.in_cahoots.state import CahootsState, Ruled, Step
from assistant.core.games.in_cahoots.steps import reach, reaches, refuse, untold_turn_over
from assistant.core.games.mechanics.said import CALL_INEXACT, inexact
from assistant.core.observations import Call
from assistant.core.phrases.normalise import plain_words
from assistant.core.rulings import Ruling, ruling_data


def choose(state: CahootsState, number: int, call: Call) -> Ruled:
    """Judge an exact choice."""
    rulings: tuple[Ruling, ...] = ()
    if _shows_turn_over(state, call):
        state, rulings = untold_turn_over(state, call.end_ms)
    if not state.over:
        state, more = _choose(state, number, call)
        rulings += more
    return state, rulings


def choose_wrongly(state: CahootsState, number: int, call: Call) -> Ruled:
    """Ask again after an inexact choice of whoever may choose; anybody else's is table talk."""
    if not may_choose(state, call):
        return state, ()
    return state, (inexact(CALL_INEXACT, number, call),)


def choose_unclearly(state: CahootsState, number: int, call: Call) -> Ruled:
    """Repeat what an unsure choice may have been; confirming it makes it count."""
    choice = choice_of(state.rules, call)
    if not choice or not may_choose(state, call):
        return state, ()
    data = ruling_data(choice=choice)
    return state, (Ruling("choice/echo", call.end_ms, call.player, calls=(number,), data=data),)


def may_choose(state: CahootsState, call: Call) -> bool:
    """Return whether this call comes from whoever chooses, before the choice."""
    return call.player in (None, state.active) and not state.turn.choice


def choice_of(rules: CahootsRules, call: Call) -> str:
    """Return FIGHT or FLEE, whatever word the house rules have for it; empty where that is not known."""
    said = call.slot("choice")
    words = {
        " ".join(plain_words(word)): choice for word, choice in zip(rules.choice_words, (FIGHT, FLEE), strict=True)
    }
    return words.get(said, "") if isinstance(said, str) else ""


def deadline_ms(state: CahootsState) -> int | None:
    """Return when the choice binds, while it does not yet."""
    turn = state.turn
    return None if state.over or not turn.choice or turn.bound else turn.chosen_ms + ECHO_MS


def bind(state: CahootsState) -> CahootsState:
    """Return the state with the choice bound."""
    return replace(state, turn=replace(state.turn, bound=True))


def _choose(state: CahootsState, number: int, call: Call) -> Ruled:
    calls = (number,)
    if call.player not in (None, state.active):
        data = ruling_data(active=state.active)
        return state, (Ruling("choice/not-yours", call.end_ms, call.player, calls=calls, data=data),)
    if state.turn.choice:
        return _choose_again(state, number, call)
    if not reaches(state, Step.CHOICE):
        state, refusals = refuse(state, call.player, Step.CHOICE, call.end_ms)
        return state, tuple(replace(refusal, calls=calls) for refusal in refusals)
    state, rulings = reach(state, Step.CHOICE, call.end_ms)
    return _chosen(state, call), (*rulings, _ruling("choice/made", state, number, call))


def _choose_again(state: CahootsState, number: int, call: Call) -> Ruled:
    """Take the choice back while it does not bind."""
    if state.turn.bound or choice_of(state.rules, call) == state.turn.choice:
        data = ruling_data(choice=state.turn.choice)
        return state, (Ruling("choice/bound", call.end_ms, state.active, calls=(number,), data=data),)
    return _chosen(state, call), (_ruling("choice/changed", state, number, call),)


def _chosen(state: CahootsState, call: Call) -> CahootsState:
    turn = replace(
        state.turn,
        choice=choice_of(state.rules, call),
        chosen_ms=call.end_ms,
        bound=state.rules.choice_binding == "first",
        step=Step.PLAY,
    )
    return replace(state, turn=turn)


def _ruling(code: str, state: CahootsState, number: int, call: Call) -> Ruling:
    data = ruling_data(choice=choice_of(state.rules, call))
    return Ruling(code, call.end_ms, state.active, calls=(number,), data=data)


def _shows_turn_over(state: CahootsState, call: Call) -> bool:
    """Return whether the other player's choice shows that a turn is over of which nothing was told but its choice."""
    turn = state.turn
    return not state.rules.board and call.player == state.other and turn.bound and not turn.told
