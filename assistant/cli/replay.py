"""`referee replay`: every ruling of a log derived anew, shown from any time at any speed, or under other rules."""

import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from assistant import app
from assistant.core.codec import JsonObject
from assistant.core.lateness import Late
from assistant.core.observations import Observation
from assistant.core.refold import RulesT, StateT, Step
from assistant.core.rulings import Ruling
from assistant.errors import LossError
from assistant.eventlog.reader import Log
from assistant.eventlog.replay import Comparison

MARGIN_KEY = "race.tie_band_ms"
"""The house rule that `--margin` sets."""

_CLOCK = re.compile(r"(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d+)?)s?")


def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The folder of a log, or a bundle.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
    verbosity: Annotated[app.Verbosity, typer.Option(help="How much is said of a ruling.")] = app.Verbosity.NORMAL,
    begin: Annotated[str, typer.Option("--from", help="Show from this time on: 75, 1:15 or 1:02:30.")] = "0",
    ruling: Annotated[int | None, typer.Option(help="Show from this ruling on, by its number.")] = None,
    player: Annotated[str | None, typer.Option(help="Show only what is by or about this player.")] = None,
    speed: Annotated[
        float | None, typer.Option(min=0, help="1 as it was played, 2 twice as fast, 0 at once (1 with --play).")
    ] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Play the sound along; in a terminal keys stop and wind it.")
    ] = False,
    house_rules: Annotated[Path | None, typer.Option(help="What if? Other house rules, as a YAML file.")] = None,
    margin: Annotated[int | None, typer.Option(help="What if? Another margin of races, in milliseconds.")] = None,
    listen_again: Annotated[bool, typer.Option("--listen-again", help="What if? Hear the sound anew.")] = False,
    engine: Annotated[str, typer.Option(help="Which ears listen again.")] = "auto",
    phrases: Annotated[Path | None, typer.Option(help="Another phrase book, to listen again with.")] = None,
) -> None:
    """Derive every ruling of a log again; the first difference ends it with exit code 1."""
    from assistant.eventlog.reader import read_log

    read = read_log(log)
    if house_rules is not None or margin is not None or listen_again:
        again = _Again(engine, phrases) if listen_again else None
        _what_if(read, house_rules, margin, again, json)
    else:
        pace = speed if speed is not None else float(play)
        _show(read, _Shown(_begin_ms(read, begin, ruling), _player(read, player), pace, play), verbosity, json)
    for late in read.late:
        typer.echo(late_text(late), err=True)
    if read.lost:
        raise LossError(f"{log}: {read.lost}")


def late_text(late: Late) -> str:
    """Return in one line when the computer was too slow, for whoever asks why a ruling came late."""
    from assistant.core.times import clock

    return (
        f"From {clock(late.start_ms, 2)} to {clock(late.end_ms, 2)} the computer was too slow: "
        f"rulings came up to {late.most_ms / 1000:.1f} s late."
    )


class _Again:
    """How the sound is heard anew."""

    def __init__(self, engine: str, phrases: Path | None) -> None:
        self.engine, self.phrases = engine, phrases


class _Shown:
    """Which part of a match is shown, and how fast."""

    def __init__(self, begin_ms: int, player: str | None, speed: float, play: bool) -> None:
        self.begin_ms, self.player, self.speed, self.play = begin_ms, player, speed, play


def _show(read: Log, shown: _Shown, verbosity: app.Verbosity, json: bool) -> None:
    from assistant.cli.replay_viewer import can_view, playback, view

    if shown.play and can_view(json):
        view(read, shown.begin_ms, shown.player, shown.speed or 1.0)
        return
    sound = playback(read, json) if shown.play else None
    if sound is not None:
        sound.play(shown.begin_ms, shown.speed or 1.0, shown.player)
    _tell(read, shown, verbosity, json)
    if sound is not None:
        sound.wait()


def _tell(read: Log, shown: _Shown, verbosity: app.Verbosity, json: bool) -> None:
    from assistant.cli.account import account, json_lines
    from assistant.core import referee
    from assistant.eventlog.replay import replay as derive
    from assistant.eventlog.replay import setup_of

    match = setup_of(read.head, app.game_named(read.head.game))
    sink = json_lines() if json else account(match, verbosity)
    state = referee.start(match)
    for step in _paced(derive(read, match), shown):
        sink.take(state, _part(step, shown))
        state = step.state
    sink.finish(state)


def _paced(steps: "Iterator[Step[StateT, RulesT]]", shown: _Shown) -> "Iterator[Step[StateT, RulesT]]":
    """Wait between steps as long as it took, divided by the speed; what is not shown takes no time."""
    import time

    from assistant.core.observations import moment_ms

    now_ms = shown.begin_ms
    for step in steps:
        at_ms = moment_ms(step.numbered.observation)
        if shown.speed > 0 and at_ms > now_ms:
            time.sleep((at_ms - now_ms) / 1000 / shown.speed)
            now_ms = at_ms
        yield step


