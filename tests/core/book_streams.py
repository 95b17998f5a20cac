"""Streams of observations about any registered game, made from its own phrase book."""

from functools import cache

from hypothesis import strategies as st

from assistant.core.games.registry import GAMES
from assistant.core.observations import (
    Call,
    Command,
    CommandName,
    End,
    Fact,
    Gap,
    Observation,
    Tick,
    Verdict,
    WordDiff,
    moment_ms,
)
from assistant.core.phrases.book import PLAYERS, FactForm, GameBook, Phrase
from assistant.core.phrases.tree import Choice, ListSlot, Maybe, Node, NumberSlot, Row, SlotValue
from assistant.phrasebook import load_phrase_book

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
LONGEST_MS = 90_000

Slots = dict[str, SlotValue]


@cache
def book(game: str) -> GameBook:
    return load_phrase_book().games[game]


def players(game: str) -> tuple[str, ...]:
    """As many players as a game usually has: three, if it takes them."""
    info = GAMES[game].info
    return NAMES[: min(max(3, info.min_players), info.max_players)]


def slots(node: Node, at: GameBook, table: tuple[str, ...]) -> st.SearchStrategy[Slots]:
    """Any slots that a template can have."""
    match node:
        case NumberSlot(name=name, low=low, high=high, many=True):
            return st.lists(st.integers(low, high), min_size=1, max_size=5).map(lambda found: {name: tuple(found)})
        case NumberSlot(name=name, low=low, high=high):
            return st.integers(low, high).map(lambda number: {name: number})
        case ListSlot(name=name, list_name=list_name):
            entries = table if list_name == PLAYERS else tuple(" ".join(entry) for entry in at.list_map[list_name])
            return st.sampled_from(entries).map(lambda entry: {name: entry})
        case Maybe(node=inner):
            return st.just({}) | slots(inner, at, table)
        case Choice(options=options):
            return st.one_of([slots(option, at, table) for option in options])
        case Row(nodes=nodes):
            return st.tuples(*[slots(inner, at, table) for inner in nodes]).map(_joined)
        case _:
            return st.just({})


def _joined(parts: tuple[Slots, ...]) -> Slots:
    return {name: value for part in parts for name, value in part.items()}


def calls(phrase: Phrase, at: GameBook, table: tuple[str, ...]) -> st.SearchStrategy[Call]:
    """Any call of a phrase, mostly exact."""

    def call(found: Slots, who: str | None, verdict: Verdict, end_ms: int, length_ms: int, error_ms: int) -> Call:
        plain = tuple(sorted((name, value) for name, value in found.items() if not isinstance(value, tuple)))
        diff = WordDiff(missing=("the",)) if verdict is Verdict.INEXACT else None
        reason = "the ears differ" if verdict is Verdict.UNSURE else ""
        heard = phrase.examples[0].casefold() if phrase.examples else phrase.id
        return Call(
            who, phrase.id, verdict, heard, max(0, end_ms - length_ms), end_ms, plain, diff, error_ms, reason=reason
        )

    return st.builds(
        call,
        st.one_of([slots(tree, at, table) for tree in phrase.trees]),
        st.sampled_from((*table, *table, None)),
        st.sampled_from((Verdict.EXACT, Verdict.EXACT, Verdict.EXACT, Verdict.INEXACT, Verdict.UNSURE)),
        st.integers(0, LONGEST_MS),
        st.integers(0, 1500),
        st.sampled_from((0, 0, 40)),
    )


def facts(form: FactForm, at: GameBook, table: tuple[str, ...]) -> st.SearchStrategy[Fact]:
    """Any telling of a fact."""

    def fact(found: Slots, who: str | None, at_ms: int) -> Fact:
        return Fact(at_ms, form.id, tuple(sorted(found.items())), form.id, who)

    return st.builds(
        fact,
        st.one_of([slots(tree, at, table) for tree in form.trees]),
        st.sampled_from((*table, None)),
        st.integers(0, LONGEST_MS),
    )


def commands(table: tuple[str, ...]) -> st.SearchStrategy[Command]:
    """Any command."""
    return st.builds(
        Command,
        st.integers(0, LONGEST_MS),
        st.sampled_from(CommandName),
        st.sampled_from((*table, None)),
        st.none() | st.integers(1, 30),
    )


@cache
def streams(game: str, length: int = 20) -> st.SearchStrategy[list[Observation]]:
    """Any stream about a game, in the order of its moments."""
    at, table = book(game), players(game)
    said = [calls(phrase, at, table) for phrase in at.phrases]
    told = [facts(form, at, table) for form in at.facts]
    timed = st.builds(Tick, st.integers(0, LONGEST_MS)) | st.builds(End, st.just(LONGEST_MS))
    gaps = st.integers(0, LONGEST_MS).map(lambda at_ms: Gap(0, at_ms, at_ms + 500, "overflow"))
    one: st.SearchStrategy[Observation] = st.one_of([*said, *said, *told, *told, commands(table), timed, gaps])
    return st.lists(one, max_size=length).map(lambda stream: sorted(stream, key=moment_ms))
