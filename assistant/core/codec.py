"""Frozen dataclasses to JSON and back, by reflection, so that a new kind of observation needs no line here.

A dataclass becomes an object of its fields. Where a union leaves open which class it is, the object says so under
"type", in lower case with hyphens ("word-diff"). Tuples become lists; a field of pairs with the metadata
`{"pairs": "by name"}` becomes an object; enumerations become their values. Every field must be there, and no other:
what an older version wrote is first brought up to date by `upgrade`.
"""

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from assistant.core.observations import Observation
from assistant.core.rulings import Ruling
from assistant.errors import RefereeError

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""Any JSON value."""

JsonObject: TypeAlias = dict[str, Json]
"""A JSON object."""

SCHEMA = 4
"""The version of the form in which observations and rulings are written; raised when an old reader would fail."""


def _from_1_to_2(record: JsonObject) -> JsonObject:
    """Amendments say since 2 whether the evidence did not decide; an older log may have newer lines at its end."""
    observation = record.get("observation")
    if not isinstance(observation, dict) or observation.get("type") != "amendment" or "too_close" in observation:
        return record
    return {**record, "observation": {**observation, "too_close": False}}


def _from_2_to_3(record: JsonObject) -> JsonObject:
    """Logs tell since 3 when the referee spoke: lines of a new kind, which an older log lacks."""
    return record


def _from_3_to_4(record: JsonObject) -> JsonObject:
    """Logs tell since 4 when the machine was too slow: lines of a new kind, which an older log lacks."""
    return record


UPGRADES: Mapping[int, Callable[[JsonObject], JsonObject]] = types.MappingProxyType(
    {1: _from_1_to_2, 2: _from_2_to_3, 3: _from_3_to_4}
)
"""By version: what turns a record of that version into one of the next."""

TYPE_KEY = "type"
"""The key under which an object names its class, where a union leaves that open."""

DecodedT = TypeVar("DecodedT")


class CodecError(RefereeError):
    """A JSON value is not what it should be; `str()` names the place inside the value, what was found and expected."""


def encode(value: object, hint: object) -> Json:
    """Return `value` as JSON.

    Args:
        value: a dataclass, or anything that a field of one may hold.
        hint: the type that it is known to have; a union makes an object name its class.

    Raises:
        TypeError: the program asked for a type that has no JSON form.
    """
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        return [encode(item, item_hint) for item, item_hint in zip(value, _item_hints(value, hint), strict=True)]
    if is_dataclass(value) and not isinstance(value, type):
        return _encode_fields(value, tagged=len(_members(hint)) > 1)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def encode_observation(observation: Observation) -> JsonObject:
    """Return an observation as a JSON object that names its class."""
    return _encode_fields(observation, tagged=True)


def encode_ruling(ruling: Ruling) -> JsonObject:
    """Return a ruling as a JSON object that names its class."""
    return _encode_fields(ruling, tagged=True)


def decode(json: Json, kind: type[DecodedT], place: str = "") -> DecodedT:
    """Return the value of class `kind` that was encoded as `json`.

    Args:
        json: what `encode` returned.
        kind: the class.
        place: how errors should name the whole value.

    Raises:
        CodecError: a field is missing, unknown, or of another type.
    """
    value = _decode(json, kind, place or tag(kind))
    if not isinstance(value, kind):
        raise CodecError(f"{place}: expected {tag(kind)}, found {_shown(json)}")
    return value


def decode_observation(json: Json, place: str = "observation") -> Observation:
    """Return the observation that was encoded as `json`.

    Raises:
        CodecError: it is none, or a field is missing, unknown, or of another type.
    """
    value = _decode(json, Observation, place)
    if not isinstance(value, Observation):
        raise CodecError(f"{place}: expected an observation, found {_shown(json)}")
    return value


def decode_ruling(json: Json, place: str = "ruling") -> Ruling:
    """Return the ruling that was encoded as `json`.

    Raises:
        CodecError: it is none, or a field is missing, unknown, or of another type.
    """
    return decode(json, Ruling, place)


def upgrade(
    record: JsonObject,
    schema: int,
    upgrades: Mapping[int, Callable[[JsonObject], JsonObject]] = UPGRADES,
    current: int = SCHEMA,
) -> JsonObject:
    """Return a record of an older schema as one of the current schema.

    Raises:
        CodecError: it was written by a newer version, or one too old.
    """
    if schema > current:
        raise CodecError(f"schema {schema} is newer than this program's {current}: install a newer party-referee")
    for version in range(schema, current):
        if version not in upgrades:
            raise CodecError(f"schema {version} is too old: nothing turns it into schema {version + 1}")
        record = upgrades[version](record)
    return record


def tag(kind: type) -> str:
    """Return the name under which a class goes in JSON: WordDiff is "word-diff"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", kind.__name__).lower()


@cache
def _hints(kind: type) -> Mapping[str, object]:
    return types.MappingProxyType(get_type_hints(kind))


def _members(hint: object) -> tuple[object, ...]:
    """Return the alternatives of a type, without None."""
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(member for member in get_args(hint) if member is not type(None))
    return (hint,)


