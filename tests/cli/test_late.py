"""What the command line costs before a command runs, and that what it says of its commands is true."""

import subprocess
import sys
from importlib import import_module

import pytest
import typer

from assistant.cli import Referee
from tests.cli.conftest import Command

HEAVY = (
    "numpy",
    "scipy",
    "matplotlib",
    "ctranslate2",
    "tokenizers",
    "textual",
    "soundfile",
    "sounddevice",
    "soxr",
    "pocketsphinx",
    "vosk",
    "rapidfuzz",
    "yaml",
    "jinja2",
    "multiprocessing",
)
"""What takes a tenth of a second and more, or may be missing: each harms and delays only its users."""


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--version"], ["no-such-command"]])
def test_nothing_heavy_is_imported_before_a_command_runs(arguments: list[str]) -> None:
    asked = (
        "import sys, assistant.cli, assistant.__main__\n"
        f"if {arguments!r}: assistant.__main__.run({arguments!r})\n"
        f"sys.exit(', '.join(set(sys.modules) & set({HEAVY!r})))"
    )
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1] == ""


def test_a_heavy_import_would_be_noticed() -> None:
    asked = f"import sys, assistant.cli.judge\nsys.exit(', '.join(set(sys.modules) & set({HEAVY!r})))"
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert "rapidfuzz" in ran.stderr


@pytest.mark.parametrize("name", Referee.titles)
def test_a_command_is_listed_with_the_first_sentence_of_its_own_help(name: str) -> None:
    part = getattr(import_module(f"assistant.cli.{name}"), name)
    own = part.info.help if isinstance(part, typer.Typer) else part.__doc__
    first, *_ = str(own).split("\n\n")
    assert Referee.titles[name] == " ".join(first.split())


def test_version(referee: Command) -> None:
    ran = referee("--version")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("referee ")
    assert ran.out.split()[1][0].isdigit()


def test_the_help_of_a_group_and_of_its_commands(referee: Command) -> None:
    assert "prune" in referee("logs").out
    assert referee("logs").err == ""
    assert "--dry-run" in referee("logs", "prune", "--help").out


def test_a_command_that_is_misspelt(referee: Command) -> None:
    ran = referee("judg")
    assert ran.code == 2
    assert "Did you mean 'judge'?" in ran.err
