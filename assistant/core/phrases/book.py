"""The phrase book of one game, checked and ready: its calls, its facts about the table, and what any game may ask."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from assistant.core.phrases.alikes import may_sound_alike
from assistant.core.phrases.match import Words, full_matches, prefix_matches, sentences
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.tree import Entry, Lists, Node, Slots

PLAYERS = "players"
"""The list that the table fills with the names of its players."""


@dataclass(frozen=True, slots=True)
class Strictness:
    """What may be said around and within a call without spoiling it (house rules exact.*)."""

    leading_filler: bool = True
    """Whether "oh" and the like may come before a call."""
    inner_filler: bool = False
    """Whether they may come within it."""
    restart: bool = True
    """Whether a call may be begun once in vain: "five to- five to the graveyard"."""
    other_forms: bool = False
    """Whether another form of a word counts as the word: "seduced"."""


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
    any_of: tuple[str, ...] = ()
    """Slots in which one word is as good as another: a doubt about which it was is no doubt about the call."""
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
    strictness: Strictness = field(default=Strictness())
    """What may be said around a call."""

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
        names = tuple(plain_words(player) for player in players)
        lists = tuple(pair for pair in self.lists if pair[0] != PLAYERS)
        return replace(self, lists=(*lists, (PLAYERS, names)))

    def with_list(self, name: str, sources: tuple[str, ...]) -> "GameBook":
        """Return the book with one list made anew, as house rules choose which words count.

        Args:
            name: the list.
            sources: other lists of the book, by name; anything else is an entry of its own, in ordinary spelling.
        """
        known = self.list_map
        entries = tuple(
            dict.fromkeys(entry for source in sources for entry in known.get(source, (plain_words(source),)))
        )
        lists = tuple((key, entries if key == name else value) for key, value in self.lists)
        return replace(self, lists=lists)

    def with_strictness(self, strictness: Strictness) -> "GameBook":
        """Return the book with another measure of exactness, as house rules choose."""
        return replace(self, strictness=strictness)

    def calls_at(self, words: Words, start: int, by_sound: bool = False) -> Iterator[tuple[int, Phrase, Slots]]:
        """Yield (end, phrase, slots) of every call that words[start:end] are, in no order of their ends.

        Args:
            words: plain words.
            start: the first word of the call.
            by_sound: whether a word counts as another one that sounds the same, as an ear may have written it.
        """
        lists = self.list_map
        for phrase in self.phrases:
            for tree in phrase.trees:
                for end, slots in prefix_matches(tree, words, start, lists, by_sound):
                    yield end, phrase, slots

    def exact(self, words: Words, by_sound: bool = False) -> tuple[tuple[Phrase, Slots], ...]:
        """Return every phrase that `words` are, with its slots, each once: more than one means ambiguous."""
        found = self.calls_at(words, 0, by_sound)
        return tuple(dict.fromkeys((phrase, slots) for end, phrase, slots in found if end == len(words)))

    def fact(self, words: Words) -> tuple[tuple[FactForm, Slots], ...]:
        """Return every fact or command that `words` are, with its slots; by sound where none is by spelling."""
        return self._told(words, by_sound=False) or (self._told(words, by_sound=True) if may_sound_alike(words) else ())

    def _told(self, words: Words, by_sound: bool) -> tuple[tuple[FactForm, Slots], ...]:
        lists = self.list_map
        return tuple(
            (form, slots)
            for form in (*self.facts, *self.commands)
            for slots in dict.fromkeys(
                slots for tree in form.trees for slots in full_matches(tree, words, lists, by_sound)
            )
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
