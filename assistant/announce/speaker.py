"""Speaks rulings as they are made: rendered first, then played, so that start and end are known to the sample."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from assistant.announce.voice import Rendered, Voice, VoiceError
from assistant.core.refold import RefereeState, Step
from assistant.core.wording import explain, render
from assistant.core.wording.meant import meant

StateT = TypeVar("StateT")
RulesT = TypeVar("RulesT")

Play = Callable[[Rendered], None]
"""Plays one sentence to its end; raises VoiceError where nothing can play."""


def play_aloud(rendered: Rendered) -> None:
    """Play a sentence through the default output, and wait for its end.

    Raises:
        VoiceError: there is no PortAudio or no output on this machine.
    """
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        raise VoiceError("nothing to speak through (no PortAudio; apt install libportaudio2)") from error
    try:
        sounddevice.play(rendered.samples, rendered.rate_hz, blocking=True)
    except sounddevice.PortAudioError as error:
        raise VoiceError(f"nothing to speak through ({error}); plug in a loudspeaker, or use --no-speak") from error


@dataclass(slots=True)
class Speaker:
    """A session's sink that speaks."""

    advise: Callable[[str], None]
    """Where the one line of advice goes when there is no voice or no loudspeaker."""
    explaining: bool = False
    """Whether the longer explanation is spoken instead of the sentence."""
    voice: Voice = field(default_factory=Voice)
    """What renders."""
    play: Play = play_aloud
    """What plays."""
    _mute: bool = False

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Speak every new ruling; after the first failure the rest is text only."""
        for ruling in step.rulings:
            self.say((explain if self.explaining else render)(meant(ruling, step.state)))

    def say(self, text: str) -> None:
        """Speak a text, and wait for its end; nothing once speaking has failed."""
        if self._mute:
            return
        try:
            self.play(self.voice.render(text))
        except VoiceError as error:
            self._mute = True
            self.advise(str(error))

    def finish(self, state: RefereeState[Any, Any]) -> None:
        """Stop the voice."""
        self.voice.close()
