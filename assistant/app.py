"""Builds the concrete parts of a match; whatever needs a library that may be missing is imported when asked for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from rapidfuzz import process

from assistant.announce.verbosity import Verbosity as Verbosity
from assistant.core.games.base import Table
from assistant.core.games.mechanics.settings import SharedRules
from assistant.core.games.registry import GAMES, AnyGame
from assistant.core.house_rules import from_mapping, settings, to_mapping
from assistant.core.observations import Observation
from assistant.core.phrases.book import GameBook, Strictness
from assistant.core.phrases.normalise import plain_words
from assistant.core.referee import MatchSetup, RefereeState
from assistant.core.spoken import NEVER_SPOKEN, SpokenTimes
from assistant.errors import RefereeError
from assistant.eventlog.records import Head, ModelUse
from assistant.eventlog.writer import LogWriter
from assistant.table import TableProfile

if TYPE_CHECKING:
    from assistant.announce.speaker import Speaker

PROGRAM = "party-referee"
"""The name of the distribution."""

NOT_IN_NAMES = frozenset(':>!#?,"\\/')
"""Characters with a meaning of their own in scripts, lists of players, and file names."""

CLOSE_ENOUGH = 60
"""The rapidfuzz ratio (0 to 100) from which a wrong word is answered with "did you mean"; found by trying typos."""

SNIFFED_BYTES = 4096
"""So much of a file tells text from sound."""

AnyMatch: TypeAlias = MatchSetup[Any, Any]
"""A match of whatever game."""


AnyState: TypeAlias = RefereeState[Any, Any]
"""The state of a match of whatever game."""


class SettingsError(RefereeError):
    """What was asked for does not exist or does not fit together."""


class Listening(Protocol):
    """What listens to a match."""

    @property
    def engine(self) -> str:
        """The name of what listens; empty for a script."""

    @property
    def models(self) -> tuple[ModelUse, ...]:
        """The models that listen."""


class Source(Listening, Protocol):
    """Where the observations of a match come from."""

    @property
    def advice(self) -> str:
        """What would make it hear better, in one line; empty when nothing is missing."""

    @property
    def shared_microphone(self) -> bool:
        """Whether several players share a microphone, so that races need the wider margin."""

    @property
    def length_ms(self) -> int | None:
        """How long it is, or None when nobody can know."""

    def observations(self, log: LogWriter | None) -> Iterator[Observation]:
        """Yield the observations in the order of their moments, and write the sound, if any, to the log."""


@dataclass(frozen=True, slots=True)
class ScriptSource:
    """A match that was written down."""

    told: tuple[Observation, ...]
    """Its observations."""
    shared_microphone: bool = False
    """A script knows who speaks."""
    engine: str = ""
    """Nothing listens."""
    advice: str = ""
    """Nothing is missing."""
    models: tuple[ModelUse, ...] = ()
    """Nothing listens."""
    length_ms: int | None = None
    """It takes no time."""

    def observations(self, log: LogWriter | None) -> Iterator[Observation]:
        """Yield the observations; there is no sound to be written."""
        yield from self.told


def games() -> tuple[AnyGame, ...]:
    """Return every game that can be refereed, as they are listed to users."""
    return tuple(GAMES.values())


def game_named(game_id: str) -> AnyGame:
    """Return the game with this id.

    Raises:
        SettingsError: there is none.
    """
    if game_id not in GAMES:
        raise SettingsError(f"unknown game {game_id!r}: {_hint(game_id, tuple(GAMES))}")
    return GAMES[game_id]


def players_named(names: str, game: AnyGame) -> tuple[str, ...]:
    """Return the players of a list such as "Ann,Ben,Cid".

    Raises:
        SettingsError: a name is empty, doubled, or cannot be said, or there are too many or too few for the game.
    """
    players = tuple(name.strip() for name in names.split(","))
    heard: dict[tuple[str, ...], str] = {}
    for name in players:
        words = plain_words(name)
        if not words or NOT_IN_NAMES & set(name) or not name.isprintable():
            raise SettingsError(f"{name!r} cannot be a player's name: write names like Ann,Ben,Cid")
        if words in heard:
            raise SettingsError(f"the player {name!r} comes twice: give every player another name")
        heard[words] = name
    least, most = game.info.min_players, game.info.max_players
    if not least <= len(players) <= most:
        allowed = str(least) if least == most else f"{least} to {most}"
        raise SettingsError(f"{game.info.title} takes {allowed} players, not {len(players)}: {', '.join(players)}")
    return players


def match_setup(game: AnyGame, players: tuple[str, ...], house_rules: Path | None, seed: int) -> AnyMatch:
    """Return a match with the house rules of a YAML file, or the recommended ones.

    Raises:
        HouseRuleError: the file is wrong.
    """
    return MatchSetup(game, Table(players, seed), house_rules_of(game, house_rules))


def house_rules_of(game: AnyGame, path: Path | None) -> Any:
    """Return the house rules of a YAML file, or the recommended ones.

    Raises:
        HouseRuleError: the file is wrong.
    """
    from assistant.settings import load_house_rules

    others = [setting.key for other in GAMES.values() if other is not game for setting in settings(other.rules_type)]
    return load_house_rules(game.rules_type, path, others)


def match_at_table(profile: TableProfile, seed: int) -> AnyMatch:
    """Return the match that a table is set up for.

    Raises:
        RefereeError: the game or a house rule is unknown, or the players are too many or too few for it.
    """
    game = game_named(profile.game)
    players = players_named(",".join(profile.players), game)
    rules = from_mapping(game.rules_type, profile.rules_mapping(), f"table {profile.name!r}")
    return MatchSetup(game, Table(players, seed, profile.shared_microphone), rules)


def on_microphones_of(source: "Source", match: AnyMatch) -> AnyMatch:
    """Return the match as it is played on the microphones of `source`."""
    return replace(match, table=replace(match.table, shared_microphone=source.shared_microphone))


def phrase_book(game_id: str, path: Path | None = None) -> GameBook:
    """Return the phrase book of a game, from phrases.yaml or another file of that form.

    Raises:
        RefereeError: the file is wrong, or lacks the game.
    """
    from assistant.phrasebook import load_phrase_book

    books = load_phrase_book(path).games
    if game_id not in books:
        raise SettingsError(f"{path or 'phrases.yaml'}: has no block for the game {game_id!r}: add one under games:")
    return books[game_id]


def book_for(match: AnyMatch, path: Path | None = None) -> GameBook:
    """Return the phrase book of a match: with its players' names, and as its house rules choose words and strictness.

    Raises:
        RefereeError: the file is wrong, or lacks the game.
    """
    book = phrase_book(match.game.info.id, path).at_table(match.table.players)
    for name, sources in match.game.word_lists(match.rules).items():
        book = book.with_list(name, sources)
    return book.with_strictness(strictness(match.rules)) if isinstance(match.rules, SharedRules) else book


def strictness(rules: SharedRules) -> Strictness:
    """Return how strict the phrase book is by the house rules exact.*."""
    return Strictness(
        leading_filler=rules.exact_leading_filler == "allow",
        inner_filler=rules.exact_inner_filler == "allow",
        restart=rules.exact_restart == "allow",
        other_forms=rules.exact_morphology == "lenient",
    )


def open_source(
    path: Path, match: AnyMatch, phrases: Path | None, engine: str, spoken: SpokenTimes = NEVER_SPOKEN
) -> Source:
    """Return the source of a recorded match: a script or a recording, told apart by what the file holds.

    Args:
        path: the file.
        match: the match that it is about.
        phrases: another phrase book than the usual one, or None.
        engine: the name of what listens, if it is a recording.
        spoken: when the referee itself could be heard in it.

    Raises:
        RefereeError: a file cannot be read, or is not what it should be.
    """
    text = is_text(path)
    book = book_for(match, phrases)
    if text:
        from assistant.script_source import read_script

        return ScriptSource(read_script(path, book, match.table.players))
    return observations_from_audio(path, match, book, engine, spoken)


def observations_from_audio(
    path: Path, match: AnyMatch, book: GameBook, engine: str, spoken: SpokenTimes = NEVER_SPOKEN
) -> Source:
    """Return a recording as a source.

    Raises:
        RefereeError: the file cannot be read, has fewer channels than players, or the engine is unknown.
    """
    from assistant.listening import open_recorded

    return open_recorded(path, match.table.players, book, engine, spoken)


def is_text(path: Path) -> bool:
    """Return whether a file holds text, by its first bytes.

    Raises:
        SettingsError: it is missing, empty, a folder, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            begin = file.read(SNIFFED_BYTES)
    except IsADirectoryError as error:
        raise SettingsError(f"{path}: is a folder: give a recording (WAV, FLAC) or a script") from error
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read ({error.strerror}): give a recording or a script") from error
    if not begin:
        raise SettingsError(f"{path}: the file is empty: give a recording (WAV, FLAC) or a script")
    if b"\0" in begin:
        return False
    try:
        begin.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start >= len(begin) - 3 and len(begin) == SNIFFED_BYTES
    return True


