"""What was said or told, as games and sentences need it: names, whom it is about, and what was wrong with a call."""

from assistant.core.observations import Call, Fact, WordDiff
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


def plain_name(identity: str | None) -> str:
    """Return the name of a phrase or fact without its game; empty for None."""
    return (identity or "").rpartition(".")[2]


def player_told(fact: Fact, players: tuple[str, ...]) -> str | None:
    """Return whom a fact is about, or else who told it, when that is known."""
    told = fact.slot("player")
    return told if isinstance(told, str) and told in players else fact.player
