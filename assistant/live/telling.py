"""What the referee answers when somebody only wants to know."""

from assistant.core.referee import scores, standing_rulings
from assistant.core.refold import RefereeState, RulesT, StateT
from assistant.core.wording import render


def score_text(state: RefereeState[StateT, RulesT]) -> str:
    """Return the score as a sentence."""
    return ", ".join(f"{name} {points}" for name, points in scores(state).items()) + "."


def latest_text(state: RefereeState[StateT, RulesT]) -> str:
    """Return the latest ruling that stands as a sentence."""
    standing = standing_rulings(state)
    return render(standing[-1]) if standing else "Nothing was ruled yet."
