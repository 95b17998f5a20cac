"""What a sentence needs besides its ruling, which names calls by number: whose call an appeal's outcome is about."""

from dataclasses import replace

from assistant.core.referee_codes import AGAIN, AGAIN_ID, APPEAL_OVERTURNED, APPEAL_TOO_CLOSE, APPEAL_UPHELD
from assistant.core.refold import RefereeState, RulesT, StateT
from assistant.core.rulings import Ruling, ruling_data

_OUTCOMES = frozenset({APPEAL_UPHELD, APPEAL_OVERTURNED, APPEAL_TOO_CLOSE})


def meant(ruling: Ruling, state: RefereeState[StateT, RulesT]) -> Ruling:
    """Return a ruling as it is to be worded: an appeal's outcome, or its repetition, with the call that it is about.

    An appeal about a race has an outcome for each call. Only for telling: what is logged and derived again has no more
    than the referee gave, or the logs of earlier versions would not replay.

    Args:
        ruling: what was ruled.
        state: where the match stood afterwards, or later.
    """
    data = dict(ruling.data)
    if data.get(AGAIN, ruling.code) not in _OUTCOMES:
        return ruling
    number = data.get(AGAIN_ID, ruling.id)
    judged = [each for each in state.history.revisions if each.target in ruling.calls and each.id < int(number)]
    if not judged or judged[-1].call is None:
        return ruling
    call = judged[-1].call
    named = ruling_data(called=call.heard, whose=call.player or "")
    return replace(ruling, data=tuple(sorted((*ruling.data, *named))))
