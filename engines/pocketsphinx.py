"""PocketSphinx: the grammar ear, good at single syllables; an open ear; and the aligner that finds word boundaries.

A grammar returns one of its sentences for any sound at all, so its word alone proves nothing: every near miss of the
phrase book competes beside the legal phrases, and the ears are fused afterwards. One utterance is one sentence of the
grammar, run-on calls included: a loop over the sentences is fifteen times slower and invents words at the end. Each
utterance is decoded whole, with its own cepstral mean ("batch") and without the decoder's noise removal, which
remembers the utterance before: the first and the tenth time give the same words. The search through the lattice of
words, which PocketSphinx adds to every decoding, is left to the language model: with a grammar it took 57 of 112
sentences in noise right where the first search alone has 86 (fitting voices, pink noise 10 dB below the speech).
"""

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.base import SAMPLE_RATE_HZ, EngineError, Samples, Transcript, Vocabulary, Word
from engines.level import even_pcm, is_audible

NAME = "pocketsphinx"
OPEN_NAME = "pocketsphinx-open"
LANGUAGE_MODEL = "en-us/en-us.lm.bin"
"""Of general English, in the package."""
FRAME_MS = 10
"""The step of its word times."""
EXTRA_WORDS = Path(__file__).with_name("extra_words.dict")
"""Words of the games that the packaged dictionary lacks, in its own form: a word and its phones a line."""

NATS_PER_SCORE = 1024.0
"""Its acoustic scores are natural logarithms, shifted right by ten bits."""

_MARK = re.compile(r"\(\d+\)$")


class PocketsphinxEngine:
    """The grammar ear."""

    name = NAME

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Build the grammar.

        Args:
            vocabulary: the legal sentences and their near misses; those with words that the dictionary lacks are left
                out (`unknown_words` tells which).

        Raises:
            EngineError: the package is missing, or no sentence of the vocabulary can be heard.
        """
        self._decoder = _decoder()
        sentences = dict.fromkeys((*vocabulary.phrases, *vocabulary.near_misses))
        known = [line for line in sentences if line.split() and not self.unknown_words(line.split())]
        if not known:
            raise EngineError("pocketsphinx: no phrase is made of words that its dictionary knows; check phrases.yaml")
        grammar = f"#JSGF V1.0; grammar calls; public <call> = {shared_grammar(known)};"
        self._decoder.add_jsgf_string("calls", grammar)
        self._decoder.activate_search("calls")

    def transcribe(self, samples: Samples, start_ms: int) -> Transcript:
        """See `engines.base.Engine.transcribe`."""
        pcm = _pcm(samples)
        if pcm is None:
            return Transcript(NAME, ())
        _decode(self._decoder, pcm)
        return Transcript(NAME, tuple(_words(self._decoder, start_ms)), _fit(self._decoder))

    def unknown_words(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the words that the dictionary lacks."""
        return tuple(word for word in dict.fromkeys(words) if self._decoder.lookup_word(word) is None)

    def close(self) -> None:
        """Nothing to free."""


class PocketsphinxOpenEngine:
    """An open ear for machines without Whisper's model: any words of the dictionary, by a model of general English."""

    name = OPEN_NAME

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Load the models; the vocabulary changes nothing for an ear that hears any words.

        Raises:
            EngineError: the package is missing.
        """
        self._decoder = _decoder(LANGUAGE_MODEL)

    def transcribe(self, samples: Samples, start_ms: int) -> Transcript:
        """See `engines.base.Engine.transcribe`."""
        pcm = _pcm(samples)
        if pcm is None:
            return Transcript(OPEN_NAME, ())
        _decode(self._decoder, pcm)
        return Transcript(OPEN_NAME, tuple(_words(self._decoder, start_ms)))

    def unknown_words(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the words that the dictionary lacks."""
        return tuple(word for word in dict.fromkeys(words) if self._decoder.lookup_word(word) is None)

    def close(self) -> None:
        """Nothing to free."""


