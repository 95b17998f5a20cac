"""From the lines of a script to the observations of a match, by the same book and judge that the ears use."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rapidfuzz import process

from assistant.core.observations import Call, End, Observation, Tick, Verdict, moment_ms
from assistant.core.phrases.book import GameBook
from assistant.core.phrases.judge import Ambiguous, Exact, Near, is_unfinished, judge_words
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.split import JOIN_MS
from assistant.core.told import ADDRESS, observation_told
from assistant.script import Asked, Line, Said, ScriptError, Silence, Told, load

AMBIGUOUS = "the words are more than one call"
"""Why a call whose words mean two things is unsure."""

UNSURE_MARK = "(?)"
"""What a script puts behind words that nobody could hear well."""

MARKED_UNSURE = "it was not heard well"
"""Why a call with the mark is unsure."""

CLOSE_ENOUGH = 60
"""The rapidfuzz ratio (0 to 100) from which words are answered with "did you mean"; found by trying typos."""


def read_script(path: Path, book: GameBook, players: tuple[str, ...]) -> tuple[Observation, ...]:
    """Return the observations of a script file in the order of their moments; the last one is the end.

    Args:
        path: the script.
        book: the game's phrase book.
        players: who sits at the table.

    Raises:
        ScriptError: the file cannot be read, a line is wrong, or a told fact is none of the game's.
    """
    return observations_of(load(path, players), book, players)


def observations_of(lines: Sequence[Line], book: GameBook, players: tuple[str, ...]) -> tuple[Observation, ...]:
    """Return the observations of a script's lines in the order of their moments; the last one is the end.

    Raises:
        ScriptError: a told fact is none of the game's.
    """
    at_table = book.at_table(players)
    observations = [each for line in _joined(lines, at_table) for each in _observations(line, at_table, players)]
    observations.sort(key=moment_ms)
    last_ms = max(_last_ms(line) for line in lines)
    return (*observations, End(last_ms))


def _joined(lines: Sequence[Line], book: GameBook) -> tuple[Line, ...]:
    """Join calls that were broken off and went on in a later line, as the ears join what they hear."""
    found: list[Line] = []
    taken: set[int] = set()
    for at, line in enumerate(lines):
        if at in taken:
            continue
        rest = _rest_of(line, lines[at + 1 :], book) if isinstance(line, Said) else None
        if rest is not None and isinstance(line, Said):
            taken.add(at + 1 + rest)
            line = _both(line, lines[at + 1 + rest])
        found.append(line)
    return tuple(found)


def _rest_of(said: Said, later: Sequence[Line], book: GameBook) -> int | None:
    """Return which later line makes a call of one that stops short, or None."""
    words = plain_words(said.words)
    if said.words.endswith(UNSURE_MARK) or not is_unfinished(book, words):
        return None
    for at, line in enumerate(later):
        if isinstance(line, Said) and line.player == said.player:
            follows = 0 <= line.start_ms - said.end_ms <= JOIN_MS and not line.words.endswith(UNSURE_MARK)
            exact = follows and isinstance(judge_words(book, (*words, *plain_words(line.words))), tuple)
            return at if exact else None
    return None


def _both(said: Said, rest: Line) -> Said:
    return replace(said, end_ms=rest.end_ms, words=f"{said.words} {rest.words}") if isinstance(rest, Said) else said


def _last_ms(line: Line) -> int:
    match line:
        case Said():
            return line.end_ms
        case Asked():
            return line.command.at_ms
        case _:
            return line.at_ms


def _observations(line: Line, book: GameBook, players: tuple[str, ...]) -> Iterator[Observation]:
    match line:
        case Said():
            yield from _heard(line, book, players)
        case Told():
            words = plain_words(line.words)
            told = observation_told(book, players, words, line.at_ms, line.player)
            if told is None:
                raise ScriptError(f"{line.place}: {line.words!r} is no fact of {book.game}: {_hint(words, book)}")
            yield told
        case Asked():
            yield line.command
        case Silence():
            yield Tick(line.at_ms)


def _heard(said: Said, book: GameBook, players: tuple[str, ...]) -> Iterator[Observation]:
    """Yield the calls in an utterance, the fact or command that it is, or nothing for table talk."""
    marked = said.words.endswith(UNSURE_MARK)
    words = plain_words(said.words)
    judgement = judge_words(book, words)
    if not isinstance(judgement, tuple) or words[:1] == (ADDRESS,):
        told = observation_told(book, players, words, said.end_ms, said.player)
        if told is not None:
            yield told
            return
    calls: list[Call] = []
    if isinstance(judgement, tuple):
        calls = [_exact_call(said, words, exact) for exact in judgement]
    elif isinstance(judgement, Near):
        before = [_exact_call(said, words, exact) for exact in judgement.before]
        calls = [*before, _near_call(said, words, judgement)]
    elif isinstance(judgement, Ambiguous):
        heard = " ".join(words)
        yield Call(said.player, None, Verdict.UNSURE, heard, said.start_ms, said.end_ms, reason=AMBIGUOUS)
    for call in calls:
        yield replace(call, verdict=Verdict.UNSURE, reason=MARKED_UNSURE) if marked else call


def _exact_call(said: Said, words: Words, exact: Exact) -> Call:
    """Return one of the calls of an utterance, its share of the time being its share of the letters."""
    return Call(
        said.player,
        exact.phrase.id,
        Verdict.EXACT,
        " ".join(words[exact.start : exact.end]),
        _moment_ms(said, words, exact.start),
        _moment_ms(said, words, exact.end),
        _slots(exact.slots),
    )


def _near_call(said: Said, words: Words, near: Near) -> Call:
    """Return what comes near a call; the exact calls in front of it have their own share of the time."""
    first = near.start if near.before else 0
    return Call(
        said.player,
        near.phrase.id,
        Verdict.INEXACT,
        " ".join(words[first:]),
        _moment_ms(said, words, first),
        said.end_ms,
        _slots(near.slots),
        near.diff,
    )


def _moment_ms(said: Said, words: Words, count: int) -> int:
    """Return when the first `count` words were complete."""
    letters = sum(len(word) for word in words)
    spoken = sum(len(word) for word in words[:count])
    return said.start_ms + (said.end_ms - said.start_ms) * spoken // max(1, letters)


def _slots(slots: tuple[tuple[str, int | str | tuple[int, ...]], ...]) -> tuple[tuple[str, int | str], ...]:
    return tuple((name, value) for name, value in slots if not isinstance(value, tuple))


def _hint(words: Words, book: GameBook) -> str:
    examples = [example for form in (*book.facts, *book.commands) for example in form.examples]
    near = process.extractOne(" ".join(words), examples, score_cutoff=CLOSE_ENOUGH)
    return f"did you mean {near[0]!r}?" if near else "`referee rules` lists what can be told"
