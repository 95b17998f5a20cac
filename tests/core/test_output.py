"""The JSON Lines contract."""

import json
from dataclasses import replace

from assistant.core import referee
from assistant.core.observations import Command, CommandName, Observation, Tick, Verdict, WordDiff
from assistant.core.output import as_text, call_line, step_lines
from tests.core.observed import call, grab, mine
from tests.core.test_referee import setup


def lines(*observations: Observation) -> list[str]:
    state = referee.start(setup())
    written = []
    for observation in observations:
        step = referee.step(state, observation)
        written += [as_text(line) for line in step_lines(state, step, lambda ruling: f"<{ruling.code}>")]
        state = step.state
    return written


def test_lines_come_by_id_with_the_score_when_it_changes() -> None:
    assert lines(grab("Ann", 1000), mine("Ben", 5000)) == [
        '{"type":"call","id":1,"player":"Ann","phrase":"tiny.grab","verdict":"exact","heard":"grab","diff":null,'
        '"slots":{},"start_ms":600,"end_ms":1000}',
        '{"type":"ruling","id":2,"code":"grab/made","player":"Ann","at_ms":1000,"margin_ms":null,"calls":[1],'
        '"text":"<grab/made>","data":{}}',
        '{"type":"ruling","id":3,"code":"grab/scored","player":"Ann","at_ms":3000,"margin_ms":null,"calls":[1],'
        '"text":"<grab/scored>","data":{}}',
        '{"type":"call","id":4,"player":"Ben","phrase":"tiny.mine","verdict":"exact","heard":"mine","diff":null,'
        '"slots":{},"start_ms":4600,"end_ms":5000}',
        '{"type":"ruling","id":5,"code":"grab/late","player":"Ben","at_ms":5000,"margin_ms":null,"calls":[4],'
        '"text":"<grab/late>","data":{}}',
        '{"type":"score","scores":{"Ann":1,"Ben":0,"Cid":0},"winner":null}',
    ]


def test_an_undo_lists_what_it_withdrew() -> None:
    undone = [json.loads(line) for line in lines(grab("Ann", 1000), Tick(3000), Command(3100, CommandName.UNDO))]
    assert [line["type"] for line in undone] == ["call", "ruling", "ruling", "score", "ruling", "score"]
    assert undone[4]["withdrawn"] == [2, 3]
    assert undone[5]["scores"]["Ann"] == 0


def test_the_diff_is_written_out() -> None:
    said = replace(call("Ann", "tiny.grab", 900, Verdict.INEXACT), diff=WordDiff(("a",), (), (("b", "c"),)))
    assert call_line(1, said)["diff"] == {"missing": ["a"], "added": [], "changed": [["b", "c"]]}
