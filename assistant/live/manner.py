"""How a match is followed, whatever the match."""

from dataclasses import dataclass, field

from assistant.announce.verbosity import Verbosity
from assistant.announce.voice_settings import VoiceSettings


@dataclass(frozen=True, slots=True)
class Manner:
    """How a match is followed."""

    keep_sound: bool | None = None
    """Whether the sound is kept; None: whoever is at the screen is asked, and without a screen it is not."""
    verbosity: Verbosity = Verbosity.NORMAL
    """How much is said."""
    json: bool = False
    """Whether standard output holds JSON Lines and nothing else."""
    speak: bool = False
    """Whether rulings are spoken."""
    muted: bool = False
    """Whether the referee begins silent; a key lets it speak."""
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    """How its voice sounds."""
    volume: float = 1.0
    """How loud it is played, 0.0 to 1.0."""
    output: str | None = None
    """The loudspeaker by name; None: the system's default."""
    figures: bool = False
    """Whether it is told at the end how quick the referee was."""
