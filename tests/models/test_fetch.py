import errno
from pathlib import Path

import pytest

from assistant.models import fetch as module
from assistant.models.fetch import fetch
from assistant.models.manifest import ModelError
from tests.models.conftest import Publisher, sha256

CONTENT = bytes(range(256)) * 2000


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "downloads" / "tiny.zip"


def part(target: Path) -> Path:
    return target.with_name("tiny.zip.part")


def refused(publisher: Publisher, target: Path, size_bytes: int = len(CONTENT), digest: str = sha256(CONTENT)) -> str:
    with pytest.raises(ModelError) as caught:
        fetch(publisher.url, target, size_bytes, digest)
    assert "\n" not in str(caught.value)
    assert not target.exists()
    return str(caught.value)


def test_a_file_is_fetched_whole_with_progress(publisher: Publisher, target: Path) -> None:
    publisher.content = CONTENT
    told: list[tuple[int, int]] = []
    fetch(publisher.url, target, len(CONTENT), sha256(CONTENT), lambda done, of: told.append((done, of)))
    assert target.read_bytes() == CONTENT
    assert not part(target).exists()
    assert told == sorted(told)
    assert told[-1] == (len(CONTENT), len(CONTENT))
    assert publisher.ranges == [None]


def test_a_broken_download_goes_on_by_itself(publisher: Publisher, target: Path) -> None:
    publisher.content, publisher.break_after = CONTENT, [100_000, 50_000]
    fetch(publisher.url, target, len(CONTENT), sha256(CONTENT))
    assert target.read_bytes() == CONTENT
    assert publisher.ranges == [None, "bytes=100000-", "bytes=150000-"]


def test_a_download_that_was_given_up_goes_on_with_the_next_command(publisher: Publisher, target: Path) -> None:
    publisher.content, publisher.break_after = CONTENT, [100_000, 0, 0, 0]
    assert f"100000 of {len(CONTENT)} bytes are kept: the same command goes on" in refused(publisher, target)
    publisher.break_after = []
    fetch(publisher.url, target, len(CONTENT), sha256(CONTENT))
    assert target.read_bytes() == CONTENT
    assert publisher.ranges[-1] == "bytes=100000-"


def test_without_ranges_it_starts_again(publisher: Publisher, target: Path) -> None:
    publisher.content, publisher.knows_ranges = CONTENT, False
    target.parent.mkdir()
    part(target).write_bytes(CONTENT[:1000])
    fetch(publisher.url, target, len(CONTENT), sha256(CONTENT))
    assert target.read_bytes() == CONTENT


def test_a_part_that_is_too_long_is_thrown_away(publisher: Publisher, target: Path) -> None:
    publisher.content = CONTENT
    target.parent.mkdir()
    part(target).write_bytes(CONTENT + b"more")
    fetch(publisher.url, target, len(CONTENT), sha256(CONTENT))
    assert target.read_bytes() == CONTENT


def test_a_part_of_another_file_does_not_pass_and_does_not_stay(publisher: Publisher, target: Path) -> None:
    publisher.content = CONTENT
    target.parent.mkdir()
    part(target).write_bytes(b"x" * 1000)
    assert "not that of the manifest (sha256 " in refused(publisher, target)
    assert not part(target).exists()
    fetch(publisher.url, target, len(CONTENT), sha256(CONTENT))
    assert target.read_bytes() == CONTENT


def test_a_whole_file_that_waits_is_not_fetched_again(publisher: Publisher, target: Path) -> None:
    target.parent.mkdir()
    target.write_bytes(CONTENT)
    fetch(publisher.url, target, len(CONTENT), sha256(CONTENT))
    assert publisher.ranges == []


def test_one_changed_bit_is_refused(publisher: Publisher, target: Path) -> None:
    publisher.content = CONTENT[:-1] + bytes([CONTENT[-1] ^ 1])
    said = refused(publisher, target)
    assert sha256(publisher.content) in said
    assert sha256(CONTENT) in said


@pytest.mark.parametrize("says_length", [True, False])
def test_a_longer_file_is_refused_before_it_fills_the_disk(
    publisher: Publisher, target: Path, says_length: bool
) -> None:
    publisher.content, publisher.says_length = CONTENT * 20, says_length
    assert "it has changed; update the referee" in refused(publisher, target)
    assert not part(target).exists() or part(target).stat().st_size <= len(CONTENT)


def test_a_shorter_file_is_refused(publisher: Publisher, target: Path) -> None:
    publisher.content = CONTENT[:-5]
    assert f"is {len(CONTENT) - 5} bytes, not {len(CONTENT)}" in refused(publisher, target)


def test_a_range_beyond_the_end_starts_again(publisher: Publisher, target: Path) -> None:
    publisher.content = CONTENT[:1000]
    target.parent.mkdir()
    part(target).write_bytes(CONTENT[:2000])
    assert "it has changed" in refused(publisher, target)
    assert publisher.ranges == ["bytes=2000-", None]


@pytest.mark.parametrize(("status", "words"), [(404, "answers 404 Not Found"), (503, "answers 503")])
def test_a_server_that_refuses_is_quoted(publisher: Publisher, target: Path, status: int, words: str) -> None:
    publisher.status = status
    assert words in refused(publisher, target)


def test_nobody_there(target: Path) -> None:
    with pytest.raises(ModelError, match="could not be fetched"):
        fetch("http://127.0.0.1:9/tiny.zip", target, 10, sha256(b""))


@pytest.mark.parametrize("url", ["http://example.org/a.zip", "file:///etc/passwd", "ftp://127.0.0.1/a.zip", "a.zip"])
def test_only_https_is_asked(target: Path, url: str) -> None:
    with pytest.raises(ModelError, match="https only"):
        fetch(url, target, 10, sha256(b""))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://example.org/a.zip", "http://example.org/a.zip: models are fetched by https only"),
        ("file:///etc/passwd", "'file:///etc/passwd' is not allowed"),
    ],
)
def test_a_redirection_does_not_lead_astray(publisher: Publisher, target: Path, url: str, words: str) -> None:
    publisher.redirect = url
    assert words in refused(publisher, target)


def test_a_full_disk_is_said(publisher: Publisher, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module, "_receive_once", full)
    assert "cannot be written (No space left on device); make room" in refused(publisher, target)


def test_a_folder_that_cannot_be_made_is_said(publisher: Publisher, tmp_path: Path) -> None:
    (tmp_path / "downloads").write_text("a file")
    assert "cannot be written" in refused(publisher, tmp_path / "downloads" / "tiny.zip")
