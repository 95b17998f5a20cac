"""The evidence of an appeal, side by side: what stood on file, and what every ear hears now."""

import io
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from assistant.announce.console import VERDICT_STYLES
from assistant.core.codec import JsonObject, encode
from assistant.core.observations import Call
from assistant.core.times import seconds
from assistant.disputes.appeal import Appeal, Finding
from assistant.disputes.photo_layout import MARKS, wrong_words
from assistant.disputes.verdicts import Outcome

OUTCOME_STYLES = {Outcome.UPHELD: "green", Outcome.OVERTURNED: "bold red", Outcome.TOO_CLOSE: "yellow"}
"""The colour of an outcome, besides its word."""
COLUMNS = ("Heard by", "Verdict", "Words", "Complete")
"""What is told of each hearing."""
WIDTH = 78
"""Characters of a line of a live match: a screen of 80."""


def evidence_table(decided: Appeal) -> Iterator[Table | Text]:
    """Yield a table for every call that was judged again, and a line for each that was missed."""
    for finding in decided.findings:
        yield _table(finding)
    yield from _beside(decided)


def evidence_text(decided: Appeal, width: int = WIDTH) -> tuple[str, ...]:
    """Return the same as few lines of text, as a live match shows them: outcome, then both sides of each call.

    What a call counts as from now on has a line of its own only where that is something new.
    """
    page = io.StringIO()
    console = Console(file=page, width=width, highlight=False, color_system=None)
    table = Table(box=None, pad_edge=False)
    for name in (f"Appeal: {decided.outcome.value}", *COLUMNS[1:]):
        table.add_column(name, overflow="fold")
    for finding in decided.findings:
        outcome = finding.decision.outcome
        table.add_row(f"#{finding.on_file.id} {finding.on_file.call.player or '?'}: {outcome.value}")
        for name, cells in _sides(finding):
            table.add_row(f"  {name}", *cells)
        if outcome is not Outcome.UPHELD:
            table.add_row("  from now on", *_cells(finding.decision.now))
    console.print(table)
    for line in _beside(decided):
        console.print(line)
    return tuple(line.rstrip() for line in page.getvalue().splitlines())


def evidence_lines(decided: Appeal) -> Iterator[JsonObject]:
    """Yield the same as JSON objects."""
    for finding in decided.findings:
        yield {
            "type": "finding",
            "call": finding.on_file.id,
            "outcome": finding.decision.outcome.value,
            "was": encode(finding.on_file.call, Call),
            "now": encode(finding.decision.now, Call),
            "reason": finding.decision.reason,
            "heard": [{"by": each.name, "call": encode(each.call, Call)} for each in finding.witnesses],
        }
    for call in decided.missed:
        yield {"type": "missed", "call": encode(call, Call)}


def _table(finding: Finding) -> Table:
    call, decision = finding.on_file.call, finding.decision
    title = f"Call #{finding.on_file.id}: {call.player or '?'}"
    table = Table(title=title, title_justify="left", title_style="bold")
    for name in COLUMNS:
        table.add_column(name, overflow="fold")
    for number, (name, cells) in enumerate(_sides(finding)):
        table.add_row(name, *cells)
        if number in (0, len(finding.witnesses)):
            table.add_section()
    outcome = Text(decision.outcome.value, OUTCOME_STYLES[decision.outcome])
    table.add_row(outcome, *_cells(decision.now))
    return table


def _sides(finding: Finding) -> Iterator[tuple[str, tuple[Text, Text, Text]]]:
    """Yield who heard what: first the match, then every ear."""
    yield "in the match", _cells(finding.on_file.call)
    for each in finding.witnesses:
        yield each.name, _cells(each.call) if each.call else (Text("–"), Text("no call"), Text(""))


def _beside(decided: Appeal) -> Iterator[Text]:
    """Yield what the match had missed, or that there was nothing to be heard."""
    for call in decided.missed:
        yield Text.assemble(
            ("Missed in the match: ", "bold"), f"{call.player or '?'} “{call.heard}”, {_complete(call)}"
        )
    if not decided.findings and not decided.missed:
        yield Text("No call was heard there, then or now.")


def _cells(call: Call) -> tuple[Text, Text, Text]:
    verdict = Text(f"{MARKS[call.verdict]} {call.verdict.value}", VERDICT_STYLES[call.verdict])
    wrong = wrong_words(call.diff) or call.reason
    return verdict, Text(f"“{call.heard}”{f' ({wrong})' if wrong else ''}"), Text(_complete(call))


def _complete(call: Call) -> str:
    error = f" ± {seconds(call.error_ms)}" if call.error_ms else ""
    return f"{seconds(call.end_ms)} s{error}"
