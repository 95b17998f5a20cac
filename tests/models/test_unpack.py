import stat
import zipfile
from pathlib import Path

import pytest

from assistant.models import unpack as module
from assistant.models.manifest import ModelError
from assistant.models.unpack import unpack
from tests.models.conftest import zipped


@pytest.fixture
def into(tmp_path: Path) -> Path:
    folder = tmp_path / "stage" / "model"
    folder.mkdir(parents=True)
    return folder


def archive_of(tmp_path: Path, *members: tuple[zipfile.ZipInfo | str, bytes]) -> Path:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members:
            archive.writestr(member, content)
    return path


def refused(archive: Path, into: Path) -> str:
    with pytest.raises(ModelError) as caught:
        unpack(archive, into)
    return str(caught.value)


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_the_one_folder_that_holds_everything_is_left_out(tmp_path: Path, into: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"README": b"r", "am/final.mdl": b"m"}, "vosk-model-small-en-us-0.15"))
    unpack(path, into)
    assert names(into) == ["README", "am/final.mdl"]
    assert (into / "am" / "final.mdl").read_bytes() == b"m"


@pytest.mark.parametrize(
    ("members", "unpacked"),
    [
        ([("a.txt", b"1"), ("b/c.txt", b"2")], ["a.txt", "b/c.txt"]),
        ([("a/b.txt", b"1"), ("c/d.txt", b"2")], ["a/b.txt", "c/d.txt"]),
        ([("a/b/c.txt", b"1"), ("a/d.txt", b"2")], ["b/c.txt", "d.txt"]),
        ([("a.txt", b"1")], ["a.txt"]),
    ],
)
def test_other_folders_stay(tmp_path: Path, into: Path, members: list[tuple[str, bytes]], unpacked: list[str]) -> None:
    unpack(archive_of(tmp_path, *members), into)
    assert names(into) == unpacked


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "m/../../evil",
        "m/..",
        "/etc/evil",
        "C:evil",
        "C:/evil",
        "m\\..\\..\\evil",
        "\\\\server\\share",
        "m/a\0b",
        "m/a\nb",
    ],
)
def test_names_that_lead_out_are_refused_and_nothing_is_written(tmp_path: Path, into: Path, name: str) -> None:
    member = zipfile.ZipInfo("m/good")
    evil = zipfile.ZipInfo("m/x")
    evil.filename = name
    before = names(tmp_path)
    archive = archive_of(tmp_path, (member, b"1"), (evil, b"2"))
    assert "leads out of its folder" in refused(archive, into)
    assert names(tmp_path) == sorted([*before, "a.zip"])


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices_are_refused(tmp_path: Path, into: Path, kind: int) -> None:
    member = zipfile.ZipInfo("m/link")
    member.external_attr = (kind | 0o777) << 16
    assert "is a link or no plain file" in refused(archive_of(tmp_path, (member, b"/etc/passwd")), into)


def test_two_files_that_are_one_on_some_systems_are_refused(tmp_path: Path, into: Path) -> None:
    assert "comes twice" in refused(archive_of(tmp_path, ("m/a", b"1"), ("m/A", b"2")), into)


def test_an_empty_zip_is_refused(tmp_path: Path, into: Path) -> None:
    assert "nothing in it" in refused(archive_of(tmp_path), into)


def test_a_bomb_is_refused_before_anything_is_written(
    tmp_path: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LARGEST_BYTES", 1_000_000)
    assert "more than any model" in refused(
        archive_of(tmp_path, ("m/a", bytes(600_000)), ("m/b", bytes(600_000))), into
    )
    assert names(into) == []


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no zip at all" * 100])
def test_what_is_no_zip_is_said(tmp_path: Path, into: Path, content: bytes) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(content)
    assert "damaged or no zip" in refused(path, into)


@pytest.mark.parametrize("spoilt", ["middle", "end"])
def test_a_damaged_zip_is_said(tmp_path: Path, into: Path, spoilt: str) -> None:
    data = zipped({"weights": b"w" * 10_000})
    path = tmp_path / "a.zip"
    path.write_bytes(data[:5000] + b"\xff" + data[5001:] if spoilt == "middle" else data[:-40])
    assert "damaged or no zip" in refused(path, into)


def test_an_encrypted_zip_is_refused(tmp_path: Path, into: Path) -> None:
    data = bytearray(zipped({"weights": b"w"}))
    central = data.index(b"PK\x01\x02")
    data[central + 8] |= 1
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    assert "encrypted" in refused(path, into)


def test_a_file_where_a_folder_must_be_is_said(tmp_path: Path, into: Path) -> None:
    assert "cannot be unpacked" in refused(archive_of(tmp_path, ("m", b"1"), ("m/a", b"2")), into)
