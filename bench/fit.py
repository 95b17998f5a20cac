"""Fits the fusion of the two ears: python -m bench.fit [--clips N]

Reads the clips that `python -m bench make --quick` leaves in bench/out/quick, hears those of the fitting voices through
the listener's own pipeline, fits the logistic model by gradient descent, chooses the thresholds, and writes
`assistant/hearing/fitted.toml` with the origin of its numbers. The reporting voices are never looked at here.
"""

import argparse
import json
import random
import tomllib
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from assistant.core.phrases.normalise import plain_words
from assistant.hearing.ears import Ears, Heard
from assistant.hearing.fitted import load_fitted
from assistant.hearing.fusion import FEATURES, Evidence
from assistant.hearing.listener import Listener, Seat
from assistant.listening import build_ears, plan_ears
from assistant.phrasebook import load_phrase_book
from engines.base import Samples

QUICK = Path(__file__).parent / "out" / "quick"
FITTED = Path(__file__).resolve().parent.parent / "assistant" / "hearing" / "fitted.toml"
SEED = 7
STEPS = 20_000
RATE = 0.5
RIDGE = 2e-3
"""Keeps the weights small where the clips say little."""
MOST_PASSED = 0.02
"""Of the fitting clips that are not exact, so large a share may be taken for exact."""
MOST_ROBBED = 0.005
"""Of those that are exact, so large a share may fall below `inexact_below`."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One utterance of the corpus."""

    file: str
    """Its recording in bench/out/quick."""
    game: str
    """The game's id."""
    words: tuple[str, ...]
    """What is said."""
    exact: bool
    """Whether all of it is exact calls."""


@dataclass(frozen=True, slots=True)
class Row:
    """What the ears made of one clip."""

    evidence: Evidence
    """The numbers."""
    right: bool
    """Whether the evidence's legal sentence is what was said."""
    exact: bool
    """Whether the clip is exact."""


class _Tap:
    """A pool that keeps the evidence of every segment and reports no calls."""

    def __init__(self, ears: Ears) -> None:
        self.ears = ears
        self.found: list[Evidence] = []

    def submit(self, samples: Samples, start_ms: int) -> "Future[Heard]":
        evidence = self.ears.evidence(samples)
        if evidence is not None:
            self.found.append(evidence)
        future: Future[Heard] = Future()
        future.set_result(Heard((), ()))
        return future

    def close(self) -> None:
        """Nothing to close."""


def clips(split: str, most: int) -> list[Clip]:
    """Return a random choice of the split's clips, sorted by game."""
    by_file: dict[str, list[dict[str, object]]] = {}
    for line in (QUICK / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        if item["split"] == split:
            by_file.setdefault(item["file"], []).append(item)
    found = [
        Clip(
            file,
            str(items[0]["game"]),
            tuple(word for item in items for word in plain_words(str(item["text"]))),
            all(item["exact"] for item in items),
        )
        for file, items in by_file.items()
    ]
    chosen = random.Random(SEED).sample(found, min(most, len(found)))
    return sorted(chosen, key=lambda clip: (clip.game, clip.file))


def hear(part: list[Clip]) -> list[Row]:
    """Return what the ears make of each clip; a clip that is cut into several segments is left out."""
    rows = []
    for game in dict.fromkeys(clip.game for clip in part):
        ears = build_ears(plan_ears("auto"), load_phrase_book().games[game])
        for clip in (one for one in part if one.game == game):
            tap = _Tap(ears)
            listener = Listener((Seat("A"),), tap, load_fitted().timing)
            samples, _ = soundfile.read(QUICK / clip.file, dtype="float32", always_2d=True)
            for start in range(0, len(samples), 1600):
                list(listener.push(samples[start : start + 1600, :1]))
            list(listener.finish())
            if len(tap.found) == 1:
                evidence = tap.found[0]
                rows.append(Row(evidence, evidence.legal == clip.words and clip.exact, clip.exact))
    return rows


def rows_of(split: str, most: int) -> list[Row]:
    """Hear clips on both cores."""
    chosen = clips(split, most)
    with ProcessPoolExecutor(2) as executor:
        return [row for rows in executor.map(hear, _halves(chosen)) for row in rows]


def _halves(chosen: list[Clip]) -> Iterator[list[Clip]]:
    yield chosen[0::2]
    yield chosen[1::2]


def fit(rows: list[Row]) -> tuple[dict[str, float], float]:
    """Return the weights and the bias of the logistic model, by gradient descent with a small ridge."""
    x = np.array([[row.evidence.features[name] for name in FEATURES] for row in rows])
    y = np.array([row.right for row in rows], dtype=float)
    weights, bias = np.zeros(len(FEATURES)), 0.0
    for _ in range(STEPS):
        error = 1.0 / (1.0 + np.exp(-(x @ weights + bias))) - y
        weights -= RATE * (x.T @ error / len(y) + RIDGE * weights)
        bias -= RATE * float(error.mean())
    return {name: round(float(weight), 3) for name, weight in zip(FEATURES, weights, strict=True)}, round(bias, 3)


def thresholds(rows: list[Row], probabilities: NDArray[np.float64]) -> tuple[float, float]:
    """Return `exact_from` and `inexact_below`: as generous as MOST_PASSED and MOST_ROBBED allow."""
    right = np.array([row.right for row in rows])
    wrong = np.sort(probabilities[~right])
    exact_from = float(wrong[int((1 - MOST_PASSED) * (len(wrong) - 1))]) if len(wrong) else 0.5
    good = np.sort(probabilities[right])
    inexact_below = float(good[int(MOST_ROBBED * len(good))]) if len(good) else 0.1
    exact_from = min(0.9, max(0.5, exact_from))
    return round(exact_from, 3), round(min(inexact_below, exact_from), 3)


def main() -> None:
    """Fit, and write `fitted.toml`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clips", type=int, default=1000, help="how many clips of the fitting voices are heard")
    most = parser.parse_args().clips
    rows = rows_of("fit", most)
    weights, bias = fit(rows)
    x = np.array([[row.evidence.features[name] for name in FEATURES] for row in rows])
    total = x @ np.array([weights[name] for name in FEATURES]) + bias
    exact_from, inexact_below = thresholds(rows, np.asarray(1.0 / (1.0 + np.exp(-total))))
    old = tomllib.loads(FITTED.read_text(encoding="utf-8"))
    lines = [
        "# Written by `python -m bench.fit`; never by hand.",
        "[origin]",
        f'corpus = "bench/out/quick, fitting voices, {len(rows)} clips, all games"',
        f'date = "{datetime.now(UTC).date()}"',
        "",
        "[fusion]",
        f"bias = {bias}",
        f"exact_from = {exact_from}",
        f"inexact_below = {inexact_below}",
        f"talk_distance = {old['fusion']['talk_distance']}",
        "",
        "[fusion.weights]",
        *(f"{name} = {weight}" for name, weight in weights.items()),
        "",
        "[timing]",
        f"snr_edges_db = {old['timing']['snr_edges_db']}",
        f"error_ms = {old['timing']['error_ms']}",
        "",
        "[timing.bias_ms]",
        *(f"{sound} = {values}" for sound, values in old["timing"]["bias_ms"].items()),
    ]
    FITTED.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
