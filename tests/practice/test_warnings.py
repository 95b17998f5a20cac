"""What a table is told about players who have practised."""

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.cli.practised import warnings_for
from assistant.practice.attempts import Outcome
from assistant.practice.store import FILE_NAME, Store
from assistant.practice.warnings import warnings_of
from tests.practice.conftest import attempt

AT = "2026-11-30T10:00:00+00:00"


def tries(*outcomes: Outcome, phrase: str = "grave-feast.seduce") -> list[object]:
    return [attempt(phrase, outcome) for outcome in outcomes]


GOOD, BAD, DOUBT = Outcome.EXACT, Outcome.INEXACT, Outcome.UNSURE


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        (
            [GOOD] * 7 + [DOUBT] * 3,
            ['the ears often doubt the "seduce" of Ann (3 of 10 at practice): try it before play'],
        ),
        ([GOOD] * 8 + [DOUBT] * 3, []),
        ([GOOD] * 2 + [BAD] * 2, ['Ann often misses "seduce" (2 of 4 at practice)']),
        ([GOOD] * 3 + [BAD] * 2, []),
        ([BAD] * 3, []),  # too few to say
        ([BAD] * 20 + [GOOD] * 20, []),  # long ago
        ([Outcome.SILENCE] * 10 + [GOOD] * 4, []),
    ],
)
def test_what_goes_wrong_often_is_told(outcomes: list[Outcome], told: list[str]) -> None:
    assert list(warnings_of("Ann", "grave-feast", tries(*outcomes))) == told  # type: ignore[arg-type]


def test_another_game_is_no_concern() -> None:
    assert warnings_of("Ann", "house-blitz", tries(*[BAD] * 9)) == ()  # type: ignore[arg-type]


def test_a_soft_voice_is_told() -> None:
    soft = [replace(attempt(), level_dbfs=level) for level in (-44.0, -42.0, -41.0, -20.0)]
    assert warnings_of("Ann", "grave-feast", soft) == (
        "Ann spoke softly at practice (-42 dBFS): move the microphone closer",
    )
    assert warnings_of("Ann", "grave-feast", [replace(one, level_dbfs=-39.0) for one in soft]) == ()


def test_setup_hears_of_those_who_sit_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.practice.store.default_folder", lambda: tmp_path)
    monkeypatch.setattr("assistant.cli.practised.default_folder", lambda: tmp_path)
    assert warnings_for("grave-feast", ("Ann",)) == ()
    assert not (tmp_path / FILE_NAME).exists()
    with Store() as store:
        for name in ("Ann", "Zoe"):
            for _ in range(5):
                store.add(store.enter(name, AT), attempt(outcome=BAD))
    assert warnings_for("grave-feast", ("ann", "Ben")) == ('Ann often misses "brains" (5 of 5 at practice)',)
    (tmp_path / FILE_NAME).write_bytes(b"broken" * 500)
    assert "is no database of players" in warnings_for("grave-feast", ("Ann",))[0]
