"""The command line with the tiny game among its games."""

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import pytest

from assistant import app
from assistant.__main__ import run
from tests.core.tiny_game import TINY

PHRASES = """
games:
  tiny:
    phrases:
      grab: {say: grab, examples: [Grab!], near_misses: [grabs]}
      mine: {say: mine, examples: [Mine!], near_misses: [mines]}
    facts:
      cookie: {say: "{player:@players} bakes {n:1-9} cookies", examples: [ann bakes two cookies]}
referee:
  undo: {say: referee undo, examples: ["Referee, undo."]}
"""

SCRIPT = """# a match
0.6-1.0 Ann: Grab!
1.5-2.0 Ben: grabs
2.5 > ann bakes two cookies
4.6-5.0 Ben: mine
"""


class Ran:
    """How a command ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Command = Callable[..., Ran]


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.setattr(app, "GAMES", MappingProxyType({"tiny": TINY}))

    def ran(*arguments: str | Path) -> Ran:
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return ran


@pytest.fixture
def phrases(tmp_path: Path) -> Path:
    path = tmp_path / "phrases.yaml"
    path.write_text(PHRASES, encoding="utf-8")
    return path


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "match.script"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


@pytest.fixture
def judge(referee: Command, phrases: Path) -> Command:
    """`referee judge` of the tiny game by Ann, Ben and Cid."""

    def judged(source: str | Path, *more: str | Path) -> Ran:
        fixed = ["--game", "tiny", "--players", "Ann,Ben,Cid", "--phrases", phrases]
        return referee("judge", source, *fixed, *more)

    return judged
