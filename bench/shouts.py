"""Trains the ear for single words (`engines.keywords`): python -m bench.shouts

Every person on the fitting side says the games' calls of one word, and short table talk (`short_talk.txt`), natural
voices in two bodies, in four kinds of evening. The sound is cut as in a match. Real people's cries are talk, too. The
people are dealt to FOLDS groups; each network learns from all groups but one, and is measured on that one. It writes
`engines/keywords.npz` with its origin.
"""

import os
import random
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from assistant.core.games.registry import GAMES
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.hearing.candidates import KEYWORD_DISTANCE
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.pool import InlinePool
from assistant.hearing.sounds import Pronouncer, sound_distance
from assistant.hearing.timing import TimingFit
from assistant.workers import worker_processes
from bench import human
from bench.adam import Adam
from bench.conditions import SPEECH_DBFS, Block, Condition, apply, at_level, condition
from bench.corpus import book_of, lines_of
from bench.ears import observed
from bench.items import Kind, Line, Part, lines_in
from bench.voices import SHOUT_WORDS, Voice, speak, voices_of
from engines.base import OTHER, SAMPLE_RATE_HZ, Samples
from engines.keywords import KeywordEar, head
from engines.pocketsphinx import PocketsphinxAligner

LEARNED = Path(__file__).resolve().parent.parent / "engines" / "keywords.npz"
TALK = Path(__file__).parent / "short_talk.txt"
TALK_SHARE = 0.5
"""So large a share of the talk, drawn anew for each, a person says."""
CONDITIONS = tuple(condition(name) for name in ("quiet", "echo", "pink-20", "pink-10"))
BODIES = (0.87, 1.16)
"""Played so much faster: pitch and formants of a larger and of a smaller person."""
TEMPOS = (0.75, 1.25)
GAP_S = 1.0
LEAD_S = 3.0
"""So much room is heard before the first word, as before a match's first call."""
FOLDS = 4
HIDDEN = 64
STEPS = 1_500
BATCH = 512
RATE = 0.003
"""The length of a step, see `bench.adam`."""
RIDGE = 3e-4
BLUR = 0.15
"""Standard deviation of the noise on the inputs while learning, which are scaled to 1.0."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One stretch of speech, as the ear gets it."""

    person: str
    """Who says it."""
    condition: str
    """In what kind of evening."""
    said: str
    """One of the words, or OTHER."""
    text: str
    """All that is said."""
    embedding: NDArray[np.float32]
    """What the embedding makes of it, see `KeywordEar.embedding`."""


