"""Reads `fitted.toml`: the numbers that were measured, with their origin."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from assistant.hearing.fusion import Fusion
from assistant.hearing.timing import FinalSound, TimingFit


@dataclass(frozen=True, slots=True)
class Fitted:
    """All measured numbers of the hearing."""

    fusion: Fusion
    """How two ears become one verdict."""
    noisy_from: float
    """From this probability on, a call in noise counts as made."""
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
        Fusion(
            fusion["weights"],
            fusion["exact_from"],
            fusion["shout_from"],
            fusion["inexact_below"],
            fusion["talk_from"],
        ),
        fusion["noisy_from"],
        TimingFit(
            tuple(timing["snr_edges_db"]),
            {sound: tuple(timing["bias_ms"][sound.value]) for sound in FinalSound},
            tuple(timing["error_ms"]),
        ),
        text,
    )
