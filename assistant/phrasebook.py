"""Loads phrases.yaml: every fault is found before the first microphone opens, with file, line and column."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import yaml

from assistant.core.phrases.book import PLAYERS, FactForm, GameBook, Phrase
from assistant.core.phrases.match import full_matches, sentences
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.template import TemplateError, parse_template
from assistant.core.phrases.tree import Entry, Node, list_names
from assistant.core.wording.en import ENGLISH
from assistant.core.wording.topics import subject_names
from assistant.errors import RefereeError

MOST_FAULTS = 10
"""So many faults are told at once."""
TOPICS = "topics"
"""The list of the subjects of the rules, of all games."""
EXAMPLE_PLAYERS = ("ann", "ben", "cid")
"""Who sits at the table of the examples."""
_PHRASE_KEYS = frozenset(("say", "examples", "near_misses", "titles", "any_of", "why"))
_FACT_KEYS = frozenset(("say", "examples", "why"))
_GAME_KEYS = frozenset(("phrases", "facts", "run_ons"))
_TOP_KEYS = frozenset(("lists", "games", "referee"))


class PhraseBookError(RefereeError):
    """The phrase book cannot be used; one line a fault: file:line:column, what was found, what was expected."""


@dataclass(frozen=True, slots=True)
class PhraseBook:
    """The whole of phrases.yaml."""

    games: Mapping[str, GameBook]
    """The book of every game by its id."""


def default_path() -> Path:
    """Return the phrase book of the source tree, or the copy inside the installed package."""
    in_tree = Path(__file__).resolve().parent.parent / "phrases.yaml"
    return in_tree if in_tree.is_file() else Path(str(files("assistant") / "data" / "phrases.yaml"))


def load_phrase_book(path: Path | None = None) -> PhraseBook:
    """Load and check a phrase book.

    Raises:
        PhraseBookError: the file is missing, is no YAML, or says something impossible; up to MOST_FAULTS are named.
    """
    path = path or default_path()
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise PhraseBookError(f"{path}: cannot be read ({error}); name a phrase book with --phrases") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        raise PhraseBookError(f"{place}: not YAML ({getattr(error, 'problem', error)}); mend the line") from error
    return _Loader(path).load(root)


@dataclass(slots=True)
class _Loader:
    """Collects what the file says, and its faults."""

    path: Path
    faults: list[str] = field(default_factory=list)
    lists: dict[str, tuple[Entry, ...]] = field(default_factory=dict)

    def load(self, root: yaml.Node | None) -> PhraseBook:
        if root is None:
            raise PhraseBookError(f"{self.path}: is empty; expected lists, games and referee")
        top = dict(self.pairs(root, _TOP_KEYS))
        self.read_lists(top.get("lists"))
        commands = tuple(self.facts("referee", top.get("referee")))
        books = {}
        for game, node in self.pairs(top.get("games")):
            parts = dict(self.pairs(node, _GAME_KEYS))
            phrases = tuple(self.phrases(game, parts.get("phrases")))
            facts = tuple(self.facts(game, parts.get("facts")))
            run_ons = tuple(tree for tree, _ in self.templates(parts.get("run_ons")))
            books[game] = GameBook(game, phrases, facts, commands, tuple(self.lists.items()), run_ons)
        if not books and not self.faults:
            self.fault(root, "no games", "at least one game under games:")
        if self.faults:
            raise PhraseBookError("\n".join(self.faults[:MOST_FAULTS]))
        return PhraseBook(books)

    def fault(self, node: yaml.Node, found: str, expected: str, column: int = 0) -> None:
        mark = node.start_mark
        place = f"{self.path}:{mark.line + 1}:{mark.column + 1 + column}"
        self.faults.append(f"{place}: found {found}, expected {expected}")

    def pairs(self, node: yaml.Node | None, allowed: frozenset[str] | None = None) -> Iterator[tuple[str, yaml.Node]]:
        if node is None:
            return
        if not isinstance(node, yaml.MappingNode):
            self.fault(node, f"{_kind(node)}", "names with a value each")
            return
        seen: set[str] = set()
        for key, value in node.value:
            name = str(key.value)
            if name in seen:
                self.fault(key, f'"{name}" twice', "every name once")
            elif allowed is not None and name not in allowed:
                self.fault(key, f'"{name}"', "one of " + ", ".join(sorted(allowed)))
            else:
                seen.add(name)
                yield name, value

    def scalars(self, node: yaml.Node | None) -> Iterator[tuple[str, yaml.Node]]:
        if node is None:
            return
        nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
        for item in nodes:
            if isinstance(item, yaml.ScalarNode) and plain_words(item.value.replace("{", "").replace("@", "")):
                yield item.value, item
            else:
                self.fault(item, f'"{item.value}"' if isinstance(item, yaml.ScalarNode) else _kind(item), "words")

    def read_lists(self, node: yaml.Node | None) -> None:
        self.lists[PLAYERS] = tuple(plain_words(name) for name in EXAMPLE_PLAYERS)
        self.lists[TOPICS] = tuple(dict.fromkeys(plain_words(name) for name in subject_names(ENGLISH.rules)))
        for name, items in self.pairs(node):
            entries: list[Entry] = []
            for text, item in self.scalars(items):
                if not text.startswith("@"):
                    entries.append(plain_words(text))
                elif text[1:] in self.lists:
                    entries.extend(self.lists[text[1:]])
                else:
                    self.fault(item, f'the list "{text}"', "a list that stands above it")
            self.lists[name] = tuple(dict.fromkeys(entries))

    def templates(self, node: yaml.Node | None) -> Iterator[tuple[Node, yaml.Node]]:
        for text, item in self.scalars(node):
            try:
                tree = parse_template(text)
            except TemplateError as error:
                found, _, expected = str(error).removeprefix("found ").partition(", expected ")
                quote = 1 if isinstance(item, yaml.ScalarNode) and item.style in ("'", '"') else 0
                self.fault(item, found, expected or "a template", error.column + quote)
                continue
            unknown = [name for name in list_names(tree) if name not in self.lists]
            if unknown:
                self.fault(item, f'the list "@{unknown[0]}"', "one of " + ", ".join(f"@{name}" for name in self.lists))
            else:
                yield tree, item

    def phrases(self, game: str, node: yaml.Node | None) -> Iterator[Phrase]:
        for name, body in self.pairs(node):
            parts = dict(self.pairs(body, _PHRASE_KEYS))
            said = tuple(tree for tree, _ in self.templates(parts.get("say")))
            near = tuple(self.templates(parts.get("near_misses")))
            if not said:
                self.fault(body, f'"{name}" without say', "say: with a template")
                continue
            examples = self.examples(said, parts.get("examples"))
            self.check_near(said, near)
            titles = tuple((slot, str(title.value)) for slot, title in self.pairs(parts.get("titles")))
            near_trees = tuple(tree for tree, _ in near)
            any_of = tuple(name for name, _ in self.scalars(parts.get("any_of")))
            yield Phrase(f"{game}.{name}", said, near_trees, examples, titles, any_of, _text(parts.get("why")))

    def facts(self, game: str, node: yaml.Node | None) -> Iterator[FactForm]:
        for name, body in self.pairs(node):
            parts = dict(self.pairs(body, _FACT_KEYS))
            said = tuple(tree for tree, _ in self.templates(parts.get("say")))
            if not said:
                self.fault(body, f'"{name}" without say', "say: with a template")
                continue
            yield FactForm(f"{game}.{name}", said, self.examples(said, parts.get("examples")), _text(parts.get("why")))

    def examples(self, trees: tuple[Node, ...], node: yaml.Node | None) -> tuple[str, ...]:
        kept = []
        for text, item in self.scalars(node):
            kept.append(text)
            if not any(full_matches(tree, plain_words(text), self.lists) for tree in trees):
                self.fault(item, f'the example "{text}", which does not match', "a sentence that its templates allow")
        return tuple(kept)

    def check_near(self, trees: tuple[Node, ...], near: tuple[tuple[Node, yaml.Node], ...]) -> None:
        for near_tree, item in near:
            for sentence in sentences(near_tree, self.lists):
                if any(full_matches(tree, tuple(sentence.split()), self.lists) for tree in trees):
                    self.fault(item, f'the near miss "{sentence}", which matches', "a sentence that does not")
                    break


def _kind(node: yaml.Node) -> str:
    if isinstance(node, yaml.MappingNode):
        return "names with values"
    return "a list" if isinstance(node, yaml.SequenceNode) else "a single value"


def _text(node: yaml.Node | None) -> str:
    return node.value if isinstance(node, yaml.ScalarNode) else ""
