"""Every value that a log holds survives the way to JSON and back, and what is damaged is named."""

import inspect
import json
import types
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core import codec, observations, rulings
from assistant.core.codec import CodecError, Json, JsonObject
from assistant.core.observations import Call, Fact, Verdict, WordDiff
from assistant.core.rulings import Ruling

CLASSES = [
    kind
    for module in (observations, rulings)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if is_dataclass(kind) and kind.__module__ == module.__name__
]


def _values(hint: object) -> st.SearchStrategy[object]:
    """A strategy for any value of a field's type."""
    arguments = get_args(hint)
    if get_origin(hint) in (Union, types.UnionType):
        return st.one_of([_values(each) for each in arguments])
    if get_origin(hint) is tuple:
        if arguments[-1] is Ellipsis:
            return st.lists(_values(arguments[0]), max_size=3).map(tuple)
        return st.tuples(*[_values(each) for each in arguments])
    if isinstance(hint, type) and is_dataclass(hint):
        return _instances(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(hint)
    return st.none() if hint is type(None) else st.from_type(hint)  # type: ignore[arg-type]


def _instances(kind: type) -> st.SearchStrategy[object]:
    hints = get_type_hints(kind)
    parts = {}
    for each in fields(kind):
        values = _values(hints[each.name])
        if each.metadata.get("pairs") == "by name":
            values = values.map(lambda pairs: tuple(sorted(dict(pairs).items())))  # type: ignore[call-overload]
        parts[each.name] = values
    return st.builds(kind, **parts)


def test_the_round_trip_below_covers_every_class() -> None:
    names = {kind.__name__ for kind in CLASSES}
    assert {"Call", "Fact", "Command", "Amendment", "Gap", "Tick", "End", "Numbered", "Ruling", "WordDiff"} <= names


@pytest.mark.parametrize("kind", CLASSES)
def test_every_class_survives_the_round_trip(kind: type) -> None:
    @given(_instances(kind))
    def round_trip(value: object) -> None:
        written = json.dumps(codec.encode(value, kind))
        assert codec.decode(json.loads(written), kind) == value

    round_trip()


@given(st.one_of([_instances(kind) for kind in get_args(observations.Observation)]))
def test_every_observation_survives_without_telling_its_class(value: object) -> None:
    assert isinstance(value, get_args(observations.Observation))
    written = json.dumps(codec.encode_observation(value))
    assert codec.decode_observation(json.loads(written)) == value


def test_the_form_is_the_documented_one() -> None:
    call = Call(
        "Ann",
        "grave-feast.graveyard",
        Verdict.INEXACT,
        "five to the grave",
        1000,
        1900,
        slots=(("n", 5),),
        diff=WordDiff(changed=(("graveyard", "grave"),)),
    )
    assert codec.encode_observation(call) == {
        "type": "call",
        "player": "Ann",
        "phrase": "grave-feast.graveyard",
        "verdict": "inexact",
        "heard": "five to the grave",
        "start_ms": 1000,
        "end_ms": 1900,
        "slots": {"n": 5},
        "diff": {"missing": [], "added": [], "changed": [["graveyard", "grave"]]},
        "error_ms": 0,
        "channel": None,
        "shared_microphone": False,
        "reason": "",
    }
    assert codec.encode_observation(Fact(5, "grave-feast.lays", (("cards", (3, 4)),)))["slots"] == {"cards": [3, 4]}


def _ruling(**changes: Json) -> JsonObject:
    return {**codec.encode_ruling(Ruling("steal/made", 5)), **changes}


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ({"at_ms": "5"}, "ruling.at_ms: expected int, found '5'"),
        ({"at_ms": True}, "ruling.at_ms: expected int, found True"),
        ({"at_ms": 5.0}, "ruling.at_ms: expected int, found 5.0"),
        ({"colour": 1}, "ruling: unknown colour"),
        ({"calls": 1}, "ruling.calls: expected a list, found 1"),
        ({"calls": [1, None]}, "ruling.calls[1]: expected int, found None"),
        ({"data": []}, "ruling.data: expected an object, found []"),
        ({"type": "call"}, "ruling: expected type ruling, found 'call'"),
    ],
)
def test_a_damaged_field_is_named(damage: JsonObject, complaint: str) -> None:
    with pytest.raises(CodecError) as error:
        codec.decode_ruling(_ruling(**damage))
    assert str(error.value) == complaint


def test_a_missing_field_is_named() -> None:
    ruling = _ruling()
    del ruling["margin_ms"]
    with pytest.raises(CodecError, match=r"^line 7: missing margin_ms$"):
        codec.decode_ruling(ruling, "line 7")


@pytest.mark.parametrize("wrong", [None, 3, [], {}, {"type": "ruling"}, {"type": 4}, {"type": "word-diff"}])
def test_what_is_no_observation_is_refused(wrong: Json) -> None:
    with pytest.raises(CodecError):
        codec.decode_observation(wrong)


def test_an_older_record_is_brought_up_to_date_step_by_step() -> None:
    upgrades = {
        1: lambda record: {**record, "margin_ms": None},
        2: lambda record: {("at_ms" if name == "at" else name): value for name, value in record.items()},
    }
    old: JsonObject = {"at": 5}
    assert codec.upgrade(old, 1, upgrades, current=3) == {"at_ms": 5, "margin_ms": None}
    assert codec.upgrade({"at_ms": 5}, 3, upgrades, current=3) == {"at_ms": 5}


def test_a_newer_or_too_old_record_is_refused_with_what_to_do() -> None:
    with pytest.raises(CodecError, match=r"schema 5 is newer than this program's 4: install a newer party-referee"):
        codec.upgrade({}, codec.SCHEMA + 1)
    with pytest.raises(CodecError, match="schema 0 is too old"):
        codec.upgrade({}, 0)
