"""What is told to the referee, or asked of it, in words: one grammar for voice, keys and scripts.

"Referee, Ann lays brains three four five" and "I call it" are matched against the fact and command forms of the phrase
book; the word "referee" may stand before any of them.
"""

from assistant.core.asking import EXPLAIN
from assistant.core.observations import Command, CommandName, Fact
from assistant.core.phrases.book import PLAYERS, FactForm, GameBook
from assistant.core.phrases.match import Words
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.tree import Choice, ListSlot, Maybe, Node, Row, Slots, SlotValue

ADDRESS = "referee"
"""The word by which the referee is spoken to."""

COMMANDS = "referee."
"""What the ids of all command forms begin with."""


def observation_told(
    book: GameBook, players: tuple[str, ...], words: Words, at_ms: int, teller: str | None
) -> Fact | Command | None:
    """Return the fact or command that `words` are, or None when they are neither, or more than one thing.

    Args:
        book: the game's phrase book, with these players at its table.
        players: the names as the table spells them.
        words: plain words.
        at_ms: when they were told.
        teller: who told them, if known.
    """
    found = book.fact(words)
    if not found and words[:1] == (ADDRESS,):
        words = words[1:]
        found = book.fact(words)
    if len(found) != 1:
        return None
    form, slots = found[0]
    if form.id.startswith(COMMANDS) and form.id != EXPLAIN:
        return _command(form, at_ms, teller)
    return Fact(at_ms, form.id, _with_names(form, slots, players), " ".join(words), teller)


def told_by(book: GameBook, words: Words) -> tuple[tuple[FactForm, Slots], ...]:
    """Return what words tell or ask, with or without the word by which the referee is spoken to."""
    return book.fact(words) or (book.fact(words[1:]) if words[:1] == (ADDRESS,) else ())


def is_command(book: GameBook, words: Words) -> bool:
    """Return whether words are a command, or the question about a rule, and no fact."""
    found = told_by(book, words)
    return bool(found) and all(form.id.startswith(COMMANDS) for form, _ in found)


def _command(form: FactForm, at_ms: int, teller: str | None) -> Command | None:
    name = form.id.removeprefix(COMMANDS)
    return Command(at_ms, CommandName(name), teller) if name in [each.value for each in CommandName] else None


def _with_names(
    form: FactForm, slots: tuple[tuple[str, SlotValue], ...], players: tuple[str, ...]
) -> tuple[tuple[str, SlotValue], ...]:
    """Put the table's spelling where the book has a player's name in plain words."""
    spelled = {" ".join(plain_words(player)): player for player in players}
    about_players = {name for tree in form.trees for name in _player_slots(tree)}
    return tuple(
        (name, spelled.get(value, value) if name in about_players and isinstance(value, str) else value)
        for name, value in slots
    )


def _player_slots(node: Node) -> tuple[str, ...]:
    match node:
        case ListSlot(name=name, list_name=list_name) if list_name == PLAYERS:
            return (name,)
        case Maybe(node=inner):
            return _player_slots(inner)
        case Choice(options=nodes) | Row(nodes=nodes):
            return tuple(name for inner in nodes for name in _player_slots(inner))
        case _:
            return ()
