"""What was wrong with an inexact call, as the values that a sentence needs."""

from assistant.core.observations import Call, WordDiff
from assistant.core.rulings import Ruling, ruling_data

CALL_INEXACT = "call/inexact"
"""The code of games in which an inexact call costs nothing and is simply asked for again."""


INSTEAD_OF = " for "
"""What stands between the word that was said and the one that was wanted."""


def fault(call: Call) -> dict[str, int | str]:
    """Return what was heard, and which words were missing, added or changed."""
    diff = call.diff or WordDiff()
    return {
        "heard": call.heard,
        "missing": " ".join(diff.missing),
        "added": " ".join(diff.added),
        "changed": ", ".join(f"{said}{INSTEAD_OF}{wanted}" for wanted, said in diff.changed),
    }


def inexact(code: str, number: int, call: Call) -> Ruling:
    """Return the ruling on a call that was not word for word."""
    return Ruling(code, call.end_ms, call.player, calls=(number,), data=ruling_data(**fault(call)))
