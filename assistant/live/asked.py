"""What somebody types to the referee, as what it means: an observation, or a key press.

Typed words are those of the phrase book's facts and commands, where the word "referee" may be left out; a name before a
colon tells who asks, a number alone is a player's key, and a number behind "undo", "confirm", "deny" or "appeal" a
ruling's.
"""

import re
from dataclasses import dataclass

from assistant.core.observations import Command, CommandName, Observation
from assistant.core.phrases.book import GameBook
from assistant.core.phrases.normalise import plain_words
from assistant.core.told import ADDRESS, observation_told

_ABOUT = re.compile(r"(?P<name>undo|confirm|deny|appeal)\s+#?(?P<target>\d{1,9})")
_SAID_BY = re.compile(r"(?P<who>[^:]+):(?P<words>.*)")


@dataclass(frozen=True, slots=True)
class Key:
    """A player's key."""

    player: str
    """Whose."""


Asked = Observation | Key


def asked(text: str, book: GameBook, players: tuple[str, ...], at_ms: int) -> Asked | None:
    """Return what a typed line means, or None when it means nothing, or more than one thing.

    Args:
        text: the line.
        book: the game's phrase book, with these players at its table.
        players: the names as the table spells them.
        at_ms: when it was typed.
    """
    by = _SAID_BY.fullmatch(text.strip())
    teller = _player(by["who"], players) if by else None
    line = (by["words"] if by and teller else text).strip()
    if line.isdecimal() and 1 <= int(line) <= len(players):
        return Key(players[int(line) - 1])
    if about := _ABOUT.fullmatch(line.casefold()):
        return Command(at_ms, CommandName(about["name"]), teller, int(about["target"]))
    words = plain_words(line)
    for said in (words, (ADDRESS, *words)):
        found = observation_told(book, players, said, at_ms, teller)
        if found is not None:
            return found
    return None


def _player(name: str, players: tuple[str, ...]) -> str | None:
    return next((player for player in players if player.casefold() == name.strip().casefold()), None)
