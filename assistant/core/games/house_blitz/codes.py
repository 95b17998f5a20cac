"""The closed list of the ruling codes of Zombie House Blitz."""

from assistant.core.games.base import CodeInfo
from assistant.core.games.mechanics.refusal import POINTS_CODES, SHARED_CODES

CODES = (
    CodeInfo("player/ready", "A player is ready to begin.", "Setup"),
    CodeInfo("round/countdown", "The referee counts down to the common start.", "Setup; house rule hb.countdown_s"),
    CodeInfo("round/live", "The round has begun: everybody turns the top card of the House.", "Setup"),
    CodeInfo("round/already", "The round is under way already.", "Setup"),
    CodeInfo("round/unscored", "The last round has to be scored first.", "house rule hb.tracking"),
    CodeInfo("round/frozen", "Stop: a House is empty, and no card moves any more.", "Ending a Round"),
    CodeInfo("stop/together", "Two players said Stop too close together to tell who was first; both count.", "H2"),
    CodeInfo("stop/late", "The round was stopped before.", "Ending a Round"),
    CodeInfo("stop/idle", "Stop was said while no round was under way: it is noted and does nothing.", "H4"),
    CodeInfo("stop/not-alone", "Stop was said in the middle of other words: it does not count.", "H4"),
    CodeInfo("stop/questioned", "Somebody doubts the Stop: the table looks at the House.", "H1"),
    CodeInfo("stop/false", "Stop was said with cards left in the House.", "house rule hb.false_stop"),
    CodeInfo("house/empty", "A House is empty, and the round goes on until Stop is said.", "H5"),
    CodeInfo("score/round", "A player's round was scored.", "Scoring Points"),
    CodeInfo("score/missing", "A new round began before somebody's last one was scored.", "Scoring Points"),
    CodeInfo("round/tie", "Several players lead with enough to win: another round is played.", "Scoring Points"),
    *POINTS_CODES,
    *SHARED_CODES,
)
