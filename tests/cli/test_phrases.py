"""`referee phrases`: check, list and sample."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command

TWO_MEANINGS = """
games:
  tiny:
    phrases:
      grab: {say: (grab|snatch), examples: [Grab!], near_misses: [mine]}
      mine: {say: (mine|snatch), examples: [Mine!], near_misses: [xyzzyx]}
"""


def test_the_shipped_book_is_proved(referee: Command) -> None:
    ran = referee("phrases", "check")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "every example matches, and no near miss does"
    row = next(line.split() for line in ran.out.splitlines() if line.split()[:1] == ["house-blitz"])
    assert row[:3] == ["house-blitz", "2", "2"]
    assert " is both" not in ran.out


def test_double_meanings_and_unknown_words_are_listed(referee: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(TWO_MEANINGS, encoding="utf-8")
    ran = referee("phrases", "check", path)
    assert ran.code == 0
    assert ran.out.splitlines()[:3] == [
        'tiny.grab, tiny.mine: "snatch" is both: such a call is ambiguous',
        'tiny.grab: its near miss "mine" is tiny.mine, and is judged as that',
        'tiny: "xyzzyx" is in no dictionary of the ears: they leave its sentence out',
    ]


def test_a_fault_ends_with_two(referee: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("games:\n  tiny:\n    phrases:\n      grab: {say: grab, examples: [grabs]}\n", encoding="utf-8")
    ran = referee("phrases", "check", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f'referee: {path}:4:36: found the example "grabs"')


def test_list(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    ran = referee("phrases", "list", "grave-feast")
    assert ran.code == 0
    row = next(line for line in ran.out.splitlines() if "grave-feast.seduce" in line)
    assert [cell.strip() for cell in row.split("\u2502")][1:5] == ["grave-feast.seduce", "seduce", "Seduce!", "7"]


def test_sample(referee: Command, phrases: Path) -> None:
    ran = referee("phrases", "sample", "in-cahoots.choice")
    assert ran.out.splitlines() == ["fight", "flee", "i fight", "i flee", "we fight", "we flee"]
    assert referee("phrases", "sample", "tiny.grab", "--near", "--phrases", phrases).out == "grabs\n"


def test_unknown_names(referee: Command, phrases: Path) -> None:
    ran = referee("phrases", "sample", "tiny.grap", "--phrases", phrases)
    assert (ran.code, ran.err) == (2, "referee: tiny.grap: unknown phrase; choose one of tiny.grab, tiny.mine\n")
    ran = referee("phrases", "list", "chess", "--phrases", phrases)
    assert (ran.code, ran.err) == (2, "referee: chess: no such game in the phrase book; choose one of tiny\n")