def speaker(advise: Callable[[str], None], verbosity: Verbosity) -> "Speaker":
    """Return the voice of a match; `advise` is told once where there is none."""
    from assistant.announce.speaker import Speaker

    return Speaker(advise, explaining=verbosity is Verbosity.FULL)


def log_head(match: AnyMatch, source: Listening, name: str) -> Head:
    """Return the head of a log of this match.

    Args:
        match: what is fixed before the first call.
        source: what listens.
        name: the name of the file that is judged, or "live".
    """
    rules = {key: _frozen(value) for key, value in to_mapping(match.rules).items()}
    return Head(
        match.game.info.id,
        match.table.players,
        match.table.seed,
        match.table.shared_microphone,
        tuple(sorted(rules.items())),
        versions(),
        source.models,
        source.engine,
        name,
        datetime.now(UTC).isoformat(timespec="seconds"),
    )


def versions() -> tuple[tuple[str, str], ...]:
    """Return the versions of this program and of what it judges with, by name."""
    found = {"python": python_version()}
    for package in (PROGRAM, "pocketsphinx", "vosk", "ctranslate2", "numpy", "rapidfuzz"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return tuple(sorted(found.items()))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _hint(wrong: str, known: Sequence[str]) -> str:
    near = process.extractOne(wrong.casefold(), known, score_cutoff=CLOSE_ENOUGH)
    return f"did you mean {near[0]}?" if near else f"the known ones are {', '.join(known)}"
