"""Settings files: YAML read from disk, every value with the file, line and column where it stands."""

from collections.abc import Collection
from pathlib import Path
from typing import TypeVar

import yaml
from yaml.constructor import SafeConstructor

from assistant.core.house_rules import Given, HouseRuleError, read

RulesT = TypeVar("RulesT")

LARGEST_FILE_BYTES = 1_000_000
"""A settings file is a page of text: anything larger is another file, chosen by mistake."""


def load_house_rules(rules_type: type[RulesT], path: Path | None, of_other_games: Collection[str] = ()) -> RulesT:
    """Return the house rules that a YAML file gives, or the recommended ones without a file.

    Args:
        rules_type: the game's house rules.
        path: the file, or None.
        of_other_games: keys of other games, which one file may hold as well.

    Raises:
        HouseRuleError: the file cannot be read, is no YAML, or holds an unknown key or a value that is not allowed;
            the message starts with file, line and column.
    """
    if path is None:
        return rules_type()
    return read(rules_type, given_in(path), of_other_games)


def given_in(path: Path) -> tuple[Given, ...]:
    """Return every value of a YAML file of nested mappings, with its place.

    Raises:
        HouseRuleError: the file cannot be read or is no YAML mapping.
    """
    text = _text_of(path)
    try:
        root = yaml.compose(text, yaml.SafeLoader)
        if root is None:
            return ()
        if not isinstance(root, yaml.MappingNode):
            raise HouseRuleError(f"{_place(path, root.start_mark)}: expected house rules as `key: value` lines")
        return tuple(_walk(SafeConstructor(), path, root, prefix="", above=()))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise HouseRuleError(f"{_place(path, mark)}: {error.problem or error.context}: mend the YAML there") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise HouseRuleError(f"{path}: this is no YAML that can be read ({reason}): mend the file") from error


def _walk(
    constructor: SafeConstructor, path: Path, node: yaml.MappingNode, prefix: str, above: tuple[int, ...]
) -> list[Given]:
    found: list[Given] = []
    for key_node, value_node in node.value:
        place = _place(path, key_node.start_mark)
        if not isinstance(key_node, yaml.ScalarNode):
            raise HouseRuleError(f"{place}: a key must be a word such as gf.reply_window_s")
        key = prefix + str(key_node.value)
        if isinstance(value_node, yaml.MappingNode):
            if id(value_node) in above:
                raise HouseRuleError(f"{place}: {key} contains itself: remove the alias")
            found.extend(_walk(constructor, path, value_node, key + ".", (*above, id(value_node))))
        else:
            found.append(
                Given(key, constructor.construct_object(value_node, deep=True), _place(path, value_node.start_mark))
            )
    return found


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE_BYTES:
            raise HouseRuleError(f"{path}: too large for a settings file: give a YAML file of house rules")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise HouseRuleError(f"{path}: this is no text: give a YAML file of house rules") from error
    except OSError as error:
        raise HouseRuleError(f"{path}: cannot be read ({error.strerror}): give a YAML file of house rules") from error


def _place(path: Path, mark: yaml.Mark | None) -> str:
    return str(path) if mark is None else f"{path}:{mark.line + 1}:{mark.column + 1}"
