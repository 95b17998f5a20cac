"""House rules: any frozen dataclass whose fields say their key, meaning and allowed values, from a mapping and back.

A field's metadata holds "key" (as in a settings file, such as "gf.count_must_match"), "doc" (one sentence) and, where
not every value of its type will do, "choices" (a tuple) or "range" (lowest, highest). Its default is recommended.
"""

import types
from collections.abc import Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from typing import Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rapidfuzz import process

from assistant.core.codec import Json
from assistant.core.phrases.normalise import plain_words
from assistant.errors import RefereeError

RulesT = TypeVar("RulesT")

CLOSE_ENOUGH = 70
"""The rapidfuzz ratio (0 to 100) from which a wrong word is answered with "did you mean"; found by trying typos."""

_WORDS_FOR_BOOLS = {False: ("off", "no", "none", "never"), True: ("on", "yes", "always")}
"""YAML 1.1 reads a bare `off` as false: the words that it may have stood for."""


class HouseRuleError(RefereeError):
    """A setting is unknown or has a value that is not allowed; `str()` names place, key, value and what is allowed."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One house rule as its game declares it."""

    key: str
    """As in a settings file, such as "gf.count_must_match"."""
    field: str
    """The name of the dataclass's field."""
    doc: str
    """What it decides, in one sentence."""
    hint: object
    """The type of its value."""
    default: object
    """The recommended value."""
    choices: tuple[object, ...] = ()
    """The only values allowed; empty where the type alone decides."""
    lowest: float | None = None
    """The least number allowed, or None."""
    highest: float | None = None
    """The greatest number allowed, or None."""

    @property
    def allowed(self) -> str:
        """What may stand there, in words."""
        if self.choices:
            return " or ".join(shown(choice) for choice in self.choices)
        return " or ".join(self._kind(member) for member in _members(self.hint))

    def _kind(self, member: object) -> str:
        """Return one of the types allowed, in words, a number with its range."""
        if self.lowest is None or member not in (int, float):
            return _kind_words(member)
        return f"{_kind_words(member)} from {shown(self.lowest)} to {shown(self.highest)}"


@dataclass(frozen=True, slots=True)
class Given:
    """One value as somebody wrote it."""

    key: str
    """The whole key, its parts joined by points."""
    value: object
    """A plain value: bool, int, float, str, None, or a list of them."""
    place: str = ""
    """Where it stands, such as "rules.yaml:3:5"; empty when nowhere."""


def settings(rules_type: type) -> tuple[Setting, ...]:
    """Return every house rule that a class declares, in its order.

    Raises:
        TypeError: the class is no dataclass, or a field lacks its metadata or its default: a fault of the program.
    """
    if not is_dataclass(rules_type):
        raise TypeError(f"{rules_type.__name__} is no dataclass")
    hints = get_type_hints(rules_type)
    found = []
    for each in fields(rules_type):
        default = each.default if each.default_factory is MISSING else each.default_factory()
        if default is MISSING or "key" not in each.metadata or "doc" not in each.metadata:
            raise TypeError(f"{rules_type.__name__}.{each.name} needs a default, and a key and a doc in its metadata")
        hint = hints[each.name]
        lowest, highest = each.metadata.get("range", (None, None))
        choices = tuple(each.metadata.get("choices", ())) or _named_members(hint)
        found.append(
            Setting(each.metadata["key"], each.name, each.metadata["doc"], hint, default, choices, lowest, highest)
        )
    return tuple(found)


def flatten(mapping: Mapping[str, object], place: str = "", prefix: str = "") -> tuple[Given, ...]:
    """Return nested keys as whole ones: {"gf": {"a": 1}} and {"gf.a": 1} are the same."""
    found: list[Given] = []
    for name, value in mapping.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            found.extend(flatten(value, place, key + "."))
        else:
            found.append(Given(key, value, place))
    return tuple(found)


def read(rules_type: type[RulesT], given: Iterable[Given], of_other_games: Collection[str] = ()) -> RulesT:
    """Return the house rules with the given values, and the default where none is given.

    Args:
        rules_type: the game's house rules.
        given: the values; a key may come once.
        of_other_games: keys that are another game's, and so are no fault in a file that serves several.

    Raises:
        HouseRuleError: a key is unknown or doubled, or a value is not allowed.
    """
    declared = {setting.key: setting for setting in settings(rules_type)}
    values: dict[str, object] = {}
    for each in given:
        setting = declared.get(each.key)
        if setting is None:
            if each.key not in of_other_games:
                raise HouseRuleError(_at(each) + _unknown(each.key, [*declared, *of_other_games]))
            continue
        if setting.field in values:
            raise HouseRuleError(f"{_at(each)}{each.key} is given twice: remove one of the two")
        values[setting.field] = _checked(setting, each)
    return rules_type(**values)


def from_mapping(rules_type: type[RulesT], mapping: Mapping[str, object], place: str = "") -> RulesT:
    """Return the house rules that a plain mapping gives; its keys may be nested.

    Raises:
        HouseRuleError: a key is unknown or doubled, or a value is not allowed.
    """
    return read(rules_type, flatten(mapping, place))


