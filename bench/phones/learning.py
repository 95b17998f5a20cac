"""Learns a network of the ear for sounds: connectionist temporal classification, with JAX on the CPU."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from engines.mel import MEL_BANDS
from engines.phones import PHONES, REACHES, STACKED, STEADY

WIDTH = 224
"""Numbers of each layer."""
DROPPED = 0.1
RATE, LAST_RATE = 3e-3, 2e-5
"""The length of a step, which falls along a half cosine."""
WARM_UP_STEPS = 150
DECAY = 1e-4
MOST_SLOPE = 1.0
BATCH_FRAMES = 4_800
LENGTHS = (40, 60, 80, 100, 130, 170, 220, 320)
"""Utterances are filled up to one of these lengths, in frames of 20 ms: each other shape is compiled anew."""
MOST_PHONES = 48
FEWEST_PHONES = 4
"""The loss is told for each phone, but a word with fewer weighs no more than one of so many."""
MASKED_BANDS, MASKED_FRAMES, MASKED_SHARE = 12, 8, 0.4
"""SpecAugment (Park et al. 2019): at most so many bands are taken out, and in a share of the utterances frames."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One utterance as the network sees it."""

    seen: NDArray[np.float16]
    """See `engines.phones.spectrogram`."""
    labels: Sequence[int]
    """The phones that it should tell."""

    @property
    def fits(self) -> bool:
        """Whether it is long enough for its phones, and no longer than can be learned."""
        repeated = sum(one == other for one, other in zip(self.labels, self.labels[1:], strict=False))
        least = len(self.labels) + repeated + 2
        return bool(self.labels) and len(self.labels) <= MOST_PHONES and least <= len(self.seen) <= LENGTHS[-1]


Network = dict[str, Any]


def beginning(seed: int) -> Network:
    """Return a network that knows nothing."""
    rng = np.random.default_rng(seed)

    def drawn(*shape: int) -> Any:
        return jnp.asarray(rng.normal(0.0, shape[-2] ** -0.5, shape), jnp.float32)

    layers, outputs = len(REACHES), 1 + len(PHONES)
    return {
        "input": drawn(STACKED * MEL_BANDS, WIDTH),
        "input_bias": jnp.zeros(WIDTH),
        "hidden": drawn(layers, 3 * WIDTH, WIDTH),
        "scale": jnp.ones((layers, WIDTH)),
        "bias": jnp.zeros((layers, WIDTH)),
        "output": drawn(WIDTH, outputs),
        "output_bias": jnp.zeros(outputs),
    }


def forward(network: Network, seen: Any, key: Any) -> Any:
    """Return what `engines.phones.forward` returns, for many utterances, some of its numbers dropped."""
    state = jax.nn.relu(seen @ network["input"] + network["input_bias"])
    for layer, reach in enumerate(REACHES):
        padded = jnp.pad(state, ((0, 0), (reach, reach), (0, 0)))
        near = [padded[:, at : at + state.shape[1]] for at in (0, reach, 2 * reach)]
        total = jnp.concatenate(near, axis=-1) @ network["hidden"][layer]
        centred = total - total.mean(axis=-1, keepdims=True)
        scaled = centred * jax.lax.rsqrt((centred**2).mean(axis=-1, keepdims=True) + STEADY)
        kept = jax.nn.relu(scaled * network["scale"][layer] + network["bias"][layer])
        key, drop = jax.random.split(key)
        state = state + kept * jax.random.bernoulli(drop, 1 - DROPPED, kept.shape) / (1 - DROPPED)
    return state @ network["output"] + network["output_bias"]


def loss(network: Network, batch: tuple[Any, Any, Any, Any], key: Any) -> Any:
    """Return the mean loss a phone."""
    seen, silent, labels, unused = batch
    nats = optax.ctc_loss(forward(network, seen, key), silent, labels, unused)
    return (nats / jnp.maximum((1 - unused).sum(axis=1), FEWEST_PHONES)).mean()


def learn(rounds: Sequence[Sequence[Heard]], epochs: int, seed: int) -> Mapping[str, NDArray[np.float32]]:
    """Return a network that has learned.

    Args:
        rounds: the same utterances on different evenings; one round an epoch, in turn.
        epochs: how often all is heard.
        seed: where it begins, and in what order it hears.
    """
    rng, key = random.Random(seed), jax.random.PRNGKey(seed)
    network = beginning(seed)
    steps = epochs * sum(1 for _ in batches(rounds[0], random.Random(seed)))
    rate = optax.warmup_cosine_decay_schedule(0.0, RATE, min(WARM_UP_STEPS, steps // 2), steps, LAST_RATE)
    optimiser = optax.chain(optax.clip_by_global_norm(MOST_SLOPE), optax.adamw(rate, weight_decay=DECAY))
    memory = optimiser.init(network)

    def step(network: Network, memory: Any, batch: tuple[Any, Any, Any, Any], key: Any) -> tuple[Network, Any, Any]:
        lost, slope = jax.value_and_grad(loss)(network, batch, key)
        updates, memory = optimiser.update(slope, memory, network)
        return optax.apply_updates(network, updates), memory, lost

    fast_step = jax.jit(step)
    for epoch in range(epochs):
        lost = []
        for batch in batches(rounds[epoch % len(rounds)], rng):
            key, drop = jax.random.split(key)
            network, memory, nats = fast_step(network, memory, batch, drop)
            lost.append(float(nats))
        print(f"network {seed}, epoch {epoch + 1} of {epochs}: {np.mean(lost):.3f} nats a phone", flush=True)
    return {name: np.asarray(numbers) for name, numbers in network.items()}


def batches(utterances: Sequence[Heard], rng: random.Random) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Yield what is seen, which frames are filled up, the labels, and which of those are, in any order."""
    by_length: dict[int, list[Heard]] = {length: [] for length in LENGTHS}
    for each in utterances:
        by_length[next(length for length in LENGTHS if len(each.seen) <= length)].append(each)
    todo = []
    for length, mine in by_length.items():
        rng.shuffle(mine)
        size = max(8, BATCH_FRAMES // length)
        todo += [(length, mine[start : start + size]) for start in range(0, len(mine) - size + 1, size)]
    rng.shuffle(todo)
    for length, some in todo:
        yield _batch(length, some, rng)


def _batch(length: int, some: Sequence[Heard], rng: random.Random) -> tuple[Any, Any, Any, Any]:
    seen = np.zeros((len(some), length, STACKED * MEL_BANDS), np.float32)
    silent, unused = np.ones((len(some), length), np.float32), np.ones((len(some), MOST_PHONES), np.float32)
    labels = np.zeros((len(some), MOST_PHONES), np.int32)
    for row, each in enumerate(some):
        seen[row, : len(each.seen)] = _masked(each.seen, rng)
        silent[row, : len(each.seen)] = 0.0
        labels[row, : len(each.labels)] = each.labels
        unused[row, : len(each.labels)] = 0.0
    return seen, silent, labels, unused


def _masked(seen: NDArray[np.float16], rng: random.Random) -> NDArray[np.float32]:
    masked = seen.astype(np.float32).reshape(len(seen), STACKED, MEL_BANDS)
    for _ in range(rng.choice((0, 1, 1, 2))):
        band = rng.randrange(MEL_BANDS)
        masked[:, :, band : band + rng.randrange(MASKED_BANDS)] = 0.0
    if rng.random() < MASKED_SHARE:
        frame = rng.randrange(len(masked))
        masked[frame : frame + 1 + rng.randrange(MASKED_FRAMES // 2)] = 0.0
    return masked.reshape(len(seen), -1)
