"""`referee appeal`: a moment of a match played back, heard again by every ear, and decided."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant import app
from assistant.cli.advice import advise

if TYPE_CHECKING:
    from assistant.announce.player import Sound as Playable
    from assistant.disputes.appeal import Appeal, Moment
    from assistant.disputes.sound import LogSound
    from assistant.eventlog.reader import Log

_LAST = re.compile(r"(\d+(?:\.\d+)?)\s*s?")


def appeal(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The folder of a log.")],
    ruling: Annotated[int | None, typer.Option(help="Against this ruling, by its number.")] = None,
    last: Annotated[str | None, typer.Option(help="Against all of the last seconds, such as 10s.")] = None,
    by: Annotated[str | None, typer.Option(help="Who appeals; the table if left out.")] = None,
    play: Annotated[bool, typer.Option("--play/--no-play", help="Play the moment first, then at a third.")] = True,
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
) -> None:
    """Hear a moment again with every ear, and uphold the ruling, overturn it, or say that nobody can tell.

    The appeal and what follows from it are added to the log; what stands in it already is never changed.
    """
    from assistant.cli.account import json_lines, rulings_alone
    from assistant.core.appeals import appeal_moment_ms
    from assistant.disputes.appeal import check_sound
    from assistant.disputes.sound import LogSound
    from assistant.eventlog.reader import read_log, reopen
    from assistant.eventlog.replay import replay, setup_of
    from assistant.session import advance

    read = read_log(log)
    check_sound(read)
    match: app.AnyMatch = setup_of(read.head, app.game_named(read.head.game))
    *_, final = replay(read, match)
    state = final.state
    _check_log(log)
    _check_player(state, by)
    sound = LogSound.of(read)
    moment = _moment(state, sound.end_ms, ruling, last)
    if play:
        _play(sound, moment)
    decided = _judge(read, match, moment, sound, quiet=json)
    _tell(decided, json)
    sinks = [json_lines() if json else rulings_alone()]
    _, writer = reopen(log)
    with writer:
        for observation in decided.observations(appeal_moment_ms(state), by):
            state = advance(state, observation, sinks, writer)
    sinks[0].finish(state)


def _check_log(log: Path) -> None:
    """Refuse a log that a match may still be writing."""
    from assistant.core.games.registry import GAMES
    from assistant.eventlog.collection import look
    from assistant.eventlog.records import LogError

    folder = log.parent if log.is_file() and log.suffix == ".jsonl" else log
    if look(folder, GAMES).in_play(datetime.now(UTC)):
        raise LogError(f"{folder}: its match may still go on: appeal there, or end it first")


def _check_player(state: app.AnyState, by: str | None) -> None:
    from assistant.core.appeals import appeals_left

    players = state.match.table.players
    if by is not None and by not in players:
        raise app.SettingsError(f"--by {by}: the players are {', '.join(players)}")
    if appeals_left(state, by) == 0:
        raise app.SettingsError(
            f"--by {by}: no appeals left in this match (house rule appeals.per_player); the table may still appeal"
        )


def _moment(state: app.AnyState, end_ms: int, ruling: int | None, last: str | None) -> "Moment":
    from assistant.core.referee import standing_rulings
    from assistant.disputes.appeal import moment_between, moment_of

    if (ruling is None) == (last is None):
        raise app.SettingsError("appeal against what? Give --ruling ID or --last 10s, one of the two")
    if ruling is not None:
        found = [each for each in standing_rulings(state) if each.id == ruling]
        if not found:
            raise app.SettingsError(f"--ruling {ruling}: no such ruling stands: `referee replay` lists them")
        return moment_of(found[0], state)
    seconds = _LAST.fullmatch(last or "")
    if seconds is None or float(seconds[1]) <= 0:
        raise app.SettingsError(f"--last {last}: expected a number of seconds such as 10s")
    return moment_between(state, max(0, end_ms - round(float(seconds[1]) * 1000)), end_ms)


def _play(sound: "LogSound", moment: "Moment") -> None:
    from assistant.disputes.playback import AROUND_MS, SLOW, playable

    stretch = sound.cut(max(0, moment.from_ms - AROUND_MS), moment.to_ms + AROUND_MS)
    for speed, name in ((1.0, "as it was"), (SLOW, "at a third of the speed")):
        advise(f"Playing {name} ...")
        if not played(playable(stretch, sound.rate_hz, speed)):
            return


def played(sound: "Playable") -> bool:
    """Play something and return whether that went well; where nothing can be played, one line says so."""
    from assistant.announce.output import Loudspeaker
    from assistant.announce.player import Feed, OutputError, at_rate
    from assistant.disputes.playback import playing_advice

    speaker = Loudspeaker()
    try:
        rate_hz = speaker.rate_hz()
        speaker.play(Feed(at_rate(sound, rate_hz), rate_hz, lambda: 1.0))
    except OutputError as error:
        advise(playing_advice(str(error)))
        return False
    return True


def _judge(read: "Log", match: app.AnyMatch, moment: "Moment", sound: "LogSound", quiet: bool) -> "Appeal":
    from assistant.announce.console import tracked
    from assistant.disputes.appeal import judge_again, seats_of
    from assistant.errors import RefereeError
    from assistant.hearing.fitted import load_fitted
    from assistant.listening_careful import careful_hearings
    from engines.base import EngineError

    hearings = careful_hearings(app.book_for(match))
    shown = hearings if quiet else tracked(hearings, "Listening again")
    seats = seats_of(read.head, moment.around, sound.channels)
    stretch = sound.cut(moment.heard_from_ms, min(moment.heard_to_ms, sound.end_ms))
    try:
        return judge_again(replace(moment, spoken=read.spoken), stretch, seats, shown, load_fitted().timing)
    except EngineError as error:
        raise RefereeError(str(error)) from error


def _tell(decided: "Appeal", json: bool) -> None:
    """Print the evidence of both sides."""
    from assistant.disputes.appeal_table import evidence_lines, evidence_table

    if json:
        from assistant.core.output import as_text

        for line in evidence_lines(decided):
            typer.echo(as_text(line))
        return
    from rich.console import Console

    console = Console(highlight=False)
    for table in evidence_table(decided):
        console.print(table)
