"""The Creepy-O-Meter: how creepy "Brains!" and "Blood!" sound, against the player's own everyday voice. Pure.

The rulebook of Grave Feast wants these words in a creepy voice (section 4) and leaves it to the table what that is; so
this is advice, never a verdict. A call is creepy as far as it is lower, longer, breathier, rougher and darker than the
player speaks otherwise. All of it is relative to the sound itself, so that loudness and microphone do not matter.
"""

from dataclasses import dataclass
from math import log2

CREEPY_PHRASES = ("grave-feast.brains", "grave-feast.blood")
"""What the rulebook wants to be creepy."""

PITCH_SEMITONES = 9.0
"""So far below the everyday voice is as low as it need be: a shout falls by 3 or 4 as it is, a growl by an octave."""
LENGTH_MS = (500, 1_500)
"""A plain "Brains!" lasts the first; the second is a groan."""
BREATH_DB = 9.0
"""So much less harmonics-to-noise than the everyday voice is a voice full of breath."""
ROUGH_JITTER = 0.03
"""So much more jitter than the everyday voice is a creak; voices count as hoarse from 1 % on (Praat's manual)."""
DARK_DB = 9.0
"""So much less between 1 and 3.5 kHz, against what lies below, is a voice out of a cellar."""
HIDDEN_BREATH = 0.6
"""A voice that is darker by a dB hides so many dB of its breath, for breath is bright: 0.1 to 0.6, on five voices."""
WHISPER_PITCH = 0.5
"""A whisper has no pitch: that counts for half of a low one."""


@dataclass(frozen=True, slots=True)
class VoiceMeasure:
    """What was measured on one utterance."""

    measured_by: str
    """ "praat" or "numpy": figures of the one cannot be compared with those of the other."""
    length_ms: int
    """How long it sounds: from the first to the last frame near its loudest."""
    tilt_db: float
    """Level between 1 and 3.5 kHz against the level below 1 kHz, of its voiced sounds; more negative is darker."""
    pitch_hz: float | None = None
    """Median pitch; None for a whisper."""
    hnr_db: float | None = None
    """Mean harmonics-to-noise ratio of its voiced sounds; None for a whisper."""
    jitter: float | None = None
    """Mean difference of neighbouring periods, as a share of a period; None for a whisper."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of creepiness."""

    name: str
    """Such as "pitch"."""
    weight: int
    """The most that it adds to the score; all weights make 100."""
    filled: float
    """How much of that is reached, 0 to 1."""
    advice: str
    """What would fill it further, in one word."""
    found: str
    """What was measured, for people."""


@dataclass(frozen=True, slots=True)
class Creepiness:
    """What the Creepy-O-Meter says of one call."""

    sides: tuple[Side, ...]
    """Its sides, the heaviest first."""
    pitch_hz: float | None
    """The call's own pitch."""

    @property
    def score(self) -> int:
        """0 to 100."""
        return round(sum(side.weight * side.filled for side in self.sides))

    @property
    def advice(self) -> tuple[str, ...]:
        """What to change, the most rewarding first, at most three; empty when nothing is left to gain."""
        gains = sorted(self.sides, key=lambda side: side.weight * (side.filled - 1))
        return tuple(side.advice for side in gains if side.weight * (1 - side.filled) >= LEAST_GAIN)[:MOST_ADVICE]


LEAST_GAIN = 4
"""Points; for less nobody need change anything."""
MOST_ADVICE = 3
"""More than three things cannot be changed at once."""


def creepiness(call: VoiceMeasure, everyday: VoiceMeasure) -> Creepiness:
    """Return how creepy a call is against the player's everyday voice.

    Raises:
        ValueError: the two were not measured in the same way.
    """
    if call.measured_by != everyday.measured_by:
        raise ValueError(f"a voice measured by {call.measured_by} against one measured by {everyday.measured_by}")
    short_ms, long_ms = LENGTH_MS
    length = Side(
        "length", 25, _share(call.length_ms - short_ms, long_ms - short_ms), "longer", f"{call.length_ms / 1000:.2f} s"
    )
    lower_db = everyday.tilt_db - call.tilt_db
    dark = Side("darkness", 10, _share(lower_db, DARK_DB), "darker", _against(lower_db, "dB", "darker", "brighter"))
    return Creepiness(
        (_pitch(call, everyday), length, _breath(call, everyday), _rough(call, everyday), dark), call.pitch_hz
    )


def _pitch(call: VoiceMeasure, everyday: VoiceMeasure) -> Side:
    if call.pitch_hz is None or everyday.pitch_hz is None:
        return Side("pitch", 35, WHISPER_PITCH, "lower", "whispered")
    below = 12 * log2(everyday.pitch_hz / call.pitch_hz)
    found = (
        f"{call.pitch_hz:.0f} Hz, {_against(below, 'semitones', 'below', 'above')} your own {everyday.pitch_hz:.0f} Hz"
    )
    return Side("pitch", 35, _share(below, PITCH_SEMITONES), "lower", found)


def _breath(call: VoiceMeasure, everyday: VoiceMeasure) -> Side:
    if call.hnr_db is None or everyday.hnr_db is None:
        return Side("breath", 20, 1.0, "breathier", "nothing but breath")
    more_db = everyday.hnr_db - call.hnr_db + HIDDEN_BREATH * (everyday.tilt_db - call.tilt_db)
    return Side("breath", 20, _share(more_db, BREATH_DB), "breathier", _against(more_db, "dB", "breathier", "clearer"))


def _rough(call: VoiceMeasure, everyday: VoiceMeasure) -> Side:
    if call.jitter is None or everyday.jitter is None:
        return Side("roughness", 10, 0.0, "rougher", "no voice to be rough")
    more = call.jitter - everyday.jitter
    return Side("roughness", 10, _share(more, ROUGH_JITTER), "rougher", f"jitter {100 * call.jitter:.1f} %")


def _share(value: float, most: float) -> float:
    return min(1.0, max(0.0, value / most))


def _against(more: float, unit: str, up: str, down: str) -> str:
    return f"{abs(more):.1f} {unit} {up if more >= 0 else down}"
