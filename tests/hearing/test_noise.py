"""What is left to hear in noise: the calls of the recordings under pink noise, 10 dB below the speech."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile

from assistant.core.phrases.judge import judge_words
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.hearing.denoise import denoise, noise_spectrum
from assistant.listening import vocabulary
from bench.conditions import active_level_db, pink_noise
from bench.corpus import book_of
from engines.base import SAMPLE_RATE_HZ, Samples
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


def in_noise(speech: Samples, seed: int) -> Samples:
    """Return speech in pink noise as the ears get it: with the noise of the second before it taken out."""
    room = ROOM_MS * SAMPLE_RATE_HZ // 1000
    noise = pink_noise(room + len(speech), seed) * 10 ** ((active_level_db(speech) - SNR_DB) / 20)
    spectrum = noise_spectrum(noise[:room].astype(np.float32))
    assert spectrum is not None
    return denoise((speech + noise[room:]).astype(np.float32), spectrum)


def test_the_grammar_ear_hears_most_calls_in_noise() -> None:
    """Its first search alone hears 37 of these 66; with the search through the lattice of words, 29."""
    ear = PocketsphinxEngine(vocabulary(book_of("grave-feast")))
    every = [(in_noise(speech, seed), words) for speech, words in calls() for seed in range(3)]
    right = sum(plain_words(ear.transcribe(sound, 0).text) == words for sound, words in every)
    assert len(every) == 66
    assert right >= 35
