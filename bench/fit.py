"""Fits what the ears know from measurements: python -m bench.fit [--clips N]

Hears the clips of the fitting voices that `python -m bench make --quick` leaves in bench/out/quick, fewer of those who
say shouts only, and real people's shouts (`fit_clips`). From what may have been said in each, and what was, it fits the
conditional logit of the fusion; from where the calls were found to end, and where they did, the bias and the error of
ends. It writes `assistant/hearing/fitted.toml` with the origin of its numbers. The reporting voices are never looked at
here.

Thresholds are chosen on people that the weights were not fitted on: each person's clips are judged with the weights of
all the others.
"""

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from assistant.core.games.registry import GAMES
from assistant.hearing.fusion import FEATURES, Fusion, Kind, Thresholds, chances_by_call
from assistant.hearing.timing import FinalSound
from assistant.workers import worker_processes
from bench.adam import Adam
from bench.fit_clips import REAL, Ending, Row, clips, hear, hear_talk
from bench.human import fit_talks
from bench.items import Kind as Said

FITTED = Path(__file__).resolve().parent.parent / "assistant" / "hearing" / "fitted.toml"
QUIET, NOISY = "quiet", "pink-10"
"""The conditions that the thresholds are chosen in."""
STEPS = 1_500
RATE = 0.05
"""The length of a step, see `bench.adam`."""
RIDGE = 0.02
"""Keeps the weights small where the clips say little."""
CHUNK = 25
"""So many clips a worker takes at a time."""
SHOUT_SHARE = 0.2
"""So many clips of those who say shouts only are heard for each of the others: with as many, the weights suited shouts
alone, and of the others' near misses one in fifty more passed."""
MOST_PASSED = 0.03
"""Of the near misses, so large a share may be taken for exact."""
MOST_PASSED_IN_NOISE = 0.05
"""... in noise, where little is left to hear of a small word."""
MOST_FALSE = 0.01
"""Of the talk that comes anywhere near a call, people's cries most of it, so large a share may be taken for exact."""
HARM = {Said.NEAR: MOST_PASSED, Said.TALK: MOST_FALSE}
HARM_IN_NOISE = {Said.NEAR: MOST_PASSED_IN_NOISE}
MOST_ROBBED, MOST_ROBBED_IN_NOISE = 0.004, 0.01
"""Of the calls, so large a share may be ruled inexact."""
MOST_MISSED = 0.08
"""Of the calls in noise, so large a share may be taken for talk: with fewer, one word in ten of people who talk in a
quiet room would be asked about."""
SAFE_INEXACT = 0.05
"""No call counts as inexact above this, however few clips there were."""
SAFE_TALK = 0.7
"""Nothing counts as talk below this."""
THRESHOLDS = tuple(float(at) for at in np.arange(0.30, 0.90, 0.01))
"""No sentence counts as said below the lowest: others together are then twice as likely."""
UNDECIDED = Thresholds(1.0, 1.0, 0.0, 1.0)
"""Those of a fusion that is asked for its probabilities only."""
SNR_EDGES_DB = (20.0, 30.0, 40.0)
"""Where one class of loudness above the room ends and the next begins."""
LEAST_CALLS = 12
"""A class with fewer calls has the bias of all sounds in it."""
COVERED = 0.95
"""So large a share of the ends lies within the error told."""
SMALLEST_ERROR_MS = 20
"""Nobody measures an end more finely: half a window, and what a room adds."""


def fit(rows: Sequence[Row]) -> dict[str, float]:
    """Return the weights that make what was said likeliest, by Adam with a small ridge.

    Calls, near misses and talk weigh alike, however many there are of each: how often people err is not known.
    """
    kept = [row for row in rows if any(row.right)]
    most = max(len(row.candidates) for row in kept)
    x = np.zeros((len(kept), most, len(FEATURES)))
    right, absent = np.zeros((len(kept), most)), np.full((len(kept), most), -np.inf)
    for index, row in enumerate(kept):
        x[index, : len(row.right)] = [[getattr(one.features, name) for name in FEATURES] for one in row.candidates]
        right[index, : len(row.right)] = row.right
        absent[index, : len(row.right)] = 0.0
    count = {said: sum(row.clip.said is said for row in kept) for said in Said}
    share = np.array([1 / count[row.clip.said] for row in kept])
    share /= share.sum()
    weights, adam = np.zeros(len(FEATURES)), Adam(RATE)
    for _ in range(STEPS):
        chance = _softmax(x @ weights + absent)
        wanted = chance * right
        wanted /= wanted.sum(axis=1, keepdims=True)
        slope = -np.einsum("n,nk,nkf->f", share, wanted - chance, x) + RIDGE * weights
        weights -= adam.step(slope)
    return {name: round(float(weight), 3) for name, weight in zip(FEATURES, weights, strict=True)}


