"""The rules of a game on the screen: an overview, or the page of one subject; readable at 80 columns."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Column, Table

from assistant.core.house_rules import Setting, shown
from assistant.core.phrases.book import GameBook, Phrase
from assistant.core.phrases.match import sentences
from assistant.core.rule_book import RuleBook, said
from assistant.core.wording.topics import Topic

INDENT = (0, 0, 0, 2)
"""Everything below a heading stands two columns further in."""
MOST_NEAR_MISSES = 4
"""So many near misses show what is not enough."""


def show(book: RuleBook, topic: Topic | None, console: Console | None = None) -> None:
    """Print the page of a subject, or of the whole game."""
    console = console or Console(highlight=False)
    if topic is None:
        _overview(console, book)
    else:
        _subject(console, book, topic)


def _overview(console: Console, book: RuleBook) -> None:
    _heading(console, book.title, "what must be said")
    _lines(console, [(_said(phrase), phrase.why) for phrase in book.phrases.phrases])
    _heading(console, "Subjects", f"referee rules {book.game} SUBJECT tells more")
    _lines(console, [(topic.name, topic.spoken) for topic in book.topics])
    _heading(console, "To be told", "by voice, key or script, where you want more than the calls judged")
    _lines(console, [("\n".join(form.examples), form.why) for form in book.phrases.facts])
    _heading(console, "To be asked", "in any game")
    _lines(console, [("\n".join(form.examples), form.why) for form in book.phrases.commands])
    _heading(console, "House rules", book.changed)
    _settings(console, book.settings)


def _subject(console: Console, book: RuleBook, topic: Topic) -> None:
    _heading(console, topic.name.capitalize(), f"{book.title}: {topic.section}")
    console.print(Padding(escape(topic.text), INDENT))
    calls = book.calls_of(topic)
    if calls:
        _heading(console, "To be said", "word for word")
        _lines(console, [(_said(phrase), _not_enough(book.phrases, phrase)) for phrase in calls])
    settings = book.settings_of(topic)
    if settings:
        _heading(console, "House rules", "as they are set now")
        _settings(console, settings)


def _heading(console: Console, title: str, what: str) -> None:
    console.print(f"\n[bold]{escape(title)}[/bold]  {escape(what)}\n")


def _lines(console: Console, lines: Sequence[tuple[str, str]]) -> None:
    table = Table(Column(style="bold", min_width=16, max_width=26), Column(), box=None, show_header=False)
    for head, text in lines:
        table.add_row(escape(head), escape(text))
    console.print(Padding(table, INDENT))


def _settings(console: Console, settings: Sequence[tuple[Setting, object]]) -> None:
    table = Table(Column(overflow="fold", min_width=16), Column(overflow="fold"), Column(), box=None, show_header=False)
    for setting, value in settings:
        changed = "bold yellow" if value != setting.default else "bold"
        table.add_row(escape(setting.key), f"[{changed}]{escape(shown(value))}[/]", escape(setting.doc))
    console.print(Padding(table, INDENT))


def _said(phrase: Phrase) -> str:
    return "\n".join(said(phrase))


def _not_enough(book: GameBook, phrase: Phrase) -> str:
    """Return a few sentences that are almost the call."""
    lists = book.list_map
    near = [next(sentences(tree, lists), "") for tree in phrase.near_misses[:MOST_NEAR_MISSES]]
    return f"not: {', '.join(near)}" if near else ""
