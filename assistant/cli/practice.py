"""`referee practice`: drill the phrases of a game, alone with a microphone or from a recording."""

import shlex
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from assistant import app
from assistant.cli.advice import advise
from assistant.core.phrases.book import GameBook
from assistant.errors import RefereeError
from assistant.practice.attempts import Attempt
from assistant.practice.choosing import Chooser, InOrder, Spaced, read_order, weakest_phrases
from assistant.practice.drill import PATIENCE_MS, Pace
from assistant.practice.prompts import PracticeError, chosen_phrases

DEFAULT_ROUNDS = 10
"""Two minutes: people drill more often when it is short."""
KEYS_HELP = "keys: [s]kip, [r]epeat, hear the [m]odel, play [b]ack yourself, [q]uit"


def practice(
    player: Annotated[str, typer.Option(help="Who practises; a new name is a new player.")],
    game: Annotated[str, typer.Option(help="Whose phrases.")] = "grave-feast",
    phrases: Annotated[
        list[str] | None, typer.Option(help="Only these: brains,blood or grave-feast.brains; may be repeated.")
    ] = None,
    weakest: Annotated[bool, typer.Option("--weakest", help="Only those that the player fails most.")] = False,
    order: Annotated[Path | None, typer.Option(help="A text file: a phrase or sentence a line, in this order.")] = None,
    input_file: Annotated[
        Path | None, typer.Option("--input", help="A recording (WAV, FLAC) instead of the microphone.")
    ] = None,
    microphone: Annotated[str | None, typer.Option("--mic", help="A name from `referee devices`.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="How many attempts; 10 on a microphone.")] = None,
    patience: Annotated[float, typer.Option(min=1.0, help="Seconds of silence after which the next is asked.")] = (
        PATIENCE_MS / 1000
    ),
    every: Annotated[float | None, typer.Option(min=1.0, help="A recording made to a beat: seconds a cue.")] = None,
    real_time: Annotated[bool, typer.Option("--real-time", help="Hear the recording as fast as it was made.")] = False,
    speak: Annotated[bool, typer.Option("--speak/--no-speak", help="Speak every phrase before its cue.")] = False,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep the sound of your best attempts.")] = True,
    engine: Annotated[str, typer.Option(help="Which ears listen; auto takes the best that are installed.")] = "auto",
    book_file: Annotated[Path | None, typer.Option("--book", help="Another phrase book.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
) -> None:
    """Say what is asked for; be told at once what was wrong, how fast it was, and what comes next."""
    from assistant.cli.practice_ears import (
        build_meter,
        deaf_hint,
        known_creep,
        microphone_of,
        opened_ear,
        opened_source,
    )
    from assistant.cli.practice_screen import JsonScreen, PlainScreen
    from assistant.practice.keys import TerminalKeys
    from assistant.practice.loop import Practice
    from assistant.practice.mouth import LoudMouth
    from assistant.practice.recordings import Keeper
    from assistant.practice.store import Store

    book = app.phrase_book(app.game_named(game).info.id, book_file).at_table((player,))
    with ExitStack() as stack:
        store = stack.enter_context(Store())
        source = stack.enter_context(opened_source(input_file, microphone, real_time))
        if speak and not source.live:
            raise PracticeError("--speak is for the microphone: nobody listens to a prompt in a recording")
        known = store.find(player)
        chooser = _chooser(book, _ids(phrases), weakest, order, store.attempts(known) if known else ())
        who = known or store.enter(player, datetime.now(UTC).isoformat(timespec="seconds"))
        if rounds is None:
            rounds = _natural_rounds(chooser, source.live)
        screen = JsonScreen(who.name) if json else PlainScreen(rounds, live=source.live, deaf_hint=deaf_hint(source))
        ear, advice = stack.enter_context(opened_ear(book, who.name, engine))
        for line in (advice, "" if json else _begin(who.name, microphone_of(source))):
            advise(line)
        keys = stack.enter_context(TerminalKeys()) if source.live else None
        mouth = stack.enter_context(closing(LoudMouth(advise))) if source.live else None
        if keys is not None and keys.there:
            screen.note(KEYS_HELP)
        drill = Practice(
            source,
            ear,
            chooser,
            screen,
            measure=build_meter(known_creep(store.voice(who))).measure,
            keep=Keeper(store, who, keep).keep,
            now=lambda: datetime.now(UTC),
            pace=Pace(round(patience * 1000), None if every is None else round(every * 1000), source.live),
            rounds=rounds,
            mouth=mouth,
            speaks_prompts=speak,
            keyboard=keys,
        )
        try:
            drill.run()
        except (KeyboardInterrupt, RefereeError):
            screen.finish()
            raise
        screen.finish()
        if source.live and not json:
            advise(f"how you get on: referee progress --player {shlex.quote(who.name)}")


def _begin(player: str, microphone: str) -> str:
    where = f" on {microphone}" if microphone else ""
    return f"{player} practises{where}; loading the ears"


def _ids(given: list[str] | None) -> tuple[str, ...]:
    return tuple(phrase_id.strip() for each in given or () for phrase_id in each.split(",") if phrase_id.strip())


def _chooser(
    book: GameBook, ids: tuple[str, ...], weakest: bool, order: Path | None, attempts: tuple[Attempt, ...]
) -> Chooser:
    if order is not None:
        if ids or weakest:
            raise PracticeError("--order says what is asked: leave --phrases and --weakest out")
        return InOrder(read_order(order, book))
    phrases = chosen_phrases(book, ids)
    if weakest:
        phrases = weakest_phrases(phrases, attempts)
    return Spaced.of(book, phrases, [(each, datetime.fromisoformat(each.at).timestamp()) for each in attempts])


def _natural_rounds(chooser: Chooser, live: bool) -> int | None:
    if isinstance(chooser, InOrder):
        return len(chooser.prompts)
    return DEFAULT_ROUNDS if live else None
