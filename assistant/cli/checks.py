"""What stands in the way of an evening's play: each check is a function of facts, and names a plain remedy."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from assistant.audio.devices import InputDevice

EVENING_H = 4
"""So long is an evening."""
SOUND_BYTES_PER_H = 75_000_000
"""A microphone's hour as FLAC at 16 kHz: two thirds of the raw size; clean speech takes less than half, noise more."""
MICROPHONES = 3
"""So many are reckoned with."""
LEAST_FREE_BYTES = 200_000_000
"""Below it not even one round is sure to be kept."""
COARSE_CLOCK_MS = 20.0
"""A clock that steps further cannot tell when a packet came."""
QUIET_DB = -75.0
"""A room whose microphone is open is louder than this; below it the microphone is as good as off."""
LATE_PACKETS_MS = 200.0
"""Sound that comes later than this makes every ruling late."""


class State(StrEnum):
    """How a check ended."""

    GOOD = "good"
    """Nothing to do."""
    ADVICE = "advice"
    """Play is possible, but it would be better otherwise."""
    BAD = "bad"
    """Play is impossible until the remedy is taken."""


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor's table."""

    name: str
    """What was looked at."""
    state: State
    """How it is."""
    found: str
    """What was found, in a few words."""
    remedy: str = ""
    """What to do; empty when nothing."""


@dataclass(frozen=True, slots=True)
class PortAudioFacts:
    """What is known of PortAudio."""

    version: str = ""
    """What it calls itself; empty where it is missing."""
    error: str = ""
    """Why it cannot be used, remedy included; empty where it can."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What is known of the table that `referee play` would take up."""

    name: str = ""
    """What it is called; empty where none is saved."""
    missing: tuple[str, ...] = ()
    """Its microphones that are not connected."""
    poor: tuple[str, ...] = ()
    """The players whose warm-up went badly."""
    error: str = ""
    """Why it cannot be read, remedy included; empty where it can."""


@dataclass(frozen=True, slots=True)
class Listening:
    """What came of recording from the default microphone for a moment."""

    device: str
    """The microphone."""
    peak_db: float
    """The loudest sample, in dB of full scale; minus infinity for digital silence."""
    start_ms: int
    """How long it took until its first sound came."""
    jitter_ms: float
    """How late its packets came."""
    gaps: int
    """How often sound was lost."""
    error: str = ""
    """Why nothing could be recorded, remedy included; then the figures mean nothing."""


@dataclass(frozen=True, slots=True)
class VoiceFacts:
    """What is known of the voice."""

    rendered_ms: int = 0
    """How long a word is that it spoke into a file; 0 where it could not."""
    can_play: bool = False
    """Whether there is a loudspeaker."""
    error: str = ""
    """Why it cannot speak."""


@dataclass(frozen=True, slots=True)
class EngineFacts:
    """What is known of the libraries of an ear."""

    name: str
    """The engine."""
    error: str = ""
    """Why it cannot be loaded; empty where it can."""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is known of a model."""

    name: str
    """As in `referee models list`."""
    engine: str
    """Which engine hears with it."""
    here: bool
    """Whether it is on this machine."""
    faults: tuple[str, ...]
    """What is wrong with its files."""
    install: str
    """The command that brings it."""


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """What is known of the place where logs are kept."""

    folder: str
    """The folder."""
    free_bytes: int
    """What is free there."""
    error: str = ""
    """Why nothing can be written there; empty where it can."""


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """What is known of the computer's clocks."""

    monotonic: bool
    """Whether the clock that times packets never goes back."""
    resolution_ms: float
    """In what steps it goes."""


def check_portaudio(facts: PortAudioFacts) -> Check:
    """Judge whether sound can be recorded at all."""
    if facts.error:
        what, _, remedy = facts.error.partition(": ")
        return Check("PortAudio", State.BAD, what, remedy)
    return Check("PortAudio", State.GOOD, facts.version.partition(",")[0])


def check_microphones(devices: Sequence[InputDevice]) -> Check:
    """Judge whether there is a microphone."""
    if not devices:
        return Check(
            "microphones",
            State.BAD,
            "none is connected",
            "plug one in; in a container or over SSH, start this where the sound system is",
        )
    found = ", ".join(str(device.name) for device in devices)
    if len(devices) == 1 and devices[0].channels == 1:
        return Check(
            "microphones",
            State.ADVICE,
            found,
            "a microphone a player lets races be judged; with one for all, say so in `referee setup`",
        )
    return Check("microphones", State.GOOD, found)


