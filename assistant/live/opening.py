"""From what was asked on the command line, or saved in a table profile, to a live match that is ready to begin."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from assistant import app
from assistant.app import AnyMatch, SettingsError
from assistant.audio.devices import MicrophoneError
from assistant.audio.files import open_recording
from assistant.core import referee
from assistant.core.house_rules import from_mapping
from assistant.core.observations import Observation
from assistant.core.phrases.book import GameBook
from assistant.core.spoken import NEVER_SPOKEN
from assistant.core.told import is_command
from assistant.eventlog.audio import AudioLog
from assistant.eventlog.records import ModelUse
from assistant.eventlog.shelf import new_folder
from assistant.eventlog.writer import LogWriter
from assistant.hearing.gate import Gate
from assistant.hearing.listener import Seat
from assistant.hearing.own_words import GatedPool
from assistant.hearing.pool import Pool
from assistant.listening import EarPlan, build_listener, models_of, plan_ears, seats_of
from assistant.live.backlog import Backlog
from assistant.live.choosing import Places, places_of, places_on
from assistant.live.match import AnyState, LiveMatch
from assistant.live.shouts import Shouts
from assistant.live.sound import PlayedRecording, Sound
from assistant.table import TableProfile

LIVE = "live"
"""What a log's head says of its source."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for."""

    game: str | None = None
    """The game's id; None: the profile's."""
    players: str | None = None
    """The names, separated by commas; None: the profile's."""
    profile: TableProfile | None = None
    """The table."""
    devices: Sequence[str] = ()
    """The microphones by name; none: the profile's, or the system's default."""
    shared: bool | None = None
    """Whether one device is one microphone for all; None: by what it offers."""
    recording: Path | None = None
    """A recording to be heard as if it came from the microphones."""
    house_rules: Path | None = None
    """A file of house rules; None: the profile's, or the recommended ones."""
    seed: int = 0
    """Where every coin flip comes from."""
    engine: str = "auto"
    """Which ears listen."""
    phrases: Path | None = None
    """Another phrase book."""
    log: Path | None = None
    """The folder for the log; None: a new one among the user's logs."""


@dataclass(frozen=True, slots=True)
class Table:
    """A live match that is ready to begin."""

    state: AnyState
    """Where it stands."""
    book: GameBook
    """Its phrase book, with its players."""
    plan: EarPlan
    """What hears."""
    seats: tuple[Seat, ...]
    """Whose microphone each channel is."""
    sound: Sound
    """Where the sound comes from; it must be opened with `opened`."""
    log_folder: Path
    """Where the log lies or will lie."""
    offset_ms: int = 0
    """Where its first sample lies on the clock of the match."""
    source: str = LIVE
    """What the log says of the sound's source."""
    writer: LogWriter | None = None
    """The log of a match that goes on; None: a new one begins."""
    audio: AudioLog | None = None
    """The sound of a match that goes on, if it was kept."""
    first: tuple[Observation, ...] = ()
    """What is to be judged before any sound."""

    @property
    def match(self) -> AnyMatch:
        """What is fixed before the first call."""
        match: AnyMatch = self.state.match
        return match

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in clockwise order."""
        return self.match.table.players

    @property
    def resumed(self) -> bool:
        """Whether the match was begun before."""
        return self.writer is not None

    def opened(self) -> AbstractContextManager[Any]:
        """Return what opens the sound, and closes it at the end.

        Raises:
            MicrophoneError: when entered: a microphone cannot be opened.
        """
        return self.sound if isinstance(self.sound, AbstractContextManager) else nullcontext()

    def begin_log(self) -> LogWriter:
        """Return the log to write on: the match's own, or a new one.

        Raises:
            LogError: none can be written.
        """
        if self.writer is not None:
            return self.writer
        listening = _Listening(self.plan.title, models_of(self.plan))
        return LogWriter.begin(self.log_folder, app.log_head(self.match, listening, self.source))

    def gate(self) -> Gate | None:
        """Return what keeps the referee's voice from the ears; None where they hear a recording."""
        return Gate(self.sound.channels) if self.source == LIVE else None

    def live(self, pool: Pool, writer: LogWriter | None, keep_sound: bool, gate: Gate | None = None) -> LiveMatch:
        """Return the match, ready to run.

        Args:
            pool: the ears.
            writer: the log; None: nothing is kept.
            keep_sound: whether the sound is kept beside it: the players have agreed.
            gate: what keeps the referee's voice from the ears.
        """
        audio = self.audio
        if keep_sound and writer is not None and not self.resumed:
            audio = AudioLog(writer, self.sound.channels)
        backlog = Backlog(pool if gate is None else GatedPool(pool, gate, partial(is_command, self.book)))
        listener = build_listener(self.plan, self.book, self.seats, backlog, self.players, True, gate or NEVER_SPOKEN)
        shouts = Shouts(gate) if gate is not None else None
        return LiveMatch(
            self.sound, listener, self.state, writer, audio, self.offset_ms, gate, self.first, backlog, shouts
        )


