"""English: the rules that the referee brings to any game."""

from assistant.core.wording.topics import Topic

OWN = "the referee"
"""The section of what no rulebook says."""

ANY_GAME = (
    Topic(
        "verdict",
        OWN,
        "A call is exact, inexact or unsure. Only an inexact one can cost a card; an unsure one is said again.",
        "Every call gets one of three verdicts. Exact: word for word. Inexact: confidently something else, and I say "
        "which words were missing, added or changed. Unsure: the ears do not agree or the sound was bad; it counts "
        "for nothing and costs nothing until it is said again, or confirmed with: referee, yes.",
        also=("exact", "exactness", "inexact", "unsure", "unclear call", "word for word"),
        keys=("exact.leading_filler", "exact.inner_filler", "exact.restart", "exact.morphology"),
    ),
    Topic(
        "undo",
        OWN,
        "Say: referee, undo. It strikes the latest thing said or told, and derives all that followed anew.",
        "Undo strikes the latest call, fact or command, or the one behind a ruling that you name by its number, and "
        "all that followed is derived anew; redo takes the latest undo back. Nothing is ever deleted from the log.",
        also=("redo", "mistake", "wrong ruling", "override"),
    ),
    Topic(
        "appeal",
        OWN,
        "Say: referee, appeal. The latest ruling is played again, heard again by every ear, and upheld or overturned.",
        "An appeal plays the moment back and has every ear listen again, as carefully as it can. What it overturns "
        "is derived anew with all that followed, and is not counted as an appeal; where the evidence does not "
        "decide, the ruling stands, but nobody pays for a call that may have been right.",
        also=("appeals", "dispute", "photo finish"),
        keys=("appeals.per_player",),
    ),
    Topic(
        "pause",
        OWN,
        "Say: referee, pause. Until resume nothing is judged, and no window closes.",
        "In a pause nothing that is said counts. Every open window has as much time left afterwards as before.",
        also=("resume", "break"),
    ),
    Topic(
        "race",
        OWN,
        "In a race the call that was complete first wins. Too close together, and nobody can tell.",
        "What is compared is when the calls were complete, by the sample clock, and not when they began or when I "
        "noticed them. The margin below which nobody can tell adds up how far each moment may be off: 50 "
        "milliseconds at least on separate microphones, 150 on a shared one, unless a house rule says otherwise.",
        also=("too close", "tie", "who was first", "margin"),
        keys=("race.reference", "race.tie_band_ms", "race.tie"),
    ),
)
"""What holds in every game."""
