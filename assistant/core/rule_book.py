"""The rules of one game at one table: its calls, its subjects, and its house rules as they are set."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.core.codec import JsonObject
from assistant.core.games.base import Game
from assistant.core.house_rules import Setting, read_aloud, settings, shown
from assistant.core.phrases.book import GameBook, Phrase
from assistant.core.phrases.render import template_text
from assistant.core.refold import RulesT, StateT
from assistant.core.wording.en import ENGLISH
from assistant.core.wording.language import Language
from assistant.core.wording.topics import Topic, topic_asked
from assistant.errors import RefereeError

_SLOT = re.compile(r"\{([a-z_]+):[^}]*\}")


class UnknownTopicError(RefereeError):
    """The rules have no such subject; `str()` names those that there are."""


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All that `referee rules` can tell of a game."""

    game: str
    """The game's id."""
    title: str
    """As on the box."""
    phrases: GameBook
    """Its phrase book."""
    topics: tuple[Topic, ...]
    """Its subjects, in the order of its rulebook."""
    settings: tuple[tuple[Setting, object], ...]
    """Its house rules, each with its value at this table."""
    changed: str
    """Which of them are not the recommended ones, in a sentence."""

    def on(self, question: str) -> Topic:
        """Return the subject that a question is about.

        Raises:
            UnknownTopicError: there is none.
        """
        topic = topic_asked(self.topics, question)
        if topic is None:
            known = ", ".join(each.name for each in self.topics)
            raise UnknownTopicError(f"no rule on {question!r} in {self.title}: the subjects are {known}")
        return topic

    def calls_of(self, topic: Topic) -> tuple[Phrase, ...]:
        """Return the calls that a subject is about."""
        return tuple(phrase for phrase in self.phrases.phrases if phrase.id.rpartition(".")[2] in topic.phrases)

    def settings_of(self, topic: Topic) -> tuple[tuple[Setting, object], ...]:
        """Return the house rules that bear on a subject, each with its value."""
        return tuple((setting, value) for setting, value in self.settings if setting.key in topic.keys)

    def spoken(self, topic: Topic | None) -> str:
        """Return what is said aloud: of one subject its rule, of the whole game what can be asked."""
        if topic is not None:
            return topic.spoken
        return f"{self.title}. {self.changed} Ask me about {', '.join(each.name for each in self.topics)}."

    def line(self, topic: Topic) -> JsonObject:
        """Return a subject as a JSON object."""
        return {
            "type": "rule",
            "game": self.game,
            "topic": topic.name,
            "section": topic.section,
            "spoken": topic.spoken,
            "text": topic.text,
            "calls": [phrase.id for phrase in self.calls_of(topic)],
            "house_rules": {setting.key: shown(value) for setting, value in self.settings_of(topic)},
        }

    def overview_lines(self) -> Iterator[JsonObject]:
        """Yield the calls, the subjects and the house rules as JSON objects."""
        for phrase in self.phrases.phrases:
            yield {"type": "phrase", "id": phrase.id, "say": [*said(phrase)], "why": phrase.why}
        yield from map(self.line, self.topics)
        for form in (*self.phrases.facts, *self.phrases.commands):
            yield {"type": "telling", "id": form.id, "examples": [*form.examples], "why": form.why}
        for setting, value in self.settings:
            yield {
                "type": "house-rule",
                "key": setting.key,
                "value": shown(value),
                "default": shown(setting.default),
                "allowed": setting.allowed,
                "doc": setting.doc,
            }


def said(phrase: Phrase) -> tuple[str, ...]:
    """Return the sentences that are the call, with what a player would call each slot in angle brackets."""
    texts = map(template_text, phrase.trees)
    return tuple(_SLOT.sub(lambda slot: f"<{phrase.slot_title(slot[1])}>", text) for text in texts)


def rule_book(game: Game[StateT, RulesT], rules: RulesT, book: GameBook, language: Language = ENGLISH) -> RuleBook:
    """Return the rules of a game as a table plays it.

    Args:
        game: the game.
        rules: the house rules of the table.
        book: the game's phrase book.
        language: whose words tell the subjects; a game without any has no subjects.
    """
    values = tuple((setting, getattr(rules, setting.field)) for setting in settings(game.rules_type))
    topics = language.rules.get(game.info.id, ())
    return RuleBook(game.info.id, game.info.title, book, topics, values, read_aloud(rules))