@dataclass(frozen=True, slots=True)
class _Listening:
    """What listens, for the head of the log."""

    engine: str
    models: tuple[ModelUse, ...]


def open_table(wanted: Wanted) -> Table:
    """Return a new match, ready to begin; nothing is recorded or written yet.

    Raises:
        RefereeError: the game, the players, the house rules, a microphone or the ears are not to be had.
    """
    match = _match(wanted)
    plan = plan_ears(wanted.engine)
    sound, seats = open_sound(wanted, match.table.players)
    shared = any(seat.player is None for seat in seats)
    match = replace(match, table=replace(match.table, shared_microphone=shared))
    folder = wanted.log or new_folder(match.game.info.id, datetime.now())
    source = wanted.recording.name if wanted.recording else LIVE
    return Table(referee.start(match), app.book_for(match, wanted.phrases), plan, seats, sound, folder, source=source)


def open_sound(wanted: Wanted, players: tuple[str, ...]) -> tuple[Sound, tuple[Seat, ...]]:
    """Return where the sound comes from, and whose microphone each channel is.

    Raises:
        RefereeError: a recording cannot be heard, or a microphone is missing.
    """
    if wanted.recording is not None:
        recording = open_recording(wanted.recording)
        seats = (Seat(None),) if wanted.shared and len(players) > 1 else seats_of(recording, players)
        return PlayedRecording(recording, len(seats)), seats
    from assistant.audio.microphones import Microphones
    from assistant.audio.portaudio import PortAudio

    audio = PortAudio()
    places: Places
    if wanted.profile is not None and wanted.profile.microphones and not wanted.devices:
        places = places_of(wanted.profile)
        if set(players) - set(wanted.profile.players):
            raise MicrophoneError(
                f"the table {wanted.profile.name!r} has no microphone for {', '.join(players)}: name them with --device"
            )
    else:
        places = places_on(audio.inputs(), wanted.devices, players, wanted.shared)
    return Microphones(places.microphones, audio), places.seats


def _match(wanted: Wanted) -> AnyMatch:
    profile = wanted.profile
    game_id = wanted.game or (profile.game if profile else None)
    names = wanted.players or (",".join(profile.players) if profile else None)
    if game_id is None or names is None:
        raise SettingsError("nobody is at the table: give --game and --players, or run `referee setup` once")
    game = app.game_named(game_id)
    match = app.match_setup(game, app.players_named(names, game), wanted.house_rules, wanted.seed)
    if profile is not None and wanted.house_rules is None and profile.game == game_id:
        rules = from_mapping(game.rules_type, {**_listed(profile.rules_mapping())})
        match = replace(match, rules=rules)
    return match


def _listed(rules: dict[str, object]) -> dict[str, object]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in rules.items()}
