"""The record of what is done: only the same input, settings and result count, and a crash costs one line at most."""

from pathlib import Path

import pytest

from assistant.batch.finding import recordings_in
from assistant.batch.record import RECORD_FILE, Key, Record, RecordError, file_sha256, settings_sha256
from assistant.core.codec import JsonObject
from assistant.errors import LossError, RefereeError

KEY = Key("a.flac", "1" * 64, "2" * 64)
RESULT: JsonObject = {"calls": 3, "lost": ""}


@pytest.fixture
def output(tmp_path: Path) -> Path:
    path = tmp_path / "a.flac.jsonl"
    path.write_text("lines\n")
    return path


def test_what_is_written_down_is_done_also_for_the_next_run(tmp_path: Path, output: Path) -> None:
    record = Record(tmp_path)
    assert record.done(KEY, output) is None
    record.add(KEY, output, RESULT)
    assert record.done(KEY, output) == RESULT
    assert Record(tmp_path).done(KEY, output) == RESULT


@pytest.mark.parametrize(
    "other", [Key("b.flac", "1" * 64, "2" * 64), Key("a.flac", "3" * 64, "2" * 64), Key("a.flac", "1" * 64, "3" * 64)]
)
def test_another_input_or_setting_is_to_be_done(tmp_path: Path, output: Path, other: Key) -> None:
    Record(tmp_path).add(KEY, output, RESULT)
    assert Record(tmp_path).done(other, output) is None


def test_a_result_that_was_changed_or_removed_is_made_again(tmp_path: Path, output: Path) -> None:
    Record(tmp_path).add(KEY, output, RESULT)
    output.write_text("other\n")
    assert Record(tmp_path).done(KEY, output) is None
    output.unlink()
    assert Record(tmp_path).done(KEY, output) is None


def test_the_latest_line_counts(tmp_path: Path, output: Path) -> None:
    record = Record(tmp_path)
    record.add(KEY, output, RESULT)
    output.write_text("other\n")
    newer = Key("a.flac", "4" * 64, "2" * 64)
    record.add(newer, output, {"calls": 4})
    assert Record(tmp_path).done(newer, output) == {"calls": 4}
    assert Record(tmp_path).done(KEY, output) is None


def test_a_torn_or_foreign_line_costs_nothing_else(tmp_path: Path, output: Path) -> None:
    other = Key("b.flac", "5" * 64, "2" * 64)
    Record(tmp_path).add(KEY, output, RESULT)
    with (tmp_path / RECORD_FILE).open("ab") as file:
        file.write(b'[1]\n"x"\n{"name":1}\n\xff\n{"name": "c.fl')
    Record(tmp_path).add(other, output, RESULT)
    read = Record(tmp_path)
    assert read.done(KEY, output) == read.done(other, output) == RESULT


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path, output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RecordError, match=r"a\.flac\.jsonl.*cannot be used.*name another folder with -o"):
        Record(output / "judged")
    with pytest.raises(RecordError, match="cannot be read"):
        file_sha256(tmp_path / "none")
    record = Record(tmp_path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(LossError, match="No space left on device"):
        record.add(KEY, output, RESULT)


def test_hashes(tmp_path: Path) -> None:
    (tmp_path / "abc").write_bytes(b"abc")
    assert file_sha256(tmp_path / "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert settings_sha256({"b": 1, "a": [None]}) == settings_sha256({"a": [None], "b": 1})
    assert settings_sha256({"a": 1}) != settings_sha256({"a": 2})


def test_recordings_are_found_below_a_folder_and_logs_are_passed_over(tmp_path: Path) -> None:
    for name in (
        "b.WAV", "a.flac", "sub/c.script", "notes.txt", "a.truth.json", ".hidden.flac", "judged/a.flac.jsonl",
        "judged/d.wav", "log/events.jsonl", "log/audio-0001.flac",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "folder.wav").mkdir()
    found = [path.relative_to(tmp_path).as_posix() for path in recordings_in(tmp_path, tmp_path / "judged")]
    assert found == ["a.flac", "b.WAV", "sub/c.script"]
    with pytest.raises(RefereeError, match=r"holds no recording: put files that end in \.wav, \.flac"):
        recordings_in(tmp_path / "judged" / "..", tmp_path)
