"""What makes a call doubtful although the ears heard it well: a second voice, an overdriven microphone."""

from dataclasses import replace

import numpy as np

from assistant.core.observations import Call, Verdict
from assistant.hearing.ears import Heard
from assistant.hearing.voices import second_voice_share
from engines.base import Samples

SECOND_VOICE_FROM = 0.23
"""On a shared microphone two may have called at once from this share of frames with two voices on, to which every tenth
of probability that the call was another adds 0.03, and every nat a frame by which its words fit badly 0.08. Of 349
calls of the fitting voices 5 in 100 are doubted for it; of 90 that another call overlaps, 9 in 10, which would else
name one player and pass over the other."""
IMPROBABLE_WEIGHT = 0.3
MISFIT_WEIGHT = 0.08
TWO_VOICES_FROM = 0.17
"""From this share on two voices are on at once, whatever they said: one alone in the sample recordings has 0.15 at
most."""
CLIPPED_LEVEL = 0.985
"""Full scale, but for rounding."""
CLIPPED_SHARE = 0.02
"""A call in which so large a share of the samples is at full scale is clipped."""


def doubted(call: Call, samples: Samples, heard: Heard) -> Call:
    """Return a call, as a doubtful one where there is a reason for it.

    Args:
        call: what was heard.
        samples: its sound.
        heard: what the ears tell of it.
    """
    if call.verdict is Verdict.EXACT and call.shared_microphone and _may_be_two(samples, heard):
        return _unsure(call, "two may have called at once")
    if call.verdict is Verdict.INEXACT and _is_clipped(samples):
        return _unsure(call, "the microphone was overdriven")
    return call


def holds_two_voices(samples: Samples) -> bool:
    """Tell whether two people speak at once in a stretch of sound."""
    return second_voice_share(samples) >= TWO_VOICES_FROM


def _unsure(call: Call, reason: str) -> Call:
    return replace(call, verdict=Verdict.UNSURE, reason=reason)


def _may_be_two(samples: Samples, heard: Heard) -> bool:
    oddity = IMPROBABLE_WEIGHT * (1.0 - heard.probability) + MISFIT_WEIGHT * max(0.0, heard.misfit_nats)
    return second_voice_share(samples) + oddity >= SECOND_VOICE_FROM


def _is_clipped(samples: Samples) -> bool:
    return len(samples) > 0 and float((np.abs(samples) >= CLIPPED_LEVEL).mean()) > CLIPPED_SHARE