def _optional(hint: object) -> bool:
    return hint is type(None) or type(None) in get_args(hint)


def _item_hints(items: tuple[object, ...] | list[Json], hint: object) -> tuple[object, ...]:
    """Return the type of each item of a tuple of this type."""
    tuples = [member for member in _members(hint) if get_origin(member) is tuple]
    if not tuples:
        raise TypeError(f"a tuple where {hint} was declared")
    arguments = get_args(tuples[0])
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return (arguments[0],) * len(items)
    return arguments


def _by_name(each: "Field[object]") -> bool:
    return each.metadata.get("pairs") == "by name"


def _encode_fields(value: object, tagged: bool) -> JsonObject:
    kind: type = type(value)
    record: JsonObject = {TYPE_KEY: tag(kind)} if tagged else {}
    if not is_dataclass(value):
        raise TypeError(f"{kind.__name__} is no dataclass")
    hints = _hints(kind)
    for each in fields(value):
        hint = hints[each.name]
        encoded = encode(getattr(value, each.name), hint)
        if _by_name(each) and isinstance(encoded, list):
            encoded = {str(pair[0]): pair[1] for pair in encoded if isinstance(pair, list)}
        record[each.name] = encoded
    return record


def _decode(json: Json, hint: object, place: str) -> object:
    members = _members(hint)
    if json is None and _optional(hint):
        return None
    if len(members) > 1:
        return _decode(json, _chosen(json, members, place), place)
    member = members[0]
    if get_origin(member) is tuple:
        return _decode_tuple(json, member, place)
    if not isinstance(member, type):
        raise TypeError(f"{member} has no JSON form")
    if is_dataclass(member):
        return _decode_fields(json, member, place)
    if issubclass(member, Enum):
        return _decode_enum(json, member, place)
    if type(json) is not member and not (member is float and type(json) is int):
        raise CodecError(f"{place}: expected {member.__name__}, found {_shown(json)}")
    return json


def _chosen(json: Json, members: tuple[object, ...], place: str) -> object:
    """Return the alternative of a union that a JSON value means, by its shape or its "type"."""
    if isinstance(json, dict):
        named = json.get(TYPE_KEY)
        tags = {tag(member): member for member in members if isinstance(member, type)}
        if not isinstance(named, str) or named not in tags:
            raise CodecError(f"{place}: expected {TYPE_KEY!r} to be one of {', '.join(tags)}, found {_shown(named)}")
        return tags[named]
    wanted = tuple if isinstance(json, list) else type(json)
    for member in members:
        if member is wanted or get_origin(member) is wanted:
            return member
    raise CodecError(f"{place}: found {_shown(json)}, which is none of the types allowed here")


def _decode_tuple(json: Json, hint: object, place: str) -> tuple[object, ...]:
    if not isinstance(json, list):
        raise CodecError(f"{place}: expected a list, found {_shown(json)}")
    hints = _item_hints(json, hint)
    if len(hints) != len(json):
        raise CodecError(f"{place}: expected {len(hints)} items, found {len(json)}")
    return tuple(_decode(item, each, f"{place}[{i}]") for i, (item, each) in enumerate(zip(json, hints, strict=True)))


def _decode_enum(json: Json, kind: type[Enum], place: str) -> Enum:
    for member in kind:
        if member.value == json:
            return member
    allowed = ", ".join(str(member.value) for member in kind)
    raise CodecError(f"{place}: expected one of {allowed}, found {_shown(json)}")


def _decode_fields(json: Json, kind: type, place: str) -> object:
    if not isinstance(json, dict):
        raise CodecError(f"{place}: expected an object, found {_shown(json)}")
    declared = {each.name: each for each in fields(kind)}
    given = {name: value for name, value in json.items() if name != TYPE_KEY or TYPE_KEY in declared}
    if json.get(TYPE_KEY, tag(kind)) != tag(kind) and TYPE_KEY not in declared:
        raise CodecError(f"{place}: expected type {tag(kind)}, found {_shown(json[TYPE_KEY])}")
    unknown = [name for name in given if name not in declared]
    missing = [name for name in declared if name not in given]
    if unknown or missing:
        raise CodecError(f"{place}: " + _field_faults(unknown, missing))
    values = {
        name: _decode(_as_pairs(given[name], each, f"{place}.{name}"), _hints(kind)[name], f"{place}.{name}")
        for name, each in declared.items()
    }
    return kind(**values)


def _as_pairs(json: Json, each: "Field[object]", place: str) -> Json:
    if not _by_name(each):
        return json
    if not isinstance(json, dict):
        raise CodecError(f"{place}: expected an object, found {_shown(json)}")
    return [[name, json[name]] for name in sorted(json)]


def _field_faults(unknown: list[str], missing: list[str]) -> str:
    faults = []
    if missing:
        faults.append(f"missing {', '.join(missing)}")
    if unknown:
        faults.append(f"unknown {', '.join(unknown)}")
    return "; ".join(faults)


def _shown(json: Json) -> str:
    """Return a JSON value as an error may quote it: short."""
    text = repr(json)
    return text if len(text) <= 60 else text[:57] + "..."