def _part(step: Step[StateT, RulesT], shown: _Shown) -> Step[StateT, RulesT]:
    """Return a step without what is not to be shown."""
    from assistant.core.observations import Call, Fact, Numbered, Tick, moment_ms

    observation = step.judged.observation
    at_ms = moment_ms(observation)
    theirs = isinstance(observation, Call | Fact) and observation.player == shown.player
    hidden = at_ms < shown.begin_ms or (shown.player is not None and not theirs)
    rulings = tuple(
        ruling
        for ruling in step.rulings
        if ruling.at_ms >= shown.begin_ms
        and (shown.player is None or ruling.player == shown.player or shown.player in dict(ruling.data).values())
    )
    judged = Numbered(0, Tick(at_ms)) if hidden else step.judged
    return replace(step, judged=judged, rulings=rulings)


def _begin_ms(read: Log, begin: str, ruling: int | None) -> int:
    if ruling is not None:
        found = [each.ruling for step in read.steps for each in step.rulings if each.ruling.id == ruling]
        if not found:
            raise app.SettingsError(f"--ruling {ruling}: there is no such ruling in this log")
        return found[0].at_ms
    clock = _CLOCK.fullmatch(begin)
    if clock is None:
        raise app.SettingsError(f"--from {begin}: expected a time such as 75 or 1:15, or 1:02:30 with hours")
    return round((int(clock[1] or 0) * 3600 + int(clock[2] or 0) * 60 + float(clock[3])) * 1000)


def _player(read: Log, player: str | None) -> str | None:
    if player is not None and player not in read.head.players:
        raise app.SettingsError(f"--player {player}: the players are {', '.join(read.head.players)}")
    return player


def _what_if(read: Log, house_rules: Path | None, margin: int | None, again: _Again | None, json: bool) -> None:
    from assistant.core.house_rules import from_mapping, to_mapping
    from assistant.eventlog.replay import setup_of, what_if

    game = app.game_named(read.head.game)
    match: app.AnyMatch = setup_of(read.head, game)
    if house_rules is not None:
        match = replace(match, rules=app.match_setup(game, read.head.players, house_rules, read.head.seed).rules)
    if margin is not None:
        match = replace(match, rules=from_mapping(game.rules_type, {**to_mapping(match.rules), MARGIN_KEY: margin}))
    observations = _heard_again(read, match, again) if again is not None else None
    _compare(what_if(read, match, observations), json)


def _heard_again(read: Log, match: app.AnyMatch, again: _Again) -> tuple[Observation, ...]:
    from assistant.disputes.appeal import check_sound
    from assistant.eventlog.audio import join_audio
    from assistant.eventlog.replay import heard_again

    check_sound(read)
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        sound = Path(folder) / "match.flac"
        join_audio(read.audio, read.files, sound)
        source = app.open_source(sound, match, again.phrases, again.engine, read.spoken)
        return heard_again(read, source.observations(None))


def _compare(comparison: Comparison[StateT, RulesT], json: bool) -> None:
    from assistant.core.output import as_text, ruling_line, score_line
    from assistant.core.refold import scores, winner
    from assistant.core.wording import render

    changed = [("fallen", each) for each in comparison.fallen] + [("come", each) for each in comparison.come]
    changed.sort(key=lambda pair: (pair[1].at_ms, pair[0] == "come"))
    if json:
        lines: list[JsonObject] = [{**ruling_line(each, render(each)), "type": what} for what, each in changed]
        lines.append(score_line(scores(comparison.state), winner(comparison.state)))
        for line in lines:
            typer.echo(as_text(line))
        return
    marks = {"fallen": "falls:", "come": "comes:"}
    alike = {_told(each): each for each in comparison.fallen}
    stay = {_told(each) for each in comparison.come} & set(alike)
    for what, each in changed:
        if _told(each) not in stay:
            typer.echo(f"{each.at_ms / 1000:8.2f}  {marks[what]:6}  {render(each)}  [{each.code}]")
        elif what == "come":
            how = otherwise(alike[_told(each)], each)
            typer.echo(f"{each.at_ms / 1000:8.2f}  other:  {render(each)}  [{each.code}]  {how}")
    if not changed:
        typer.echo("Every ruling would be the same.")
    typer.echo("Score: " + ", ".join(f"{name} {points}" for name, points in scores(comparison.state).items()))


def _told(ruling: Ruling) -> tuple[int, str, str]:
    """Return all that a line tells of a ruling."""
    from assistant.core.wording import render

    return ruling.at_ms, ruling.code, render(ruling)


def otherwise(was: Ruling, now: Ruling) -> str:
    """Return in which values two rulings differ whose sentence is the same; empty where only the margin allowed is."""
    before, after = ({**dict(each.data), "margin_ms": each.margin_ms, "calls": each.calls} for each in (was, now))
    differing = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    told = [f"{name}: {_value(before.get(name))}, then {_value(after.get(name))}" for name in differing]
    return f"({'; '.join(told)})" if told else ""


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(str(each) for each in value) or "none"
    return "none" if value is None else str(value)
