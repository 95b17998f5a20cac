from pathlib import Path

import pytest

from assistant.__main__ import run
from assistant.cli import models as cli
from assistant.models.store import Store
from tests.models.conftest import FILES, Publisher, store_with, tiny_model, write_model, zipped


class Told:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def store(publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    publisher.content = zipped(FILES)
    monkeypatch.setenv("COLUMNS", "160")
    store = store_with(tmp_path, tiny_model(publisher.url, publisher.content))
    monkeypatch.setattr(cli, "default_store", lambda: store)
    return store


@pytest.fixture
def referee(store: Store, capsys: pytest.CaptureFixture[str]) -> "Referee":
    return Referee(capsys)


class Referee:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str | Path) -> Told:
        code = run(["models", *map(str, arguments)])
        captured = self.capsys.readouterr()
        return Told(code, captured.out, captured.err)


def test_list_names_what_is_not_here_and_what_brings_it(referee: Referee) -> None:
    told = referee("list")
    assert told.code == 0
    assert "tiny" in told.out
    assert "not here; run: referee models get tiny" in told.out


def test_get_then_list_then_verify(referee: Referee, store: Store) -> None:
    told = referee("get", "tiny")
    assert (told.code, told.out) == (0, f"tiny: 4 files checked; it lies in {store.user / 'tiny'}\n")
    assert "4 files checked; in the user's data folder" in referee("list").out
    told = referee("verify")
    assert (told.code, told.out) == (0, f"tiny: 4 files checked ({store.user / 'tiny'})\n")


def test_a_damaged_model_is_shown_by_list_and_fails_verify(referee: Referee, store: Store) -> None:
    referee("get", "tiny")
    (store.user / "tiny" / "model.bin").write_bytes(b"rot")
    assert "DAMAGED" in referee("list").out
    told = referee("verify", "tiny")
    assert told.code == 2
    assert f"{store.user / 'tiny' / 'model.bin'}: is not the file of the model tiny" in told.out
    assert told.err == "referee: 1 files are not what they should be, named above; see `referee models list`\n"


def test_add_tells_where_the_model_lies(referee: Referee, store: Store, tmp_path: Path) -> None:
    folder = write_model(tmp_path / "mine")
    told = referee("add", folder, "--language", "de")
    assert (told.code, told.out) == (0, f"mine: 4 files checked; it lies in {store.user / 'mine'}\n")
    assert referee("verify", "mine").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("get", "tinny"), "no model 'tinny': did you mean tiny?"),
        (("verify", "tiny"), "tiny: is not here; run: referee models get tiny"),
        (("verify", "zzz"), "no model 'zzz'"),
        (("add", "/no/such/path"), "/no/such/path: no such file or folder"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(referee: Referee, arguments: tuple[str, ...], words: str) -> None:
    told = referee(*arguments)
    assert told.code == 2
    assert words in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


def test_a_publisher_who_is_away_is_exit_2_and_keeps_what_came(
    referee: Referee, store: Store, publisher: Publisher
) -> None:
    publisher.break_after = [1000, 0, 0, 0]
    told = referee("get", "tiny")
    assert told.code == 2
    assert "1000 of" in told.err.splitlines()[-1]
    publisher.break_after = []
    assert referee("get", "tiny").code == 0
