"""Players in their database: kept, counted, deleted; migrated from every version; safe under two processes."""

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assistant.core.observations import WordDiff
from assistant.practice.attempts import Best, Outcome, Race
from assistant.practice.database import Database, StoreError
from assistant.practice.migrations import MIGRATIONS
from assistant.practice.recordings import Keeper, read_sound
from assistant.practice.store import FILE_NAME, Store
from tests.practice.conftest import attempt

AT = "2026-11-30T10:00:00+00:00"
SOUND = (np.sin(np.arange(8000) / 8) * 0.5).astype(np.float32)
QUIET = (SOUND * 0.5).astype(np.float32)


def test_attempts_come_back_as_they_were(store: Store) -> None:
    ann = store.enter("Ann", AT)
    diff = WordDiff(missing=("the", "power"), added=("oh",), changed=(("graveyard", "grave"),))
    made = attempt(outcome=Outcome.INEXACT, diff=diff)
    store.add(ann, made)
    store.add(ann, attempt("grave-feast.blood", Outcome.SILENCE, None, None))
    assert store.attempts(ann)[0] == made
    assert [each.phrase for each in store.attempts(ann, ["grave-feast.blood"])] == ["grave-feast.blood"]


def test_capitals_do_not_tell_players_apart_but_players_do_not_share(store: Store) -> None:
    ann, again, ben = (store.enter(name, AT) for name in ("Ann", " ann ", "Ben"))
    assert ann.id == again.id != ben.id
    store.add(ann, attempt())
    assert store.attempts(ben) == ()
    assert [(player.name, player.attempts) for player in store.players()] == [("Ann", 1), ("Ben", 0)]


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "A\x07nn"])
def test_names_that_are_none(store: Store, name: str) -> None:
    with pytest.raises(StoreError, match="cannot be a player's name"):
        store.enter(name, AT)


def test_bests_count_exact_attempts_only_and_times_after_a_cue_that_was_seen(store: Store) -> None:
    ann = store.enter("Ann", AT)
    assert store.add(ann, attempt(duration_ms=700)).beaten == Best("grave-feast.brains")
    assert store.add(ann, attempt(duration_ms=800, complete_ms=1300, outcome=Outcome.INEXACT)).beaten is None
    saved = store.add(ann, attempt(duration_ms=650, complete_ms=100, cued=False))
    assert saved.beaten == Best("grave-feast.brains", 700, 1200, 1)
    assert saved.best == Best("grave-feast.brains", 650, 1200, 1)
    assert store.best(ann, "grave-feast.brains") == saved.best


def test_a_streak_is_broken_by_a_failure_and_not_by_a_doubt(store: Store) -> None:
    ann = store.enter("Ann", AT)
    outcomes = [Outcome.EXACT, Outcome.UNSURE, Outcome.EXACT, Outcome.OTHER, Outcome.EXACT]
    assert [store.add(ann, attempt(outcome=outcome)).streak for outcome in outcomes] == [1, 1, 2, 0, 1]


def test_the_sound_of_the_fastest_is_kept(store: Store) -> None:
    ann = store.enter("Ann", AT)
    keeper = Keeper(store, ann)
    path = store.recording(ann, "grave-feast.brains")
    keeper.keep(attempt(duration_ms=700), SOUND)
    assert np.abs(read_sound(path) - SOUND).max() < 1e-4
    keeper.keep(attempt(duration_ms=900), QUIET)
    assert np.abs(read_sound(path)).max() > 0.4
    keeper.keep(attempt(duration_ms=600), QUIET)
    assert np.abs(read_sound(path)).max() < 0.3
    assert [file.name for file in path.parent.iterdir()] == ["grave-feast.brains.flac"]


def test_no_sound_is_kept_when_it_is_not_wanted(store: Store) -> None:
    ann = store.enter("Ann", AT)
    Keeper(store, ann, keeps_sound=False).keep(attempt(), SOUND)
    assert not store.recording(ann, "grave-feast.brains").exists()


