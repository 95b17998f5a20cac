"""`referee ghost`: race a rival of a set speed, judged by the rules of the game."""

from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from assistant import app
from assistant.cli.advice import advise
from assistant.core.phrases.book import GameBook
from assistant.errors import RefereeError
from assistant.practice.attempts import Race
from assistant.practice.duels import DUELS, Duel, Raced, Result, Rival, duel_named, ladder_of, rival_named, rung_after
from assistant.practice.ghost_sound import SpokenGhost
from assistant.practice.races import Climb
from assistant.practice.recordings import read_sound
from assistant.practice.sources import MicrophoneInput, Source
from assistant.practice.store import Player, Store
from engines.base import Samples

DEFAULT_ROUNDS = 8
SHORTEST_S = 0.2
"""No call can be complete sooner."""


def ghost(
    player: Annotated[str | None, typer.Option(help="Who races; a new name is a new player.")] = None,
    duel: Annotated[str, typer.Option(help="seduce, graveyard or stop; `--list` tells more.")] = "seduce",
    rival: Annotated[
        str | None, typer.Option(help="One rival of the ladder, by name or rung, again and again.")
    ] = None,
    speed: Annotated[float | None, typer.Option(min=SHORTEST_S, help="A rival complete after so many seconds.")] = None,
    against: Annotated[
        str | None, typer.Option(help="Another player's best after the cue, or your own; or a recording of the rival.")
    ] = None,
    from_start: Annotated[bool, typer.Option("--from-start", help="Begin the ladder at its foot again.")] = False,
    input_file: Annotated[
        Path | None, typer.Option("--input", help="A recording (WAV, FLAC) instead of the microphone.")
    ] = None,
    microphone: Annotated[str | None, typer.Option("--mic", help="A name from `referee devices`.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="How many races; 8 on a microphone.")] = None,
    sound: Annotated[bool, typer.Option("--sound", help="Hear the ghost, too: with headphones on.")] = False,
    photo: Annotated[Path | None, typer.Option(metavar="DIR", help="A photo finish of every race, as PNG.")] = None,
    engine: Annotated[str, typer.Option(help="Which ears listen; auto takes the best that are installed.")] = "auto",
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
    list_all: Annotated[
        bool, typer.Option("--list", help="Show the duels and their ladders, and race nobody.")
    ] = False,
) -> None:
    """Race a ghost up the ladder, from slow to unfair; the game's own rules say who was first."""
    if list_all:
        _list()
        return
    if player is None:
        raise RefereeError("who races? give --player NAME")
    chosen = duel_named(duel)
    book = app.phrase_book(chosen.game).at_table((player,))
    with ExitStack() as stack:
        from assistant.cli.ghost_screen import JsonRaces, PlainRaces
        from assistant.cli.practice_ears import opened_ear, opened_source
        from assistant.practice.keys import TerminalKeys
        from assistant.practice.prompts import prompt_for
        from assistant.practice.races import Races

        store = stack.enter_context(Store())
        source = stack.enter_context(opened_source(input_file, microphone, paced=False))
        who = store.enter(player, _now())
        alone, spoken = _one_rival(store, chosen, book, rival, speed, against, engine)
        climb = _climb(store, chosen, who, alone, from_start)
        rounds = rounds or (DEFAULT_ROUNDS if source.live else None)
        ladder = 0 if alone else len(climb.ladder)
        screen = JsonRaces(chosen, who.name) if json else PlainRaces(chosen, who.name, source.live, ladder)
        ear, advice = stack.enter_context(opened_ear(book, who.name, engine))
        advise(advice)
        voice = _voice(stack, source, chosen, spoken) if sound else None
        keys = stack.enter_context(TerminalKeys()) if source.live else None

        def keep(raced: Raced) -> None:
            row = Race(
                _now(), chosen.id, raced.rival.name, raced.rival.complete_ms, raced.complete_ms, raced.result.value
            )
            store.add_race(who, row)
            if photo is not None:
                from assistant.cli.ghost_photo import write_photo

                write_photo(photo, app.game_named(chosen.game).info, raced, who.name, ear)

        prompt = prompt_for(book, chosen.player.text)
        Races(source, ear, chosen, prompt, climb, who.name, screen, keep, rounds, voice, keys).run()
        screen.finish()


def _one_rival(
    store: Store, duel: Duel, book: GameBook, rival: str | None, speed: float | None, against: str | None, engine: str
) -> tuple[Rival | None, Samples | None]:
    """Return the one rival that was asked for, or None for the whole ladder; and how it sounds, if it was recorded.

    Raises:
        RefereeError: more than one was asked for, or it is not to be had.
    """
    if sum(each is not None for each in (rival, speed, against)) > 1:
        raise RefereeError("--rival, --speed and --against name one rival each: give only one of them")
    if rival is not None:
        return rival_named(duel, rival), None
    if speed is not None:
        return Rival("Ghost", round(speed * 1000)), None
    if against is None:
        return None, None
    if Path(against).is_file():
        from assistant.cli.ghost_recorded import recorded_rival

        return recorded_rival(Path(against), duel, book, engine)
    other = store.player(against)
    best_ms = store.best(other, duel.ghost.phrase).complete_ms
    if best_ms is None:
        raise RefereeError(
            f"{other.name} has no best at {duel.ghost.text!r} after a cue yet: practise it on a microphone"
        )
    path = store.recording(other, duel.ghost.phrase)
    return Rival(other.name, best_ms), read_sound(path) if path.is_file() else None


def _climb(store: Store, duel: Duel, who: Player, alone: Rival | None, from_start: bool) -> Climb:
    if alone is not None:
        return Climb((alone,), climbs=False)
    beaten = [race.rival for race in store.races(who) if race.duel == duel.id and race.result == Result.WON]
    return Climb(ladder_of(duel), 0 if from_start else rung_after(duel, beaten))


def _voice(stack: ExitStack, source: Source, duel: Duel, spoken: Samples | None) -> SpokenGhost:
    from assistant.cli.ghost_voice import spoken_ghost

    if not isinstance(source, MicrophoneInput):
        raise RefereeError("--sound is for the microphone: nobody hears a ghost in a recording")
    return stack.enter_context(closing(spoken_ghost(duel, source, spoken)))


def _list() -> None:
    from rich.console import Console
    from rich.table import Column, Table

    console = Console(highlight=False)
    for duel in DUELS.values():
        console.print(f"[bold]{duel.id}[/]: {duel.title}")
        console.print(f"  you say: {duel.player.text}  the ghost says: {duel.ghost.text}")
    table = Table(Column("", justify="right"), "rival", *(Column(name, justify="right") for name in DUELS), box=None)
    for number, rivals in enumerate(zip(*map(ladder_of, DUELS.values()), strict=True), 1):
        table.add_row(str(number), rivals[0].name, *(f"{each.complete_ms / 1000:.2f} s" for each in rivals))
    console.print(table)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