def to_mapping(rules: object) -> dict[str, Json]:
    """Return every house rule by its key, as `from_mapping` reads it."""
    return {setting.key: _plain(getattr(rules, setting.field)) for setting in settings(type(rules))}


def changes(rules: object) -> tuple[tuple[Setting, object], ...]:
    """Return the house rules whose value is not the recommended one."""
    pairs = ((setting, getattr(rules, setting.field)) for setting in settings(type(rules)))
    return tuple((setting, value) for setting, value in pairs if value != setting.default)


def rows(rules: object) -> tuple[tuple[str, str, str, str], ...]:
    """Return a readable table: key, value, what is allowed with the default, meaning."""
    return tuple(
        (
            setting.key,
            shown(getattr(rules, setting.field)),
            f"{setting.allowed} (default {shown(setting.default)})",
            setting.doc,
        )
        for setting in settings(type(rules))
    )


SAID_GROUPS = frozenset({"appeals", "exact", "race", "rares"})
"""The groups of keys that are words; the others are abbreviations of games."""


def read_aloud(rules: object) -> str:
    """Return what a table should hear before play: the house rules that are not the recommended ones."""
    changed = changes(rules)
    if not changed:
        return "The recommended house rules hold."
    parts = [f"{spoken_key(setting.key)}: {shown(value)}" for setting, value in changed]
    return "House rules that differ: " + "; ".join(parts) + "."


def spoken_key(key: str) -> str:
    """Return a key as it is said: "gf.preacher_window_s" is "preacher window in seconds".

    A group that is a word is said, too: "appeals.per_player" is "appeals per player".
    """
    group, _, name = key.rpartition(".")
    words = name.split("_")
    units = {"s": "in seconds", "ms": "in milliseconds"}
    said = [group] if group in SAID_GROUPS else []
    return " ".join([*said, *words[:-1], units.get(words[-1], words[-1])])


def shown(value: object) -> str:
    """Return a value as a settings file has it."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(shown(item) for item in value) + "]"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "null" if value is None else str(value)


def _members(hint: object) -> tuple[object, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _named_members(hint: object) -> tuple[object, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(hint) if isinstance(hint, type) and issubclass(hint, Enum) else ()


def _kind_words(hint: object) -> str:
    if get_origin(hint) is tuple:
        hints = get_args(hint)
        return "a list of different words" if Ellipsis in hints else f"a list of {len(hints)} different words"
    words = {bool: "true or false", int: "a whole number", float: "a number", str: "text", type(None): "null"}
    return next((text for kind, text in words.items() if hint is kind), str(hint))


def _at(given: Given) -> str:
    return f"{given.place}: " if given.place else ""


def _unknown(key: str, known: list[str]) -> str:
    near = process.extractOne(key, known, score_cutoff=CLOSE_ENOUGH)
    hint = f"did you mean {near[0]}?" if near else f"the known ones are {', '.join(known)}"
    return f"unknown house rule {key!r}: {hint}"


def _checked(setting: Setting, given: Given) -> object:
    """Return the value in the field's own type."""
    for member in _members(setting.hint):
        fitting, value = _fits(member, _as_word(given.value, setting.choices))
        if fitting and _in_bounds(setting, value):
            return value
    raise HouseRuleError(f"{_at(given)}{given.key}: expected {setting.allowed}, found {_quoted(given.value)}")


def _as_word(value: object, choices: tuple[object, ...]) -> object:
    """Undo YAML's reading of a bare word as a boolean, or of one like -2 as a number, where a word was meant."""
    if value in choices or isinstance(value, str | list):
        return value
    if isinstance(value, bool):
        return next((word for word in _WORDS_FOR_BOOLS[value] if word in choices), value)
    return str(value) if str(value) in choices else value


def _fits(hint: object, value: object) -> tuple[bool, object]:
    if get_origin(hint) is tuple:
        return _fits_list(get_args(hint), value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(((True, member) for member in hint if member.value == value), (False, value))
    if get_origin(hint) is Literal:
        return any(type(value) is type(each) and value == each for each in get_args(hint)), value
    if hint is float and type(value) is int:
        return True, float(value)
    return type(value) is hint, value


def _fits_list(hints: tuple[object, ...], value: object) -> tuple[bool, object]:
    """Read a list of one or more different values, or of just as many as the field's type says."""
    items = list(value) if isinstance(value, list | tuple) else [value]
    read_items = [_fits(hints[0], item) for item in items]
    found = tuple(item for _, item in read_items)
    right_length = len(items) == len(hints) if Ellipsis not in hints else bool(items)
    said = all(plain_words(item) for item in found if isinstance(item, str))
    different = len({_same(item) for item in found}) == len(found)
    return right_length and said and different and all(fits for fits, _ in read_items), found


def _same(item: object) -> object:
    """Return what two items of a list must not have in common: words, however they are written."""
    return plain_words(item) if isinstance(item, str) else item


def _in_bounds(setting: Setting, value: object) -> bool:
    if setting.choices:
        return all(item in setting.choices for item in (value if isinstance(value, tuple) else (value,)))
    if setting.lowest is None or setting.highest is None or not isinstance(value, int | float):
        return True
    return setting.lowest <= value <= setting.highest


def _plain(value: object) -> Json:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} is no value of a house rule")


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else shown(value)
