"""Imports run one way, and the core stays pure: read from the syntax trees, so that nothing has to be imported."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

CORE = ("assistant.core",)
SIBLINGS = (
    "assistant.hearing",
    "assistant.audio",
    "assistant.announce",
    "assistant.eventlog",
    "assistant.models",
    "assistant.script",
    "assistant.settings",
    "assistant.phrasebook",
    "assistant.workers",
    "engines",
)
UNITERS = ("assistant.session", "assistant.disputes", "assistant.practice", "assistant.table")
APP = (
    "assistant.app",
    "assistant.batch",
    "assistant.listening",
    "assistant.phrase_check",
    "assistant.live",
    "assistant.screen",
)
CLI = ("assistant.cli",)
MAIN = ("assistant.__main__",)
LAYERS = (CORE, SIBLINGS, UNITERS, APP, CLI, MAIN)
"""From the inside out: a module may import what lies further in, and its own part; the builders are one part."""

EVERYBODYS = ("assistant.errors", "assistant.workers", "engines.base")
"""What any module outside of the core may import; the core may import the errors."""

CORE_LIBRARIES = {"rapidfuzz"}
"""The only libraries in the core."""

IMPURE = {
    "asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "socket",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
"""Modules with a clock, files, threads, chance or a network: none of them belongs into the core."""

FILES = sorted([*(ROOT / "assistant").rglob("*.py"), *(ROOT / "engines").rglob("*.py")])


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of everything that a file imports, wherever it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write the whole name of the module"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names] if is_package(module) else [module]
            yield from ((node.lineno, name) for name in names)


def is_package(module: str) -> bool:
    return module in ("assistant", "engines")


def part_of(module: str) -> tuple[int, str] | None:
    """Return the layer of a module, and which part of it; None for what belongs to no layer."""
    for depth, layer in enumerate(LAYERS):
        for part in layer:
            if module == part or module.startswith((part + ".", part + "_")):
                return depth, part
    return None


def allowed(importer: str, imported: str) -> bool:
    theirs = part_of(imported)
    ours = part_of(importer)
    if any(imported == name or imported.startswith(name + ".") for name in EVERYBODYS):
        return ours != (0, CORE[0]) or imported.startswith("assistant.errors")
    if theirs is None or ours is None:
        return not imported.startswith(("assistant.", "engines.")) or imported == "assistant.data"
    return theirs[0] < ours[0] or theirs == ours or {theirs[1], ours[1]} <= set(APP)


def test_every_module_has_its_layer() -> None:
    outside = {"assistant", "assistant.errors"}
    assert [name for name in map(module_name, FILES) if part_of(name) is None and name not in outside] == []


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_imports_run_one_way(path: Path) -> None:
    importer = module_name(path)
    wrong = [f"{path}:{line}: {importer} imports {name}" for line, name in imports(path) if not allowed(importer, name)]
    assert wrong == []


PRACTICE = "assistant.practice"
READS_PRACTICE = {
    "assistant.cli.creepy", "assistant.cli.creepy_match", "assistant.cli.creepy_remarks", "assistant.cli.ghost",
    "assistant.cli.ghost_photo", "assistant.cli.ghost_recorded", "assistant.cli.ghost_screen",
    "assistant.cli.ghost_voice", "assistant.cli.players", "assistant.cli.practice", "assistant.cli.practice_ears",
    "assistant.cli.practice_screen", "assistant.cli.practised", "assistant.cli.progress", "assistant.live.creeping",
}  # fmt: skip
"""Practice's own commands, the remarks beside a match (`creep*`), and what setup tells a table (`practised`)."""


def test_nothing_that_judges_reads_what_practice_knows() -> None:
    """What practice learns about a voice may warn a table before it plays; no verdict may ever depend on it."""
    readers = {
        module_name(path)
        for path in FILES
        if any(name == PRACTICE or name.startswith(PRACTICE + ".") for _, name in imports(path))
    }
    assert "assistant.cli.practice" in readers
    assert {name for name in readers if not name.startswith(PRACTICE)} <= READS_PRACTICE
    tellers = {
        module_name(path): {name for _, name in imports(path) if name.startswith("assistant.cli.practised")}
        for path in FILES
    }
    assert {module for module, names in tellers.items() if names} == {"assistant.cli.setup"}
    remarkers = {module_name(path) for path in FILES for _, name in imports(path) if name.endswith("creepy_remarks")}
    assert remarkers <= {"assistant.cli.judge"}


@pytest.mark.parametrize(
    "path", [path for path in FILES if module_name(path).startswith("assistant.core")], ids=module_name
)
def test_the_core_needs_nothing_but_the_standard_library_and_is_pure(path: Path) -> None:
    tops = {name.partition(".")[0] for _, name in imports(path)}
    foreign = tops - set(sys.stdlib_module_names) - CORE_LIBRARIES - {"assistant"}
    assert foreign == set()
    assert tops & IMPURE == set()


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_only_main_leaves_the_program(path: Path) -> None:
    if module_name(path) == "assistant.__main__":
        return
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    leaving = [
        f"{path}:{call.lineno}"
        for call in calls
        if ast.unparse(call.func) in ("sys.exit", "exit", "quit", "os._exit", "os.abort")
    ]
    assert leaving == []


@pytest.mark.parametrize(
    ("importer", "imported", "right"),
    [
        ("assistant.core.referee", "assistant.core.fold", True),
        ("assistant.core.referee", "assistant.errors", True),
        ("assistant.core.referee", "engines.base", False),
        ("assistant.core.referee", "assistant.eventlog.reader", False),
        ("assistant.eventlog.audio", "engines.base", True),
        ("assistant.eventlog.audio", "engines.whisper", False),
        ("assistant.eventlog.audio", "assistant.hearing.ears", False),
        ("assistant.script_source", "assistant.script", True),
        ("assistant.script", "assistant.settings", False),
        ("assistant.session", "assistant.eventlog.writer", True),
        ("assistant.session", "assistant.app", False),
        ("assistant.disputes.appeal", "assistant.session", False),
        ("assistant.app", "engines.whisper", True),
        ("assistant.app", "assistant.cli.judge", False),
        ("assistant.cli.judge", "assistant.app", True),
        ("assistant.cli.judge", "numpy", True),
    ],
)
def test_the_arrows_themselves(importer: str, imported: str, right: bool) -> None:
    assert allowed(importer, imported) is right