@dataclass(slots=True)
class _Cuts:
    """Ears that keep what they should hear."""

    cuts: list[tuple[int, Samples]] = field(default_factory=list)

    def listen(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Heard:
        self.cuts.append((start_ms, samples if clean is None else clean.open_ear))
        return Heard((), ())

    def close(self) -> None:
        """Nothing to close."""


@cache
def keywords() -> tuple[str, ...]:
    """Return all calls of one word, of all games."""
    lines = {line for game in GAMES for line, _ in book_of(game).sentences()}
    return tuple(sorted(line for line in lines if " " not in line))


def fold_of(person: str) -> int:
    """Return the group of a person: the number of the network that was not learned from them.

    Real people are of one group, for they are heard together.
    """
    return 0 if person in human.FIT_PEOPLE else zlib.crc32(person.encode()) % FOLDS


def lines(voice: Voice) -> Iterator[Line]:
    """Yield what a person says: the words, talk, and those near misses that sound like none of the words."""
    rng = random.Random(voice.name)
    for word in keywords():
        for mark in "!" if voice.accent else "!.":
            yield Line(Kind.CALL, (Part(word.capitalize() + mark),), tempo=rng.uniform(*TEMPOS))
    if voice.accent:
        return
    talk = lines_in(TALK)
    for text in rng.sample(talk, round(len(talk) * TALK_SHARE)):
        yield Line(Kind.TALK, (Part(f"{text.capitalize()}!"),), tempo=rng.uniform(*TEMPOS))
    for game in GAMES:
        for line in lines_of(voice, book_of(game), rng):
            said = plain_words(line.text)
            if line.kind is Kind.NEAR and len(said) <= SHOUT_WORDS and not is_alike(said):
                yield line


def is_alike(said: Words) -> bool:
    """Tell whether words sound so much like one of the keywords that the ear cannot be asked to tell them apart."""
    sounds = pronouncer().sounds
    return any(sound_distance(sounds(said), sounds((word,))) <= KEYWORD_DISTANCE for word in keywords())


@cache
def pronouncer() -> Pronouncer:
    """Return what knows how words sound."""
    return Pronouncer(PocketsphinxAligner().pronunciation)


def samples_of(voice: Voice, how: Condition) -> list[Sample]:
    """Return what the ear gets of all that a voice says in one kind of evening."""
    said = [(line.parts[0].text, speak(line.parts[0].text, voice, line.tempo)) for line in lines(voice)]
    known = keywords()
    labels = {text: word if (word := " ".join(plain_words(text))) in known else OTHER for text, _ in said}
    return [
        Sample(voice.person, how.name, labels[text], text, embedding) for text, embedding in _heard(said, how, voice)
    ]


def cries_of(person: str) -> list[Sample]:
    """Return what the ear gets of a real person's cries."""
    said = [(path.stem, human.read(path)) for path in human.files("fit") if path.parent.name == person]
    spoken = [(text, sound) for text, sound in said if len(sound)]
    return [
        Sample(person, human.QUIET.name, OTHER, text, embedding)
        for text, embedding in _heard(spoken, human.QUIET, None)
    ]


def _heard(
    said: Sequence[tuple[str, Samples]], how: Condition, voice: Voice | None
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Yield each text with the embedding of its sound; what is cut into several pieces is left out."""
    gap = np.zeros(round(GAP_S * SAMPLE_RATE_HZ), dtype=np.float32)
    parts: list[Samples] = [np.zeros(round(LEAD_S * SAMPLE_RATE_HZ), dtype=np.float32)]
    bounds = []
    at = len(parts[0])
    for _, sound in said:
        parts += [at_level(sound, SPEECH_DBFS), gap]
        bounds.append((at * 1000 // SAMPLE_RATE_HZ, (at + len(sound)) * 1000 // SAMPLE_RATE_HZ))
        at += len(sound) + len(gap)
    parts.append(np.zeros(-at % SAMPLE_RATE_HZ, dtype=np.float32))  # a transform of a prime length is slow
    dry: Block = np.concatenate(parts)[:, np.newaxis]
    ears = _Cuts()
    listener = Listener((Seat("A"),), InlinePool(ears), TimingFit((), {}, ()))
    sound = apply(dry, how, zlib.crc32(f"{voice.name if voice else ''} {how.name}".encode()))
    list(observed(listener, sound))
    ear = KeywordEar()
    for (text, _), (start_ms, end_ms) in zip(said, bounds, strict=True):
        mine = [
            cut for at_ms, cut in ears.cuts if at_ms < end_ms and at_ms + len(cut) * 1000 // SAMPLE_RATE_HZ > start_ms
        ]
        if len(mine) == 1 and ear.fits(mine[0]):
            yield text, ear.embedding(mine[0])


def bodies_of(voice: Voice) -> Iterator[Voice]:
    """Yield a voice, and a natural one in another body as well; in an accent one of both."""
    rng = random.Random(voice.name)
    body = rng.choice(BODIES)
    other = replace(voice, name=f"{voice.name}-{body}", resampled=body)
    if voice.accent:
        yield rng.choice((voice, other))
        return
    yield voice
    if voice.program == "kokoro":
        yield other


def gather() -> list[Sample]:
    """Return everything that the networks learn from, on all cores."""
    bodies = [body for voice in (*voices_of("fit"), *voices_of("shout")) for body in bodies_of(voice)]
    todo = [(voice, how) for voice in bodies for how in CONDITIONS]
    found: list[Sample] = []
    with worker_processes(os.cpu_count() or 1) as pool:
        for some in track(pool.map(samples_of, *zip(*todo, strict=True)), "voices", len(todo)):
            found += some
        for some in track(pool.map(cries_of, human.FIT_PEOPLE), "cries", len(human.FIT_PEOPLE)):
            found += some
    return found


def learn(samples: Sequence[Sample], steps: int = STEPS) -> dict[str, NDArray[np.float32]]:
    """Return the networks as `engines.keywords` reads them, after so many steps of learning."""
    words = keywords()
    inputs = np.array([each.embedding for each in samples], dtype=np.float32)
    labels = np.array([words.index(each.said) if each.said in words else len(words) for each in samples])
    folds = np.array([fold_of(each.person) for each in samples])
    mean, scale = inputs.mean(axis=(0, 1)), inputs.std(axis=(0, 1)) + 1e-3
    scaled = (inputs - mean) / scale
    layers = [
        _network(scaled[folds != fold], labels[folds != fold], len(words) + 1, fold, steps) for fold in range(FOLDS)
    ]
    return {
        "words": np.array(words),
        "mean": mean,
        "scale": scale,
        "hidden": np.array([hidden for hidden, _ in layers], dtype=np.float16),
        "output": np.array([output for _, output in layers], dtype=np.float16),
    }


def _network(
    inputs: NDArray[np.float32], labels: NDArray[np.int64], classes: int, seed: int, steps: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the two layers of one network, the last row of each added to whatever comes in; see `keywords.head`.

    Rare words weigh more, by the root of how rare they are. Each word learns from the place where it fits best.
    """
    rng = np.random.default_rng(seed)
    count = np.bincount(labels, minlength=classes)
    weight = 1 / np.sqrt(np.maximum(count, 1))[labels]
    weight /= weight.mean()
    wanted = np.eye(classes)[labels]
    places, numbers = inputs.shape[1:]
    layers = [rng.normal(0, 0.06, (numbers + 1, HIDDEN)), rng.normal(0, 0.1, (HIDDEN + 1, classes - 1))]
    adams = [Adam(RATE) for _ in layers]
    ones = np.ones((BATCH, places, 1))
    each, word = np.arange(BATCH)[:, np.newaxis], np.arange(classes - 1)
    for _ in range(steps):
        batch = rng.integers(0, len(inputs), BATCH)
        given = np.concatenate((inputs[batch] + rng.normal(0, BLUR, (BATCH, places, numbers)), ones), axis=2)
        middle = np.maximum(given @ layers[0], 0.0)
        fits = np.concatenate((middle, ones), axis=2) @ layers[1]
        best = fits.argmax(axis=1)
        odds = np.exp(np.pad(fits[each, best, word], ((0, 0), (0, 1))))
        error = (odds / odds.sum(axis=1, keepdims=True) - wanted[batch]) * weight[batch, np.newaxis] / BATCH
        at_best = np.zeros_like(fits)
        at_best[each, best, word] = error[:, :-1]
        back = (at_best @ layers[1][:-1].T) * (middle > 0)
        flat = (-1, numbers + 1), (-1, HIDDEN), (-1, classes - 1)
        slopes = [
            given.reshape(flat[0]).T @ back.reshape(flat[1]),
            np.vstack((middle.reshape(flat[1]).T @ at_best.reshape(flat[2]), at_best.sum(axis=(0, 1)))),
        ]
        for layer, slope, adam in zip(layers, slopes, adams, strict=True):
            layer -= adam.step(slope + RIDGE * layer)
    return layers[0], layers[1]


def by_strangers(samples: Sequence[Sample], learned: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the chances of every word for each sample, by the network that was not learned from its person."""
    scaled = (np.array([each.embedding for each in samples]) - learned["mean"]) / learned["scale"]
    heads = [
        head(each, learned["hidden"][fold_of(sample.person)], learned["output"][fold_of(sample.person)])
        for each, sample in zip(scaled, samples, strict=True)
    ]
    return np.array(heads, dtype=np.float32)


def told(samples: Sequence[Sample], chances: NDArray[np.float32]) -> Iterator[str]:
    """Yield how well strangers' words are known, a line for each word and condition."""
    for how in CONDITIONS:
        here = np.array([each.condition == how.name for each in samples])
        for index, word in enumerate(keywords()):
            said = np.array([each.said == word for each in samples])
            known, false = (chances[here & said, index] > 0.5), (chances[here & ~said, index] > 0.5)
            yield f"{how.name:8} {word:8} {known.mean():.1%} of {len(known)}; {false.mean():.2%} of {len(false)} others"


def main() -> None:
    """Gather, learn, tell, and keep."""
    samples = gather()
    learned = learn(samples)
    for line in told(samples, by_strangers(samples, learned)):
        print(line)
    origin = f"{len(samples)} stretches by {len({each.person for each in samples})} people, {datetime.now(UTC).date()}"
    arrays: dict[str, Any] = {**learned, "origin": np.array(origin)}
    np.savez_compressed(LEARNED, allow_pickle=False, **arrays)


if __name__ == "__main__":
    main()
