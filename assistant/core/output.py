"""The JSON Lines that a judged match prints: `call`, `ruling` and `score` lines, in the order of their ids.

The form is a contract with other programs, so it is kept apart from the form of the log: fields may be added here,
never renamed or removed.
"""

import json
from collections.abc import Callable, Mapping

from assistant.core.codec import Json, JsonObject, encode
from assistant.core.observations import Call, WordDiff
from assistant.core.refold import RefereeState, RulesT, StateT, Step, scores, winner
from assistant.core.rulings import Ruling
from assistant.core.wording.meant import meant

Say = Callable[[Ruling], str]
"""What turns a ruling into its sentence."""


def call_line(number: int, call: Call) -> JsonObject:
    """Return the line of a call, as the game was given it."""
    return {
        "type": "call",
        "id": number,
        "player": call.player,
        "phrase": call.phrase,
        "verdict": call.verdict.value,
        "heard": call.heard,
        "diff": encode(call.diff, WordDiff),
        "slots": dict(call.slots),
        "start_ms": call.start_ms,
        "end_ms": call.end_ms,
    }


def ruling_line(ruling: Ruling, text: str) -> JsonObject:
    """Return the line of a ruling with its sentence."""
    calls: list[Json] = list(ruling.calls)
    return {
        "type": "ruling",
        "id": ruling.id,
        "code": ruling.code,
        "player": ruling.player,
        "at_ms": ruling.at_ms,
        "margin_ms": ruling.margin_ms,
        "calls": calls,
        "text": text,
        "data": dict(ruling.data),
    }


def score_line(points: Mapping[str, int], won_by: str | None) -> JsonObject:
    """Return the line of the scores."""
    return {"type": "score", "scores": dict(points), "winner": won_by}


def step_lines(before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT], say: Say) -> tuple[JsonObject, ...]:
    """Return the lines of one step: its call and rulings by id, then the scores if they changed.

    The ruling about a change of history lists under "withdrawn" the ids of earlier rulings that stand no more.
    """
    lines = [(ruling.id, ruling_line(ruling, say(meant(ruling, step.state)))) for ruling in step.rulings]
    changed = next((line for number, line in lines if number > step.numbered.id), None)
    if step.withdrawn and changed is not None:
        withdrawn: list[Json] = list(step.withdrawn)
        changed["withdrawn"] = withdrawn
    judged = step.judged.observation
    if isinstance(judged, Call):
        lines.append((step.judged.id, call_line(step.judged.id, judged)))
    lines.sort(key=lambda pair: pair[0])
    made = [line for _, line in lines]
    if scores(before) != scores(step.state) or winner(before) != winner(step.state):
        made.append(score_line(scores(step.state), winner(step.state)))
    return tuple(made)


def as_text(line: JsonObject) -> str:
    """Return one line of JSON, the same on every machine: ASCII, no spaces, fields in the order given."""
    return json.dumps(line, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
