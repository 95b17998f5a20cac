"""A table profile: who plays what on which microphones, and how the referee speaks there. Values only, no files.

As text a profile is TOML that people may edit. What may be left out there has a default; whatever else is wrong is told
with the place inside the file.
"""

import re
import tomllib
import unicodedata
from dataclasses import dataclass, field, replace

import tomli_w

from assistant.announce.verbosity import Verbosity
from assistant.announce.voice_settings import VoiceSettings
from assistant.audio.devices import Microphone
from assistant.core.codec import CodecError, Json, JsonObject, decode, encode
from assistant.errors import RefereeError

FORM = 1
"""The version of the form of a table profile; raised when an older program would misread it."""

LONGEST_NAME = 60
"""Characters in the name of a table: it names a file too."""

NULL = "null"
"""What stands for null in a file: TOML has none, and a few house rules may be null."""

RuleValue = bool | int | float | str | tuple[int | str, ...] | None
"""The value of a house rule."""

_NAME = re.compile(r"\w(?:[\w '+&-]*[\w+&-])?")


class TableError(RefereeError):
    """A table profile is wrong, missing, or cannot be written: says which, where, and what to do."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What the warm-up measured of a player's microphone."""

    speech_db: float
    """How loud the player speaks: the mean level of the loud half of the speech, in dBFS."""
    noise_db: float
    """How loud the room is while nobody speaks, in dBFS."""
    peak_db: float
    """The loudest sample, in dBFS; 0 is the most that a microphone can tell."""
    clipped_share: float
    """Which share of the speech is overdriven, 0 to 1."""
    bleed_db: float | None = None
    """How loud this voice is on another player's microphone, the loudest, against its own; None with one microphone."""
    calls_heard: int = 0
    """How many of the game's calls were understood word for word."""
    calls_asked: int = 0
    """How many calls the player was asked to say."""


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A player and the microphone in front of them."""

    player: str
    """The name."""
    microphone: Microphone | None
    """The microphone; players may share one; None where none was chosen, as in a table for scripts and recordings."""
    measured: Measured | None = None
    """What the warm-up measured; None when there was none."""


@dataclass(frozen=True, slots=True)
class TableProfile:
    """A table as `referee setup` saves it and `referee play` takes it up."""

    name: str
    """What the table is called, such as "kitchen"."""
    game: str
    """The game's id."""
    seats: tuple[PlayerSeat, ...]
    """The players in clockwise order, at least one, with distinct names."""
    house_rules: tuple[tuple[str, RuleValue], ...] = field(default=(), metadata={"pairs": "by name"})
    """The house rules that differ from the recommended ones, by key, sorted."""
    language: str = "en"
    """What the referee speaks."""
    verbosity: Verbosity = Verbosity.NORMAL
    """How much is said of the match."""
    muted: bool = False
    """Whether the referee is silent and only shows its rulings."""
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    """How the referee's voice sounds."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names, in clockwise order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def microphones(self) -> tuple[Microphone, ...]:
        """The microphones, one a channel of the session, each once, in the order of the players."""
        return tuple(dict.fromkeys(seat.microphone for seat in self.seats if seat.microphone is not None))

    @property
    def channel_players(self) -> tuple[str | None, ...]:
        """Whose microphone each channel is, in the order of `microphones`; None where several players share it."""
        owners = [[seat.player for seat in self.seats if seat.microphone == each] for each in self.microphones]
        return tuple(players[0] if len(players) == 1 else None for players in owners)

    @property
    def shared_microphone(self) -> bool:
        """Whether several players share a microphone, so that races need the wider margin."""
        return None in self.channel_players

    def rules_mapping(self) -> dict[str, object]:
        """Return the house rules as `assistant.core.house_rules.from_mapping` takes them."""
        return dict(self.house_rules)


def checked_name(name: str) -> str:
    """Return the name of a table without needless spaces.

    Raises:
        TableError: it cannot name a file.
    """
    plain = unicodedata.normalize("NFC", " ".join(name.split()))
    if len(plain) > LONGEST_NAME or not _NAME.fullmatch(plain):
        raise TableError(
            f"{name!r} cannot name a table: write letters, digits, spaces and hyphens, {LONGEST_NAME} at most"
        )
    return plain


def to_toml(profile: TableProfile) -> str:
    """Return a profile as the text of its file."""
    whole = encode(profile, TableProfile)
    assert isinstance(whole, dict)
    rules = whole["house_rules"]
    assert isinstance(rules, dict)
    body = _without_none({**whole, "house_rules": {key: NULL if each is None else each for key, each in rules.items()}})
    assert isinstance(body, dict)
    values = {name: value for name, value in body.items() if not isinstance(value, dict | list)}
    return tomli_w.dumps({"form": FORM, **values, **{name: body[name] for name in body if name not in values}})


def from_toml(text: str, place: str) -> TableProfile:
    """Return the profile that a file holds.

    Args:
        text: what the file holds.
        place: how errors name the file.

    Raises:
        TableError: it is no TOML, was written by a newer program, or a value is missing, unknown or not allowed.
    """
    try:
        given: dict[str, Json] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TableError(f"{place}: this is no TOML ({error}): mend it there, or run `referee setup` anew") from error
    form = given.pop("form", FORM)
    if not isinstance(form, int) or form > FORM:
        raise TableError(f"{place}: form {form!r} is not known to this program: install a newer party-referee")
    try:
        profile = decode(_completed(given), TableProfile, place)
    except CodecError as error:
        raise TableError(f"{error}: mend it there, or run `referee setup` anew") from error
    except RefereeError as error:
        raise TableError(f"{place}: {error}") from error
    return _checked(profile, place)


def _checked(profile: TableProfile, place: str) -> TableProfile:
    """Refuse what every single value allows, but no table can be."""
    names = [player.casefold() for player in profile.players]
    if not names or "" in names:
        raise TableError(f"{place}: there is a seat without a player: give every [[seats]] its player")
    double = [player for player, name in zip(profile.players, names, strict=True) if names.count(name) > 1]
    if double:
        raise TableError(f"{place}: the player {double[-1]!r} comes twice: give every player another name")
    for seat in profile.seats:
        channels = seat.microphone.channels if seat.microphone is not None else (0,)
        if not channels or min(channels) < 0 or len(set(channels)) < len(channels):
            raise TableError(f"{place}: {seat.player}'s microphone has the channels {list(channels)}: count from 0")
    mixed = {seat.microphone is None for seat in profile.seats}
    if len(mixed) > 1:
        without = ", ".join(seat.player for seat in profile.seats if seat.microphone is None)
        raise TableError(f"{place}: {without} has no microphone while others have one: run `referee setup` anew")
    return replace(profile, name=checked_name(profile.name))


def _completed(given: JsonObject) -> JsonObject:
    """Return what a file gives with the defaults of what it leaves out."""
    usual = encode(TableProfile("", "", ()), TableProfile)
    assert isinstance(usual, dict)
    optional = {name: value for name, value in usual.items() if name not in ("name", "game", "seats")}
    whole: JsonObject = {**optional, **given}
    voice, usual_voice = whole["voice"], usual["voice"]
    if isinstance(voice, dict) and isinstance(usual_voice, dict):
        whole["voice"] = {**usual_voice, **voice}
    if isinstance(rules := whole["house_rules"], dict):
        whole["house_rules"] = {key: None if value == NULL else value for key, value in rules.items()}
    if isinstance(seats := whole.get("seats"), list):
        whole["seats"] = [_completed_seat(seat) for seat in seats]
    return whole


def _completed_seat(seat: Json) -> Json:
    if not isinstance(seat, dict):
        return seat
    whole: JsonObject = {"microphone": None, "measured": None, **seat}
    if isinstance(microphone := whole["microphone"], dict):
        device = microphone.get("device")
        named: Json = {"host_api": "", **device} if isinstance(device, dict) else device
        whole["microphone"] = {"channels": [0], **microphone, "device": named}
    if isinstance(measured := whole["measured"], dict):
        whole["measured"] = {"bleed_db": None, "calls_heard": 0, "calls_asked": 0, **measured}
    return whole


def _without_none(json: Json) -> Json:
    """Return JSON without the values that TOML cannot write; `_completed` brings them back."""
    if isinstance(json, dict):
        return {name: _without_none(value) for name, value in json.items() if value is not None}
    return [_without_none(item) for item in json] if isinstance(json, list) else json
