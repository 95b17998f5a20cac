"""`referee rules`: what a game wants said, its rules by subject, and its house rules."""

from pathlib import Path
from typing import Annotated

import typer

from assistant import app
from assistant.cli.advice import advise
from assistant.core.output import as_text


def rules(
    game: Annotated[str, typer.Argument(help="grave-feast, need-more-brains, house-blitz or in-cahoots.")],
    topic: Annotated[
        list[str] | None, typer.Argument(help="A subject, or a question: preacher; what does the preacher do.")
    ] = None,
    house_rules: Annotated[Path | None, typer.Option(help="A YAML file of house rules.")] = None,
    speak: Annotated[bool, typer.Option("--speak/--no-speak", help="Speak the answer.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
    phrases: Annotated[Path | None, typer.Option(help="Another phrase book.")] = None,
) -> None:
    """Tell the rules of the calls, windows and house rules: all of a game, or those on one subject."""
    from assistant.announce import rules_page
    from assistant.core.rule_book import rule_book

    chosen = app.game_named(game)
    book = rule_book(chosen, app.house_rules_of(chosen, house_rules), app.phrase_book(game, phrases))
    asked = book.on(" ".join(topic)) if topic else None
    if json:
        for line in book.overview_lines() if asked is None else (book.line(asked),):
            typer.echo(as_text(line))
    else:
        rules_page.show(book, asked)
    if speak:
        voice = app.speaker(advise, app.Verbosity.NORMAL)
        voice.say(book.spoken(asked))
        voice.voice.close()
