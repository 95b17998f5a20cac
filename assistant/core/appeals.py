"""How many appeals a player has left: counted from the rulings that they brought."""

from assistant.core import referee_codes as codes
from assistant.core.games.mechanics.settings import SharedRules
from assistant.core.observations import Command
from assistant.core.refold import RefereeState, RulesT, StateT
from assistant.core.rulings import Ruling, ruling_data

_SPENT = (codes.APPEAL_UPHELD, codes.APPEAL_TOO_CLOSE)


def appeals_allowed(rules: object) -> int | None:
    """Return how many appeals each player has a match, or None without a limit."""
    return rules.appeals_per_player if isinstance(rules, SharedRules) else None


def appeals_left(state: RefereeState[StateT, RulesT], player: str | None, at_ms: int | None = None) -> int | None:
    """Return how many more appeals a player has, or None without a limit: the table as a whole has none.

    One appeal may judge several calls, all at one moment; it is spent unless it overturned one of them.

    Args:
        state: where the match stands.
        player: who.
        at_ms: the moment of an appeal that is being judged, which is not counted yet.
    """
    allowed = appeals_allowed(state.match.rules)
    if allowed is None or player is None:
        return None
    theirs = [each.ruling for each in state.changes if each.ruling.player == player and each.ruling.at_ms != at_ms]
    won = {ruling.at_ms for ruling in theirs if ruling.code == codes.APPEAL_OVERTURNED}
    spent = {ruling.at_ms for ruling in theirs if ruling.code in _SPENT} - won
    return max(0, allowed - len(spent))


def appeal_moment_ms(state: RefereeState[StateT, RulesT]) -> int:
    """Return a moment for an appeal after the match: its end, and later than any change of history before it."""
    return max([state.fold.now_ms, *(each.ruling.at_ms + 1 for each in state.changes)])


def appeal_asked(state: RefereeState[StateT, RulesT], command: Command) -> Ruling:
    """Return what an appeal is answered with, not yet numbered: which ruling is to be looked at, or why none is.

    What becomes of it follows as amendments, once the ears have listened again.
    """
    if appeals_left(state, command.player) == 0:
        limit = ruling_data(limit=appeals_allowed(state.match.rules) or 0)
        return Ruling(codes.APPEAL_NONE_LEFT, command.at_ms, command.player, data=limit)
    called = (kept.ruling for kept in state.standing if kept.ruling.calls)
    given = [ruling for ruling in called if command.target in (None, ruling.id, *ruling.calls)]
    if not given:
        return Ruling(codes.APPEAL_NOTHING, command.at_ms, command.player)
    against = max(given, key=lambda ruling: ruling.id)
    data = ruling_data(of=against.id)
    return Ruling(codes.APPEAL_ASKED, command.at_ms, command.player, calls=against.calls, data=data)
