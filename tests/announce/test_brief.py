"""Every sentence is said in under two seconds by the packaged voice: a referee who talks longer holds up the game."""

from collections.abc import Iterator

import pytest

from assistant.announce.voice import Voice
from assistant.core.games.registry import GAMES
from assistant.core.rulings import Ruling
from assistant.core.wording import render
from assistant.core.wording.en import ENGLISH
from assistant.core.wording.language import fill
from tests.goldens.golden import find, judge, load

LONGEST_MS = 2_000
ASKED_FOR = ("rule/told", "say/again", "say/why", "score/told")
"""What somebody asked to hear may take its time."""
SAMPLES = {
    "player": "Cathy",
    "first": "Cathy",
    "victim": "Ben",
    "owner": "Ben",
    "side": "heads",
    "what": "more brains",
    "now": "unsure",
    "call": "Cathy's call",
    "score_changes": "",
}
"""What stands in a sentence that no golden scene gives, besides numbers; changed scores come after the two seconds."""


class _Anything(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return SAMPLES.get(name, "0.8 seconds" if name.endswith("_ms") else "5")

    def get(self, name: str, default: object = None) -> str:
        return self[name]


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence of the goldens, the longest of each code, and every other code and refusal with sample values."""
    said: dict[str, str] = {}
    for path in find():
        golden = load(path)
        rulings = (ruling for step in judge(golden, GAMES[golden.game]) for ruling in step.rulings)
        for ruling in rulings:
            text = render(ruling)
            said[ruling.code] = max(said.get(ruling.code, ""), text, key=len)
    yield from said.items()
    for code, wording in ENGLISH.catalogue.items():
        if code not in said:
            yield code, fill(wording.short, _Anything())
    for term in ENGLISH.terms:
        kind, _, rule = term.partition(":")
        if kind == "rule":
            yield term, render(Ruling("fact/refused", 0, None, data=(("rule", rule), ("section", ""))))


def test_every_sentence_is_said_in_under_two_seconds() -> None:
    with Voice() as voice:
        lasting = [(voice.render(text).duration_ms, code, text) for code, text in sentences() if code not in ASKED_FOR]
    assert len(lasting) > len(ENGLISH.catalogue)
    assert [each for each in lasting if each[0] >= LONGEST_MS] == []


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"missing": "the power of christ", "added": "oh", "changed": ""}, "missing the power of"),
        ({"missing": "", "added": "", "changed": "compelled for compels, thee for you"}, "said compelled"),
        ({"missing": "", "added": "oh my dear friend", "changed": "a for b"}, "added oh my dear"),
    ],
)
def test_of_a_fault_the_first_thing_is_said_and_shortly(values: dict[str, int | str], said: str) -> None:
    ruling = Ruling("preach/lost", 0, "Cid", data=tuple(sorted({**values, "heard": "x"}.items())))
    assert render(ruling) == f"Cid loses the preacher: {said}."
