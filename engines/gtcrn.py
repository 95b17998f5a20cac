"""GTCRN: a small neural network that tells a voice from any noise, where an estimate of the noise is not enough.

Rong et al., "GTCRN: a speech enhancement model requiring ultralow computational resources" (ICASSP 2024). `gtcrn.onnx`
is the authors' network for streams, as they published it (MIT, `gtcrn.LICENSE`): it takes one frame of the spectrum
after the other, and remembers what came before in three arrays. Nothing is kept from one call to the next here.
"""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.base import Samples
from engines.network import load_network

FRAME = 512
"""32 ms at 16 kHz."""
HOP = FRAME // 2
MEMORY = {"conv_cache": (2, 1, 16, 16, 33), "tra_cache": (2, 3, 1, 1, 16), "inter_cache": (2, 1, 33, 16)}
"""What the network remembers: the shape of each array."""


class Gtcrn:
    """The network, loaded when it is first needed. Deterministic, on one thread."""

    def voice(self, samples: Samples) -> Samples:
        """Return what is a voice in a stretch of sound, at the same length.

        Args:
            samples: mono, 16 kHz; the first half second is needed to get to know the noise.

        Raises:
            EngineError: the network cannot be loaded.
        """
        window = np.sqrt(np.hanning(FRAME + 1)[:-1])
        padded = np.concatenate((np.zeros(HOP), samples, np.zeros(FRAME + HOP)))
        frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP]
        spectra = self._filtered(np.fft.rfft(frames * window, axis=1))
        rebuilt = np.fft.irfft(spectra, FRAME, axis=1) * window
        output = np.zeros(len(padded))
        for index, frame in enumerate(rebuilt):
            output[index * HOP : index * HOP + FRAME] += frame
        return output[HOP : HOP + len(samples)].astype(np.float32)

    def _filtered(self, spectra: NDArray[np.complex128]) -> NDArray[np.complex128]:
        """Return the spectra of the voice; both of shape (frames, FRAME // 2 + 1)."""
        inputs = np.stack((spectra.real, spectra.imag), axis=-1).astype(np.float32)
        memory = {name: np.zeros(shape, dtype=np.float32) for name, shape in MEMORY.items()}
        outputs = np.empty_like(inputs)
        for index, frame in enumerate(inputs):
            voice, *remembered = self._network.run(None, {"mix": frame[np.newaxis, :, np.newaxis], **memory})
            outputs[index] = voice[0, :, 0]
            memory = dict(zip(memory, remembered, strict=True))
        return np.asarray(outputs[..., 0] + 1j * outputs[..., 1])

    @cached_property
    def _network(self) -> Any:
        return load_network("gtcrn.onnx", "hearing in noise")
