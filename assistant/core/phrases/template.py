"""From a template's text to its tree.

{n:1-9} to the graveyard            a number between two bounds
{player:@players} lays {cards:1-9+} an entry of a list; one or more numbers
(fight|flee)                        one of several
[oh] seduce                         what may be left out
"""

import re
from dataclasses import dataclass

from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.numbers import LARGEST
from assistant.core.phrases.tree import Choice, ListSlot, Literal, Maybe, Node, NumberSlot, Row, slot_names

_TOKEN = re.compile(r"\s*(?:(?P<slot>\{[^{}]*\})|(?P<mark>[()\[\]|])|(?P<word>[^\s{}()\[\]|]+)|(?P<bad>\S))")
_SLOT = re.compile(r"\{(?P<name>[a-z][a-z_]*):(?:@(?P<list>[a-z][a-z0-9-]*)|(?P<low>\d+)-(?P<high>\d+)(?P<many>\+)?)\}")


class TemplateError(ValueError):
    """A template's text is wrong; says what was found, what was expected, and where."""

    def __init__(self, message: str, column: int) -> None:
        """Keep the message and the column, from 0, within the template."""
        super().__init__(message)
        self.column = column


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    column: int


def parse_template(text: str) -> Node:
    """Return the tree of a template.

    Raises:
        TemplateError: a bracket is not closed, a slot is malformed or doubled, or nothing must be said.
    """
    tokens = [_token(match) for match in _TOKEN.finditer(text)]
    node, rest = _alternatives(tokens, 0)
    if rest < len(tokens):
        raise TemplateError(f'found "{tokens[rest].text}" without its opening bracket', tokens[rest].column)
    if not _least_words(node):
        raise TemplateError("found a template that may be silence, expected at least one word", 0)
    names = re.findall(r"\{([a-z_]+):", text)
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled and len(names) != len(slot_names(node)) and not isinstance(node, Choice):
        raise TemplateError(f'found the slot "{doubled}" twice, expected every slot once', text.rindex("{" + doubled))
    return node


def _token(match: re.Match[str]) -> _Token:
    kind = match.lastgroup or "bad"
    return _Token(kind, match.group(kind), match.start(kind))


def _alternatives(tokens: list[_Token], index: int) -> tuple[Node, int]:
    options = []
    while True:
        row, index = _row(tokens, index)
        options.append(row)
        if index >= len(tokens) or tokens[index].text != "|":
            return (options[0] if len(options) == 1 else Choice(tuple(options))), index
        index += 1


def _row(tokens: list[_Token], index: int) -> tuple[Node, int]:
    nodes: list[Node] = []
    while index < len(tokens) and tokens[index].text not in ("|", ")", "]"):
        token = tokens[index]
        if token.text in ("(", "["):
            inner, index = _alternatives(tokens, index + 1)
            closing = ")" if token.text == "(" else "]"
            if index >= len(tokens) or tokens[index].text != closing:
                raise TemplateError(f'found "{token.text}" without its "{closing}"', token.column)
            nodes.append(inner if token.text == "(" else Maybe(inner))
        else:
            nodes.extend(_leaves(token))
        index += 1
    return (nodes[0] if len(nodes) == 1 else Row(tuple(nodes))), index


def _leaves(token: _Token) -> list[Node]:
    if token.kind == "word":
        return [Literal(word) for word in plain_words(token.text)]
    match = _SLOT.fullmatch(token.text)
    if token.kind != "slot" or not match:
        expected = "expected {name:1-9}, {name:1-9+} or {name:@list}"
        raise TemplateError(f'found "{token.text}", {expected}', token.column)
    if match["list"]:
        return [ListSlot(match["name"], match["list"])]
    low, high = int(match["low"]), int(match["high"])
    if not low <= high <= LARGEST:
        raise TemplateError(f'found "{token.text}", expected rising bounds up to {LARGEST}', token.column)
    return [NumberSlot(match["name"], low, high, bool(match["many"]))]


def _least_words(node: Node) -> int:
    match node:
        case Maybe():
            return 0
        case Choice(options=options):
            return min(map(_least_words, options))
        case Row(nodes=nodes):
            return sum(map(_least_words, nodes))
        case _:
            return 1
