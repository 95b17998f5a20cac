"""Reads `fitted.toml`: the numbers that were measured, with their origin."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from assistant.hearing.fusion import Fusion, Thresholds
from assistant.hearing.timing import FinalSound, TimingFit


@dataclass(frozen=True, slots=True)
class Fitted:
    """All measured numbers of the hearing."""

    fusion: Fusion
    """How two ears become one verdict."""
    timing: TimingFit
    """The bias and the error of ends."""
    text: str
    """The file itself, for the head of a log."""


def load_fitted() -> Fitted:
    """Return the numbers that come with this version."""
    text = (files("assistant.hearing") / "fitted.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    fusion, timing = data["fusion"], data["timing"]
    return Fitted(
        Fusion(fusion["weights"], Thresholds(**fusion["quiet"]), Thresholds(**fusion["noisy"])),
        TimingFit(
            tuple(timing["snr_edges_db"]),
            {sound: tuple(timing["bias_ms"][sound.value]) for sound in FinalSound},
            tuple(timing["error_ms"]),
        ),
        text,
    )
