"""How a language turns rulings into sentences: templates filled with a ruling's values.

In a template `{name}` is a value of the ruling, and `[...]` is left out when a value inside it is missing or empty.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.core.games.mechanics.said import INSTEAD_OF
from assistant.core.referee_codes import POINTS_OF
from assistant.core.refold import NOW, WAS
from assistant.core.rulings import Ruling
from assistant.core.times import clock
from assistant.core.wording.topics import Topic, topic_named

Names = Mapping[str, str]
"""How to say a player's name, by the name on the table; a player who is not there is said as written."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What to say for one code."""

    short: str
    """The sentence that is spoken: at most MOST_WORDS words, under two seconds."""
    long: str
    """What it means, on request, in one or two sentences."""


@dataclass(frozen=True, slots=True)
class Language:
    """The few words that templates do not hold, and the catalogue."""

    code: str
    """Such as "en"."""
    catalogue: Mapping[str, Wording]
    """The wording of every code."""
    somebody: str
    """A player whom nobody knows."""
    seconds: str
    """A time, such as "{number} seconds"."""
    second: str
    """A time of exactly one second."""
    change: str
    """A changed score, with {player}, {was} and {now}."""
    points: str
    """A player's score, with {player} and {points}."""
    call_of: str
    """A {player}'s call."""
    the_call: str
    """A call of which nothing more is known."""
    terms: Mapping[str, str]
    """How to say a value that is a word of the program, by "name:value", such as "decision:redo"."""
    rules: Mapping[str, tuple[Topic, ...]]
    """The rules of every game by subject."""
    no_rule: str
    """What is said of a {topic} that the game does not have."""


MOST_WORDS = 10
"""So many words can be said in two seconds by a brisk voice; numbers and names count as one."""

FAULTS = ("missing", "added", "changed")
"""The values that say what was wrong with a call."""

MOST_FAULT_WORDS = 3
"""So many words of a fault are spoken; the screen and the explanation have them all."""

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def placeholders(template: str, optional: bool) -> frozenset[str]:
    """Return the names that a template needs, or those that it can do without."""
    inside = frozenset(name for part in _OPTIONAL.findall(template) for name in _PLACEHOLDER.findall(part))
    outside = frozenset(_PLACEHOLDER.findall(_OPTIONAL.sub("", template)))
    return inside if optional else outside


def fill(template: str, values: Mapping[str, str]) -> str:
    """Return a template with its values.

    Raises:
        KeyError: a value that the template cannot do without is missing.
    """

    def optional(part: re.Match[str]) -> str:
        names = _PLACEHOLDER.findall(part[1])
        return part[1] if all(values.get(name) for name in names) else ""

    return _PLACEHOLDER.sub(lambda found: values[found[1]], _OPTIONAL.sub(optional, template)).strip()


def brief(values: Mapping[str, str]) -> dict[str, str]:
    """Return values for a sentence that is spoken: of what was wrong with a call only the first thing, and shortly."""
    faults = [name for name in FAULTS if values.get(name)]
    shortened = dict.fromkeys(faults, "")
    for name in faults[:1]:
        shortened[name] = " ".join(values[name].partition(", ")[0].partition(INSTEAD_OF)[0].split()[:MOST_FAULT_WORDS])
    return {**values, **shortened}


def values_of(ruling: Ruling, names: Names, language: Language) -> dict[str, str]:
    """Return every value that a ruling offers to templates, as words.

    Times (names that end in _ms) are seconds, players are said as `names` has them, and `score_changes` gathers what a
    change of history did to the scores. `scores` are those that were asked for, `call` is the call that an appeal's
    outcome is about, `rule` what a subject says aloud, and `rule_text` the whole of it.
    """
    values = {name: _words(name, value, names, language) for name, value in ruling.data}
    values["player"] = names.get(ruling.player, ruling.player) if ruling.player is not None else language.somebody
    values["at"] = clock(round(ruling.at_ms, -2), 1)
    if ruling.margin_ms is not None:
        values["margin"] = _seconds(abs(ruling.margin_ms), language)
    if ruling.tie_band_ms is not None:
        values["tie_band"] = _seconds(ruling.tie_band_ms, language)
    changes = _score_changes(ruling, names, language)
    if changes:
        values["score_changes"] = ", ".join(changes)
    scores = _scores(ruling, names, language)
    if scores:
        values["scores"] = ", ".join(scores)
    values["call"] = _call(values, language)
    if "topic" in values:
        values["rule"], values["rule_text"] = _rule(values["game"], values["topic"], language)
    return values


def _call(values: Mapping[str, str], language: Language) -> str:
    """Return by whom a call was, or, where nobody knows, its words."""
    if values.get("whose"):
        return language.call_of.format(player=values["whose"])
    return f"“{values['called']}”" if values.get("called") else language.the_call


def _words(name: str, value: int | str, names: Names, language: Language) -> str:
    if isinstance(value, str):
        return language.terms.get(f"{name}:{value}", names.get(value, value))
    return _seconds(value, language) if name.endswith("_ms") else str(value)


def _seconds(ms: int, language: Language) -> str:
    """Return a time to the tenth of a second; one below a tenth to the hundredth."""
    seconds = ms / 1000
    number = f"{seconds:.2f}" if 0 < seconds < 0.1 else f"{seconds:.1f}"
    form = language.second if number == "1.0" else language.seconds
    return form.format(number=number.removesuffix(".0"))


def _scores(ruling: Ruling, names: Names, language: Language) -> list[str]:
    points = {name.removeprefix(POINTS_OF): value for name, value in ruling.data if name.startswith(POINTS_OF)}
    return [language.points.format(player=names.get(player, player), points=held) for player, held in points.items()]


def _rule(game: str, name: str, language: Language) -> tuple[str, str]:
    """Return what a subject says aloud, and the whole of it."""
    topic = topic_named(language.rules.get(game, ()), name)
    if topic is None:
        unknown = language.no_rule.format(topic=name)
        return unknown, unknown
    return topic.spoken, topic.text


def _score_changes(ruling: Ruling, names: Names, language: Language) -> list[str]:
    data = dict(ruling.data)
    players = [name.removeprefix(NOW) for name in data if name.startswith(NOW)]
    return [
        language.change.format(player=names.get(player, player), was=data[WAS + player], now=data[NOW + player])
        for player in players
        if WAS + player in data
    ]
