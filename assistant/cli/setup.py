"""`referee setup`: who plays, whose microphone is whose, how well each is heard, and what holds; saved as a table."""

import sys
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant import app

if TYPE_CHECKING:
    from assistant.cli.setup_questions import Questions
    from assistant.cli.setup_screen import Screen
    from assistant.table import PlayerSeat, TableProfile
    from assistant.table_advice import Advice
    from assistant.table_capture import Hearing
    from assistant.table_files import Tables

USUAL_NAME = "table"
"""What a table is called whose name nobody gave."""


@dataclass(frozen=True, slots=True)
class _Listening:
    """What the flags say of microphones."""

    devices: tuple[str, ...]
    """The devices on the table by name; none: they are chosen from a list, or the usual one is taken."""
    channels: int
    """How many channels of each device; 0: all."""
    microphones: tuple[str, ...]
    """Whose microphone is whose, as PLAYER=DEVICE:CHANNEL; none: it is heard."""
    recording: Path | None
    """A recording instead of microphones."""
    first_words_s: float
    """How long a player is heard to find the microphone, in seconds."""
    warm_up_s: float
    """How long a player warms up, in seconds; 0: no warm-up."""
    engine: str
    """Which ears listen to the warm-up."""
    phrases: Path | None
    """Another phrase book."""


def setup(
    name: Annotated[str | None, typer.Option(help="What the table is called.")] = None,
    game: Annotated[str | None, typer.Option(help="grave-feast, need-more-brains, house-blitz or in-cahoots.")] = None,
    players: Annotated[str | None, typer.Option(help="Names, in clockwise order: Ann,Ben,Cid.")] = None,
    device: Annotated[list[str] | None, typer.Option(help="A device on the table; may be given several times.")] = None,
    channels: Annotated[int, typer.Option(min=0, help="How many channels of each device; 0: all.")] = 0,
    microphone: Annotated[
        list[str] | None,
        typer.Option(help="A player's, as Ann=Mixer:1 (the first channel); then nobody needs to speak."),
    ] = None,
    recording: Annotated[Path | None, typer.Option("--input", help="A recording instead of microphones.")] = None,
    listen: Annotated[bool, typer.Option("--listen/--no-listen", help="Find and measure the microphones.")] = True,
    first_words: Annotated[float, typer.Option(min=1, max=60, help="Seconds to find a microphone.")] = 4.0,
    warm_up: Annotated[float, typer.Option(min=0, max=300, help="Seconds of a player's warm-up; 0: none.")] = 20.0,
    house_rules: Annotated[Path | None, typer.Option(help="A YAML file of house rules.")] = None,
    rule: Annotated[list[str] | None, typer.Option(help="A single house rule: KEY=VALUE; several times.")] = None,
    verbosity: Annotated[app.Verbosity | None, typer.Option(help="How much is said of a ruling.")] = None,
    muted: Annotated[bool | None, typer.Option("--mute/--speak", help="Whether rulings are only shown.")] = None,
    voice: Annotated[str | None, typer.Option(help="The referee's voice, such as en-us.")] = None,
    rate: Annotated[int | None, typer.Option(help="Its speed, in words a minute.")] = None,
    volume: Annotated[float | None, typer.Option(help="Its loudness, 0.1 to 1.")] = None,
    engine: Annotated[str, typer.Option(help="Which ears listen to the warm-up.")] = "auto",
    phrases: Annotated[Path | None, typer.Option(help="Another phrase book.")] = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Ask nothing: take what the flags and defaults say.")
    ] = False,
    show: Annotated[bool, typer.Option("--list", help="Only list the tables that are saved.")] = False,
    delete: Annotated[str | None, typer.Option(help="Only delete this table.")] = None,
) -> None:
    """Set up a table: players, microphones, a warm-up, house rules, voice. `referee play` takes it up."""
    from assistant.cli.practised import warnings_for
    from assistant.cli.setup_rules import VoiceWishes, as_pairs, changed_rules, is_muted
    from assistant.cli.setup_screen import Screen
    from assistant.cli.setup_seats import game_of, players_of, table_name
    from assistant.core.house_rules import read_aloud
    from assistant.table_files import Tables

    tables, screen = Tables(), Screen()
    if delete is not None or show:
        _only(tables, screen, delete)
        return
    questions = _questions(yes)
    called = table_name(questions, name, USUAL_NAME)
    usual = _usual(tables, called)
    chosen = game_of(questions, game, usual.game or None)
    names = players_of(questions, chosen, players, usual.players)
    listening = _Listening(
        tuple(device or ()), channels, tuple(microphone or ()), recording, first_words, warm_up, engine, phrases
    )
    table = replace(
        usual,
        game=chosen.info.id,
        seats=_kept_seats(usual, names),
        house_rules=usual.house_rules if usual.game == chosen.info.id else (),
        verbosity=verbosity or usual.verbosity,
        voice=VoiceWishes(voice, rate, volume).over(usual.voice),
    )
    rules = changed_rules(questions, screen, chosen, app.match_at_table(table, 0).rules, house_rules, rule or ())
    table = replace(table, house_rules=as_pairs(rules))
    advice: list[tuple[Advice, ...]] = [()] * len(names)
    if listen:
        table, advice = _heard_table(questions, screen, table, listening)
    table = replace(table, muted=is_muted(questions, screen, muted, table, rules))
    screen.head(f"{called}: {chosen.info.title}")
    screen.seats(table.seats, advice)
    screen.line(read_aloud(rules))
    for warning in warnings_for(chosen.info.id, names):
        screen.line(warning, "yellow")
    screen.line(f"Saved in {tables.save(table)}; `referee play` takes it up.")


