"""Scripts: a match written down as text, so that rules can be tried and tested without audio.

Every line is one of these; times are seconds with up to three decimals, words after a number sign are a comment:

    1.2-2.0 Ann: five to the graveyard     Ann says it, from 1.2 s to 2.0 s; "?" for a speaker nobody knows
    2.1-2.4 Ben: seduce (?)                the same, but not heard well enough to judge it
    3.0 > ann lays brains 3 4 5            a fact about the table is told; "3.0 Ben > ..." says who told it
    4.5 Ben ! challenge                    a command; "4.5 ! undo 7" names the ruling or call it is about
    6.0 .                                  nothing more was said until then
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from rapidfuzz import process

from assistant.core.observations import Command, CommandName
from assistant.core.times import seconds
from assistant.errors import RefereeError

LARGEST_SCRIPT_BYTES = 10_000_000
"""A day of talk, written down, is about a megabyte: a larger file is another one, chosen by mistake."""

LONGEST_MATCH_S = 1_000_000
"""Eleven days: a later moment is a typing error."""

CLOSE_ENOUGH = 60
"""The rapidfuzz ratio (0 to 100) from which a wrong word is answered with "did you mean"; found by trying typos."""

NOBODY = "?"
"""The speaker whom nobody knows."""

_TIME = r"\d{1,9}(?:\.\d{1,9})?"
_SPOKEN = re.compile(rf"(?P<start>{_TIME})\s*-\s*(?P<end>{_TIME})\s+(?P<who>[^:]+?)\s*:(?P<words>.*)")
_TOLD = re.compile(rf"(?P<at>{_TIME})(?:\s+(?P<who>[^>!:]+?))?\s*>(?P<words>.*)")
_ASKED = re.compile(rf"(?P<at>{_TIME})(?:\s+(?P<who>[^>!:]+?))?\s*!\s*(?P<name>[a-z-]*)\s*(?P<target>\S*)\s*")
_SILENCE = re.compile(rf"(?P<at>{_TIME})\s*\.")

FORM = "START-END PLAYER: words, TIME > fact, or TIME PLAYER ! command"
"""What a line may be, as an error says it."""


class ScriptError(RefereeError):
    """A script is not what it should be; `str()` starts with file and line."""


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody spoke."""

    place: str
    """File and line."""
    player: str | None
    """Who, as the table spells the name; None: nobody knows."""
    start_ms: int
    """When the first word began."""
    end_ms: int
    """When the last word was complete."""
    words: str
    """What was said."""


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody told the referee about the table."""

    place: str
    """File and line."""
    player: str | None
    """Who told it, when the script says so."""
    at_ms: int
    """When."""
    words: str
    """The fact's words."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody asked something of the referee."""

    place: str
    """File and line."""
    command: Command
    """What."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing more was said until then."""

    place: str
    """File and line."""
    at_ms: int
    """The moment."""


Line = Said | Told | Asked | Silence


def load(path: Path, players: Sequence[str]) -> tuple[Line, ...]:
    """Return the lines of a script file.

    Raises:
        ScriptError: the file cannot be read, or a line is wrong.
    """
    try:
        if path.stat().st_size > LARGEST_SCRIPT_BYTES:
            raise ScriptError(f"{path}: too large for a script: give a text file of lines {FORM}")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScriptError(f"{path}: this is neither a script nor audio: give a WAV, a FLAC or a text script") from error
    except OSError as error:
        raise ScriptError(f"{path}: cannot be read ({error.strerror}): give a WAV, a FLAC or a text script") from error
    return parse(text, players, str(path))


def parse(text: str, players: Sequence[str], source: str = "script") -> tuple[Line, ...]:
    """Return the lines of a script, in their order.

    Args:
        text: the whole script.
        players: who sits at the table.
        source: how errors name it.

    Raises:
        ScriptError: a line has no known form, an unknown player or command, or times that run backwards; or there is
            no line at all.
    """
    found: list[Line] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        written = raw.partition("#")[0].strip()
        if not written:
            continue
        line = _line(written, players, f"{source}:{number}")
        if found and (_begin_ms(line) < _begin_ms(found[-1]) and end_ms(line) < end_ms(found[-1])):
            raise ScriptError(
                f"{line.place}: times run backwards ({seconds(_begin_ms(line))} s after "
                f"{seconds(_begin_ms(found[-1]))} s): put the lines in the order of their times"
            )
        found.append(line)
    if not found:
        raise ScriptError(f"{source}: the script is empty: write lines {FORM}")
    return tuple(found)


def end_ms(line: Line) -> int:
    """Return the moment at which a line takes effect: for speech, its end."""
    match line:
        case Said():
            return line.end_ms
        case Asked():
            return line.command.at_ms
        case _:
            return line.at_ms


def _begin_ms(line: Line) -> int:
    return line.start_ms if isinstance(line, Said) else end_ms(line)


def _line(written: str, players: Sequence[str], place: str) -> Line:
    if spoken := _SPOKEN.fullmatch(written):
        return _said(spoken, players, place)
    if told := _TOLD.fullmatch(written):
        if not told["words"].strip():
            raise ScriptError(f"{place}: the fact has no words: write TIME > fact")
        return Told(place, _player(told["who"], players, place), _ms(told["at"], place), told["words"].strip())
    if asked := _ASKED.fullmatch(written):
        return _asked(asked, players, place)
    if silence := _SILENCE.fullmatch(written):
        return Silence(place, _ms(silence["at"], place))
    shown = written if len(written) <= 40 else written[:37] + "..."
    raise ScriptError(f"{place}: {shown!r} is no line of a script: write {FORM}")


def _said(spoken: re.Match[str], players: Sequence[str], place: str) -> Said:
    start_ms, stop_ms = _ms(spoken["start"], place), _ms(spoken["end"], place)
    if stop_ms < start_ms:
        raise ScriptError(
            f"{place}: times run backwards ({spoken['start']}-{spoken['end']}): write the earlier one first"
        )
    words = spoken["words"].strip()
    if not words:
        raise ScriptError(f"{place}: nothing is said there: write the words after the colon")
    return Said(place, _player(spoken["who"], players, place), start_ms, stop_ms, words)


def _asked(asked: re.Match[str], players: Sequence[str], place: str) -> Asked:
    names = {name.value: name for name in CommandName}
    if asked["name"] not in names:
        raise ScriptError(f"{place}: unknown command {asked['name']!r}: {_hint(asked['name'], list(names))}")
    if asked["target"] and not re.fullmatch(r"\d{1,9}", asked["target"]):
        raise ScriptError(f"{place}: expected the number of a ruling or call, found {asked['target']!r}")
    target = int(asked["target"]) if asked["target"] else None
    player = _player(asked["who"], players, place)
    return Asked(place, Command(_ms(asked["at"], place), names[asked["name"]], player, target))


def _player(name: str | None, players: Sequence[str], place: str) -> str | None:
    if name is None or name == NOBODY:
        return None
    for player in players:
        if player.casefold() == name.casefold():
            return player
    raise ScriptError(f"{place}: unknown player {name!r}: {_hint(name, players)}")


def _hint(name: str, known: Sequence[str]) -> str:
    near = process.extractOne(name.casefold(), [word.casefold() for word in known], score_cutoff=CLOSE_ENOUGH)
    return f"did you mean {known[near[2]]}?" if near else f"the known ones are {', '.join(known)}"


def _ms(seconds: str, place: str) -> int:
    value = Decimal(seconds)
    if value > LONGEST_MATCH_S:
        raise ScriptError(f"{place}: the time {seconds} s is too late for a match: write times in seconds")
    return int((value * 1000).to_integral_value())
