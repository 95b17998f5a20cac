"""`referee judge`: a recording or a script, judged."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from assistant import app
from assistant.cli.advice import advise
from assistant.core.observations import Gap, Observation
from assistant.errors import LossError

LONG_MS = 60_000
"""From this length on, a recording gets a progress bar."""


def judge(
    source: Annotated[
        Path, typer.Argument(metavar="INPUT", help="A recording (WAV, FLAC), a script, or a folder of them.")
    ],
    game: Annotated[str, typer.Option(help="grave-feast, need-more-brains, house-blitz or in-cahoots.")] = "",
    players: Annotated[str, typer.Option(help="Names, in clockwise order: Ann,Ben,Cid. Channel i is player i's.")] = "",
    house_rules: Annotated[Path | None, typer.Option(help="A YAML file of house rules.")] = None,
    engine: Annotated[str, typer.Option(help="Which ears listen; auto takes the best that are installed.")] = "auto",
    log: Annotated[Path | None, typer.Option(help="A new folder for the log; of a folder: one for all logs.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
    seed: Annotated[int, typer.Option(help="Where every coin flip comes from.")] = 0,
    speak: Annotated[bool, typer.Option("--speak/--no-speak", help="Speak the rulings.")] = False,
    verbosity: Annotated[app.Verbosity, typer.Option(help="How much is said of a ruling.")] = app.Verbosity.NORMAL,
    phrases: Annotated[Path | None, typer.Option(help="Another phrase book.")] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Of a folder: where the JSON Lines go; INPUT/judged if left out.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Of a folder: how many at once; 0: one a core.")] = 0,
    again: Annotated[bool, typer.Option("--again", help="Of a folder: judge what is judged already, too.")] = False,
) -> None:
    """Judge a recorded match, one written down as a script, or all that lie in a folder.

    In a folder, a file matches.toml may say of each recording who played what: a section such as ["monday.flac"] or
    ["late/*.wav"] with players = "Dee,Eve", and game, house_rules or seed, where they differ from the options.
    """
    if source.is_dir():
        from assistant.batch.judging import Wishes
        from assistant.cli.judge_folder import Places, judge_folder

        if speak:
            raise app.SettingsError(f"--speak: {source} is a folder: rulings are spoken of one recording only")
        wishes = Wishes(game, players, house_rules, engine, seed, phrases)
        judge_folder(source, wishes, Places(out, log, jobs, again), json)
        return
    from assistant import session
    from assistant.announce.console import with_progress
    from assistant.cli.account import account, json_lines
    from assistant.cli.creepy_remarks import creepy_remarks
    from assistant.eventlog.writer import LogWriter

    match = _match(game, players, house_rules, seed)
    heard = app.open_source(source, match, phrases, engine)
    if heard.engine and not json:
        advise(f"Heard by {heard.engine}.")
    advise(heard.advice)
    match = app.on_microphones_of(heard, match)
    gaps: list[Gap] = []
    with ExitStack() as stack:
        sinks: list[session.Sink] = [json_lines() if json else account(match, verbosity)]
        if not json:
            sinks += creepy_remarks(heard, match)
        if speak:
            sinks.append(app.speaker(advise, verbosity))
        writer = None
        if log is not None:
            writer = stack.enter_context(LogWriter.begin(log, app.log_head(match, heard, source.name)))
        observations = _watched(heard.observations(writer), gaps)
        if not json and (heard.length_ms or 0) >= LONG_MS:
            observations = with_progress(observations, heard.length_ms or 0)
        session.run(match, observations, sinks, writer)
    if gaps:
        lost_ms = sum(gap.end_ms - gap.start_ms for gap in gaps)
        raise LossError(f"{source}: {lost_ms / 1000:.1f} s of sound were lost: calls across the gaps are unsure")


def _match(game: str, players: str, house_rules: Path | None, seed: int) -> app.AnyMatch:
    """Return the match; of a folder the two may be left out, of one recording they may not."""
    for option, given, example in (("game", game, "grave-feast"), ("players", players, "Ann,Ben,Cid")):
        if not given:
            raise app.SettingsError(f"Missing option '--{option}': say who plays what, such as --{option} {example}")
    chosen = app.game_named(game)
    return app.match_setup(chosen, app.players_named(players, chosen), house_rules, seed)


def _watched(observations: Iterator[Observation], gaps: list[Gap]) -> Iterator[Observation]:
    for observation in observations:
        if isinstance(observation, Gap):
            gaps.append(observation)
        yield observation