def test_a_deleted_player_leaves_nothing_behind(store: Store, tmp_path: Path) -> None:
    ann, ben = store.enter("Ann", AT), store.enter("Ben", AT)
    for player in (ann, ben):
        Keeper(store, player).keep(attempt(), SOUND)
        store.add_race(player, Race(AT, "seduce", "Sloth", 4000, 900, "won"))
        store.keep_voice(player, "{}", AT)
    assert store.delete(ann) == 1
    assert [player.name for player in store.players()] == ["Ben"]
    with sqlite3.connect(tmp_path / "data" / FILE_NAME) as raw:
        for table in ("attempts", "bests", "races", "voices"):
            assert raw.execute(f"SELECT DISTINCT player_id FROM {table}").fetchall() == [(ben.id,)]
    assert not store.recording(ann, "grave-feast.brains").parent.exists()
    assert store.recording(ben, "grave-feast.brains").exists()
    assert store.enter("Ann", AT).id not in (ann.id, ben.id)
    with pytest.raises(StoreError, match="deleted meanwhile"):
        store.add(ann, attempt())


def test_what_was_deleted_is_in_no_file_any_more(tmp_path: Path) -> None:
    secret = "a sentence that nobody else has ever said"
    with Store(tmp_path) as store:
        ann = store.enter("Ann-Kathrin", AT)
        for _ in range(200):
            store.add(ann, replace(attempt(outcome=Outcome.OTHER), heard=secret))
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert any(secret.encode() in path.read_bytes() for path in files)
        store.delete(ann)
        for path in [path for path in tmp_path.rglob("*") if path.is_file()]:
            data = path.read_bytes()
            assert secret.encode() not in data
            assert b"Ann-Kathrin" not in data


def test_an_unknown_player_is_told_with_those_that_are_known(store: Store) -> None:
    store.enter("Ann", AT)
    with pytest.raises(StoreError, match="'Zoe': no such player; known: Ann"):
        store.player("Zoe")


@pytest.mark.parametrize("version", range(len(MIGRATIONS)))
def test_every_older_file_is_brought_up_to_date_with_its_players(tmp_path: Path, version: int) -> None:
    path = tmp_path / FILE_NAME
    Database(path, MIGRATIONS[:version]).close()
    if version:
        with sqlite3.connect(path) as raw:
            raw.execute("INSERT INTO players (name, created_at) VALUES ('Ann', ?)", (AT,))
            assert raw.execute("PRAGMA user_version").fetchone() == (version,)
    store = Store(tmp_path)
    assert [player.name for player in store.players()] == (["Ann"] if version else [])
    ann = store.enter("Ann", AT)
    store.add(ann, attempt())
    store.add_race(ann, Race(AT, "seduce", "Sloth", 4000, None, "lost"))
    assert store.races(ann) == (Race(AT, "seduce", "Sloth", 4000, None, "lost"),)


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    Database(path, MIGRATIONS).close()
    with pytest.raises(StoreError):
        Database(path, (*MIGRATIONS, ("CREATE TABLE more (id INTEGER)", "CREATE TABLE players (id INTEGER)")))
    with sqlite3.connect(path) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert raw.execute("SELECT count(*) FROM sqlite_master WHERE name = 'more'").fetchone() == (0,)


def test_a_newer_file_and_a_broken_one_are_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    Database(path, (*MIGRATIONS, ("CREATE TABLE more (id INTEGER)",))).close()
    with pytest.raises(StoreError, match="newer version of this program; update it"):
        Store(tmp_path)
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match="is no database of players"):
        Store(tmp_path)


def test_a_file_that_somebody_holds_is_waited_for_and_then_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path)
    monkeypatch.setattr("assistant.practice.database.BUSY_MS", 100)
    store = Store(tmp_path)
    with sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert store.players() == ()  # reading needs nobody's leave
        with pytest.raises(StoreError, match="database is locked"):
            store.enter("Ann", AT)
        holder.execute("ROLLBACK")
    assert store.enter("Ann", AT).name == "Ann"


WRITER = """
import sys
from pathlib import Path
from assistant.practice.store import Store
from tests.practice.conftest import attempt
with Store(Path(sys.argv[1])) as store:
    who = store.enter(sys.argv[2], "2026-11-30T10:00:00+00:00")
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(60):
        store.add(who, attempt())
"""


def test_two_processes_begin_one_file_and_lose_nothing(tmp_path: Path) -> None:
    """Both open a file that is not there yet, so both migrate it; then both write as fast as they can."""
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    writers = [
        subprocess.Popen(
            [*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for name in ("Ann", "Ann", "Ben")
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        _, errors = writer.communicate(timeout=180)
        assert (writer.returncode, errors) == (0, "")
    with Store(tmp_path) as store:
        assert {player.name: player.attempts for player in store.players()} == {"Ann": 120, "Ben": 60}
        assert store.best(store.player("Ann"), "grave-feast.brains").streak == 120