def _softmax(totals: NDArray[np.float64]) -> NDArray[np.float64]:
    odds = np.exp(totals - totals.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Belief:
    """What the weights of other people make of one clip."""

    said: Said
    """What it is."""
    legal: float
    """The probability that some legal sentence was said."""
    best: float
    """... of the likeliest call."""
    is_shout: bool
    """Whether that is a single word."""
    is_right: bool
    """Whether that is the call that was made."""
    talk: float
    """The probability of table talk."""
    near: float
    """The probability of a near miss."""


def weights_without(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Return, for each person, the weights fitted on all the others."""
    people = sorted({row.clip.person for row in rows})
    others = [[row for row in rows if row.clip.person != person] for person in people]
    with worker_processes(os.cpu_count() or 1) as executor:
        return dict(zip(people, track(executor.map(fit, others), "fitting", len(people)), strict=True))


def beliefs(
    rows: Sequence[Row], strangers: Mapping[str, Mapping[str, float]], evening: str, split: str = "fit"
) -> list[Belief]:
    """Return what weights make of the clips of people that they were not fitted on, of one split in one condition."""
    found = []
    for person, weights in strangers.items():
        fusion = Fusion(weights, UNDECIDED, UNDECIDED)
        mine = [row for row in rows if row.clip.person == person and row.clip.split == split and row.candidates]
        found += [_belief(row, fusion) for row in mine if row.clip.condition == evening]
    return found


def _belief(row: Row, fusion: Fusion) -> Belief:
    chances = list(zip(row.candidates, fusion.probabilities(row.candidates), strict=True))
    by_call = chances_by_call(chances)
    best = max(by_call, key=lambda call: by_call[call], default=())
    talk, near = (sum(chance for one, chance in chances if one.kind is kind) for kind in (Kind.TALK, Kind.NEAR))
    spellings = [
        (one, is_right)
        for one, is_right in zip(row.candidates, row.right, strict=True)
        if one.kind is Kind.LEGAL and one.call == best
    ]
    return Belief(
        row.clip.said,
        sum(by_call.values()),
        by_call.get(best, 0.0),
        any(len(one.words) == 1 for one, _ in spellings),
        any(is_right for _, is_right in spellings),
        talk,
        near,
    )


def exactness(
    found: Sequence[Belief],
    shouts: Sequence[Belief],
    harm: Mapping[Said, float],
    shouts_from: Sequence[float] = THRESHOLDS,
) -> tuple[float, float]:
    """Return `exact_from` and `shout_from`: of all pairs that do no more harm, the one with the most calls.

    Calls of one word weigh as those of several do, however many there are of each.

    Args:
        found: what is believed of people who say everything, and of talk.
        shouts: ... of those who say shouts only; of these the calls count, the near misses do not.
        harm: so large a share of what is no call may be taken for exact.
        shouts_from: what `shout_from` may be.
    """
    wanted = [each for each in (*found, *shouts) if each.said is Said.CALL and each.is_right]
    kinds = [[each for each in wanted if each.is_shout is is_shout] for is_shout in (False, True)]
    harmed = [([each for each in found if each.said is said], most) for said, most in harm.items()]

    def taken(some: Sequence[Belief], exact_from: float, shout_from: float) -> int:
        return sum(_is_taken(each, exact_from, shout_from) for each in some)

    harmless = [
        (exact_from, shout_from)
        for exact_from, shout_from in product(THRESHOLDS, shouts_from)
        if all(taken(some, exact_from, shout_from) <= most * len(some) for some, most in harmed)
    ]

    def gain(pair: tuple[float, float]) -> float:
        return sum(taken(some, *pair) / len(some) for some in kinds if some)

    exact_from, shout_from = max(harmless, key=lambda pair: (gain(pair), pair), default=(1.0, 1.0))
    return round(exact_from, 3), round(shout_from, 3)


def inexact_below(found: Sequence[Belief], exact_from: float, shout_from: float, most_robbed: float) -> float:
    """Return the probability of all calls below which something counts as inexact, so that few calls do."""
    calls = [each for each in found if each.said is Said.CALL]
    doubted = [each for each in calls if not _is_taken(each, exact_from, shout_from)]
    robbed = sorted(each.legal for each in doubted if each.near > each.talk)
    return round(_least(robbed, int(most_robbed * len(calls)), SAFE_INEXACT), 3)


def talk_from(found: Sequence[Belief], exact_from: float, shout_from: float) -> float:
    """Return the probability from which something counts as talk, so that few calls do."""
    calls = [each for each in found if each.said is Said.CALL]
    missed = sorted(1 - each.talk for each in calls if not _is_taken(each, exact_from, shout_from))
    return round(1 - _least(missed, int(MOST_MISSED * len(calls)), 1 - SAFE_TALK), 3)


def _is_taken(belief: Belief, exact_from: float, shout_from: float) -> bool:
    return belief.best >= (shout_from if belief.is_shout else exact_from)


def _least(values: list[float], allowed: int, most: float) -> float:
    """Return the value below which no more than `allowed` of the sorted values lie, at most `most`."""
    return min(most, values[allowed]) if allowed < len(values) else most


def timing(endings: Sequence[Ending]) -> tuple[dict[FinalSound, list[int]], list[int]]:
    """Return the bias of each final sound and the error that is left, one figure a class of loudness.

    For the bias all people weigh alike, however many of their calls there are. A class in which nothing was said lies
    between its neighbours.
    """
    classes = np.searchsorted(SNR_EDGES_DB, [ending.snr_db for ending in endings])
    heard = sorted({int(at) for at in classes})
    mine = {at: [one for one, its in zip(endings, classes, strict=True) if its == at] for at in heard}
    biases = {sound: [_bias(mine[at], sound) for at in heard] for sound in FinalSound}
    errors = [
        float(np.quantile([abs(one.late_ms - biases[one.sound][k]) for one in mine[at]], COVERED))
        for k, at in enumerate(heard)
    ]
    every = range(len(SNR_EDGES_DB) + 1)
    bias = {sound: [round(float(np.interp(at, heard, biases[sound]))) for at in every] for sound in FinalSound}
    return bias, [max(SMALLEST_ERROR_MS, round(float(np.interp(at, heard, errors)))) for at in every]


def _bias(endings: Sequence[Ending], sound: FinalSound) -> float:
    """Return the median of the medians of all people, of one sound where enough calls end so."""
    such = [ending for ending in endings if ending.sound is sound]
    late: dict[str, list[int]] = {}
    for ending in such if len(such) >= LEAST_CALLS else endings:
        late.setdefault(ending.person, []).append(ending.late_ms)
    return float(np.median([np.median(some) for some in late.values()]))


def main() -> None:
    """Hear the clips, and fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clips", type=int, default=1000, help="how many clips of the fitting voices are heard")
    most = parser.parse_args().clips
    chosen = [*clips("fit", most), *clips("shout", round(most * SHOUT_SHARE))]
    parts = [chosen[start : start + CHUNK] for start in range(0, len(chosen), CHUNK)]
    talks = list(fit_talks(tuple(GAMES)))
    rows: list[Row] = []
    endings: list[Ending] = []
    with worker_processes(os.cpu_count() or 1) as executor:
        for heard in track(executor.map(hear_talk, talks), "hearing talk", len(talks)):
            rows += heard
        for some, ends in track(executor.map(hear, parts), "hearing", len(parts)):
            rows += some
            endings += ends
    write_fitted(rows, endings)


def rooms(rows: Sequence[Row], strangers: Mapping[str, Mapping[str, float]]) -> tuple[Thresholds, Thresholds]:
    """Return the thresholds of quiet rooms and of noisy ones.

    Talk is told in both as in noise: where calls are hard to hear, few may be passed over for that. A shout is as sure
    in both: in noise, a handful of near misses of each kind decides, too few to choose two thresholds by.
    """
    quiet, real, noisy = (beliefs(rows, strangers, evening) for evening in (QUIET, REAL, NOISY))
    of_shouters = [beliefs(rows, strangers, evening, "shout") for evening in (QUIET, NOISY)]
    at_ease = exactness([*quiet, *real], of_shouters[0], HARM)
    in_noise = exactness(noisy, of_shouters[1], HARM_IN_NOISE, at_ease[1:])
    talk = talk_from(noisy, *in_noise)
    return (
        Thresholds(*at_ease, inexact_below(quiet, *at_ease, MOST_ROBBED), talk),
        Thresholds(*in_noise, inexact_below(noisy, *in_noise, MOST_ROBBED_IN_NOISE), talk),
    )


def _table(name: str, thresholds: Thresholds) -> list[str]:
    return [f"[{name}]", *(f"{key} = {value}" for key, value in asdict(thresholds).items()), ""]


def write_fitted(rows: Sequence[Row], endings: Sequence[Ending]) -> None:
    """Fit, and write `fitted.toml`."""
    weights = fit(rows)
    strangers = weights_without(rows)
    quiet, noisy = rooms(rows, strangers)
    bias, error = timing(endings)
    lines = [
        "# Written by `python -m bench.fit`; never by hand.",
        "[origin]",
        f'corpus = "bench/out/quick, fitting voices, and shouts of real people: {len(rows)} clips, all games; '
        f'{len(endings)} ends"',
        f'date = "{datetime.now(UTC).date()}"',
        "",
        *_table("fusion.quiet", quiet),
        *_table("fusion.noisy", noisy),
        "[fusion.weights]",
        *(f"{name} = {weight}" for name, weight in weights.items()),
        "",
        "[timing]",
        f"snr_edges_db = {list(SNR_EDGES_DB)}",
        f"error_ms = {error}",
        "",
        "[timing.bias_ms]",
        *(f"{sound} = {values}" for sound, values in bias.items()),
    ]
    FITTED.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
