"""What the lines of a log say: head, observations, rulings, audio segments, the referee's own words, delays, close."""

from dataclasses import dataclass, field
from pathlib import Path

from assistant.core.codec import JsonObject, encode
from assistant.core.lateness import Late
from assistant.core.observations import Numbered
from assistant.core.rulings import Ruling
from assistant.core.spoken import Spoken
from assistant.errors import LossError, RefereeError

EVENTS_FILE = "events.jsonl"
"""The name of the event log in its folder."""

HEAD, OBSERVATION, RULING, WITHDRAWN = "head", "observation", "ruling", "withdrawn"
AUDIO, SPOKEN, LATE, CLOSE = "audio", "spoken", "late", "close"
"""The kinds of line, under the key "kind"."""


class LogError(RefereeError):
    """A log cannot be begun or read; `str()` says where and what to do."""


class LogLossError(LossError):
    """A log could not be written on, or says something else than it should; what stands in it stays readable."""


RuleValue = bool | int | float | str | tuple[int | str, ...] | None
"""The value of a house rule."""


@dataclass(frozen=True, slots=True)
class ModelUse:
    """A model that took part in the judging."""

    id: str
    """As in the models' manifest."""
    sha256: str
    """Of its file, as found on this machine."""


@dataclass(frozen=True, slots=True)
class Head:
    """All that was fixed before the first call, so that a replay needs nothing else."""

    game: str
    """The game's id."""
    players: tuple[str, ...]
    """The names, in clockwise order."""
    seed: int
    """Where every coin flip and shuffle comes from."""
    shared_microphone: bool
    """Whether races need the wider margin."""
    house_rules: tuple[tuple[str, RuleValue], ...] = field(default=(), metadata={"pairs": "by name"})
    """Every house rule of the game by its key, sorted by key."""
    versions: tuple[tuple[str, str], ...] = field(default=(), metadata={"pairs": "by name"})
    """The versions of the program and of what it judged with, by name."""
    models: tuple[ModelUse, ...] = ()
    """The models that listened; empty for a script."""
    engine: str = ""
    """The engine's name; empty for a script."""
    source: str = ""
    """The name of the file that was judged, or "live"."""
    started: str = ""
    """When the log was begun, wall time, ISO 8601 in UTC; the only wall time in a log."""


@dataclass(frozen=True, slots=True)
class AudioSegment:
    """One file of sound that belongs to the log."""

    file: str
    """Its name in the log's folder."""
    start_ms: int
    """Where its first sample lies on the session clock."""
    frames: int
    """Its length in samples of one channel."""
    channels: int
    """How many microphones it holds."""
    rate_hz: int
    """Samples a second."""
    sha256: str
    """The hash of the whole file."""


def head_record(head: Head, schema: int) -> JsonObject:
    """Return the first line's record."""
    return {"kind": HEAD, "schema": schema, "head": encode(head, Head)}


def observation_record(numbered: Numbered) -> JsonObject:
    """Return the record of an observation as it came."""
    return {"kind": OBSERVATION, **_object(encode(numbered, Numbered))}


def ruling_record(ruling: Ruling) -> JsonObject:
    """Return the record of a ruling."""
    return {"kind": RULING, "ruling": encode(ruling, Ruling)}


def withdrawn_record(ids: tuple[int, ...]) -> JsonObject:
    """Return the record of rulings that stand no more."""
    return {"kind": WITHDRAWN, "ids": list(ids)}


def audio_record(segment: AudioSegment) -> JsonObject:
    """Return the record of a finished audio file."""
    return {"kind": AUDIO, "segment": encode(segment, AudioSegment)}


def spoken_record(spoken: Spoken) -> JsonObject:
    """Return the record of a time in which the referee spoke."""
    return {"kind": SPOKEN, "spoken": encode(spoken, Spoken)}


def late_record(late: Late) -> JsonObject:
    """Return the record of a time in which rulings came late."""
    return {"kind": LATE, "late": encode(late, Late)}


def close_record(observations: int, rulings: int) -> JsonObject:
    """Return the record that ends a log which was closed in order."""
    return {"kind": CLOSE, "observations": observations, "rulings": rulings}


def place(folder: Path | str, line: int) -> str:
    """Return how errors name a line of a log."""
    return f"{Path(folder) / EVENTS_FILE}:{line}"


def _object(json: object) -> JsonObject:
    return json if isinstance(json, dict) else {}
