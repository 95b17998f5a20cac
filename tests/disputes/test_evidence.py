"""Evidence that holds: no byte of the sample match's bundle changes unseen, and logs of older versions still replay."""

import random
import shutil
import zipfile
from pathlib import Path

import pytest

from assistant import app
from assistant.core import referee
from assistant.core.appeals import appeal_moment_ms
from assistant.core.codec import SCHEMA
from assistant.core.observations import Amendment, Call
from assistant.eventlog.bundle import make_bundle
from assistant.eventlog.reader import Log, read_log, reopen
from assistant.eventlog.replay import replay, setup_of
from assistant.eventlog.verify import verify
from tests.disputes.match import ROOT

CHANGES = 50
HEADER_BYTES = 30
"""The fixed part of the header before each file of a zip."""
OLD_LOG = ROOT / "tests" / "eventlog" / "schema-1"
"""The sample match as version 0.1.0 logged it before schema 2: with an amendment, an undo, a redo and a gap."""


@pytest.fixture(scope="module")
def bundle(match_log: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bundle(match_log, tmp_path_factory.mktemp("evidence") / "match.zip")


def spans(bundle: Path) -> dict[str, range]:
    """Return where in a bundle the bytes of each file lie."""
    with zipfile.ZipFile(bundle) as archive:
        begins = {
            each.filename: each.header_offset + HEADER_BYTES + len(each.filename) + len(each.extra)
            for each in archive.infolist()
        }
        return {
            each.filename: range(begins[each.filename], begins[each.filename] + each.file_size)
            for each in archive.infolist()
        }


def file_at(bundle: Path, at: int) -> str:
    """Return which file of a bundle holds a byte; the empty string for what lies between the files."""
    return next((name for name, span in spans(bundle).items() if at in span), "")


def test_the_untouched_bundle_is_as_it_was_written(bundle: Path) -> None:
    assert verify(bundle).faults == ()
    assert verify(bundle).audio_files == 2


@pytest.mark.parametrize("seed", range(CHANGES))
def test_each_of_fifty_random_changes_of_one_byte_is_found_where_it_is(bundle: Path, tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    data = bytearray(bundle.read_bytes())
    at = dice.randrange(len(data))
    data[at] ^= dice.randrange(1, 256)
    changed = tmp_path / "changed.zip"
    changed.write_bytes(data)
    faults = verify(changed).faults
    assert faults
    assert file_at(bundle, at) in {fault.file for fault in faults}


def test_a_change_in_every_file_is_found_in_it(bundle: Path, tmp_path: Path) -> None:
    within = {name: span[len(span) // 2] for name, span in spans(bundle).items()}
    assert sorted(within) == ["audio-0001.flac", "audio-0002.flac", "events.jsonl", "manifest.json"]
    for name, at in {**within, "": bundle.stat().st_size - 1}.items():
        data = bytearray(bundle.read_bytes())
        data[at] ^= 1
        changed = tmp_path / "changed.zip"
        changed.write_bytes(data)
        assert name in {fault.file for fault in verify(changed).faults}


def derived(log: Log) -> referee.RefereeState[object, object]:
    *_, last = replay(log, setup_of(log.head, app.game_named(log.head.game)))
    return last.state


def test_a_log_of_an_older_schema_still_verifies_and_replays() -> None:
    assert b'"schema":1,' in (OLD_LOG / "events.jsonl").read_bytes()
    assert SCHEMA > 1
    assert verify(OLD_LOG).faults == ()
    log = read_log(OLD_LOG)
    (amendment,) = [each for each in log.observations if isinstance(each, Amendment)]
    assert not amendment.too_close
    state = derived(log)
    assert referee.scores(state) == {"Ann": 0, "Ben": 5, "Cid": 4}
    codes = [each.code for each in referee.standing_rulings(state)]
    assert [code for code in codes if code.partition("/")[0] in ("appeal", "undo", "redo", "gap")] == [
        "appeal/overturned",
        "undo/done",
        "redo/done",
        "gap/lost",
    ]


def test_an_appeal_of_today_can_be_added_to_an_older_log(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(OLD_LOG, tmp_path / "log"))
    log, writer = reopen(folder)
    before = derived(log)
    call = next(each for each in before.history.effective() if isinstance(each.observation, Call))
    assert isinstance(call.observation, Call)
    amendment = Amendment(appeal_moment_ms(before), call.id, call.observation, "heard", "Ann", too_close=True)
    with writer:
        writer.step(referee.step(before, amendment))
    assert verify(folder).faults == ()
    after = derived(read_log(folder))
    assert referee.standing_rulings(after)[-1].code == "appeal/too-close"
    assert referee.scores(after) == referee.scores(before)
