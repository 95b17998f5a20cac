"""Logs without sound: what never had any, and what was thrown away; each command says which, and what still works."""

import shutil
from pathlib import Path

import pytest

from assistant.__main__ import run
from tests.disputes.match import write_match

GONE = "its sound was thrown away"
NEVER = "it is of a script, or was made without any"


@pytest.fixture
def pruned(match_log: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "pruned"
    shutil.copytree(match_log, folder)
    for sound in folder.glob("*.flac"):
        sound.unlink()
    return folder


@pytest.fixture
def silent(tmp_path: Path) -> Path:
    return write_match(tmp_path / "silent", sound=None)


@pytest.mark.parametrize(
    "command",
    [("appeal", "--ruling", "6"), ("appeal", "--last", "10s"), ("replay", "--play"), ("replay", "--listen-again")],
)
def test_what_cannot_be_heard_again_is_one_line_that_says_what_still_works(
    command: tuple[str, ...], pruned: Path, silent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = command
    for log, reason in ((pruned, GONE), (silent, NEVER)):
        assert run([name, str(log), *options]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"referee: {log}: ")
        assert reason in line
        assert "`referee replay` and `photo` still show what was judged" in line


def test_a_photo_without_sound_is_drawn_and_says_so(
    pruned: Path, silent: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for log, reason, code in ((pruned, GONE, 1), (silent, NEVER, 0)):
        assert run(["photo", str(log), "--ruling", "6", "-o", str(tmp_path)]) == code
        told = capsys.readouterr()
        assert told.out == f"{tmp_path / '0006-claim-void.png'}\n"
        assert reason in told.err
        assert len(told.err.splitlines()) == 1


def test_clips_of_nothing_are_refused_with_the_reason(
    pruned: Path, silent: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for log, reason in ((pruned, GONE), (silent, NEVER)):
        assert run(["export", str(log), "--clips", "flac", "-o", str(tmp_path)]) == 2
        assert reason in capsys.readouterr().err


def test_the_event_log_alone_is_bundled_and_verified(pruned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bundle", str(pruned)]) == 1
    assert "the bundle holds the event log alone" in capsys.readouterr().err
    bundle = pruned.with_name("pruned.zip")
    assert run(["replay", str(bundle)]) == 0
    capsys.readouterr()
    for log in (pruned, bundle):
        assert run(["verify", str(log)]) == 1
        told = capsys.readouterr()
        assert f"{log / 'audio-0001.flac'}: the audio file is missing" in told.out
        assert f"{GONE}, all of it; the event log is as it was written" in told.err


def test_sound_that_is_missing_in_part_is_never_called_thrown_away(
    match_log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "part"
    shutil.copytree(match_log, folder)
    (folder / "audio-0001.flac").unlink()
    for command in (["verify"], ["appeal", "--ruling", "6", "--no-play"], ["photo", "-o", str(tmp_path)], ["bundle"]):
        name, *options = command
        code = run([name, str(folder), *options])
        told = capsys.readouterr().err
        assert GONE not in told
        assert code != 0 or name == "photo"


def test_a_changed_event_log_without_sound_is_still_found(pruned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = pruned / "events.jsonl"
    events.write_bytes(events.read_bytes().replace(b"seduce", b"seduct", 1))
    assert run(["verify", str(pruned)]) == 1
    told = capsys.readouterr()
    assert "not as it was written" in told.err
    assert f"{events}:" in told.out
