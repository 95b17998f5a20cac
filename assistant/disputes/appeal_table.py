"""The evidence of an appeal, side by side: what stood on file, and what every ear hears now."""

import io
from collections.abc import Iterator

from rich.box import HEAVY_HEAD, Box
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


WIDTH = 78
"""Characters of a line of a live match: a screen of 80."""


def evidence_table(decided: Appeal, box: Box | None = HEAVY_HEAD) -> Iterator[Table | Text]:
    """Yield a table for every call that was judged again, and a line for each that was missed.

    Args:
        decided: the appeal.
        box: the lines around the cells; None where there is room for none.
    """
    for finding in decided.findings:
        yield _table(finding, box)
    for call in decided.missed:
        yield Text.assemble(
            ("Missed in the match: ", "bold"), f"{call.player or '?'} “{call.heard}”, {_complete(call)}"
        )
    if not decided.findings and not decided.missed:
        yield Text("No call was heard there, then or now.")


def evidence_text(decided: Appeal, width: int = WIDTH) -> tuple[str, ...]:
    """Return the same as lines of text, as a live match shows them: first the outcome of the whole, then both sides."""
    page = io.StringIO()
    console = Console(file=page, width=width, highlight=False, color_system=None)
    console.print(f"The appeal: {decided.outcome.value}.")
    for part in evidence_table(decided, box=None):
        console.print(part)
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


def _table(finding: Finding, box: Box | None) -> Table:
    call, decision = finding.on_file.call, finding.decision
    table = Table(
        title=f"Call #{finding.on_file.id}: {call.player or '?'}",
        title_justify="left",
        title_style="bold",
        box=box,
        pad_edge=box is not None,
    )
    for name in ("Heard by", "Verdict", "Words", "Complete"):
        table.add_column(name, overflow="fold")
    table.add_row("in the match", *_cells(call))
    table.add_section()
    for each in finding.witnesses:
        table.add_row(each.name, *(_cells(each.call) if each.call else (Text("–"), Text("no call"), Text(""))))
    table.add_section()
    outcome = Text(decision.outcome.value, OUTCOME_STYLES[decision.outcome])
    table.add_row(outcome, *_cells(decision.now))
    return table


def _cells(call: Call) -> tuple[Text, Text, Text]:
    verdict = Text(f"{MARKS[call.verdict]} {call.verdict.value}", VERDICT_STYLES[call.verdict])
    wrong = wrong_words(call.diff) or call.reason
    return verdict, Text(f"“{call.heard}”{f' ({wrong})' if wrong else ''}"), Text(_complete(call))


def _complete(call: Call) -> str:
    error = f" ± {seconds(call.error_ms)}" if call.error_ms else ""
    return f"{seconds(call.end_ms)} s{error}"
