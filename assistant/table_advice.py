"""What the measures of a warm-up mean for the match, and what would mend it. Pure."""

from dataclasses import dataclass
from enum import IntEnum

from assistant.hearing.doubts import CLIPPED_SHARE
from assistant.hearing.ready import SAME_CALL_DB
from assistant.table import Measured

QUIET_VOICE_DB = -40.0
"""A voice below this leaves a call's last sounds near the hiss of many a microphone."""
SILENT_VOICE_DB = -52.0
"""A voice below this is heard by accident only."""
HIGH_PEAK_DB = -1.0
"""A warm-up that comes so near full scale is overdriven once the game gets loud."""
FEW_CLIPPED = 0.001
"""From this share on overdrive can be heard."""
CLEAR_SNR_DB = 20.0
"""Below, the ears begin to err (see docs/accuracy.md)."""
POOR_SNR_DB = 10.0
"""Below, endings drown: every call would be unsure."""
LOW_BLEED_DB = -10.0
"""With less bleed than this nobody's call is taken for a neighbour's, also when one whispers and one shouts."""
POOR_CALLS = 0.5
"""Who is understood less often than this cannot play by voice."""


class Grade(IntEnum):
    """How well a seat is set up."""

    GOOD = 0
    """Nothing to mend."""
    FAIR = 1
    """It can be played; mending it makes the rulings better."""
    POOR = 2
    """Calls will be lost or given to somebody else."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that a warm-up found."""

    grade: Grade
    """How bad it is; never GOOD."""
    found: str
    """What was found."""
    remedy: str
    """What to do."""


def advise(
    measured: Measured | None, missed: tuple[str, ...] = (), strayed: tuple[str, ...] = ()
) -> tuple[Advice, ...]:
    """Return what a player's warm-up found wanting, the worst first; nothing when all is well.

    Args:
        measured: what was measured; None: nobody spoke.
        missed: the calls that were said and not understood.
        strayed: the players whose microphones caught some of them.
    """
    if measured is None:
        return (Advice(Grade.POOR, "nothing was heard", "unmute the microphone, turn it up, and run the setup again"),)
    faults = (_too_quiet, _too_loud, _noisy, _bleeding)
    parts = (*(fault(measured) for fault in faults), _missed(measured, missed), _strayed(strayed))
    return tuple(sorted((part for part in parts if part is not None), key=lambda part: -part.grade))


def grade(advice: tuple[Advice, ...]) -> Grade:
    """Return the grade of a seat: that of the worst that was found."""
    return max((each.grade for each in advice), default=Grade.GOOD)


def _too_quiet(measured: Measured) -> Advice | None:
    if measured.speech_db >= QUIET_VOICE_DB:
        return None
    bad = Grade.POOR if measured.speech_db < SILENT_VOICE_DB else Grade.FAIR
    return Advice(bad, f"the voice is quiet ({measured.speech_db:.0f} dB)", "move the microphone nearer, or turn it up")


def _too_loud(measured: Measured) -> Advice | None:
    if measured.clipped_share < FEW_CLIPPED and measured.peak_db < HIGH_PEAK_DB:
        return None
    if measured.clipped_share < FEW_CLIPPED:
        return Advice(Grade.FAIR, f"the peak is {measured.peak_db:.0f} dB of 0", "turn the microphone down a little")
    bad = Grade.POOR if measured.clipped_share > CLIPPED_SHARE else Grade.FAIR
    share = f"{measured.clipped_share * 100:.1f} % of the speech is overdriven"
    return Advice(bad, share, "turn the microphone down, or move it away")


def _noisy(measured: Measured) -> Advice | None:
    snr_db = measured.speech_db - measured.noise_db
    if snr_db >= CLEAR_SNR_DB:
        return None
    bad = Grade.POOR if snr_db < POOR_SNR_DB else Grade.FAIR
    found = f"the voice is only {max(0.0, snr_db):.0f} dB above the room"
    return Advice(bad, found, "move the microphone nearer, away from fans and loudspeakers, or quieten the room")


def _bleeding(measured: Measured) -> Advice | None:
    if measured.bleed_db is None or measured.bleed_db <= LOW_BLEED_DB:
        return None
    bad = Grade.POOR if measured.bleed_db > -SAME_CALL_DB else Grade.FAIR
    found = f"another microphone hears the voice at {measured.bleed_db:+.0f} dB"
    return Advice(bad, found, "move the microphones apart, each close to its player, and match their levels")


def _missed(measured: Measured, missed: tuple[str, ...]) -> Advice | None:
    if measured.calls_heard >= measured.calls_asked:
        return None
    bad = Grade.POOR if measured.calls_heard < measured.calls_asked * POOR_CALLS else Grade.FAIR
    which = f" (missed: {' '.join(missed)})" if missed else ""
    found = f"understood {measured.calls_heard} of {measured.calls_asked} calls{which}"
    return Advice(bad, found, "say them word for word, louder, with a pause before and after")


def _strayed(strayed: tuple[str, ...]) -> Advice | None:
    if not strayed:
        return None
    found = f"some calls were taken for {' and '.join(strayed)}'s"
    return Advice(Grade.POOR, found, "see that everybody speaks into the own microphone, and move them apart")
