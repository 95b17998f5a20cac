"""The closed list of the rulings that the referee itself gives, whatever the game."""

from assistant.core.games.base import CodeInfo

CALL_UNCLEAR = "call/unclear"
CALL_CONFIRMED = "call/confirmed"
CALL_DENIED = "call/denied"
UNDO_DONE = "undo/done"
UNDO_NOTHING = "undo/nothing"
REDO_DONE = "redo/done"
REDO_NOTHING = "redo/nothing"
APPEAL_ASKED = "appeal/asked"
APPEAL_OVERTURNED = "appeal/overturned"
APPEAL_UPHELD = "appeal/upheld"
APPEAL_TOO_CLOSE = "appeal/too-close"
APPEAL_NONE_LEFT = "appeal/none-left"
APPEAL_NOTHING = "appeal/nothing"
PAUSE_ON = "pause/on"
PAUSE_OFF = "pause/off"
PAUSE_IGNORED = "pause/ignored"
COMMAND_NOTHING = "command/nothing"
SCORE_TOLD = "score/told"
SAY_AGAIN = "say/again"
SAY_WHY = "say/why"
SAY_NOTHING = "say/nothing"
RULE_TOLD = "rule/told"
GAP_LOST = "gap/lost"
LATE_CORRECTED = "late/corrected"

POINTS_OF = "points."
"""Key prefix in the data of a ruling that tells the score: "points.Ann" is Ann's."""

AGAIN = "again"
"""The key in the data of a repeated ruling that holds its code; its number stands under AGAIN_ID."""

AGAIN_ID = "again_id"
"""See AGAIN."""

REFEREE_CODES: tuple[CodeInfo, ...] = (
    CodeInfo(CALL_UNCLEAR, "A call was not heard well enough to judge it: it counts for nothing until said again."),
    CodeInfo(CALL_CONFIRMED, "An unsure call was confirmed: it counts as exact from the moment it was made."),
    CodeInfo(CALL_DENIED, "An unsure call was denied: it counts as no call at all."),
    CodeInfo(UNDO_DONE, "One observation was struck, and all that followed was derived anew."),
    CodeInfo(UNDO_NOTHING, "There was nothing that the undo could strike."),
    CodeInfo(REDO_DONE, "The latest undo was taken back, and all that followed was derived anew."),
    CodeInfo(REDO_NOTHING, "There was no undo to take back."),
    CodeInfo(APPEAL_ASKED, "Somebody appeals: the calls behind a ruling are to be heard again."),
    CodeInfo(APPEAL_OVERTURNED, "A call was judged anew, and all that followed was derived from the new judgement."),
    CodeInfo(APPEAL_UPHELD, "A call was judged anew, and the first judgement stands."),
    CodeInfo(
        APPEAL_TOO_CLOSE,
        "A call was judged anew and nothing is decided: the first judgement stands, but no penalty rests on it.",
    ),
    CodeInfo(APPEAL_NONE_LEFT, "The player has no appeal left.", "appeals.per_player"),
    CodeInfo(APPEAL_NOTHING, "The appeal named no call of this match."),
    CodeInfo(PAUSE_ON, "The match is paused: nothing is judged, and no window closes."),
    CodeInfo(PAUSE_OFF, "The match goes on: every open window has as much time left as before the pause."),
    CodeInfo(PAUSE_IGNORED, "Something was said or told during a pause: it does not count."),
    CodeInfo(COMMAND_NOTHING, "A command came when there was nothing that it could be about."),
    CodeInfo(SCORE_TOLD, "Somebody asked for the score."),
    CodeInfo(SAY_AGAIN, "Somebody asked to hear a ruling again: the same sentence once more, and nothing else."),
    CodeInfo(SAY_WHY, "Somebody asked why: the longer explanation of a ruling."),
    CodeInfo(SAY_NOTHING, "Somebody asked about a ruling, and there is none."),
    CodeInfo(RULE_TOLD, "Somebody asked for the rule on a subject (see `referee rules`)."),
    CodeInfo(GAP_LOST, "Sound was lost on one microphone: calls across the gap are unsure."),
    CodeInfo(LATE_CORRECTED, "A call was heard later than others that it came before; what followed was derived anew."),
)