def check_table(facts: TableFacts) -> Check:
    """Judge whether the table that was saved last can be taken up: its microphones by name, and its warm-up."""
    again = f"run: referee setup --name {facts.name!r}"
    if facts.error:
        what, _, remedy = facts.error.rpartition(": ")
        return Check("table", State.ADVICE, what, remedy)
    if not facts.name:
        return Check("table", State.GOOD, "none is saved; `referee setup` makes one")
    if facts.missing:
        found = f"{facts.name}: not connected: {', '.join(facts.missing)}"
        return Check("table", State.ADVICE, found, f"plug it in, or {again}")
    if facts.poor:
        found = f"{facts.name}: {', '.join(facts.poor)} could not be heard well in the warm-up"
        return Check("table", State.ADVICE, found, again)
    return Check("table", State.GOOD, f"{facts.name}: all its microphones are there")


def check_listening(facts: Listening | None) -> Check:
    """Judge what the default microphone hears; None: there was none to try."""
    name = "hearing"
    if facts is None:
        return Check(name, State.BAD, "nothing could be tried", "see the microphones above")
    if facts.error:
        return Check(name, State.BAD, "nothing could be recorded", facts.error)
    if facts.peak_db < QUIET_DB:
        return Check(
            name,
            State.BAD,
            f"{facts.device} is silent",
            "unmute it, turn its level up, and allow this program to use the microphone in the system's settings",
        )
    if facts.gaps:
        return Check(name, State.ADVICE, f"{facts.device} lost sound", "close other programs; use another USB port")
    if facts.jitter_ms > LATE_PACKETS_MS:
        return Check(
            name, State.ADVICE, f"sound comes {facts.jitter_ms:.0f} ms late", "close other programs; avoid Bluetooth"
        )
    found = f"{facts.device}: peak {facts.peak_db:.0f} dB, first sound after {facts.start_ms / 1000:.1f} s"
    return Check(name, State.GOOD, found)


def check_voice(facts: VoiceFacts) -> Check:
    """Judge whether the referee can be heard; without a voice it shows its rulings."""
    if facts.error:
        return Check("voice", State.ADVICE, facts.error, "pip install --force-reinstall espeakng-loader pyttsx3")
    if not facts.can_play:
        return Check("voice", State.ADVICE, "no loudspeaker", "plug one in; until then the rulings are shown as text")
    return Check("voice", State.GOOD, f"speaks ({facts.rendered_ms} ms for a word)")


def check_engines(engines: Sequence[EngineFacts]) -> list[Check]:
    """Judge which ears can be loaded; one is enough to play."""
    any_ear = any(not engine.error for engine in engines)
    checks = []
    for engine in engines:
        if engine.error:
            state = State.ADVICE if any_ear else State.BAD
            remedy = "install the referee again: pip install --force-reinstall party-referee"
            checks.append(Check(f"engine {engine.name}", state, engine.error, remedy))
        else:
            checks.append(Check(f"engine {engine.name}", State.GOOD, "loads"))
    return checks


def check_models(models: Sequence[ModelFacts]) -> list[Check]:
    """Judge the models: a damaged one is never used, a missing one only makes the hearing worse.

    An engine may have several models, of which one is enough.
    """
    checks = []
    for model in models:
        name = f"model {model.name}"
        spared = any(other.here and other.engine == model.engine for other in models)
        if model.faults:
            checks.append(Check(name, State.BAD, model.faults[0], f"remove it, or run: {model.install}"))
        elif model.here:
            checks.append(Check(name, State.GOOD, "here, its files are right"))
        elif not spared and model.engine == "whisper":
            checks.append(
                Check(name, State.ADVICE, "not here: the referee hears with one ear only", f"run: {model.install}")
            )
        else:
            checks.append(Check(name, State.GOOD, "not here, and not needed"))
    return checks


def check_disk(facts: DiskFacts) -> Check:
    """Judge whether an evening's sound finds room."""
    if facts.error:
        return Check(
            "disk",
            State.BAD,
            f"{facts.folder}: cannot be written ({facts.error})",
            "mend its permissions, or set XDG_DATA_HOME to another folder",
        )
    hours = facts.free_bytes / (SOUND_BYTES_PER_H * MICROPHONES)
    found = f"{facts.free_bytes / 1e9:.1f} GB free, {min(hours, 999):.0f} h of sound"
    if facts.free_bytes < LEAST_FREE_BYTES:
        return Check("disk", State.BAD, found, f"free some space in {facts.folder}")
    if hours < EVENING_H:
        return Check("disk", State.ADVICE, found, "free some space, or play with --no-audio-log")
    return Check("disk", State.GOOD, found)


def check_clock(facts: ClockFacts) -> Check:
    """Judge whether packets can be timed."""
    found = f"steps of {facts.resolution_ms:.6g} ms"
    if not facts.monotonic or facts.resolution_ms > COARSE_CLOCK_MS:
        remedy = "play with all microphones on one device; races between devices are too uncertain here"
        return Check("clock", State.ADVICE, found, remedy)
    return Check("clock", State.GOOD, found)


def can_play(checks: Sequence[Check]) -> bool:
    """Return whether nothing stands in the way of play."""
    return all(check.state is not State.BAD for check in checks)
