"""Whisper by CTranslate2: the open-vocabulary ear, primed with the game's phrases.

Two measures make a 30-second model quick enough for a race. The encoder gets a window just long enough for the
utterance (4 or 10 s instead of 30), which costs about a tenth. The price is that the decoder may go round in circles
("blood blood blood ..."); a transcript that repeats itself faster than anybody speaks is folded back to one round.

Besides the transcript, given sentences can be scored by forced decoding: that is what tells "the grave" from "the
graveyard" when the transcript alone would be a guess.
"""

import re
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np

from engines.base import (
    SAMPLE_RATE_HZ,
    EngineError,
    Propose,
    Samples,
    Settle,
    Transcript,
    Vocabulary,
    Word,
    never_settled,
    said_once,
)
from engines.level import is_audible
from engines.mel import HOP_SAMPLES, log_mel

NAME = "whisper"
WINDOWS_FRAMES = (400, 1000, 3000)
"""The encoder windows on offer, in steps of 10 ms: the shortest that holds the utterance is taken."""
TAIL_FRAMES = 30
"""Silence that must fit behind the utterance, or the model invents a continuation; 300 ms."""
FASTEST_SYLLABLES_PER_S = 9.0
"""Nobody speaks faster; a transcript that does is going round in circles."""
MAX_TOKENS_PER_S = 8
"""Room for the decoder: speech has 3 to 4 word pieces a second."""
MIN_TOKENS = 16
"""Room for the decoder in the shortest utterance."""
SMALLEST_PROBABILITY = 1e-7
"""What the decoder calls impossible; keeps one odd word piece from outweighing a sentence."""
DIGITS = {
    word: str(number)
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
"""The number words that the model may write as digits."""
MODEL_FILES = ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt")

_SPECIAL = {"start": "<|startoftranscript|>", "plain": "<|notimestamps|>", "previous": "<|startofprev|>"}
_TASK = ("<|en|>", "<|transcribe|>")
"""What a model of many languages must be told to do; one of English alone knows of no languages."""


class WhisperEngine:
    """The open-vocabulary ear. Deterministic: greedy decoding, no temperature, no memory between utterances."""

    name = NAME

    def __init__(self, model_dir: Path, vocabulary: Vocabulary, threads: int = 1) -> None:
        """Load the model.

        Args:
            model_dir: a folder with MODEL_FILES, an English CTranslate2 Whisper model.
            vocabulary: the game's sentences; its prompt primes the decoder.
            threads: processor threads for one utterance.

        Raises:
            EngineError: a file is missing, is no such model, or a library is not installed.
        """
        missing = [name for name in MODEL_FILES if not (model_dir / name).is_file()]
        if missing:
            raise EngineError(f"{model_dir}: no Whisper model ({', '.join(missing)} missing); see `referee models`")
        try:
            import ctranslate2
            from tokenizers import Tokenizer
        except ImportError as error:
            raise EngineError(f"Whisper needs the package {error.name}; run: pip install {error.name}") from error
        try:
            self._model = ctranslate2.models.Whisper(
                str(model_dir), device="cpu", compute_type="int8", intra_threads=threads, inter_threads=1
            )
            self._tokenizer = Tokenizer.from_file(str(model_dir / "tokenizer.json"))
        except Exception as error:  # both libraries raise bare RuntimeError, ValueError and Exception
            raise EngineError(f"{model_dir}: not a readable Whisper model ({error}); see `referee models`") from error
        self._storage_view = ctranslate2.StorageView
        self._address = ""
        self._ids: dict[str, int] = {key: self._tokenizer.token_to_id(token) for key, token in _SPECIAL.items()}  # type: ignore[misc]
        prompt_ids: list[int] = self._tokenizer.encode(" " + vocabulary.prompt, add_special_tokens=False).ids
        task = (self._tokenizer.token_to_id(token) for token in _TASK) if self._model.is_multilingual else ()
        self._start: list[int] = [self._ids["start"], *task]
        self._plain = [*self._start, self._ids["plain"]]
        self._primed = [self._ids["previous"], *prompt_ids, *self._plain] if vocabulary.prompt else self._plain

    def primed(self, prompt: str, address: str = "") -> "WhisperEngine":
        """Return an ear that is primed with another text, hears nothing without it, and shares this one's model.

        Closing either closes both.

        Args:
            prompt: the text.
            address: the word by which somebody is spoken to: behind it the model may write a comma and a name.
        """
        other = copy(self)
        other._address = address
        prompt_ids: list[int] = self._tokenizer.encode(" " + prompt, add_special_tokens=False).ids
        other._primed = other._plain = [self._ids["previous"], *prompt_ids, *self._plain]
        return other

    def transcribe(self, samples: Samples, start_ms: int) -> Transcript:
        """See `engines.base.Engine.transcribe`. Word times are spread evenly: take real ones from an aligner."""
        if not is_audible(samples):
            return Transcript(NAME, ())
        try:
            encoded = self._encode(samples, window_frames(len(samples)))
            return self._decode(encoded, samples, start_ms, self._primed)
        except RuntimeError as error:
            raise EngineError(f"Whisper broke down ({error}); the other ear goes on") from error

    def transcribe_and_score(
        self, samples: Samples, start_ms: int, propose: Propose, settle: Settle = never_settled
    ) -> tuple[Transcript, Transcript, dict[str, float]]:
        """See `engines.base.Scorer.transcribe_and_score`."""
        if not is_audible(samples):  # it would invent a "you"
            return Transcript(NAME, ()), Transcript(NAME, ()), {}
        frames = window_frames(len(samples))
        try:
            encoded = self._encode(samples, frames)
            primed = self._decode(encoded, samples, start_ms, self._primed)
            if settle(primed):
                return primed, primed, {}
            plain = self._decode(encoded, samples, start_ms, self._plain) if self._primed != self._plain else primed
            sentences = list(dict.fromkeys(propose(primed, plain)))
            return primed, plain, self._score(encoded, frames, sentences)
        except RuntimeError as error:
            raise EngineError(f"Whisper broke down ({error}); the other ear goes on") from error

    def unknown_words(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return (): word pieces can spell every word."""
        return ()

    def close(self) -> None:
        """Free the model."""
        self._model.unload_model()

    def _encode(self, samples: Samples, frames: int) -> Any:
        features = log_mel(samples, frames)[None]
        return self._model.encode(self._storage_view.from_array(features), to_cpu=True)

    def _decode(self, encoded: Any, samples: Samples, start_ms: int, prefix: list[int]) -> Transcript:
        duration_s = len(samples) / SAMPLE_RATE_HZ
        room = len(prefix) + max(MIN_TOKENS, int(duration_s * MAX_TOKENS_PER_S))
        result = self._model.generate(encoded, [prefix], beam_size=1, max_length=room, return_scores=True)[0]
        words = plain_words(self._tokenizer.decode(result.sequences_ids[0]))
        folded = fold_repetition(words, duration_s)
        notes = ("repetition-loop",) if folded != words else ()
        timed = spread(folded, start_ms, round(duration_s * 1000))
        return Transcript(NAME, timed, float(result.scores[0]), notes)

    def _score(self, encoded: Any, frames: int, sentences: Sequence[str]) -> dict[str, float]:
        """Return how well each sentence fits, in whichever spelling of its numbers fits best."""
        if not sentences:
            return {}
        spelled = [(sentence, text) for sentence in sentences for text in spellings(sentence, self._address)]
        tokens = [self._tokenizer.encode(f" {text}.", add_special_tokens=False).ids for _, text in spelled]
        batch = self._storage_view.from_array(np.repeat(np.asarray(encoded), len(tokens), axis=0))
        aligned = self._model.align(batch, self._start, tokens, [frames // 2] * len(tokens))
        scores: dict[str, float] = {}
        for (sentence, _), result in zip(spelled, aligned, strict=True):
            score = float(np.log(np.maximum(result.text_token_probs, SMALLEST_PROBABILITY)).sum())
            scores[sentence] = max(score, scores.get(sentence, score))
        return scores


def window_frames(samples: int) -> int:
    """Return the shortest of WINDOWS_FRAMES that holds so many samples and a tail of silence."""
    needed = samples // HOP_SAMPLES + TAIL_FRAMES
    return next((frames for frames in WINDOWS_FRAMES if frames >= needed), WINDOWS_FRAMES[-1])


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a Whisper transcript in lower case, without punctuation; digits stay digits."""
    return tuple(re.findall(r"[a-z0-9']+", text.lower().replace("\u2019", "'")))


def spellings(sentence: str, address: str = "") -> tuple[str, ...]:
    """Return a sentence as the model may write it: its numbers in letters and in digits, behind an address a comma.

    "Referee ann has five" is to the model much less likely than "Referee and has five", but "Referee, Ann has five" is
    not.
    """
    words = sentence.split()
    digits = [DIGITS.get(word, word) for word in words]
    plain = [" ".join(each).capitalize() for each in (words, digits)]
    if len(words) < 2 or words[0] != address:
        return tuple(dict.fromkeys(plain))
    rests = [" ".join(each[1:]) for each in (words, digits)]
    spoken_to = [f"{address.capitalize()}, {rest}" for each in rests for rest in (each, each.capitalize())]
    return tuple(dict.fromkeys((*plain, *spoken_to)))


def syllables(word: str) -> int:
    """Estimate a word's syllables from its groups of vowels: at least 1."""
    groups = len(re.findall(r"[aeiouy]+", word))
    silent_e = word.endswith("e") and not word.endswith(("le", "ee")) and groups > 1
    return max(1, groups - silent_e)


def fold_repetition(words: tuple[str, ...], duration_s: float) -> tuple[str, ...]:
    """Fold a transcript that repeats itself faster than anybody speaks back to one round (see `said_once`).

    A decoder that goes round in circles says nothing of how often the words were said; what fits into the time is left
    alone: people do shout "Brains! Brains!".
    """
    once = said_once(words)
    if once == words:
        return words
    round_syllables = sum(syllables(word) for word in once)
    rounds = max(1, int(duration_s * FASTEST_SYLLABLES_PER_S / 2 / round_syllables))
    return words if len(words) <= rounds * len(once) else once


def spread(words: Sequence[str], start_ms: int, duration_ms: int) -> tuple[Word, ...]:
    """Spread words over a stretch of time in proportion to their syllables."""
    weights = np.array([syllables(word) for word in words], dtype=float)
    edges = start_ms + np.round(np.concatenate(([0.0], weights.cumsum() / max(1.0, weights.sum()))) * duration_ms)
    return tuple(Word(word, int(edges[i]), int(edges[i + 1])) for i, word in enumerate(words))