class PocketsphinxAligner:
    """Forced alignment: where each of the known words of an utterance lies."""

    def __init__(self) -> None:
        """Load the acoustic model; raises EngineError when the package is missing."""
        self._decoder = _decoder()

    def pronunciation(self, word: str) -> str | None:
        """Return a word's phones, separated by spaces, or None when the dictionary lacks it."""
        phones = self._decoder.lookup_word(word)
        return None if phones is None else str(phones)

    def align(self, samples: Samples, start_ms: int, words: Sequence[str]) -> tuple[Word, ...] | None:
        """Return the words with their times, or None when the sound does not fit them.

        Args:
            samples: the utterance, mono, 16 kHz.
            start_ms: where its first sample lies on the session clock.
            words: what was said, in order, lower case.
        """
        pcm = _pcm(samples)
        if pcm is None or not words or any(self._decoder.lookup_word(word) is None for word in words):
            return None
        self._decoder.set_align_text(" ".join(words))
        try:
            _decode(self._decoder, pcm)
        except RuntimeError:  # "Failed to reach final state": the words are not there
            return None
        found = tuple(_words(self._decoder, start_ms))
        return found if [word.text for word in found] == list(words) else None


def shared_grammar(sentences: Sequence[str]) -> str:
    """Return a JSGF expansion in which sentences that begin alike share their beginning.

    A flat list of alternatives is searched as so many separate beginnings: for a whole game that is ten times slower.
    """
    branches: dict[str, list[str]] = {}
    for sentence in sentences:
        word, _, rest = sentence.partition(" ")
        branches.setdefault(word, []).append(rest)
    parts = []
    for word, rests in branches.items():
        longer = [rest for rest in rests if rest]
        if not longer:
            parts.append(word)
            continue
        tail = shared_grammar(longer)
        parts.append(f"{word} [ {tail} ]" if "" in rests else f"{word} ( {tail} )")
    return " | ".join(parts)


def _decoder(language_model: str | None = None) -> Any:
    try:
        from pocketsphinx import Decoder, get_model_path
    except ImportError as error:
        raise EngineError("pocketsphinx is not installed; run: pip install pocketsphinx") from error
    lm = get_model_path(language_model) if language_model else None
    decoder = Decoder(
        lm=lm,
        bestpath=lm is not None,
        loglevel="FATAL",
        cmn="batch",
        samprate=float(SAMPLE_RATE_HZ),
        remove_noise=False,
    )
    for line in EXTRA_WORDS.read_text(encoding="ascii").splitlines():
        word, phones = line.split(" ", 1)
        if decoder.lookup_word(word) is None:
            decoder.add_word(word, phones, update=False)
    return decoder


def _pcm(samples: Samples) -> bytes | None:
    """Return 16-bit samples at an even level, or None where there is nothing to hear."""
    return even_pcm(samples).tobytes() if is_audible(samples) else None


def _decode(decoder: Any, pcm: bytes) -> None:
    """Decode one utterance, after a reset: samples of the utterance before linger in the decoder's front end."""
    decoder.reinit_feat()
    decoder.start_utt()
    try:
        decoder.process_raw(pcm, no_search=False, full_utt=True)
    finally:
        decoder.end_utt()


def _words(decoder: Any, start_ms: int) -> list[Word]:
    return [
        Word(
            _MARK.sub("", segment.word),
            start_ms + segment.start_frame * FRAME_MS,
            start_ms + (segment.end_frame + 1) * FRAME_MS,
        )
        for segment in _spoken(decoder)
    ]


def _fit(decoder: Any) -> float | None:
    """Return how much worse the words fit the sound than whatever fits best, in nats a frame; None without words."""
    words = _spoken(decoder)
    if not words:
        return None
    frames: int = words[-1].end_frame - words[0].start_frame + 1
    return sum(NATS_PER_SCORE * math.log(word.ascore) for word in words) / frames


def _spoken(decoder: Any) -> list[Any]:
    """Return the segments of the best hypothesis that are words: neither silence nor noise nor grammar nodes."""
    return [segment for segment in decoder.seg() or () if not segment.word.startswith(("<", "[", "("))]
