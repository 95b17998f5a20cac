"""`referee export` of a script: all formats, and no clips, because there is no sound."""

from pathlib import Path

from tests.cli.conftest import Command


def test_a_script_has_no_clips(judge: Command, referee: Command, script: Path, tmp_path: Path) -> None:
    judge(script, "--log", tmp_path / "log")
    made = referee("export", tmp_path / "log", "--format", "all", "-o", tmp_path / "out")
    assert (made.code, made.err) == (0, "")
    ran = referee("export", tmp_path / "log", "--clips", "flac", "-o", tmp_path / "out")
    assert (ran.code, "so there are no clips; --format still works" in ran.err) == (2, True)
