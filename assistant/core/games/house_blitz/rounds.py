"""A round from its common start to its Stop."""

from dataclasses import replace

from assistant.core.games.house_blitz.rules import FALSE_STOP_POINTS
from assistant.core.games.house_blitz.state import BlitzState, Phase, Player, Ruled, Stop
from assistant.core.games.mechanics.race import Finish, margin_ms, tie_band_ms
from assistant.core.games.mechanics.refusal import refused
from assistant.core.games.mechanics.settings import MS, in_ms
from assistant.core.observations import Call
from assistant.core.rulings import Ruling, ruling_data


def go(state: BlitzState, number: int, call: Call) -> Ruled:
    """Begin a round: somebody said Go."""
    if state.phase is Phase.LIVE:
        return state, (Ruling("round/already", call.end_ms, call.player, calls=(number,)),)
    if state.unscored and state.rules.board:
        return state, (_unscored(state, call.player, call.end_ms, number),)
    return begin(state, call.player, call.end_ms, (number,))


def begin(state: BlitzState, player: Player, at_ms: int, calls: tuple[int, ...] = ()) -> Ruled:
    """Begin a round."""
    rulings = tuple(Ruling("score/missing", at_ms, missing) for missing in state.unscored)
    state = replace(state, phase=Phase.LIVE, round=state.round + 1, began_ms=at_ms, ready=(), stops=(), results=())
    live = Ruling("round/live", at_ms, player, calls=calls, data=ruling_data(round=state.round))
    return state, (*rulings, live)


def get_ready(state: BlitzState, players: tuple[str, ...], at_ms: int) -> Ruled:
    """Note who is ready; once everybody is, count down."""
    if state.phase in (Phase.LIVE, Phase.COUNTDOWN):
        return state, (refused(at_ms, players[0] if len(players) == 1 else None, "round-live", "Setup"),)
    if state.unscored and state.rules.board:
        return state, (_unscored(state, None, at_ms),)
    ready = tuple(player for player in state.players if player in players or player in state.ready)
    state = replace(state, ready=ready)
    left = len(state.players) - len(ready)
    if left:
        return state, tuple(Ruling("player/ready", at_ms, each, data=ruling_data(left=left)) for each in players)
    if not state.rules.countdown_s:
        return begin(state, None, at_ms)
    state = replace(state, phase=Phase.COUNTDOWN, counts_from_ms=at_ms, counted=0)
    return state, (_count(state, at_ms),)


def deadline_ms(state: BlitzState) -> int | None:
    """Return when the next second of the countdown is over."""
    if state.phase is not Phase.COUNTDOWN:
        return None
    return state.counts_from_ms + (state.counted + 1) * MS


def count_on(state: BlitzState, at_ms: int) -> Ruled:
    """Let one second of the countdown pass."""
    state = replace(state, counted=state.counted + 1)
    if state.counted < state.rules.countdown_s:
        return state, (_count(state, at_ms),)
    return begin(state, None, at_ms)


def stop(state: BlitzState, number: int, call: Call) -> Ruled:
    """Freeze the round at the end of a Stop."""
    calls = (number,)
    if state.phase not in (Phase.LIVE, Phase.FROZEN) or (state.phase is Phase.FROZEN and not state.unscored):
        return state, (Ruling("stop/idle", call.end_ms, call.player, calls=calls),)
    spoke_ms = dict(state.spoke).get(call.player) if call.player is not None else None
    if spoke_ms is not None and call.start_ms - spoke_ms < in_ms(state.rules.stop_lead_s):
        return state, (Ruling("stop/not-alone", call.end_ms, call.player, calls=calls),)
    finish = Finish(number, call.end_ms, call.error_ms)
    if state.phase is Phase.FROZEN:
        return _stop_again(state, Stop(call.player, finish))
    state = replace(state, phase=Phase.FROZEN, stops=(Stop(call.player, finish),))
    data = ruling_data(round=state.round, length_ms=call.end_ms - state.began_ms)
    return state, (Ruling("round/frozen", call.end_ms, call.player, calls=calls, data=data),)


def false_stop(state: BlitzState, player: Player, at_ms: int) -> Ruled:
    """A Stop was said with cards left in the House: take it back, with what the house rules want."""
    if state.phase is not Phase.FROZEN or state.results:
        rule = "scored-already" if state.results else "no-stop"
        return state, (refused(at_ms, player, rule, "Ending a Round"),)
    wrong = next((each for each in state.stops if player in (None, each.player)), None)
    if wrong is None:
        return state, (refused(at_ms, player, "not-the-stopper", "Ending a Round"),)
    left = tuple(each for each in state.stops if each is not wrong)
    state = replace(state, stops=left)
    consequence = state.rules.false_stop if not left else "stands"
    if state.rules.false_stop == "-2":
        state = replace(state, tally=state.tally.with_points(wrong.player, FALSE_STOP_POINTS))
    if not left:
        state = replace(state, phase=Phase.IDLE if consequence == "round_void" else Phase.LIVE)
    data = ruling_data(consequence=consequence, total=state.tally.of(wrong.player))
    return state, (Ruling("stop/false", at_ms, wrong.player, calls=(wrong.finish.call,), data=data),)


def question(state: BlitzState, challenger: Player, at_ms: int) -> Ruled:
    """Somebody calls the Stop: only the table can see the House."""
    if state.phase is not Phase.FROZEN or state.results or not state.stops:
        return state, (refused(at_ms, challenger, "no-stop", "Ending a Round"),)
    stopper = state.stops[0]
    return state, (Ruling("stop/questioned", at_ms, stopper.player, calls=(stopper.finish.call,)),)


def emptied(state: BlitzState, player: Player, at_ms: int) -> Ruled:
    """A House is empty: the round goes on until its owner says so."""
    if state.phase is not Phase.LIVE:
        return state, (refused(at_ms, player, "no-round", "Ending a Round"),)
    return state, (Ruling("house/empty", at_ms, player),)


def _stop_again(state: BlitzState, later: Stop) -> Ruled:
    first = state.stops[0]
    band_ms = tie_band_ms(first.finish, later.finish, state.least_band_ms)
    apart_ms = margin_ms(first.finish, later.finish)
    calls = (first.finish.call, later.finish.call)
    together = apart_ms < band_ms and later.player not in (None, first.player)
    code = "stop/together" if together else "stop/late"
    if together:
        state = replace(state, stops=(*state.stops, later))
    data = ruling_data(first=first.player or "", late_ms=apart_ms)
    return state, (Ruling(code, later.finish.at_ms, later.player, apart_ms, band_ms, calls, data),)


def _unscored(state: BlitzState, player: Player, at_ms: int, number: int | None = None) -> Ruling:
    data = ruling_data(missing=", ".join(state.unscored))
    return Ruling("round/unscored", at_ms, player, calls=(number,) if number else (), data=data)


def _count(state: BlitzState, at_ms: int) -> Ruling:
    return Ruling("round/countdown", at_ms, data=ruling_data(left=state.rules.countdown_s - state.counted))
