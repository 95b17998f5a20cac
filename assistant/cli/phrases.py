"""`referee phrases`: prove a phrase book, show what a game lets players say, and say it all."""

from pathlib import Path
from typing import Annotated

import typer

from assistant.core.phrases.book import GameBook
from assistant.errors import RefereeError

phrases = typer.Typer(name="phrases", help="What players must say: the phrase book.", no_args_is_help=True)

Book = Annotated[Path | None, typer.Option("--phrases", help="Another phrase book.")]


@phrases.command("check")
def check(
    file: Annotated[Path | None, typer.Argument(help="A phrase book; the usual one if left out.")] = None,
) -> None:
    """Prove that examples match and near misses do not; list double meanings and words that no ear knows."""
    from rich.console import Console
    from rich.table import Column, Table

    from assistant.phrase_check import Finding, check_game, ears_dictionary
    from assistant.phrasebook import load_phrase_book

    books = load_phrase_book(file).games
    knows = ears_dictionary()
    numbers = [
        Column(title, justify="right") for title in ("phrases", "sentences", "near misses", "facts", "to look at")
    ]
    table = Table(Column("game", no_wrap=True), *numbers, box=None)
    found: list[Finding] = []
    for game, book in books.items():
        findings = check_game(book, knows)
        found += findings
        counts = (book.phrases, [*book.sentences()], [*book.near_misses()], book.facts, findings)
        table.add_row(game, *(str(len(each)) for each in counts))
    for finding in found:
        typer.echo(f"{finding.where or finding.game}: {finding.what}")
    Console().print(table)
    typer.echo("every example matches, and no near miss does")


@phrases.command("list")
def list_phrases(
    game: Annotated[str, typer.Argument(help="A game's id, such as grave-feast.")], file: Book = None
) -> None:
    """Show every call of a game: its templates and examples, its near misses, and why it matters."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Column, Table

    from assistant.core.phrases.render import template_text

    book = _book(game, file)
    missed = [phrase.id for _, phrase in book.near_misses()]
    table = Table(Column("phrase", no_wrap=True), "say", "examples", Column("near misses", justify="right"), "why")
    for phrase in book.phrases:
        said = "\n".join(map(template_text, phrase.trees))
        cells = (phrase.id, said, "\n".join(phrase.examples), str(missed.count(phrase.id)), phrase.why)
        table.add_row(*map(escape, cells))
    Console().print(table)


@phrases.command("sample")
def sample(
    phrase_id: Annotated[str, typer.Argument(metavar="PHRASE_ID", help="Such as grave-feast.graveyard.")],
    near: Annotated[bool, typer.Option("--near", help="The near misses instead.")] = False,
    file: Book = None,
) -> None:
    """Print every sentence that is the call, one a line; with --near, every sentence that is almost the call."""
    book = _book(phrase_id.partition(".")[0], file)
    known = [phrase.id for phrase in book.phrases]
    if phrase_id not in known:
        raise RefereeError(f"{phrase_id}: unknown phrase; choose one of {', '.join(known)}")
    for sentence, phrase in book.near_misses() if near else book.sentences():
        if phrase.id == phrase_id:
            typer.echo(sentence)


def _book(game: str, file: Path | None) -> GameBook:
    from assistant.phrasebook import load_phrase_book

    books = load_phrase_book(file).games
    if game not in books:
        raise RefereeError(f"{game}: no such game in the phrase book; choose one of {', '.join(books)}")
    return books[game]
