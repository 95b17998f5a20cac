"""What is left to hear in noise: the calls of the recordings under pink noise, 10 dB below the speech."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import soundfile

from assistant.core.phrases.judge import judge_words
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.hearing.decoding import sound_of
from assistant.hearing.denoise import denoise, noise_spectrum
from assistant.hearing.recent import RecentSound
from assistant.hearing.segments import Segment
from assistant.listening import vocabulary
from bench.conditions import active_level_db, pink_noise
from bench.corpus import book_of
from engines.base import SAMPLE_RATE_HZ, Samples
from engines.gtcrn import Gtcrn
from engines.pocketsphinx import PocketsphinxEngine

RECORDINGS = Path(__file__).parents[1] / "recordings" / "grave-feast"
SNR_DB = 10.0
ROOM_MS = 1_000
BOUNDS = (("start_ms", -200), ("end_ms", 200))


def calls() -> Iterator[tuple[Samples, Words]]:
    """Yield every exact call of the Grave Feast recordings, from the microphone that has it loudest."""
    book = book_of("grave-feast")
    for path in sorted(RECORDINGS.glob("GF-*.truth.json")):
        block, _ = soundfile.read(path.with_suffix("").with_suffix(".flac"), dtype="float32", always_2d=True)
        for said in json.loads(path.read_text(encoding="utf-8")):
            words = plain_words(said["text"])
            if isinstance(judge_words(book, words), tuple):
                start, end = ((said[key] + at) * SAMPLE_RATE_HZ // 1000 for key, at in BOUNDS)
                part = block[max(0, start) : end]
                yield part[:, (part**2).sum(axis=0).argmax()], words


def in_noise(speech: Samples, seed: int) -> tuple[Samples, Samples]:
    """Return a second of pink noise, and speech in it."""
    room = ROOM_MS * SAMPLE_RATE_HZ // 1000
    noise = pink_noise(room + len(speech), seed) * 10 ** ((active_level_db(speech) - SNR_DB) / 20)
    return noise[:room].astype(np.float32), (speech + noise[room:]).astype(np.float32)


def heard_in_noise(hears: Callable[[Samples, Samples], Samples]) -> tuple[int, int]:
    """Return how many calls the grammar ear has right, and of how many.

    Args:
        hears: makes of the room's noise and a call in it what the ear gets.
    """
    ear = PocketsphinxEngine(vocabulary(book_of("grave-feast")))
    every = [(hears(*in_noise(speech, seed)), words) for speech, words in calls() for seed in range(3)]
    return sum(plain_words(ear.transcribe(sound, 0).text) == words for sound, words in every), len(every)


def without_noise(room: Samples, sound: Samples) -> Samples:
    spectrum = noise_spectrum(room)
    assert spectrum is not None
    return denoise(sound, spectrum)


def as_drowned(room: Samples, sound: Samples) -> Samples:
    """Return what the ears get of a call that stands 10 dB above its room."""
    recent = RecentSound(1)
    recent.push(np.concatenate((room, sound))[:, np.newaxis])
    end_ms = ROOM_MS + len(sound) * 1000 // SAMPLE_RATE_HZ
    segment = Segment(0, ROOM_MS, end_ms, (0.005, 0.005), -20.0 + SNR_DB, 1.0, lead_ms=0, tail_ms=0)
    _, clean = sound_of(segment, recent, Gtcrn().voice)
    assert clean is not None
    assert np.array_equal(clean.open_ear, without_noise(room, sound))
    return clean.grammar


def test_the_grammar_ear_hears_most_calls_in_noise() -> None:
    """Its first search alone hears 37 of these 66; with the search through the lattice of words, 29."""
    right, every = heard_in_noise(without_noise)
    assert every == 66
    assert right >= 35


def test_it_hears_more_of_them_where_the_network_finds_the_voice() -> None:
    """45 of the 66."""
    right, _ = heard_in_noise(as_drowned)
    assert right >= 43
