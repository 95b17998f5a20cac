"""How the referee's voice sounds; the voice's own process imports this too, so it needs the standard library only."""

from dataclasses import dataclass

from assistant.errors import RefereeError

SLOWEST_WPM = 80
"""The slowest rate that espeak-ng takes, in words a minute."""
FASTEST_WPM = 450
"""The fastest rate that espeak-ng takes, in words a minute."""
LEAST_VOLUME = 0.1
"""Anything below cannot be told from a voice that fell silent; to hear nothing, mute the referee."""


class VoiceSettingsError(RefereeError):
    """A voice, rate or volume was asked for that cannot be."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How the voice sounds."""

    voice: str = ""
    """A voice's id, the last part of its id such as "en-us", or its name; empty: the system's own."""
    rate_wpm: int = 230
    """How fast it speaks, in words a minute, SLOWEST_WPM to FASTEST_WPM."""
    volume: float = 1.0
    """How loud it is rendered, LEAST_VOLUME to 1.0."""

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises:
            VoiceSettingsError: the rate or the volume lies outside its range.
        """
        if not SLOWEST_WPM <= self.rate_wpm <= FASTEST_WPM:
            raise VoiceSettingsError(f"voice rate {self.rate_wpm}: give {SLOWEST_WPM} to {FASTEST_WPM} words a minute")
        if not LEAST_VOLUME <= self.volume <= 1.0:
            raise VoiceSettingsError(f"voice volume {self.volume}: give {LEAST_VOLUME} to 1.0, or mute the referee")
