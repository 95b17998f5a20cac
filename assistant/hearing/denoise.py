"""Taking the room's noise out of an utterance before the ears hear it: log-spectral amplitude estimation.

Ephraim and Malah (1985): each cell of the spectrum is weighed by the estimate of how far the voice stands above the
noise there, the estimate of one frame leaning on that of the frame before (decision-directed). The noise is the average
spectrum of the room just before the utterance. The output has the same length, so the clock stays true.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.base import Samples

FRAME = 512
"""32 ms at 16 kHz."""
HOP = FRAME // 4
PRIOR_WEIGHT = 0.96
"""How far a frame's estimate leans on the frame before."""
LEAST_PRIOR = 10 ** (-25 / 10)
"""The least voice-to-noise ratio that an estimate may have."""
LEAST_GAIN = 10 ** (-18 / 20)
"""Noise is lowered by 18 dB, no further: ears trained on real rooms do not like digital silence."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A noisy utterance without the noise of its room, as long as it was."""

    open_ear: Samples
    """As the open ear hears it best; where the noise is weak, that is the utterance as it was."""
    grammar: Samples
    """As the grammar ear does."""


def _window() -> NDArray[np.float64]:
    return np.asarray(np.sqrt(np.hanning(FRAME + 1)[:-1]))


def noise_spectrum(samples: Samples) -> NDArray[np.float64] | None:
    """Return the mean power spectrum of a stretch of room noise, or None where it is shorter than two frames."""
    if len(samples) < 2 * FRAME:
        return None
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME)[::HOP]
    power = np.abs(np.fft.rfft(frames * _window(), axis=1)) ** 2
    return np.asarray(np.median(power, axis=0) / np.log(2.0))


def denoise(samples: Samples, noise: NDArray[np.float64]) -> Samples:
    """Return the samples with the noise lowered, at the same length.

    Args:
        samples: mono, 16 kHz.
        noise: power spectrum as from `noise_spectrum`, shape (FRAME // 2 + 1,).
    """
    window = _window()
    padded = np.concatenate((np.zeros(FRAME), samples, np.zeros(FRAME + HOP)))
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP]
    spectra = np.fft.rfft(frames * window, axis=1)
    posterior = np.maximum(np.abs(spectra) ** 2 / np.maximum(noise, 1e-12), 1e-6)
    gains = np.empty_like(posterior)
    previous = np.maximum(posterior[0] - 1, 0.0)
    for index, ratio in enumerate(posterior):
        prior = np.maximum(PRIOR_WEIGHT * previous + (1 - PRIOR_WEIGHT) * np.maximum(ratio - 1, 0.0), LEAST_PRIOR)
        gain = prior / (1 + prior)
        v = np.maximum(gain * ratio, 1e-8)
        gain = np.minimum(gain * np.exp(0.5 * _expint(v)), 1.0)
        previous = gain**2 * ratio
        gains[index] = np.maximum(gain, LEAST_GAIN)
    rebuilt = np.fft.irfft(spectra * gains, FRAME, axis=1) * window
    output = np.zeros(len(padded))
    for index, frame in enumerate(rebuilt):
        output[index * HOP : index * HOP + FRAME] += frame
    output /= (window**2).sum() / HOP
    return output[FRAME : FRAME + len(samples)].astype(np.float32)


def _expint(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the exponential integral E1 (Abramowitz and Stegun 5.1.53 and 5.1.56; error below 5e-5)."""
    small = np.minimum(x, 1.0)
    series = -np.log(small) + np.polyval(
        (0.00107857, -0.00976004, 0.05519968, -0.24991055, 0.99999193, -0.57721566), small
    )
    large = np.maximum(x, 1.0)
    top = np.polyval((1.0, 2.334733, 0.250621), large)
    bottom = np.polyval((1.0, 3.330657, 1.681534), large)
    return np.asarray(np.where(x < 1.0, series, np.exp(-large) / large * top / bottom))
