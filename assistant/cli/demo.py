"""`referee demo`: the sample match, judged before a newcomer's eyes and ears."""

from pathlib import Path
from typing import Annotated

import typer

from assistant.cli.judge import judge
from assistant.errors import RefereeError

SAMPLE = Path(__file__).resolve().parent.parent.parent / "examples" / "grave-feast-match.flac"
"""A recorded match of three players, in the source tree."""


def demo(
    speak: Annotated[
        bool, typer.Option("--speak/--no-speak", help="Speak the rulings, where there is a voice.")
    ] = True,
) -> None:
    """Judge the sample match: three players, a race, a wrong prayer and a right one, two trips to the graveyard."""
    if not SAMPLE.is_file():
        raise RefereeError(f"{SAMPLE}: the sample match is in the source tree only; clone it and run: make demo")
    judge(SAMPLE, game="grave-feast", players="Ann,Ben,Cid", speak=speak)
