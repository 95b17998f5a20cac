"""Vosk: a grammar ear for those who have a model of it.

Vosk 0.3.45 has habits that a referee cannot live with, each met here (the numbers are those of its issues):

* `Model(lang=...)` asks the network and may end the process: the model is given by its path only.
* A grammar loses the words that the model does not know, one by one and in silence (1314): "call uno" would become
  "call". Every word is looked up first, and a sentence that cannot be heard whole is left out whole.
* Its confidence is 1.0 on noise (2041, 1191): it is passed on, and nothing here looks at it.
* Kaldi dithers the sound with the C library's random numbers, so that the same sound gives other words each time: they
  are seeded before every utterance.
* The text changes with the size of the blocks (275), and words come out of `Result` and `FinalResult` (590): one size
  of block, and both are collected.
* A quiet voice is not heard at all (nothing at a hundredth of full scale): every utterance is brought to one level.
* Word times lie on a grid of 30 ms; what lies off it is an average over rival alignments and no finer measure.
"""

import ctypes
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.base import SAMPLE_RATE_HZ, EngineError, Samples, Transcript, Vocabulary, Word
from engines.level import even_pcm, is_audible
from engines.vosk_folder import MODEL_FILES, check_folder

__all__ = ["MODEL_FILES", "NAME", "UNKNOWN_NOTE", "VoskEngine", "check_model"]

NAME = "vosk"
GRID_MS = 30
"""The step of its word times: three frames of 10 ms."""
BLOCK_SAMPLES = SAMPLE_RATE_HZ // 5
"""200 ms, the blocks in which Vosk decodes whatever it is given."""
UNKNOWN = "[unk]"
"""The word that stands for whatever is outside the grammar, in models that have it."""
UNKNOWN_NOTE = "words-outside-the-grammar"
"""The note of a transcript that had UNKNOWN in it: what is left is not all that was said."""
NO_REJECTION_NOTE = "cannot-reject"
"""The note of every transcript of a model without UNKNOWN: any sound at all becomes a sentence of the grammar."""
SILENT_LOG_LEVEL = -3
"""Below Kaldi's errors (-2): every fault comes as an exception, and stderr belongs to the user."""
DITHER_SEED = 1
"""Any fixed number; the C library's own default."""
TRIAL_SEED = 20
"""Of the noise that a new model is tried on."""


