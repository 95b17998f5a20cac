"""Builds the ghost that can be heard: its lines in the referee's own voice, through the loudspeaker."""

import time

import numpy as np

from assistant.announce.output import Loudspeaker
from assistant.announce.player import Player
from assistant.announce.voice import Voice
from assistant.practice.duels import Duel, Opener
from assistant.practice.ghost_sound import SpokenGhost
from assistant.practice.sources import MicrophoneInput


def spoken_ghost(duel: Duel, source: MicrophoneInput) -> SpokenGhost:
    """Return the ghost of a duel, timed on the clock of the microphone.

    Raises:
        VoiceError: there is no voice.
    """
    with Voice() as voice:
        line = voice.render(duel.ghost.text)
        opening = np.zeros(0, np.float32)
        if duel.opener is not Opener.PLAYER:
            opening = voice.render(duel.opening.text).samples

    def session(at_s: float) -> int:
        return source.microphones.session_ms(round(at_s * 1e9)) or 0

    return SpokenGhost(
        opening, line.samples, line.rate_hz, lambda told: Player(Loudspeaker(), session, told, time.monotonic)
    )
