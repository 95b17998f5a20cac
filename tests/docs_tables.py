"""The tables of docs/ that follow from the code; `python -m tests.docs_tables` writes them anew."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from assistant.core.games.base import CodeInfo
from assistant.core.games.registry import GAMES
from assistant.core.house_rules import settings, shown
from assistant.core.phrases.book import FactForm
from assistant.core.referee_codes import REFEREE_CODES
from assistant.core.rulings import Ruling
from assistant.core.wording import render
from assistant.core.wording.en import ENGLISH
from assistant.phrasebook import load_phrase_book

DOCS = Path(__file__).resolve().parents[1] / "docs"
BEGIN = "<!-- These tables follow from the code: `python -m tests.docs_tables` writes them. -->"
END = "<!-- The end of the tables. -->"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def sentence(code: str) -> str:
    """Return a code's sentence; one that has none yet is said as it is written."""
    wording = ENGLISH.catalogue.get(code)
    return wording.short if wording else render(Ruling(code, 0, "{player}"))


def rulings() -> str:
    def rows(codes: tuple[CodeInfo, ...]) -> list[tuple[str, ...]]:
        return [(f"`{each.code}`", each.meaning, sentence(each.code), each.source) for each in codes]

    head = ("Code", "Meaning", "Sentence", "Source")
    parts = ["## Of the referee, in every game", table(head, rows(REFEREE_CODES))]
    for game in GAMES.values():
        parts += [f"## {game.info.title}", table(head, rows(game.info.codes))]
    return "\n\n".join(parts)


def house_rules() -> str:
    head = ("Key", "Default", "Allowed", "What it decides")
    parts = []
    for game in GAMES.values():
        rows = [(f"`{each.key}`", shown(each.default), each.allowed, each.doc) for each in settings(game.rules_type)]
        parts += [f"## {game.info.title}", table(head, rows)]
    return "\n\n".join(parts)


def facts() -> str:
    def rows(forms: tuple[FactForm, ...]) -> list[tuple[str, ...]]:
        return [(f"`{each.id}`", "; ".join(each.examples), each.why) for each in forms]

    head = ("Id", "For example", "What for")
    books = load_phrase_book().games
    parts = ["## What any game may ask of the referee", table(head, rows(next(iter(books.values())).commands))]
    for game in GAMES.values():
        parts += [f"## {game.info.title}", table(head, rows(books[game.info.id].facts))]
    return "\n\n".join(parts)


TABLES: Mapping[str, Callable[[], str]] = {"rulings.md": rulings, "house-rules.md": house_rules, "facts.md": facts}


def fresh(name: str) -> str:
    """Return a page with its tables written anew."""
    text = (DOCS / name).read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{TABLES[name]()}\n\n{END}{after}"


def main() -> None:
    """Write all pages."""
    for name in TABLES:
        (DOCS / name).write_text(fresh(name), encoding="utf-8")


if __name__ == "__main__":
    main()
