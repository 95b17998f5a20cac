"""See `bench.phones`."""

import argparse
import os
import random
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from rich.progress import track

from assistant.workers import worker_processes
from bench.phones.evenings import Evening
from bench.phones.learning import Heard, learn
from bench.phones.speakers import BOTH, MADE, Spoken, bench_lines, made, of_bench
from bench.phones.texts import labels_of
from engines.base import Samples
from engines.phones import spectrogram

LEARNED = Path(__file__).resolve().parents[2] / "engines" / "phones.npz"
ROUNDS, EPOCHS, GROUPS = 5, 40, 2
OTHERS = 400
"""So many utterances lend their voices to the babble."""


def on_an_evening(spoken: Spoken, others: Sequence[Samples], seed: int) -> Heard:
    """Return an utterance as the network sees it on one evening."""
    sound = Evening(random.Random(seed), others).heard(spoken.samples)
    return Heard(spectrogram(sound).astype(np.float16), labels_of(spoken.text))


def main() -> None:
    """Make the speech, and learn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made", type=int, default=MADE, help="how many utterances are made beside the bench's")
    parser.add_argument("--epochs", type=int, default=EPOCHS, help="how often each network hears all of them")
    chosen = parser.parse_args()
    with worker_processes(os.cpu_count() or 1) as pool:
        lines = bench_lines()
        spoken = list(track(pool.map(of_bench, lines, chunksize=20), "the bench's lines", len(lines)))
        spoken += track(pool.map(made, range(chosen.made), chunksize=20), "more", chosen.made)
        others = [each.samples for each in random.Random(0).sample(spoken, min(OTHERS, len(spoken)))]
        rounds: list[list[Heard]] = []
        for number in range(ROUNDS):
            todo = [(each, others, number * len(spoken) + place) for place, each in enumerate(spoken)]
            evening = pool.map(on_an_evening, *zip(*todo, strict=True), chunksize=50)
            rounds.append(list(track(evening, f"evening {number + 1} of {ROUNDS}", len(todo))))
    networks = []
    for group in range(GROUPS):
        mine = [place for place, each in enumerate(spoken) if each.group in (group, BOTH)]
        networks.append(learn([[some[at] for at in mine if some[at].fits] for some in rounds], chosen.epochs, group))
    np.savez_compressed(
        LEARNED,
        allow_pickle=False,
        **{name: np.stack([each[name] for each in networks]).astype(np.float16) for name in networks[0]},
    )
    print(f"{LEARNED}: learned on {datetime.now(UTC).date()} from {len(spoken)} utterances, {ROUNDS} evenings each")


if __name__ == "__main__":
    main()
