"""Builds the ghost that can be heard: its lines in the referee's own voice, through the loudspeaker."""

import time

import numpy as np
import soxr

from assistant.announce.output import Loudspeaker
from assistant.announce.player import Player
from assistant.announce.voice import Rendered, Voice
from assistant.practice.duels import Duel, Opener
from assistant.practice.ghost_sound import SpokenGhost
from assistant.practice.sources import MicrophoneInput
from assistant.practice.voice_sound import sounding
from engines.base import SAMPLE_RATE_HZ, Samples


def spoken_ghost(duel: Duel, source: MicrophoneInput, spoken: Samples | None) -> SpokenGhost:
    """Return the ghost of a duel, timed on the clock of the microphone.

    Args:
        duel: the scene.
        source: the microphone.
        spoken: how the ghost's line sounds, mono, 16 kHz; None: as the referee's voice says it.

    Raises:
        VoiceError: there is no voice.
    """
    with Voice() as voice:
        line = sounding(spoken) if spoken is not None else _at_rate(voice.render(duel.ghost.text))
        opening = np.zeros(0, np.float32)
        if duel.opener is not Opener.PLAYER:
            opening = _at_rate(voice.render(duel.opening.text))

    def session(at_s: float) -> int:
        return source.microphones.session_ms(round(at_s * 1e9)) or 0

    return SpokenGhost(opening, line, SAMPLE_RATE_HZ, lambda told: Player(Loudspeaker(), session, told, time.monotonic))


def _at_rate(rendered: Rendered) -> Samples:
    return np.asarray(soxr.resample(rendered.samples, rendered.rate_hz, SAMPLE_RATE_HZ), dtype=np.float32)
