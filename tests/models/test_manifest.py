import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from assistant.models.kinds import folder_engines, model_files
from assistant.models.manifest import ManifestError, ModelError, load_manifest, model_named, source_tree

ENTRY = """
[models.tiny]
engine = "whisper"
title = "Tiny"
licence = "MIT"
language = "en"
size_bytes = 1
install = "pip install tiny"
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "manifest.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_manifest_lists_a_model_for_every_english_ear() -> None:
    models = load_manifest()
    assert {(model.engine, model.language) for model in models.values()} >= {
        ("whisper", "en"),
        ("vosk", "en"),
        ("pocketsphinx", "en"),
    }


@pytest.mark.parametrize("name", load_manifest())
def test_every_entry_tells_what_a_user_must_know(name: str) -> None:
    entry = load_manifest()[name]
    assert find_spec(f"engines.{entry.engine}") is not None
    assert entry.licence
    assert entry.size_bytes > 0
    assert entry.install
    assert entry.package or entry.archive
    assert set(entry.files) >= (set(model_files(entry.engine)) if entry.package else set())


def test_the_english_vosk_model_is_the_archive_that_its_users_pin() -> None:
    model = load_manifest()["vosk-small-en"]
    assert (model.licence, model.size_bytes) == ("Apache-2.0", 41_205_931)
    assert model.archive.endswith("/vosk-model-small-en-us-0.15.zip")
    assert model.archive_sha256 == "30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498"


def test_the_packaged_copy_is_the_one_of_the_source_tree() -> None:
    root = source_tree()
    assert root is not None
    wheel = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert wheel["wheel"]["force-include"]["models/manifest.toml"] == "assistant/data/manifest.toml"


def test_the_readme_of_the_models_names_each() -> None:
    root = source_tree()
    assert root is not None
    readme = (root / "models" / "README.md").read_text(encoding="utf-8")
    assert [name for name in load_manifest() if f"`{name}`" not in readme] == []


def test_models_that_come_as_folders_are_known_by_their_files() -> None:
    assert folder_engines() == ("vosk", "whisper")


def test_a_good_manifest_is_read(tmp_path: Path) -> None:
    models = load_manifest(written(tmp_path, ENTRY + '[models.tiny.files]\n"model.bin" = "' + "0" * 64 + '"\n'))
    assert models["tiny"].files == {"model.bin": "0" * 64}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("models = [", "damaged"),
        ("", "damaged ('models')"),
        ("models = 3", "damaged"),
        (ENTRY + "colour = 3\n", "colour"),
        (ENTRY.replace('title = "Tiny"', ""), "title"),
        (ENTRY.replace("size_bytes = 1", 'size_bytes = "1"'), "wrong type"),
        (ENTRY.replace("[models.tiny]", '[models."../tiny"]'), "is no name of a model"),
        (ENTRY + '[models.tiny.files]\n"model.bin" = "abc"\n', "sha256 of model.bin"),
        (ENTRY + 'archive = "https://example.org/a.zip"\n', "an archive needs its sha256"),
        (ENTRY + f'archive = "http://example.org/a.zip"\narchive_sha256 = "{"0" * 64}"\n', "https only"),
    ],
)
def test_a_damaged_manifest_is_one_line(tmp_path: Path, text: str, words: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ManifestError) as caught:
        load_manifest(path)
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"{path}: damaged")
    assert str(caught.value).endswith("install the referee again")


def test_a_manifest_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "manifest.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ManifestError, match="damaged"):
        load_manifest(path)
    with pytest.raises(ManifestError, match="damaged"):
        load_manifest(tmp_path)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("vosk-smal-en", "did you mean vosk-small-en?"),
        ("Whisper-Tiny", "did you mean whisper-tiny-en?"),
        ("zzz", "known are whisper-tiny-en, vosk-small-en, pocketsphinx-en-us"),
    ],
)
def test_a_wrong_name_is_answered_with_the_right_one(name: str, hint: str) -> None:
    with pytest.raises(ModelError) as caught:
        model_named(load_manifest(), name)
    assert str(caught.value) == f"no model {name!r}: {hint}"
