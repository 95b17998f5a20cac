"""English: rulings that several games share."""

from collections.abc import Mapping
from types import MappingProxyType

from assistant.core.wording.language import Wording

FAULT_SPOKEN = "[: missing {missing}][: added {added}][: said {changed}]"
"""The first thing that was wrong with an inexact call, as it is spoken (see `language.brief`)."""

FAULT = "[: missing {missing}][: added {added}][: {changed}]"
"""What was wrong with an inexact call."""

SHARED: Mapping[str, Wording] = MappingProxyType(
    {
        "fact/refused": Wording(
            "Refused: {rule}.", "This counts for nothing: {rule}. The rulebook says so under {section}."
        ),
        "call/inexact": Wording(
            f"Not exact, {{player}}{FAULT_SPOKEN}.",
            f"A call that is not word for word does nothing and costs nothing: say it again. Heard: {{heard}}{FAULT}.",
        ),
        "score/set": Wording("{player} has {total}.", "{player}'s score was told to be {total}."),
        "game/over": Wording("The game is over.", "The game has ended, so this counts for nothing."),
        "match/won": Wording("{player} wins[ with {total}].", "{player} has won the match[ with {total} points]."),
    }
)
"""The wording of shared codes."""
