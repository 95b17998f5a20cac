"""English: the referee's own rulings."""

from collections.abc import Mapping
from types import MappingProxyType

from assistant.core import referee_codes as codes
from assistant.core.wording.language import Wording

REFEREE: Mapping[str, Wording] = MappingProxyType(
    {
        codes.CALL_UNCLEAR: Wording(
            "Not clear, {player}: say it again.",
            "I could not hear this call well enough to judge it[: {reason}]. It costs nothing and counts for nothing "
            "until it is said again or confirmed.",
        ),
        codes.CALL_CONFIRMED: Wording(
            "Confirmed: {player}'s call counts.",
            "The unsure call {heard} was confirmed: it counts as exact from the moment it was made.[ {score_changes}.]",
        ),
        codes.CALL_DENIED: Wording(
            "Denied: that was no call.",
            "The unsure call {heard} was denied, so it counts as no call at all.[ {score_changes}.]",
        ),
        codes.UNDO_DONE: Wording(
            "Undone: {what}.",
            "I struck {what} and derived all that followed anew; {withdrawn} earlier rulings fell.[ {score_changes}.]",
        ),
        codes.UNDO_NOTHING: Wording("Nothing to undo.", "There is no call, fact or command that I could strike."),
        codes.REDO_DONE: Wording(
            "Counts again: {what}.",
            "I took the latest undo back and derived all that followed anew.[ {score_changes}.]",
        ),
        codes.REDO_NOTHING: Wording("Nothing to redo.", "There is no undo to take back."),
        codes.APPEAL_ASKED: Wording(
            "An appeal: I listen again.",
            "{player} appeals against ruling {of}: I play the moment back and have every ear listen again.",
        ),
        codes.APPEAL_OVERTURNED: Wording(
            "Overturned: {call} is now {now}.[ {score_changes}.]",
            "The call[ “{called}”][ of {whose}] was judged {was}; heard again it is {now}[: {reason}]. All that "
            "followed is derived anew; {withdrawn} earlier rulings fell.[ {score_changes}.]",
        ),
        codes.APPEAL_UPHELD: Wording(
            "Upheld: {call} stays {now}.",
            "Heard again, the call[ “{called}”][ of {whose}] is still {now}[: {reason}].",
        ),
        codes.APPEAL_TOO_CLOSE: Wording(
            "Too close: {call} counts as {now}.[ {score_changes}.]",
            "The call[ “{called}”][ of {whose}] was heard again, and the evidence does not decide[: {reason}]. The "
            "first judgement stands, but nobody pays for a call that may have been right.[ {score_changes}.]",
        ),
        codes.APPEAL_NONE_LEFT: Wording(
            "No appeals left, {player}.",
            "{player} has had {limit} appeals that overturned nothing, as many as the house rules allow a match.",
        ),
        codes.APPEAL_NOTHING: Wording(
            "That appeal names no call.", "An appeal must name a call or a ruling of this match."
        ),
        codes.PAUSE_ON: Wording("Paused.", "Nothing is judged and no window closes until somebody says resume."),
        codes.PAUSE_OFF: Wording(
            "We go on.", "The pause took {paused_ms}; every open window has as much time left as before."
        ),
        codes.PAUSE_IGNORED: Wording(
            "We are paused: that does not count.", "During a pause, {what} does not count: resume first."
        ),
        codes.COMMAND_NOTHING: Wording(
            "There is nothing to {command}.", "Nothing is open that {command} could be about."
        ),
        codes.SCORE_TOLD: Wording("{scores}.", "{scores}: the score at {at} of the match."),
        codes.SAY_AGAIN: Wording("{said}", "I said it before: {why}"),
        codes.SAY_WHY: Wording("{why}", "I ruled so before: {why}"),
        codes.SAY_NOTHING: Wording("There is no such ruling.", "I have given no ruling, or none of that number."),
        codes.RULE_TOLD: Wording("{rule}", "{rule_text}"),
        codes.GAP_LOST: Wording(
            "Sound lost on microphone {channel}.",
            "Microphone {channel} lost {lost_ms} of sound[: {reason}]. Calls across the gap are unsure, never inexact.",
        ),
        codes.LATE_CORRECTED: Wording(
            "Correction: {player} was earlier.",
            "A call was heard later than others that it came before, so {withdrawn} rulings fell and what followed is "
            "derived anew.[ {score_changes}.]",
        ),
    }
)
"""The wording of the referee's own codes."""

REFEREE_TERMS: Mapping[str, str] = MappingProxyType(
    {"command:end-turn": "end", "command:done": "finish", "command:challenge": "call"}
)
"""How to say the values of rulings that are words of the program."""
