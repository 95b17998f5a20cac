"""The phrase book of one game, checked and ready: its calls, its facts about the table, and what any game may ask."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from assistant.core.phrases.match import Words, full_matches, sentences
from assistant.core.phrases.tree import Entry, Lists, Node, Slots

PLAYERS = "players"
"""The list that the table fills with the names of its players."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One call of a game."""

    id: str
    """Such as "grave-feast.brains"."""
    trees: tuple[Node, ...]
    """Its templates; any of them is exact."""
    near_misses: tuple[Node, ...] = ()
    """Templates of sentences that are no match: competitors for the ears, and tests of the book."""
    examples: tuple[str, ...] = ()
    """Sentences that match, in ordinary spelling."""
    slot_titles: tuple[tuple[str, str], ...] = ()
    """What a player would call each slot, such as (("word", "swear word"),)."""
    why: str = ""
    """Why it matters, and the section of the rulebook."""

    def slot_title(self, name: str) -> str:
        """Return what a player would call the slot."""
        return dict(self.slot_titles).get(name, name)


@dataclass(frozen=True, slots=True)
class FactForm:
    """One way to tell the referee about the table, or to ask something of it."""

    id: str
    """Such as "grave-feast.lays", or "referee.undo"."""
    trees: tuple[Node, ...]
    """Its templates."""
    examples: tuple[str, ...] = ()
    """Sentences that match."""
    why: str = ""
    """What it is for."""


@dataclass(frozen=True, slots=True)
class GameBook:
    """All that can be said in one game."""

    game: str
    """The game's id."""
    phrases: tuple[Phrase, ...]
    """Its calls."""
    facts: tuple[FactForm, ...] = ()
    """Its facts."""
    commands: tuple[FactForm, ...] = ()
    """What can be asked of the referee in any game, such as "referee undo"."""
    lists: tuple[tuple[str, tuple[Entry, ...]], ...] = field(default=())
    """The lists that the templates draw on."""
    run_ons: tuple[Node, ...] = ()
    """Templates of calls that are said in one breath, such as "brains three to the graveyard"."""

    @property
    def list_map(self) -> Lists:
        """The lists by name."""
        return dict(self.lists)

    def phrase(self, phrase_id: str) -> Phrase:
        """Return the phrase with this id; raises KeyError where there is none."""
        for phrase in self.phrases:
            if phrase.id == phrase_id:
                return phrase
        raise KeyError(phrase_id)

    def at_table(self, players: tuple[str, ...]) -> "GameBook":
        """Return the book with the players' names as the list PLAYERS."""
        names = tuple(tuple(player.casefold().split()) for player in players)
        lists = tuple(pair for pair in self.lists if pair[0] != PLAYERS)
        return replace(self, lists=(*lists, (PLAYERS, names)))

    def with_list(self, name: str, sources: tuple[str, ...]) -> "GameBook":
        """Return the book with one list made of others, as house rules choose which words count."""
        known = self.list_map
        entries = tuple(dict.fromkeys(entry for source in sources for entry in known.get(source, ())))
        lists = tuple((key, entries if key == name else value) for key, value in self.lists)
        return replace(self, lists=lists)

    def exact(self, words: Words) -> tuple[tuple[Phrase, Slots], ...]:
        """Return every phrase that `words` are, with its slots: more than one means ambiguous."""
        lists = self.list_map
        return tuple(
            (phrase, slots)
            for phrase in self.phrases
            for slots in dict.fromkeys(slots for tree in phrase.trees for slots in full_matches(tree, words, lists))
        )

    def fact(self, words: Words) -> tuple[tuple[FactForm, Slots], ...]:
        """Return every fact or command that `words` are, with its slots."""
        lists = self.list_map
        return tuple(
            (form, slots)
            for form in (*self.facts, *self.commands)
            for slots in dict.fromkeys(slots for tree in form.trees for slots in full_matches(tree, words, lists))
        )

    def sentences(self) -> Iterator[tuple[str, Phrase]]:
        """Yield every legal sentence with its phrase."""
        lists = self.list_map
        for phrase in self.phrases:
            for sentence in dict.fromkeys(line for tree in phrase.trees for line in sentences(tree, lists)):
                yield sentence, phrase

    def run_on_sentences(self) -> Iterator[str]:
        """Yield every sentence that is several calls in one breath."""
        lists = self.list_map
        for tree in self.run_ons:
            yield from sentences(tree, lists)

    def near_misses(self) -> Iterator[tuple[str, Phrase]]:
        """Yield every sentence that is almost legal with the phrase that it misses."""
        lists = self.list_map
        for phrase in self.phrases:
            for sentence in dict.fromkeys(line for tree in phrase.near_misses for line in sentences(tree, lists)):
                yield sentence, phrase
