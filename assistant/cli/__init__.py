"""The command line: one file a command, one line here each; a command's file is imported when it is run."""

from types import MappingProxyType
from typing import Annotated

import typer

from assistant.cli.late import LateGroup


class Referee(LateGroup):
    """All commands, in the order in which they are listed to users."""

    titles = MappingProxyType(
        {
            "judge": "Judge a recorded match, one written down as a script, or all that lie in a folder.",
            "demo": "Judge the sample match: three players, a race, a wrong prayer and a right one, two trips to the "
            "graveyard.",
            "play": "Referee a match at the table, live. Without microphones, try it with --input RECORDING.",
            "replay": "Derive every ruling of a log again; the first difference ends it with exit code 1.",
            "photo": "Show who was first: waveform, spectrogram, words and finish lines of every player on one time "
            "axis.",
            "appeal": "Hear a moment again with every ear, and uphold the ruling, overturn it, or say that nobody can "
            "tell.",
            "report": "Make one HTML page of a match: scores, every ruling with its photo finish and clip, statistics.",
            "export": "Write the calls and rulings of a match for Praat, Audacity, captions, spreadsheets or programs.",
            "verify": "Check that a log is as it was written; any fault ends it with exit code 1.",
            "bundle": "Put a log, with its sound, into one zip that `referee verify` and `referee replay` read as "
            "well.",
            "rules": "Tell the rules of the calls, windows and house rules: all of a game, or those on one subject.",
            "setup": "Set up a table: players, microphones, a warm-up, house rules, voice. `referee play` takes it up.",
            "devices": "List the microphones.",
            "doctor": "Check microphones, voice, engines, models, disk and clock; exit 0 when play is possible, 1 "
            "otherwise.",
            "practice": "Say what is asked for; be told at once what was wrong, how fast it was, and what comes next.",
            "creepy": 'Be told how creepy "Brains!" and "Blood!" sound, from 0 to 100, and what to change. Advice, '
            "never a verdict.",
            "ghost": "Race a ghost up the ladder, from slow to unfair; the game's own rules say who was first.",
            "progress": "Show how players get on: attempts, exact share, times and bests, a line a phrase.",
            "logs": "The matches that are kept.",
            "models": "The models that the referee hears with.",
            "phrases": "What players must say: the phrase book.",
            "players": "Who practises on this machine.",
        }
    )


def build_app() -> typer.Typer:
    """Return the command line with all its commands."""
    app = typer.Typer(
        name="referee",
        cls=Referee,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback()(_referee)
    return app


def _tell_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"referee {version('party-referee')}")
        raise typer.Exit


def _referee(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and no more.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """An offline referee for card games in which players must say things."""
