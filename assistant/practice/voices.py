"""A player's everyday voice: measured by the best means that are installed, kept as text, compared with."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass

from assistant.practice import voice_numpy, voice_praat
from assistant.practice.creepy import Creepiness, VoiceMeasure, creepiness
from assistant.practice.database import StoreError
from engines.base import Samples

EVERYDAY_SENTENCE = "My brain is fine, and so am I."
"""What is said to measure an everyday voice: voiced sounds throughout, and no call of any game."""
ADVICE = "measured by plain means; for finer ones (GPL): pip install 'party-referee[creepy]'"


@dataclass(frozen=True, slots=True)
class VoiceMeter:
    """Measures voices."""

    name: str
    """What measures: "praat" or "numpy"."""
    measure: Callable[[Samples], VoiceMeasure | None]
    """Measures an utterance; None where there is no sound."""
    advice: str = ""
    """What would make it finer, in one line; empty when nothing would."""

    def against(self, everyday: VoiceMeasure, samples: Samples) -> Creepiness | None:
        """Return how creepy a call is against an everyday voice; None where there is no sound."""
        measured = self.measure(samples)
        return None if measured is None else creepiness(measured, everyday)


def voice_meter() -> VoiceMeter:
    """Return the best meter that is installed."""
    if voice_praat.praat() is not None:
        return VoiceMeter(voice_praat.NAME, voice_praat.measure)
    return VoiceMeter(voice_numpy.NAME, voice_numpy.measure, ADVICE)


def as_text(measure: VoiceMeasure) -> str:
    """Return a measure as JSON text."""
    return json.dumps(asdict(measure))


def from_text(text: str) -> VoiceMeasure:
    """Return the measure that a text holds.

    Raises:
        StoreError: it holds none.
    """
    try:
        return VoiceMeasure(**json.loads(text))
    except (ValueError, TypeError) as error:
        raise StoreError("the everyday voice that was kept cannot be read: take it anew with --everyday") from error


def comparable(text: str | None, meter: VoiceMeter) -> VoiceMeasure | None:
    """Return the everyday voice that was kept, or None where there is none that this meter can compare with."""
    everyday = from_text(text) if text else None
    return everyday if everyday is not None and everyday.measured_by == meter.name else None
