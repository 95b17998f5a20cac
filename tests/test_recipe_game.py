"""A fifth game is added by the recipe alone: one file, its line in the registry, one block of phrases, one golden."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

BLOCK = """
  tiny:
    phrases:
      grab: {say: grab, examples: [Grab!], near_misses: [grabs]}
      mine: {say: mine, examples: [Mine!], near_misses: [mines]}
    facts:
      cookie: {say: "{player:@players} bakes {n:1-9} cookies", examples: [ann bakes two cookies]}
"""

SCRIPT = """# game: tiny
# players: Ann, Ben
# house-rules: tiny.window_s: 3
0.6-1.0 Ann: Grab!
3.0-3.9 Ben: Mine!
5.6-6.0 Ben: Grab!
7.0 > ann bakes two cookies
"""

EXPECTED = """grab/made Ann 1000
grab/blocked Ben 3900 2900
grab/made Ben 6000
cookie/told - 7000
grab/scored Ben 9000
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source tree with the recipe followed."""
    tree = tmp_path_factory.mktemp("recipe")
    for name in ("assistant", "engines", "tests", "docs"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "*.flac", "*.wav"))
    shutil.copy(ROOT / "phrases.yaml", tree)
    shutil.copy(ROOT / "pyproject.toml", tree)
    shutil.copy(ROOT / "tests" / "core" / "tiny_game.py", tree / "assistant" / "core" / "games" / "tiny.py")
    change(
        tree / "assistant" / "core" / "games" / "registry.py",
        "_ALL: tuple[AnyGame, ...] = (",
        "from assistant.core.games.tiny import TINY\n\n_ALL: tuple[AnyGame, ...] = (TINY, ",
    )
    change(tree / "phrases.yaml", "\ngames:\n", "\ngames:" + BLOCK)
    golden = tree / "tests" / "goldens" / "tiny"
    golden.mkdir()
    (golden / "grab.script").write_text(SCRIPT)
    (golden / "grab.expected").write_text(EXPECTED)
    return tree


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def python(tree: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *arguments], cwd=tree, capture_output=True, text=True, check=False)


def test_the_new_game_is_judged(tree: Path) -> None:
    script = "tests/goldens/tiny/grab.script"
    ran = python(tree, "-m", "assistant", "judge", script, "--game", "tiny", "--players", "Ann,Ben", "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [line["code"] for line in lines if line["type"] == "ruling"][:2] == ["grab/made", "grab/scored"]


def test_goldens_and_contract_tests_find_it_by_themselves(tree: Path) -> None:
    tests = ["tests/goldens", "tests/core/test_every_game.py"]
    ran = python(tree, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-k", "tiny", *tests)
    assert ran.returncode == 0, ran.stdout
    for test in ("test_the_script_gives_its_rulings[tiny/grab]", "test_undo_then_redo_is_the_identity[tiny]"):
        assert f"{test} PASSED" in ran.stdout


def test_nothing_else_needs_to_know_of_it_once_the_tables_are_renewed(tree: Path) -> None:
    """Its codes have no sentences and its rules no subjects yet: it is said by its codes, and that is documented."""
    assert python(tree, "-m", "tests.docs_tables").returncode == 0
    assert "| `grab/made` | Somebody grabbed the cookie. | Grab made: {player}. |" in (
        tree / "docs" / "rulings.md"
    ).read_text(encoding="utf-8")
    tests = ["tests/test_docs.py", "tests/test_arrows.py", "tests/core/test_wording.py", "tests/core/test_rules.py"]
    ran = python(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    assert ran.returncode == 0, ran.stdout
    rules = python(tree, "-m", "assistant", "rules", "tiny")
    assert (rules.returncode, "Tiny Cookies" in rules.stdout) == (0, True), rules.stderr


def test_without_its_golden_it_is_red(tree: Path) -> None:
    shutil.rmtree(tree / "tests" / "goldens" / "tiny")
    ran = python(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "tiny", "tests/goldens")
    assert ran.returncode == 1
    assert "write a golden for tiny" in ran.stdout
