"""Any changed, missing, reordered or truncated byte of a log or bundle is found, and its place named."""

import random
import shutil
import zipfile
from pathlib import Path

import pytest

from assistant.core import referee
from assistant.eventlog.bundle import make_bundle
from assistant.eventlog.reader import read_log
from assistant.eventlog.records import LogError
from assistant.eventlog.replay import replay
from assistant.eventlog.verify import verify
from tests.eventlog.match_log import MATCH, OBSERVATIONS, write_log

CHANGES = 50


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_log(tmp_path_factory.mktemp("evidence") / "log", audio_s=1.5)


@pytest.fixture(scope="module")
def bundle(folder: Path) -> Path:
    return make_bundle(folder, folder.parent / "match.zip")


def copy(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def change_byte(path: Path, at: int, dice: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[at] = (data[at] + dice.randrange(1, 256)) % 256
    path.write_bytes(data)


def places(path: Path) -> list[tuple[str, int | None]]:
    return [(fault.file, fault.line) for fault in verify(path).faults]


def test_an_untouched_log_and_bundle_have_no_fault(folder: Path, bundle: Path) -> None:
    for path in (folder, folder / "events.jsonl", bundle):
        found = verify(path)
        assert found.faults == ()
        assert found.audio_files == 2
        assert found.lines == (folder / "events.jsonl").read_bytes().count(b"\n")


def test_a_bundle_replays_like_its_folder(folder: Path, bundle: Path) -> None:
    log = read_log(bundle)
    assert log.observations == OBSERVATIONS
    steps = list(replay(log, MATCH))
    assert referee.scores(steps[-1].state) == {"Ann": 0, "Ben": 0, "Cid": 1}


def test_the_same_log_gives_the_same_bundle(folder: Path, bundle: Path, tmp_path: Path) -> None:
    assert make_bundle(folder, tmp_path / "again.zip").read_bytes() == bundle.read_bytes()


@pytest.mark.parametrize("seed", range(CHANGES))
def test_each_changed_byte_of_the_event_log_is_found_at_its_line(folder: Path, tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    changed = copy(folder, tmp_path) / "events.jsonl"
    data = changed.read_bytes()
    at = dice.randrange(len(data))
    change_byte(changed, at, dice)
    line = data[:at].count(b"\n") + 1
    assert places(changed)[0] in [("events.jsonl", line), ("events.jsonl", line + 1), ("events.jsonl", line - 1)]


@pytest.mark.parametrize("seed", range(CHANGES))
def test_each_changed_byte_of_a_bundle_is_found_in_its_file(bundle: Path, tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    changed = Path(shutil.copy(bundle, tmp_path / "changed.zip"))
    at = dice.randrange(changed.stat().st_size)
    with zipfile.ZipFile(bundle) as archive:
        inside = [
            entry.filename
            for entry in archive.infolist()
            if entry.header_offset + 30 + len(entry.filename)
            <= at
            < entry.header_offset + 30 + len(entry.filename) + entry.file_size
        ]
    change_byte(changed, at, dice)
    files = [file for file, _ in places(changed)]
    assert files
    assert set(inside) <= set(files)


def test_every_byte_outside_of_the_files_in_a_bundle_counts(bundle: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        directory_at = archive.start_dir
    size = bundle.stat().st_size
    for at in [*range(0, 30, 3), *range(directory_at, size, 17), size - 1]:
        changed = Path(shutil.copy(bundle, tmp_path / "changed.zip"))
        change_byte(changed, at, random.Random(at))
        assert places(changed), f"byte {at}"


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.8, 0.99])
def test_a_truncated_bundle_is_found(bundle: Path, tmp_path: Path, kept: float) -> None:
    changed = tmp_path / "changed.zip"
    data = bundle.read_bytes()
    changed.write_bytes(data[: int(len(data) * kept)])
    assert places(changed)


def test_missing_doubled_and_reordered_lines_are_found(folder: Path, tmp_path: Path) -> None:
    events = copy(folder, tmp_path) / "events.jsonl"
    lines = events.read_text().splitlines(keepends=True)
    for damaged, line in [
        ([*lines[:3], *lines[4:]], 4),
        ([*lines[:4], lines[3], *lines[4:]], 5),
        ([*lines[:3], lines[4], lines[3], *lines[5:]], 4),
        (lines[1:], 1),
    ]:
        events.write_text("".join(damaged))
        assert places(events)[0] == ("events.jsonl", line)
        assert verify(events).faults[0].what.startswith("this line does not follow the one before it")


def test_a_truncated_event_log_is_found_at_its_end(folder: Path, tmp_path: Path) -> None:
    events = copy(folder, tmp_path) / "events.jsonl"
    data = events.read_bytes()
    events.write_bytes(data[:-1])
    assert verify(events).faults
    events.write_bytes(data[: data[:-1].rindex(b"\n") + 1])
    assert verify(events).faults[0].what.startswith("the log was not closed")


def test_changed_missing_and_foreign_audio_is_found(folder: Path, tmp_path: Path) -> None:
    changed = copy(folder, tmp_path)
    change_byte(changed / "audio-0001.flac", 400, random.Random(1))
    (changed / "audio-0002.flac").rename(changed / "audio-0003.flac")
    assert places(changed) == [("audio-0001.flac", None), ("audio-0002.flac", None), ("audio-0003.flac", None)]
    assert [fault.shown(changed) for fault in verify(changed).faults][1] == (
        f"{changed}/audio-0002.flac: the audio file is missing"
    )


def test_a_bundle_of_a_damaged_log_says_so_as_its_folder_does(folder: Path, tmp_path: Path) -> None:
    changed = copy(folder, tmp_path)
    change_byte(changed / "audio-0001.flac", 400, random.Random(1))
    assert places(make_bundle(changed, tmp_path / "b.zip")) == [("audio-0001.flac", None)]


def test_a_bundle_never_overwrites_and_needs_all_its_files(folder: Path, bundle: Path, tmp_path: Path) -> None:
    with pytest.raises(LogError, match="exists already"):
        make_bundle(folder, bundle)
    changed = copy(folder, tmp_path)
    (changed / "audio-0002.flac").unlink()
    with pytest.raises(LogError, match="the file is missing"):
        make_bundle(changed, tmp_path / "b.zip")