def _questions(yes: bool) -> "Questions":
    from assistant.cli.setup_questions import Terminal, Unasked

    return Unasked() if yes or not (sys.stdin.isatty() and sys.stdout.isatty()) else Terminal()


def _usual(tables: "Tables", called: str) -> "TableProfile":
    """Return the table as it was saved, or a bare one: what the flags leave open is as it was."""
    from assistant.table import TableProfile

    return tables.load(called) if tables.path_of(called).exists() else TableProfile(called, "", ())


def _kept_seats(usual: "TableProfile", names: tuple[str, ...]) -> "tuple[PlayerSeat, ...]":
    from assistant.table import PlayerSeat

    return usual.seats if usual.players == names else tuple(PlayerSeat(name, None) for name in names)


def _heard_table(
    questions: "Questions", screen: "Screen", table: "TableProfile", listening: _Listening
) -> "tuple[TableProfile, list[tuple[Advice, ...]]]":
    """Return the table with its microphones found and measured, and what is to be mended at each seat."""
    from assistant.cli.setup_seats import seats_by_ear, seats_by_flag

    screen.head("Microphones")
    hearing = _hearing(questions, table.players, listening)
    seats = seats_by_flag(table.players, listening.microphones, hearing) or seats_by_ear(
        questions, screen, hearing, table.players, round(listening.first_words_s * 1000)
    )
    table = replace(table, seats=seats)
    if not listening.warm_up_s:
        return table, [()] * len(seats)
    return _warmed_up(questions, screen, table, hearing.narrowed(table.microphones), listening)


def _warmed_up(
    questions: "Questions", screen: "Screen", table: "TableProfile", hearing: "Hearing", listening: _Listening
) -> "tuple[TableProfile, list[tuple[Advice, ...]]]":
    from assistant.cli.setup_warmup import Ears, WarmUp
    from assistant.listening import plan_ears

    ears = Ears(plan_ears(listening.engine), app.book_for(app.match_at_table(table, 0), listening.phrases))
    warm_up = WarmUp(table, hearing, ears, screen)
    with closing(warm_up):
        found = [
            warm_up.until_content(questions, number, round(listening.warm_up_s * 1000))
            for number in range(len(table.seats))
        ]
    return replace(table, seats=tuple(seat for seat, _ in found)), [advice for _, advice in found]


def _hearing(questions: "Questions", players: tuple[str, ...], listening: _Listening) -> "Hearing":
    from assistant.audio.files import open_recording
    from assistant.audio.portaudio import PortAudio
    from assistant.cli.setup_seats import devices_of
    from assistant.table_capture import LiveHearing, RecordedHearing, microphones_of

    if listening.recording is not None:
        return RecordedHearing(open_recording(listening.recording))
    audio = PortAudio()
    named = [text.partition("=")[2].rpartition(":")[0] for text in listening.microphones]
    devices = devices_of(questions, audio.inputs(), listening.devices or tuple(dict.fromkeys(named)))
    return LiveHearing(microphones_of(devices, len(players), listening.channels), audio)


def _only(tables: "Tables", screen: "Screen", delete: str | None) -> None:
    """List the tables, or delete one."""
    if delete is not None:
        tables.delete(delete)
        screen.line(f"{delete}: deleted")
        return
    screen.tables(tables.entries())
