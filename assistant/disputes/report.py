"""One self-contained page a match: scores, every ruling with its photo finish and clip, and statistics.

Photo finishes and clips lie in the page as inert text and are taken out when a ruling is opened, so that a long evening
opens as fast as a short one. Nothing is loaded from anywhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import jinja2

from assistant.core.house_rules import read_aloud
from assistant.core.observations import Call
from assistant.core.referee import MatchSetup
from assistant.core.refold import RulesT, StateT
from assistant.core.times import clock, seconds
from assistant.disputes.cases import Case, CaseFile
from assistant.disputes.exhibits import Exhibit
from assistant.disputes.photo_layout import MARKS, headline, wrong_words
from assistant.disputes.races import race_of
from assistant.disputes.score_plot import score_plot, score_steps
from assistant.disputes.statistics import Statistics, statistics
from assistant.errors import RefereeError
from assistant.eventlog.reader import Log


class ReportError(RefereeError):
    """A report cannot be written; `str()` says where and what to do."""


@dataclass(frozen=True, slots=True)
class Row:
    """A ruling as the page lists it."""

    id: int
    """Its number."""
    code: str
    """Its code."""
    at: str
    """Its moment, minutes and seconds."""
    sentence: str
    """It in words."""
    deciding: str
    """The margin, or what was wrong with a call; may be empty."""
    explanation: str
    """The longer explanation."""
    rule: str
    """The rule behind it."""
    calls: tuple[str, ...]
    """The calls that it rests on, in words."""
    players: tuple[str, ...]
    """Whom it concerns, for the filter."""
    kinds: tuple[str, ...]
    """"race", "close", "inexact", "unsure", "withdrawn": for the filter."""
    shown: bool
    """Whether it has a photo finish."""


def report_page(
    log: Log, match: MatchSetup[StateT, RulesT], file: CaseFile, exhibits: Sequence[Exhibit], end_ms: int
) -> Iterator[str]:
    """Yield the page in pieces.

    Args:
        log: the log.
        match: its setup.
        file: its rulings and calls.
        exhibits: the photo finishes and clips, by ruling.
        end_ms: how long the match was.
    """
    players = log.head.players
    steps = score_steps(file.cases)
    shown = {exhibit.ruling for exhibit in exhibits}
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    template = environment.from_string(_part("report.html"))
    yield from template.generate(
        title=match.game.info.title,
        players=players,
        head=log.head,
        house_rules=read_aloud(match.rules),
        length=clock(end_ms),
        final=file.cases[-1].scores if file.cases else tuple((player, 0) for player in players),
        plot=score_plot(steps, players, end_ms),
        steps=[(clock(step.at_ms), step.scores) for step in steps],
        rows=[row_of(case, case.ruling.id in shown) for case in file.cases],
        statistics=[_told(each) for each in statistics(file, players)],
        exhibits=exhibits,
        hash=log.last_hash,
        lost=log.lost,
        css=_part("report.css"),
        js=_part("report.js"),
    )


def write_report(target: Path, page: Iterator[str]) -> None:
    """Write a page as it is made, over an older one.

    Raises:
        ReportError: the file cannot be written.
    """
    try:
        with target.open("w", encoding="utf-8") as out:
            out.writelines(page)
    except OSError as error:
        raise ReportError(f"{target}: cannot be written ({error.strerror}): name another file with -o") from error


def row_of(case: Case, shown: bool) -> Row:
    """Return a ruling as the page lists it."""
    calls = [each.call for each in case.calls]
    race = race_of(case.ruling, calls)
    kinds = [call.verdict.value for call in calls if call.diff is not None or call.reason]
    if case.ruling.margin_ms is not None:
        kinds += ["race", "close"] if race is not None and race.close else ["race"]
    if case.withdrawn:
        kinds.append("withdrawn")
    named = [case.ruling.player, *(call.player for call in calls)]
    return Row(
        case.ruling.id,
        case.ruling.code,
        clock(case.ruling.at_ms, 2),
        case.sentence,
        headline(case.ruling, calls),
        case.explanation,
        case.rule,
        tuple(call_told(call) for call in calls),
        tuple(dict.fromkeys(player for player in named if player)),
        tuple(dict.fromkeys(kinds)),
        shown,
    )


def call_told(call: Call) -> str:
    """Return a call in one line: who, how judged, what, when complete."""
    wrong = wrong_words(call.diff) or call.reason
    error = f" ± {seconds(call.error_ms)} s" if call.error_ms else ""
    told = f"{call.player or 'Somebody'} {MARKS[call.verdict]} “{call.heard}” {call.verdict.value}"
    return f"{told}{f' ({wrong})' if wrong else ''}, complete at {clock(call.end_ms, 2)}{error}"


@dataclass(frozen=True, slots=True)
class _Told:
    """Statistics in words."""

    player: str
    cells: tuple[str, ...]


def _told(each: Statistics) -> _Told:
    share = each.exact_share
    fastest = each.fastest
    won = f"{len(each.won_ms)} (by {_span(each.won_ms)})" if each.won_ms else "0"
    lost = f"{len(each.lost_ms)} (by {_span(each.lost_ms)})" if each.lost_ms else "0"
    cells = (
        str(each.score),
        str(each.calls),
        f"{share:.0%}" if share is not None else "–",
        str(each.inexact),
        str(each.unsure),
        f"“{fastest.heard}” in {(fastest.end_ms - fastest.start_ms) / 1000:.2f} s" if fastest else "–",
        won,
        lost,
        str(each.ties),
    )
    return _Told(each.player, cells)


def _span(margins_ms: Sequence[int]) -> str:
    """Return one margin, or the least and the greatest."""
    ends = dict.fromkeys((margins_ms[0], margins_ms[-1]))
    return "–".join(f"{ms / 1000:.2f}" for ms in ends) + " s"


def _part(name: str) -> str:
    return (files("assistant.disputes") / "page" / name).read_text(encoding="utf-8")
