import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.models import digests as digests_module
from assistant.models.digests import Digests, sha256_of, write_whole
from assistant.models.lock import Locked, read_lock, write_lock
from assistant.models.manifest import ModelError
from assistant.models.store import Place, default_store, find_model, weights_sha256
from tests.models.conftest import FILES, sha256, store_with, tiny_model, write_model

TINY = tiny_model(files=FILES)


def settle(folder: Path) -> None:
    """Make all files look a minute old, as those of an installed model are."""
    then = time.time() - 60
    for path in folder.rglob("*"):
        os.utime(path, (then, then))


def test_nothing_is_here_at_first(tmp_path: Path) -> None:
    store = store_with(tmp_path, TINY)
    assert store.find("whisper") is None
    assert not store.user.exists()


def test_the_source_tree_comes_before_the_user_before_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "tiny_package"
    write_model(package / "model")
    (package / "__init__.py").write_text("raise RuntimeError('only looked for, never run')")
    monkeypatch.syspath_prepend(tmp_path / "site")
    model = replace(TINY, package="tiny_package", package_folder="model")
    store = store_with(tmp_path, model)
    assert store.find("whisper") == package / "model"
    user = write_model(store.user / "tiny")
    assert store.find("whisper") == user
    tree = write_model(tmp_path / "tree" / "tiny")
    assert store.find("whisper") == tree
    found = store.locate(model)
    assert found is not None
    assert found.place is Place.TREE


def test_a_folder_named_as_the_publisher_names_it_is_found(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "tree" / "tiny-1.0")
    assert store_with(tmp_path, TINY).find("whisper") == folder


def test_another_engine_or_language_is_not_found(tmp_path: Path) -> None:
    store = store_with(tmp_path, TINY)
    write_model(store.user / "tiny")
    assert store.find("vosk") is None
    assert store.find("whisper", "de") is None


@pytest.mark.parametrize("name", FILES)
def test_a_changed_file_is_refused_with_its_path(tmp_path: Path, name: str) -> None:
    store = store_with(tmp_path, TINY)
    folder = write_model(store.user / "tiny", {**FILES, name: FILES[name] + b"x"})
    with pytest.raises(ModelError) as caught:
        store.find("whisper")
    assert str(caught.value) == (
        f"{folder / name}: is not the file of the model tiny (its checksum differs); run: referee models get tiny"
    )


def test_a_missing_file_is_refused_with_its_path(tmp_path: Path) -> None:
    store = store_with(tmp_path, TINY)
    folder = write_model(tmp_path / "tree" / "tiny", {name: FILES[name] for name in FILES if name != "model.bin"})
    with pytest.raises(ModelError, match=r"model\.bin: missing from the model tiny; remove"):
        store.find("whisper")
    assert folder.is_dir()


def test_a_file_that_every_model_needs_is_missed_without_checksums(tmp_path: Path) -> None:
    store = store_with(tmp_path, tiny_model())
    write_model(store.user / "tiny", {"README": b"empty"})
    found = store.locate(store.manifest["tiny"])
    assert found is not None
    assert len(store.faults(found)) == len(FILES)


def test_checksums_are_read_once_and_again_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def watched(path: Path) -> str:
        read.append(path.name)
        return sha256_of(path)

    monkeypatch.setattr(digests_module, "sha256_of", watched)
    store = store_with(tmp_path, TINY)
    folder = write_model(store.user / "tiny")
    settle(folder)
    store.find("whisper")
    assert sorted(read) == sorted(FILES)
    store_with(tmp_path, TINY).find("whisper")
    assert len(read) == len(FILES), "a second start read the files again"
    (folder / "model.bin").write_bytes(b"weightS" * 50_000)
    with pytest.raises(ModelError, match=r"model\.bin"):
        store_with(tmp_path, TINY).find("whisper")
    assert read.count("model.bin") == 2


def test_fresh_checksums_see_what_size_and_time_hide(tmp_path: Path) -> None:
    store = store_with(tmp_path, TINY)
    folder = write_model(store.user / "tiny")
    settle(folder)
    assert store.find("whisper") == folder
    status = (folder / "model.bin").stat()
    (folder / "model.bin").write_bytes(b"weightS" * 50_000)
    os.utime(folder / "model.bin", ns=(status.st_atime_ns, status.st_mtime_ns))
    found = store.locate(TINY)
    assert found is not None
    assert store.faults(found) == ()
    assert len(store.faults(found, fresh=True)) == 1
    assert len(store.faults(found)) == 1, "what was seen is remembered"


def test_a_file_that_has_just_changed_is_not_remembered(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"1")
    digests = Digests(tmp_path / "cache.json")
    assert digests.of(path) == sha256(b"1")
    digests.save()
    assert not (tmp_path / "cache.json").exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"a": 1}', '{"a": [1, "x", 3]}', "null", "\0"])
def test_a_damaged_memory_counts_as_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "checksums.json").write_text(content)
    store = store_with(tmp_path, TINY)
    folder = write_model(store.user / "tiny")
    settle(folder)
    assert store.find("whisper") == folder


def test_where_nothing_can_be_remembered_the_model_is_found_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    store = store_with(tmp_path, TINY)
    folder = write_model(store.user / "tiny")
    settle(folder)
    assert store.find("whisper") == folder


def test_a_file_is_replaced_at_once_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_whole(path, "one")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "two\ud800")
    assert path.read_text() == "one"
    assert list(tmp_path.iterdir()) == [path]


def test_an_added_model_is_known_besides_the_manifest_and_held_to_its_checksums(tmp_path: Path) -> None:
    store = store_with(tmp_path, TINY)
    folder = write_model(store.user / "mine")
    digests = {name: sha256(content) for name, content in FILES.items()}
    write_lock(store.lock_file, {"mine": Locked("whisper", "de", "added from a stick", digests)})
    assert list(store.models()) == ["tiny", "mine"]
    assert store.find("whisper", "de") == folder
    (folder / "vocabulary.txt").write_bytes(b"blood")
    with pytest.raises(ModelError, match=r"vocabulary\.txt: is not the file of the model mine"):
        store.find("whisper", "de")


def test_the_lock_says_what_was_written(tmp_path: Path) -> None:
    models = {"mine": Locked("whisper", "de", "added from a stick", {"a/b": "0" * 64})}
    write_lock(tmp_path / "lock.json", models)
    assert read_lock(tmp_path / "lock.json") == models
    assert read_lock(tmp_path / "none.json") == {}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"version": 2, "models": {}}',
        '{"version": 1, "models": {"../x": {"engine": "a", "language": "", "origin": "", "files": {}}}}',
        '{"version": 1, "models": {"x": {"engine": "../a", "language": "", "origin": "", "files": {}}}}',
        '{"version": 1, "models": {"x": {"engine": "vosk"}}}',
        "\0",
    ],
)
def test_a_damaged_lock_is_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "lock.json"
    path.write_text(content)
    with pytest.raises(ModelError, match=r"damaged .* remove it, and add your models again"):
        read_lock(path)


def test_whispers_packaged_model_is_here_and_right() -> None:
    folder = find_model("whisper")
    assert folder is not None
    assert weights_sha256(folder) == default_store().manifest["whisper-tiny-en"].files["model.bin"]


def test_looking_for_models_loads_nothing_that_could_ask_the_network() -> None:
    code = (
        "import sys; from assistant.models.store import find_model; find_model('whisper'); find_model('vosk');"
        "print([name for name in ('urllib.request', 'http.client', 'requests', 'vosk') if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"
