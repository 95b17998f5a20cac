"""What several games rule alike: a telling that the rules do not allow, a call after the end, and who won."""

from assistant.core.games.base import CodeInfo
from assistant.core.games.mechanics.said import CALL_INEXACT
from assistant.core.observations import Call, Fact, Numbered, Verdict, moment_ms
from assistant.core.rulings import Ruling, ruling_data

FACT_REFUSED = "fact/refused"
"""The code of a telling that came out of order or cannot be."""

GAME_OVER = "game/over"
"""The code of a call or telling after the end."""

SCORE_SET = "score/set"
"""The code of a score that the table puts right."""

MATCH_WON = "match/won"
"""The code of a match that one player wins."""

SHARED_CODES = (
    CodeInfo(FACT_REFUSED, "What was told is out of order or impossible, and counts for nothing.", "the rule it names"),
    CodeInfo(CALL_INEXACT, "The call was not word for word: nothing happens, and it may be said again."),
    CodeInfo(GAME_OVER, "The game is over; what was said or told counts for nothing."),
)
"""Codes that several games share, with one wording."""

POINTS_CODES = (
    CodeInfo(SCORE_SET, "A player's score was told."),
    CodeInfo(MATCH_WON, "A player has won the match."),
)
"""Codes of games that are played for points."""


def refused(at_ms: int, player: str | None, rule: str, section: str, **values: int | str) -> Ruling:
    """Return the ruling on a telling that the rules do not allow.

    Args:
        at_ms: when it was told.
        player: whom it is about.
        rule: the rule that it breaks, by the name under which the wording has it, such as "decide-first".
        section: where the rulebook says so.
        values: further values for the sentence.
    """
    return Ruling(FACT_REFUSED, at_ms, player, data=ruling_data(rule=rule, section=section, **values))


def too_late(numbered: Numbered, observation: Call | Fact) -> tuple[Ruling, ...]:
    """Refuse what is said or told after the end; an unsure call is left to the referee, an inexact one is nothing."""
    if isinstance(observation, Call) and observation.verdict is not Verdict.EXACT:
        return ()
    calls = (numbered.id,) if isinstance(observation, Call) else ()
    return (Ruling(GAME_OVER, moment_ms(observation), observation.player, calls=calls),)
