"""`python -m bench make | run | report`: make the corpus, measure the ears, write docs/accuracy.md."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from bench.clips import write_all
from bench.conditions import CONDITIONS, condition
from bench.corpus import plans
from bench.ears import ENGINES
from bench.run import GAMES, OUT, RESULTS, Wanted, run
from bench.voices import SPLITS

app = typer.Typer(help=__doc__, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
CLIP_CONDITIONS = ("quiet", "pink-20", "pink-10", "babble-10")
"""What `make --quick` writes, every line in each: what the ears are fitted on."""
PROGRAMS = ("flite", "text2wave", "sox", "npm")
PACKAGES = (
    "flite",
    "festival",
    "festvox-us-slt-hts",
    "festvox-kdlpc16k",
    "sox",
    "pocketsphinx-testdata",
    "asterisk-core-sounds-en-wav",
    "hedgewars-data",
    "npm",
)
"""What the bench needs of Debian: voices, and recordings of people who talk."""
ALL_GAMES = ",".join(GAMES)
ALL_VOICES = ",".join(SPLITS)
ROOT = Path(__file__).resolve().parent.parent


class Voices(StrEnum):
    """Whose voices are heard."""

    FIT = "fit"
    REPORT = "report"


FewClips = Annotated[bool, typer.Option("--quick", help="The conditions of the fit only, to bench/out/quick.")]
Quick = Annotated[bool, typer.Option("--quick", help="A part of everything, in under two minutes.")]
Split = Annotated[Voices, typer.Option("--voices", help="Whose voices: those of the fit, or those of the report.")]
Games = Annotated[str, typer.Option(help="Games, separated by commas.")]
Conditions = Annotated[str, typer.Option(help="Conditions, separated by commas; empty for all.")]
Engines = Annotated[
    str, typer.Option(help="Ways to hear, separated by commas; empty for all, or with --quick for the fused ears.")
]


@app.command()
def make(
    quick: FewClips = False, games: Games = ALL_GAMES, conditions: Conditions = "", voices: str = ALL_VOICES
) -> None:
    """Write the corpus as single clips with their truth (truth.jsonl), for fitting and for listening."""
    folder = OUT / ("quick" if quick else "clips")
    folder.mkdir(parents=True, exist_ok=True)
    names = _names(conditions, [how.name for how in CONDITIONS]) or (CLIP_CONDITIONS if quick else ())
    wanted = [condition(name) for name in names] if names else CONDITIONS
    sides = _names(voices, SPLITS)
    todo = [plan for split in sides for plan in plans(_names(games, GAMES), wanted, split, whole=quick)]
    for _ in track(write_all(todo, folder), "clips", total=len(todo)):
        pass
    print(f"{folder}: clips and truth.jsonl")


@app.command("run")
def run_command(
    quick: Quick = False,
    voices: Split = Voices.REPORT,
    games: Games = ALL_GAMES,
    engines: Engines = "",
    conditions: Conditions = "",
) -> None:
    """Hear the corpus, score it, and keep the results in bench/out/results."""
    path = run(
        Wanted(
            _names(engines, tuple(ENGINES)) or tuple(ENGINES)[: 1 if quick else None],
            _names(games, GAMES),
            _names(conditions, [how.name for how in CONDITIONS]),
            voices.value,
            quick,
        )
    )
    from bench.report import summary
    from bench.run import load

    print(summary(load(path)))


@app.command("long")
def long_command(minutes: Annotated[int, typer.Option(help="How much sound.")] = 10) -> None:
    """Hear one long match as `referee judge` does, and tell its speed and its memory as it goes on."""
    from bench.endurance import hear_long, told

    print(told(hear_long(minutes)))


@app.command()
def report(quick: Quick = False, voices: Split = Voices.REPORT) -> None:
    """Write docs/accuracy.md and docs/accuracy.png from the results of the latest run."""
    from bench.figure import draw
    from bench.report import document
    from bench.run import load

    results = load(RESULTS / f"{voices.value}{'-quick' if quick else ''}.jsonl")
    folder = ROOT / "docs" if not quick and voices is Voices.REPORT else OUT
    (folder / "accuracy.md").write_text(document(results), encoding="utf-8")
    draw(results, folder / "accuracy.png")
    print(f"{folder / 'accuracy.md'}, {folder / 'accuracy.png'}")


def _names(text: str, known: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"{name}: choose from {', '.join(known)}")
    return names


def main() -> None:
    """Run a command; what is missing is told in one line."""
    try:
        app()
    except ModuleNotFoundError as error:
        sys.exit(f"the package {error.name} is not installed; run: pip install --group bench")
    except FileNotFoundError as error:
        name = str(error.filename)
        if name in PROGRAMS:
            sys.exit(f"{name} is not installed; on Debian: apt install {' '.join(PACKAGES)}")
        sys.exit(f"{name}: no such file; run first: python -m bench run")


if __name__ == "__main__":
    main()
