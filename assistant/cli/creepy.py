"""`referee creepy`: the Creepy-O-Meter for "Brains!" and "Blood!"."""

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from assistant import app
from assistant.cli.advice import advise
from assistant.errors import RefereeError
from assistant.practice.creepy import CREEPY_PHRASES, VoiceMeasure
from assistant.practice.ear import Ear
from assistant.practice.loop import AFTER_MS, BEFORE_MS
from assistant.practice.scoring import Stretch
from assistant.practice.sources import Source
from assistant.practice.voices import EVERYDAY_SENTENCE, VoiceMeter

DEFAULT_ROUNDS = 4
GAME = "grave-feast"


def creepy(
    player: Annotated[str | None, typer.Option(help="Whose voice; a new name is a new player.")] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="LOG", help="Measure the calls of a match that was played, and no more.")
    ] = None,
    everyday: Annotated[bool, typer.Option("--everyday", help="Measure the everyday voice anew, and no more.")] = False,
    phrases: Annotated[str, typer.Option(help="brains, blood or both.")] = "brains,blood",
    input_file: Annotated[
        Path | None, typer.Option("--input", help="A recording (WAV, FLAC) instead of the microphone.")
    ] = None,
    microphone: Annotated[str | None, typer.Option("--mic", help="A name from `referee devices`.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="How many calls; 4 on a microphone.")] = None,
    engine: Annotated[str, typer.Option(help="Which ears listen; auto takes the best that are installed.")] = "auto",
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
) -> None:
    """Be told how creepy "Brains!" and "Blood!" sound, from 0 to 100, and what to change. Advice, never a verdict."""
    if log is not None:
        from assistant.cli.creepy_match import show

        advise(show(log))
        return
    if player is None:
        raise RefereeError("whose voice? give --player NAME, or --log LOG for a match")
    from assistant.cli.practice_ears import build_meter, opened_ear, opened_source
    from assistant.cli.practice_screen import JsonScreen, PlainScreen
    from assistant.practice.choosing import Spaced
    from assistant.practice.drill import Pace
    from assistant.practice.loop import Practice
    from assistant.practice.prompts import chosen_phrases
    from assistant.practice.recordings import Keeper
    from assistant.practice.store import Store
    from assistant.practice.voices import as_text, comparable, voice_meter

    book = app.phrase_book(GAME).at_table((player,))
    chosen = chosen_phrases(book, [name.strip() for name in phrases.split(",")])
    _only_creepy([phrase.id for phrase in chosen])
    meter = voice_meter()
    with ExitStack() as stack:
        store = stack.enter_context(Store())
        source = stack.enter_context(opened_source(input_file, microphone, paced=False))
        who = store.enter(player, datetime.now(UTC).isoformat(timespec="seconds"))
        own = comparable(store.voice(who), meter)
        if own is None and not everyday and not source.live:
            raise RefereeError(
                f"the everyday voice of {who.name} is not known: run `referee creepy --player {who.name} --everyday` "
                "first, with --input and a recording of plain speech"
            )
        ear, _ = stack.enter_context(opened_ear(book, who.name, engine))
        if own is None or everyday:
            own = _take_everyday(source, ear, who.name, meter)
            store.keep_voice(who, as_text(own), datetime.now(UTC).isoformat(timespec="seconds"))
            if everyday or not source.live:
                return
        advise(meter.advice)
        rounds = rounds or (DEFAULT_ROUNDS if source.live else None)
        screen = JsonScreen(who.name) if json else PlainScreen(rounds, meter=True, live=source.live)
        everyday_voice = own
        measure = build_meter(lambda samples: meter.against(everyday_voice, samples)).measure
        chooser = Spaced.of(book, chosen, [])
        keeper = Keeper(store, who)
        now = lambda: datetime.now(UTC)  # noqa: E731 - one clock, given on
        Practice(source, ear, chooser, screen, measure, keeper.keep, now, Pace(cued=source.live), rounds).run()
        screen.finish()


def _only_creepy(ids: list[str]) -> None:
    for phrase_id in ids:
        if phrase_id not in CREEPY_PHRASES:
            raise RefereeError(f"{phrase_id}: need not be creepy; choose from {', '.join(CREEPY_PHRASES)}")


def _take_everyday(source: Source, ear: Ear, player: str, meter: VoiceMeter) -> VoiceMeasure:
    """Listen to one sentence in the player's everyday voice and return its measure.

    Raises:
        RefereeError: nothing was said.
    """
    typer.echo("loading the ears", err=True)
    ear.warm_up()
    typer.echo(f'{player}, say in your everyday voice: "{EVERYDAY_SENTENCE}"', err=True)
    stretch = _first_stretch(source, ear)
    measured = meter.measure(ear.cut(stretch.start_ms - BEFORE_MS, stretch.end_ms + AFTER_MS)) if stretch else None
    if measured is None or measured.pitch_hz is None:
        raise RefereeError("no voice was heard: say a sentence aloud, close to the microphone")
    typer.echo(
        f"your everyday voice: {measured.pitch_hz:.0f} Hz, {measured.hnr_db:.0f} dB harmonics to noise", err=True
    )
    return measured


def _first_stretch(source: Source, ear: Ear) -> Stretch | None:
    for block in source.blocks():
        for told in ear.push(block, patient=not source.paced):
            if isinstance(told, Stretch):
                return told
    return next((told for told in ear.finish() if isinstance(told, Stretch)), None)
