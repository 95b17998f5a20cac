"""A match goes on where it stood: after it was left in order, and after the program was killed in the middle of it."""

import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.app import log_head
from assistant.audio.devices import MicrophoneError
from assistant.core.observations import Call, Command, CommandName
from assistant.core.referee import scores, standing_rulings, windows
from assistant.eventlog.audio import AudioLog
from assistant.eventlog.reader import read_log
from assistant.eventlog.replay import replay, setup_of
from assistant.eventlog.verify import verify
from assistant.eventlog.writer import LogWriter
from assistant.hearing.listener import Seat
from assistant.live import opening, resuming
from assistant.live.match import AnyState, LiveMatch
from assistant.live.opening import Table, Wanted
from assistant.live.resuming import resume_table
from assistant.live.sound import Sound
from tests.play.table import PLAYERS, QuietSound, ScriptedHearing, call, new_match
from tests.play.test_match import Nothing

BRAINS = call("Ann", "brains", 500)
CLAIM = call("Ann", "graveyard", 1_500, heard="five to the graveyard", n=5)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Return a recording of three microphones to resume with; nobody speaks in it."""
    path = tmp_path / "silence.flac"
    soundfile.write(path, np.zeros((16_000, 3)), 16_000)
    return path


def begun(
    folder: Path, blocks: int, stop_at: int | None = None, kill_at: int | None = None, sound: bool = True
) -> Path:
    """Play a match with an open claim, and return its log, or what the disk held of it at block `kill_at`."""
    state, killed = new_match(), folder.parent / "killed"
    with LogWriter.begin(folder, log_head(state.match, Nothing(), "live")) as log:
        noise = QuietSound(blocks)
        audio = AudioLog(log, 3, segment_s=1) if sound else None
        live = LiveMatch(noise, ScriptedHearing((BRAINS, CLAIM)), state, log, audio)

        def during(number: int) -> None:
            if number == stop_at:
                live.stop()
            if number == kill_at:
                shutil.copytree(folder, killed)

        noise.during = during
        live.run()
    return killed if kill_at is not None else folder


def resumed(log: Path, recording: Path) -> Table:
    return resume_table(Wanted(recording=recording, engine="pocketsphinx"), log)


def finished(table: Table, blocks: int, *said: Call, go_on_at_ms: int | None = None) -> AnyState:
    """Follow a resumed match for so many blocks of 100 ms, and close its log."""
    with table.begin_log() as writer:
        live = LiveMatch(
            QuietSound(blocks),
            ScriptedHearing(said),
            table.state,
            writer,
            table.audio,
            table.offset_ms,
            None,
            table.first,
        )
        live.tell(Command(table.offset_ms if go_on_at_ms is None else go_on_at_ms, CommandName.RESUME))
        return live.run()


def codes(state: AnyState) -> list[str]:
    return [ruling.code for ruling in standing_rulings(state)]


def assert_whole(log: Path) -> None:
    assert verify(log).faults == ()
    read = read_log(log)
    *_, last = replay(read, setup_of(read.head, new_match().match.game))
    assert codes(last.state) == [ruling.code for ruling in sorted(read.standing, key=lambda ruling: ruling.id)]


def test_a_match_that_was_left_goes_on_with_its_windows_as_they_were(tmp_path: Path, recording: Path) -> None:
    log = begun(tmp_path / "log", 60, stop_at=40)
    table = resumed(log, recording)
    assert table.offset_ms == 4_001
    assert table.first == ()
    [window] = windows(table.state)
    assert (window.name, window.closes_ms - 4_000) == ("preacher", 2_500)
    state = finished(table, 40, go_on_at_ms=5_001)
    [scored] = [ruling for ruling in standing_rulings(state) if ruling.code == "claim/scored"]
    assert scored.at_ms == 6_500 + 1_001
    assert scores(state) == {"Ann": 5, "Ben": 0, "Cid": 0}
    assert_whole(log)
    assert sum(segment.frames for segment in read_log(log).audio) == (4_001 + 4_000) * 16


def test_a_match_whose_program_was_killed_goes_on_and_says_what_nobody_heard(tmp_path: Path, recording: Path) -> None:
    log = begun(tmp_path / "log", 60, kill_at=40)
    written_to = read_log(log).steps[-1]
    table = resumed(log, recording)
    pause, *gaps = table.first
    assert isinstance(pause, Command)
    assert pause.name is CommandName.PAUSE
    assert len(gaps) == 3
    known_ms = table.state.fold.now_ms
    assert known_ms == 1_500 or written_to.rulings
    assert 3_000 <= table.offset_ms <= 4_000
    [window] = windows(table.state)
    assert window.closes_ms == 6_500
    state = finished(table, 60)
    [scored] = [ruling for ruling in standing_rulings(state) if ruling.code == "claim/scored"]
    assert scored.at_ms == 6_500 + table.offset_ms - known_ms
    assert_whole(log)
    assert "gap/lost" in codes(state)


def test_rulings_that_broke_off_with_the_program_are_written_down(tmp_path: Path, recording: Path) -> None:
    log = begun(tmp_path / "log", 60, kill_at=40, sound=False)
    events = log / "events.jsonl"
    whole = events.read_bytes().splitlines(keepends=True)
    events.write_bytes(b"".join(whole[:-1]) + whole[-1][:20])
    assert b'"ruling"' in whole[-1]
    finished(resumed(log, recording), 20)
    assert_whole(log)
    assert whole[-1] in events.read_bytes()


def test_a_match_without_sound_goes_on_without(tmp_path: Path, recording: Path) -> None:
    log = begun(tmp_path / "log", 60, stop_at=20, sound=False)
    table = resumed(log, recording)
    assert table.audio is None
    finished(table, 10)
    assert read_log(log).audio == ()
    assert_whole(log)


def test_a_match_can_be_left_and_resumed_again_and_again(tmp_path: Path, recording: Path) -> None:
    log = begun(tmp_path / "log", 60, stop_at=20)
    for _ in range(3):
        finished(resumed(log, recording), 10)
    assert_whole(log)
    assert read_log(log).head.players == PLAYERS


def test_a_match_of_many_microphones_is_not_resumed_on_one(tmp_path: Path) -> None:
    log = begun(tmp_path / "log", 60, stop_at=20)
    mono = tmp_path / "mono.flac"
    soundfile.write(mono, np.zeros(16_000), 16_000)
    before = (log / "events.jsonl").read_bytes()
    with pytest.raises(MicrophoneError, match="a microphone for each of Ann, Ben, Cid"):
        resumed(log, mono)
    assert (log / "events.jsonl").read_bytes() == before


def test_a_match_of_many_microphones_asks_a_sound_server_for_as_many_again(
    tmp_path: Path, recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool | None] = []

    def open_sound(wanted: Wanted, players: tuple[str, ...]) -> tuple[Sound, tuple[Seat, ...]]:
        asked.append(wanted.shared)
        return opening.open_sound(wanted, players)

    monkeypatch.setattr(resuming, "open_sound", open_sound)
    log = begun(tmp_path / "log", 60, stop_at=20)
    resumed(log, recording).begin_log().close()
    with pytest.raises(MicrophoneError):
        resume_table(Wanted(recording=recording, engine="pocketsphinx", shared=True), log)
    assert asked == [False, True]
