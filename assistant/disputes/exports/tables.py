"""Lists: Audacity's labels, a CSV for spreadsheets, and one JSON document."""

import csv
import io
import json

from assistant.core.codec import Json, JsonObject
from assistant.core.observations import Call
from assistant.core.output import call_line, ruling_line
from assistant.core.times import seconds_to_ms
from assistant.disputes.exports.entries import Export, diff_words

CSV_COLUMNS = (
    "kind", "id", "player", "start_s", "end_s", "what", "judged", "text", "wrong", "margin_s", "calls", "withdrawn",
)  # fmt: skip
"""Of calls `what` is the phrase and `judged` the verdict; of rulings `what` is the code."""
FORM = 1
"""The version of the form of the JSON document."""


def audacity(export: Export) -> str:
    """Return a match as an Audacity label track: begin and end in seconds and a label, with tabs between them."""
    rows = [(each.call.start_ms, each.call.end_ms, f"{each.who}: {each.label}") for each in export.calls]
    rows += [(each.ruling.at_ms, each.ruling.at_ms, f"> {each.label}") for each in export.rulings]
    lines = [f"{begin / 1000:.6f}\t{end / 1000:.6f}\t{' '.join(label.split())}" for begin, end, label in sorted(rows)]
    return "".join(f"{line}\n" for line in lines)


def as_csv(export: Export) -> str:
    """Return a match as CSV (RFC 4180), calls and rulings in the order of their moments."""
    rows: list[tuple[int, int, tuple[object, ...]]] = []
    for each in export.calls:
        call = each.call
        told = (call.phrase or "", call.verdict.value, call.heard, diff_words(call.diff) or call.reason, "", "", "")
        rows.append((call.end_ms, each.id, ("call", each.id, call.player or "", *_times(call), *told)))
    for entry in export.rulings:
        ruling = entry.ruling
        margin = "" if ruling.margin_ms is None else seconds_to_ms(ruling.margin_ms)
        rests_on = " ".join(map(str, ruling.calls))
        moment = (seconds_to_ms(ruling.at_ms), seconds_to_ms(ruling.at_ms))
        told = (ruling.code, "", entry.sentence, "", margin, rests_on, "yes" if entry.withdrawn else "")
        rows.append((ruling.at_ms, ruling.id, ("ruling", ruling.id, ruling.player or "", *moment, *told)))
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(CSV_COLUMNS)
    writer.writerows(row for _, _, row in sorted(rows, key=lambda each: each[:2]))
    return out.getvalue()


def as_json(export: Export) -> str:
    """Return a match as one JSON document; its calls and rulings have the fields of the JSON Lines of `judge`."""
    calls: list[Json] = [
        {**call_line(each.id, each.call), "error_ms": each.call.error_ms, "reason": each.call.reason}
        for each in export.calls
    ]
    rulings: list[Json] = [
        {**ruling_line(each.ruling, each.sentence), "withdrawn": each.withdrawn} for each in export.rulings
    ]
    head = export.head
    rules: JsonObject = {key: list(value) if isinstance(value, tuple) else value for key, value in head.house_rules}
    document: JsonObject = {
        "form": FORM,
        "name": export.name,
        "game": head.game,
        "players": list(head.players),
        "started": head.started,
        "source": head.source,
        "engine": head.engine,
        "house_rules": rules,
        "end_ms": export.end_ms,
        "calls": calls,
        "rulings": rulings,
        "scores": dict(export.scores),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _times(call: Call) -> tuple[str, str]:
    return seconds_to_ms(call.start_ms), seconds_to_ms(call.end_ms)
