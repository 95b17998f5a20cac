"""An ear for sounds: how well given phones fit a stretch of speech, however usual the words are that they make.

A time-delay network (Waibel et al. 1989; Peddinti et al. 2015) reads the log-mel spectrogram and gives, every 20 ms,
the chances of each phone of the CMU dictionary and of none, as connectionist temporal classification wants them (Graves
et al. 2006). It was learned from synthetic people in all kinds of noise (`python -m bench.phones`, `phones.npz`): two
networks, each from one half of these people, so that what they make of strangers can be measured on the other half.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.base import Samples
from engines.mel import HOP_SAMPLES, MEL_BANDS, log_mel
from engines.network import load_arrays

PHONES = (
    *("AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY"),
    *("F", "G", "HH", "IH", "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY"),
    *("P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y", "Z", "ZH"),
)
"""In the network's order; its first output, BLANK, is none of them."""
BLANK = 0
STACKED = 5
"""Each input is so many frames of 10 ms, around its middle."""
STRIDE = 2
"""... and the next one begins so many frames later."""
REACHES = (1, 2, 4, 1, 2, 4)
"""Each layer sees its input at the same moment, and so many strides before it and after it."""
STEADY = 1e-3
"""Added to what is divided by, so that silence is no division by zero."""
IMPOSSIBLE_NATS = -1e9

_NUMBERS = {phone: number for number, phone in enumerate(PHONES, start=1)}

Numbers = NDArray[np.float32]


class PhoneEar:
    """Tells how well phones fit a stretch of speech. Deterministic, on one thread."""

    def __init__(self, only: int | None = None) -> None:
        """Hear with both networks together, or with one of them only.

        Args:
            only: the number of the network, from 0: as strangers to it are heard.
        """
        self._only = only

    def scores(self, samples: Samples, sentences: Sequence[Sequence[str]]) -> tuple[float, tuple[float, ...]]:
        """Return the log-probability of the phones that fit best of all, and of each sentence's, in nats.

        Args:
            samples: the stretch, mono, 16 kHz.
            sentences: the phones of each; one that is not in PHONES makes its sentence impossible.

        Raises:
            EngineError: the networks are not there.
        """
        chances = self.log_chances(samples)
        labelled = [labels(each) for each in sentences]
        free = _without_repeats(chances.argmax(axis=1))
        best, *found = log_probabilities(chances, [free, *(each for each in labelled if each is not None)])
        left = iter(found)
        return best, tuple(IMPOSSIBLE_NATS if each is None else next(left) for each in labelled)

    def log_chances(self, samples: Samples) -> Numbers:
        """Return the log-probability of BLANK and of each phone every 20 ms, shape (frames, 1 + len(PHONES))."""
        inputs = spectrogram(samples)
        networks = self._networks if self._only is None else self._networks[self._only : self._only + 1]
        chances = np.mean([np.exp(log_softmax(forward(network, inputs))) for network in networks], axis=0)
        return np.asarray(np.log(chances), dtype=np.float32)

    @cached_property
    def _networks(self) -> tuple[Mapping[str, Numbers], ...]:
        every = {name: numbers.astype(np.float32) for name, numbers in load_arrays("phones.npz").items()}
        return tuple({name: both[k] for name, both in every.items()} for k in range(len(every["output"])))


def labels(sounds: Sequence[str]) -> list[int] | None:
    """Return the numbers of phones, as the network knows them; None where one is not in PHONES."""
    return [_NUMBERS[phone] for phone in sounds] if all(phone in _NUMBERS for phone in sounds) else None


def spectrogram(samples: Samples) -> Numbers:
    """Return what the network sees of a stretch: shape (frames, STACKED * bands), bands of mean 0.0, one for 20 ms."""
    frames = len(samples) // HOP_SAMPLES // STRIDE * STRIDE
    if not frames:
        return np.zeros((0, STACKED * MEL_BANDS), dtype=np.float32)
    bands = log_mel(samples, frames).T
    scaled = (bands - bands.mean(axis=0)) / (bands.std() + STEADY)
    padded = np.pad(scaled, ((STACKED // 2, STACKED // 2), (0, 0)))
    return np.hstack([padded[at : at + frames : STRIDE] for at in range(STACKED)])


def forward(network: Mapping[str, Numbers], inputs: Numbers) -> Numbers:
    """Return what one network gives for each input, before the softmax, shape (frames, 1 + len(PHONES))."""
    state = np.maximum(inputs @ network["input"] + network["input_bias"], 0.0)
    for layer, reach in enumerate(REACHES):
        padded = np.pad(state, ((reach, reach), (0, 0)))
        seen = np.hstack([padded[at : at + len(state)] for at in (0, reach, 2 * reach)])
        total = seen @ network["hidden"][layer]
        centred = total - total.mean(axis=1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + STEADY)
        state = state + np.maximum(scaled * network["scale"][layer] + network["bias"][layer], 0.0)
    return np.asarray(state @ network["output"] + network["output_bias"], dtype=np.float32)


def log_softmax(totals: Numbers) -> Numbers:
    """Return the log-probabilities of each row."""
    above = totals - totals.max(axis=1, keepdims=True)
    return np.asarray(above - np.log(np.exp(above).sum(axis=1, keepdims=True)), dtype=np.float32)


def log_probabilities(log_chances: Numbers, labellings: Sequence[Sequence[int]]) -> list[float]:
    """Return the log-probability of each labelling, over all ways to lay it along the frames, in nats.

    The forward algorithm of connectionist temporal classification (Graves et al. 2006, section 4.1), all labellings at
    once, scaled anew at every frame.

    Args:
        log_chances: shape (frames, 1 + len(PHONES)).
        labellings: the numbers of the phones, BLANK not among them.
    """
    longest = max(map(len, labellings), default=0)
    states = np.full((len(labellings), 2 * longest + 1), BLANK)
    for row, labels in enumerate(labellings):
        states[row, 1 : 2 * len(labels) : 2] = labels
    may_skip = np.zeros(states.shape)
    may_skip[:, 3::2] = states[:, 3::2] != states[:, 1:-2:2]
    forwards = np.zeros(states.shape)
    forwards[:, 0] = 1.0
    total = np.zeros(len(labellings))
    reached = np.zeros(states.shape)
    for frame, chances in enumerate(np.exp(log_chances.astype(np.float64))):
        reached[:] = forwards
        reached[:, 1:] += forwards[:, :-1]
        if frame:
            reached[:, 2:] += forwards[:, :-2] * may_skip[:, 2:]
        forwards = reached * chances[states]
        scale = np.maximum(forwards.max(axis=1), 1e-300)
        forwards /= scale[:, np.newaxis]
        total += np.log(scale)
    ends = np.array([2 * len(labels) for labels in labellings], dtype=int)
    rows = np.arange(len(labellings))
    last = forwards[rows, ends] + np.where(ends > 0, forwards[rows, np.maximum(ends - 1, 0)], 0.0)
    with np.errstate(divide="ignore"):
        found = np.maximum(total + np.log(last), IMPOSSIBLE_NATS)
    return [float(each) for each in found]


def _without_repeats(labels: NDArray[Any]) -> list[int]:
    """Return the labels of the frames as the phones that they make: no repetition, no BLANK."""
    kept = np.append(True, labels[1:] != labels[:-1])[: len(labels)]
    return [int(label) for label in labels[kept] if label != BLANK]