class VoskEngine:
    """A grammar ear with a Vosk model. Deterministic: a new recogniser for every utterance."""

    name = NAME

    def __init__(self, model_dir: Path, vocabulary: Vocabulary) -> None:
        """Load the model and build the grammar.

        Args:
            model_dir: the folder of a Vosk model that can take a grammar (with MODEL_FILES).
            vocabulary: the legal sentences and their near misses; those with words that the model lacks are left out
                (`unknown_words` tells which).

        Raises:
            EngineError: the package is missing, the folder holds no such model, or no sentence can be heard.
        """
        try:
            check_folder(model_dir)
        except OSError as error:
            raise EngineError(f"{model_dir}: cannot be read ({error.strerror}); mend its permissions") from error
        self._vosk = _library()
        self._vosk.SetLogLevel(SILENT_LOG_LEVEL)
        self._model: Any = _load(self._vosk, model_dir)
        self.can_reject = not self.unknown_words((UNKNOWN,))
        """Whether the model can say that it heard something else than the grammar."""
        sentences = dict.fromkeys(line.lower() for line in (*vocabulary.phrases, *vocabulary.near_misses))
        known = [line for line in sentences if line.split() and not self.unknown_words(line.split())]
        if not known:
            raise EngineError(
                f"{model_dir}: no phrase is made of words that this model knows; is it of the right language?"
            )
        extra = [UNKNOWN] if self.can_reject else []
        self._grammar = json.dumps([*known, *extra], ensure_ascii=False)
        self._recogniser()

    def transcribe(self, samples: Samples, start_ms: int) -> Transcript:
        """See `engines.base.Engine.transcribe`.

        The words outside the grammar that the model noticed are left out and noted (UNKNOWN_NOTE); a model that cannot
        notice any says so with every transcript (NO_REJECTION_NOTE).
        """
        if not is_audible(samples):
            return Transcript(NAME, ())
        results = self._decode(even_pcm(samples))
        try:
            entries = [entry for result in results for entry in json.loads(result).get("result", ())]
            said = tuple(_words(entries, start_ms, len(samples) * 1000 // SAMPLE_RATE_HZ))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            raise EngineError(f"Vosk broke down: it answered {results} ({error!r}); the other ear goes on") from error
        words = tuple(word for word in said if word.text != UNKNOWN)
        notes = () if self.can_reject else (NO_REJECTION_NOTE,)
        return Transcript(NAME, words, notes=notes if len(words) == len(said) else (*notes, UNKNOWN_NOTE))

    def unknown_words(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the words that the model lacks; it looks only at their spelling in lower case."""
        return tuple(word for word in dict.fromkeys(words) if not self._knows(word.lower()))

    def close(self) -> None:
        """Free the model."""
        self._model = None

    def _knows(self, word: str) -> bool:
        try:
            number: int = self._opened().vosk_model_find_word(word)
        except UnicodeEncodeError:
            return False
        return number > 0  # 0 is the empty word

    def _opened(self) -> Any:
        if self._model is None:
            raise EngineError("vosk: this engine was closed; build a new one")
        return self._model

    def _recogniser(self) -> Any:
        model = self._opened()
        try:
            recogniser = self._vosk.KaldiRecognizer(model, float(SAMPLE_RATE_HZ), self._grammar)
        except Exception as error:  # vosk raises the bare class
            raise EngineError(
                f"Vosk cannot listen with this model ({error}): fetch it again with `referee models get`"
            ) from error
        recogniser.SetWords(True)
        return recogniser

    def _decode(self, pcm: NDArray[np.int16]) -> list[str]:
        recogniser = self._recogniser()
        _seed_c_library()
        results: list[str] = []
        try:
            for first in range(0, len(pcm), BLOCK_SAMPLES):
                if recogniser.AcceptWaveform(pcm[first : first + BLOCK_SAMPLES].tobytes()):
                    results.append(recogniser.Result())
            results.append(recogniser.FinalResult())
        except Exception as error:  # vosk raises the bare class
            raise EngineError(f"Vosk broke down ({error}); the other ear goes on") from error
        return results


def check_model(model_dir: Path) -> None:
    """Load a model and let it listen to a second of noise.

    A damaged model may end the process, so a model that was just added is tried in a process of its own.

    Raises:
        EngineError: it cannot be used.
    """
    check_folder(model_dir)
    vosk = _library()
    vosk.SetLogLevel(SILENT_LOG_LEVEL)
    model = _load(vosk, model_dir)
    noise = np.random.default_rng(TRIAL_SEED).integers(-3000, 3000, SAMPLE_RATE_HZ, dtype=np.int16)
    try:
        recogniser = vosk.KaldiRecognizer(model, float(SAMPLE_RATE_HZ))
        recogniser.AcceptWaveform(noise.tobytes())
        recogniser.FinalResult()
    except Exception as error:  # vosk raises the bare class
        raise EngineError(f"{model_dir}: the model loads but cannot listen ({error}); fetch it again") from error


def _library() -> Any:
    try:
        import vosk
    except (ImportError, OSError) as error:
        raise EngineError(f"vosk is not installed or cannot be loaded ({error}); run: pip install vosk") from error
    return vosk


def _load(vosk: Any, model_dir: Path) -> Any:
    try:
        return vosk.Model(model_path=str(model_dir.resolve()))
    except Exception as error:  # vosk raises the bare class
        raise EngineError(
            f"{model_dir}: Vosk cannot read this model ({error}): fetch it again with `referee models get`"
        ) from error


def _seed_c_library() -> None:
    """Seed the random numbers that Kaldi's dither is made of; in msvcrt they belong to each thread."""
    ctypes.CDLL("msvcrt" if sys.platform == "win32" else None).srand(DITHER_SEED)


def _words(entries: Sequence[Mapping[str, Any]], start_ms: int, duration_ms: int) -> Iterator[Word]:
    """Yield the words with their times on Vosk's grid, in order, inside the utterance."""
    last_ms = 0
    for entry in entries:
        first_ms = max(last_ms, _on_grid(entry["start"], duration_ms))
        last_ms = max(first_ms, _on_grid(entry["end"], duration_ms))
        yield Word(entry["word"], start_ms + first_ms, start_ms + last_ms, entry.get("conf"))


def _on_grid(seconds: float, duration_ms: int) -> int:
    return min(duration_ms, round(seconds * 1000 / GRID_MS) * GRID_MS)
