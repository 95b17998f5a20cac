"""`referee play`: a match at the table, live."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant import app

if TYPE_CHECKING:
    from assistant.announce.voice_settings import VoiceSettings
    from assistant.live.manner import Manner
    from assistant.live.opening import Table, Wanted
    from assistant.table import TableProfile


def play(
    resumed: Annotated[
        Path | None, typer.Argument(metavar="LOG", help="With --resume: the log; the latest is usual.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="grave-feast, need-more-brains, house-blitz or in-cahoots.")] = None,
    players: Annotated[str | None, typer.Option(help="Names, in clockwise order: Ann,Ben,Cid.")] = None,
    table: Annotated[str | None, typer.Option(help="A table that `referee setup` saved; the latest is usual.")] = None,
    device: Annotated[
        list[str] | None,
        typer.Option(help="A microphone by name (`referee devices`): once for all, or once a player, in their order."),
    ] = None,
    shared: Annotated[
        bool | None,
        typer.Option("--shared/--separate", help="One microphone for all, or one channel of the device a player."),
    ] = None,
    house_rules: Annotated[Path | None, typer.Option(help="A YAML file of house rules.")] = None,
    engine: Annotated[str, typer.Option(help="Which ears listen; auto takes the best that are installed.")] = "auto",
    log: Annotated[Path | None, typer.Option(help="A new folder for the log; usually one among your logs.")] = None,
    audio_log: Annotated[
        bool | None,
        typer.Option(
            "--audio-log/--no-audio-log",
            help="Keep the sound beside the log; without either the screen asks. The first says that all have agreed.",
        ),
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--input", metavar="FILE", help="Play a recording as if it were the microphones.")
    ] = None,
    screen: Annotated[
        bool | None,
        typer.Option("--screen/--no-screen", help="A screen, or a running account; usual: as the terminal can."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Without a screen: print JSON Lines and nothing else.")] = False,
    speak: Annotated[bool, typer.Option("--speak/--no-speak", help="Speak the rulings.")] = True,
    output: Annotated[str | None, typer.Option(help="A loudspeaker by name; usually the system's own.")] = None,
    voice: Annotated[
        str | None, typer.Option(help="A voice, such as en-us; usually the table's or the system's.")
    ] = None,
    rate: Annotated[int | None, typer.Option(help="How fast the voice speaks, in words a minute.")] = None,
    volume: Annotated[float, typer.Option(min=0.0, max=1.0, help="How loud the voice is played.")] = 1.0,
    figures: Annotated[bool, typer.Option("--figures", help="Tell at the end how quick the referee was.")] = False,
    seed: Annotated[int, typer.Option(help="Where every coin flip comes from.")] = 0,
    verbosity: Annotated[
        app.Verbosity | None, typer.Option(help="How much is said; usually as the table likes.")
    ] = None,
    phrases: Annotated[Path | None, typer.Option(help="Another phrase book.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a match that was left or broke off.")] = False,
) -> None:
    """Referee a match at the table, live. Without microphones, try it with --input RECORDING."""
    from assistant.audio.quiet import quiet_libraries
    from assistant.live.manner import Manner
    from assistant.live.opening import Wanted

    if resumed is not None and not resume:
        raise app.SettingsError(f"{resumed}: to go on with this match, add --resume; a recording goes behind --input")
    on_screen = _on_screen(screen, json)
    profile = _profile(table, game, players)
    wanted = Wanted(
        game=game,
        players=players,
        profile=profile,
        devices=tuple(device or ()),
        shared=shared,
        recording=source,
        house_rules=house_rules,
        seed=seed,
        engine=engine,
        phrases=phrases,
        log=log,
    )
    manner = Manner(
        keep_sound=audio_log,
        verbosity=verbosity or (profile.verbosity if profile else app.Verbosity.NORMAL),
        json=json,
        speak=speak,
        muted=profile.muted if profile else False,
        voice=_voice(profile, voice, rate),
        volume=volume,
        output=output,
        figures=figures,
    )
    with quiet_libraries():
        _run(_opened(wanted, resume, resumed), manner, on_screen)


def _opened(wanted: "Wanted", resume: bool, log: Path | None) -> "Table":
    if resume:
        from assistant.eventlog.shelf import latest_log
        from assistant.live.resuming import resume_table

        return resume_table(wanted, log or latest_log())
    from assistant.live.opening import open_table

    return open_table(wanted)


def _on_screen(wanted: bool | None, json: bool) -> bool:
    """Return whether there is a screen: only in a terminal, however much it is wanted."""
    in_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    if wanted and json:
        raise app.SettingsError("--screen and --json: JSON Lines have no screen, leave one of them out")
    if wanted and not in_terminal:
        raise app.SettingsError("--screen: this is no terminal; leave it out for a running account")
    return in_terminal and not json if wanted is None else wanted


def _run(table: "Table", manner: "Manner", screen: bool) -> None:
    if screen:
        from assistant.screen.app import run_screen

        figures = run_screen(table, manner)
    else:
        from assistant.cli.account import account, json_lines
        from assistant.live.plain import run_plain

        sink = json_lines() if manner.json else account(table.match, manner.verbosity)
        figures = run_plain(table, manner, sink, _tell)
    if manner.figures:
        _tell(figures.text)
    if table.log_folder.exists():
        _tell(f"The log is in {table.log_folder}. To go on: referee play --resume {table.log_folder}")


def _tell(line: str) -> None:
    """Say one line without disturbing what stdout holds."""
    typer.echo(line, err=True)


def _voice(profile: "TableProfile | None", voice: str | None, rate: int | None) -> "VoiceSettings":
    from assistant.announce.voice_settings import VoiceSettings

    settings = profile.voice if profile else VoiceSettings()
    settings = settings if voice is None else replace(settings, voice=voice)
    return settings if rate is None else replace(settings, rate_wpm=rate)


def _profile(name: str | None, game: str | None, players: str | None) -> "TableProfile | None":
    from assistant.table_files import Tables

    if name is not None:
        return Tables().load(name)
    return Tables().latest() if game is None or players is None else None
