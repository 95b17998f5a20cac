"""Logs are written first, read back whole, replayed, and survive crashes and full disks."""

import errno
import os
import shutil
import signal
import subprocess
import sys
from io import FileIO
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.core import referee
from assistant.core.codec import JsonObject
from assistant.core.observations import Command, CommandName, End, Gap, Tick
from assistant.core.spoken import Spoken
from assistant.eventlog.audio import AudioLog, join_audio
from assistant.eventlog.chain import GENESIS, seal
from assistant.eventlog.reader import chain_fault, read_log, reopen
from assistant.eventlog.records import LogError, LogLossError
from assistant.eventlog.replay import ReplayError, heard_again, replay, setup_of, what_if
from assistant.eventlog.verify import verify
from assistant.eventlog.writer import LEAST_FREE_BYTES, LogWriter, unwritten
from tests.core.observed import PLAYERS, grab
from tests.core.tiny_game import TINY, TinyRules
from tests.eventlog.match_log import HEAD, MATCH, OBSERVATIONS, write_log

FULL_DISK = (
    "make room there (`referee logs prune --audio-only` drops old sound), then run it again, a live match with "
    "--resume; all before this stays readable"
)
"""What to do about a full disk."""


def test_a_log_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    log = read_log(write_log(tmp_path / "log"))
    assert log.head == HEAD
    assert log.observations == OBSERVATIONS
    assert log.closed
    assert log.lost == ""
    judged = list(referee.fold(MATCH, OBSERVATIONS))
    written = [each.ruling for step in log.steps for each in step.rulings]
    assert written == [ruling for step in judged for ruling in step.rulings]
    assert log.standing == referee.standing_rulings(judged[-1].state)


def test_a_replay_derives_every_ruling_again(tmp_path: Path) -> None:
    log = read_log(write_log(tmp_path / "log"))
    assert setup_of(log.head, TINY) == MATCH
    steps = list(replay(log, setup_of(log.head, TINY)))
    assert referee.scores(steps[-1].state) == {"Ann": 0, "Ben": 0, "Cid": 1}


def rewrite(folder: Path, line: int, old: str, new: str) -> None:
    """Change a line and forge every hash after it, as somebody would who knows the form."""
    events = folder / "events.jsonl"
    previous, forged = GENESIS, []
    for number, text in enumerate(events.read_text().splitlines(), start=1):
        body = text[: text.rindex(',"sha256"')] + "}"
        if number == line:
            assert old in body
            body = body.replace(old, new)
        sealed, previous = seal(_json(body), previous)
        forged.append(sealed)
    events.write_text("\n".join(forged) + "\n")


def _json(body: str) -> JsonObject:
    import json

    record = json.loads(body)
    assert isinstance(record, dict)
    return record


@pytest.mark.parametrize(
    ("line", "old", "new", "complaint"),
    [
        (
            3,
            "grab/made",
            "grab/late",
            "3: the log says ruling 2 grab/late for Ann at 1000 ms, but its observations give",
        ),
        (5, '"margin_ms":1500', '"margin_ms":1400', "with margin_ms 1400, but its observations give .* margin_ms 1500"),
        (2, '"end_ms":1000', '"end_ms":1001', "3: the log says ruling 2 grab/made for Ann at 1000 ms, but .* 1001 ms"),
        (6, '"id":5', '"id":6', "6: the log says observation 6, but its observations give observation 5"),
    ],
)
def test_a_replay_fails_loudly_at_the_first_difference(
    tmp_path: Path, line: int, old: str, new: str, complaint: str
) -> None:
    folder = write_log(tmp_path / "log")
    rewrite(folder, line, old, new)
    assert chain_fault((folder / "events.jsonl").read_bytes()) is None
    log = read_log(folder)
    with pytest.raises(ReplayError, match=complaint):
        list(replay(log, MATCH))


def test_a_removed_ruling_is_a_difference_unless_the_log_broke_off_there(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log", OBSERVATIONS[:1], close=False)
    events = folder / "events.jsonl"
    lines = events.read_text().splitlines(keepends=True)
    events.write_text("".join(lines[:-1]))
    broken = read_log(folder)
    assert broken.steps[-1].rulings == ()
    assert [ruling.code for step in replay(broken, MATCH) for ruling in step.rulings] == ["grab/made"]

    closed = write_log(tmp_path / "closed", OBSERVATIONS[:1])
    events = closed / "events.jsonl"
    lines = events.read_text().splitlines(keepends=True)
    events.write_text("".join([*lines[:2], lines[3]]))
    with pytest.raises(ReplayError, match="the log says no more rulings there, but its observations give ruling 2"):
        list(replay(read_log(closed), MATCH))


def test_what_if_lists_each_ruling_that_would_differ(tmp_path: Path) -> None:
    log = read_log(write_log(tmp_path / "log", OBSERVATIONS[:2]))
    other = what_if(log, referee.MatchSetup(TINY, MATCH.table, TinyRules(window_s=1)))
    assert [ruling.code for ruling in other.fallen] == ["grab/blocked"]
    assert [ruling.code for ruling in other.come] == ["grab/scored", "grab/late"]
    assert referee.scores(other.state)["Ann"] == 1
    same = what_if(log, MATCH)
    assert (same.fallen, same.come) == ((), ())


def test_what_was_told_stays_when_the_sound_is_heard_again(tmp_path: Path) -> None:
    asked = (Command(2600, CommandName.UNDO, target=2), Command(2700, CommandName.PAUSE))
    lost = Gap(0, 2800, 3000, "unplugged")
    log = read_log(write_log(tmp_path / "log", (*OBSERVATIONS[:3], *asked, lost)))
    heard = heard_again(log, [grab("Ann", 1010), Tick(5000), End(10_500)])
    assert heard == (grab("Ann", 1010), asked[1], OBSERVATIONS[2], lost, End(10_500))


def test_when_the_referee_spoke_is_read_back_and_no_ruling_rests_on_it(tmp_path: Path) -> None:
    sentence, beep = Spoken(900, 2_300, 2_750, "Ann scores one."), Spoken(3_000, None, 3_200, "")
    first, *others = referee.fold(MATCH, OBSERVATIONS)
    with LogWriter.begin(tmp_path / "log", HEAD) as log:
        log.spoken(sentence)
        log.step(first)
        log.spoken(beep)
        for step in others:
            log.step(step)
    read = read_log(tmp_path / "log")
    assert read.spoken.times == (sentence, beep)
    assert read.observations == OBSERVATIONS
    assert len(list(replay(read, MATCH))) == len(OBSERVATIONS)
    assert verify(tmp_path / "log").faults == ()
    assert read.spoken.spoken(2_749, 2_760) == "Ann scores one."
    assert read.spoken.spoken(2_750, 3_000) is None
    assert read.spoken.between(2_700, 4_000).times == (Spoken(-1_800, -400, 50, "Ann scores one."), beep.moved(-2_700))


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9, 0.999])
def test_a_log_torn_anywhere_is_read_to_its_last_whole_line(tmp_path: Path, kept: float) -> None:
    folder = write_log(tmp_path / "log")
    events = folder / "events.jsonl"
    data = events.read_bytes()
    events.write_bytes(data[: int(len(data) * kept)])
    log = read_log(folder)
    assert log.lines == events.read_bytes().count(b"\n")
    assert log.lost.startswith("the log was not closed: what came after line")
    assert len(list(replay(log, MATCH))) == len(log.steps)


def test_a_log_without_a_whole_head_or_with_a_broken_middle_is_refused(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log")
    events = folder / "events.jsonl"
    data = events.read_bytes()
    events.write_bytes(data[:40])
    with pytest.raises(LogError, match="the log has no head"):
        read_log(folder)
    lines = data.split(b"\n")
    events.write_bytes(b"\n".join([*lines[:2], b"{", *lines[3:]]))
    with pytest.raises(LogError, match=r"events\.jsonl:3: this line cannot be read"):
        read_log(folder)
    events.write_bytes(b'{"hello":1}\n')
    with pytest.raises(LogError, match="the first line is no head"):
        read_log(folder)


def test_a_torn_log_goes_on_after_its_last_whole_line(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log", close=False)
    with (folder / "events.jsonl").open("ab") as file:
        file.write(b'{"kind":"obs')
    log, writer = reopen(folder)
    state = list(replay(log, MATCH))[-1].state
    with writer:
        writer.step(referee.step(state, grab("Ann", 20_000)))
    again = read_log(folder)
    assert again.closed
    assert chain_fault((folder / "events.jsonl").read_bytes()) is None
    assert again.observations == (*OBSERVATIONS, grab("Ann", 20_000))


def test_a_match_killed_in_the_middle_is_readable_to_its_last_ruling(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from assistant.core import referee\n"
        "from assistant.eventlog.writer import LogWriter\n"
        "from tests.core.observed import grab, mine\n"
        "from tests.eventlog.match_log import HEAD, MATCH\n"
        "writer, state = LogWriter.begin(Path(sys.argv[1]), HEAD), referee.start(MATCH)\n"
        "for second in range(1, 10_000, 2):\n"
        "    for said in (grab('Ann', second * 1000), mine('Ben', second * 1000 + 500)):\n"
        "        step = referee.step(state, said)\n"
        "        state = step.state\n"
        "        writer.step(step)\n"
        "        print(step.rulings[-1].id, flush=True)\n"
    )
    folder = tmp_path / "log"
    with subprocess.Popen([sys.executable, "-c", script, str(folder)], stdout=subprocess.PIPE, text=True) as match:
        assert match.stdout is not None
        announced = [match.stdout.readline() for _ in range(20)]
        os.kill(match.pid, signal.SIGKILL)
        announced += match.stdout.readlines()
    log = read_log(folder)
    assert not log.closed
    on_file = [each.ruling.id for step in log.steps for each in step.rulings]
    assert int(announced[-1]) in on_file
    assert len(list(replay(log, MATCH))) == len(log.steps)


def test_a_full_disk_is_one_clear_error_and_what_was_written_stays_readable(tmp_path: Path) -> None:
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from tests.eventlog.match_log import write_log\n"
        "from tests.core.observed import grab, mine\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "calls = [said for s in range(1, 100, 2) for said in (grab('Ann', s * 1000), mine('Ben', s * 1000 + 500))]\n"
        "from assistant.errors import LossError\n"
        "try:\n"
        "    write_log(Path(sys.argv[1]), calls)\n"
        "except LossError as error:\n"
        "    print(error)\n"
    )
    folder = tmp_path / "log"
    run = subprocess.run([sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=True)
    assert run.stdout == (f"{folder}/events.jsonl: the disk is full: {FULL_DISK}\n")
    log = read_log(folder)
    assert (folder / "events.jsonl").stat().st_size == log.bytes <= 3000
    assert [step.numbered.id for step in log.steps][:2] == [1, 3]
    assert len(list(replay(log, MATCH))) == len(log.steps) > 2


def test_a_device_that_is_always_full_is_the_same_error(tmp_path: Path) -> None:
    writer = LogWriter(FileIO("/dev/full", "wb"), tmp_path, GENESIS)
    with pytest.raises(LogLossError, match="the disk is full"):
        writer.step(referee.step(referee.start(MATCH), grab("Ann", 1000)))


def test_a_folder_that_cannot_be_written_or_holds_a_log_is_refused(tmp_path: Path) -> None:
    write_log(tmp_path / "log")
    with pytest.raises(LogError, match="holds a log already: name another folder"):
        LogWriter.begin(tmp_path / "log", HEAD)
    (tmp_path / "file").write_text("")
    with pytest.raises(LogError, match="is a file: name another folder"):
        LogWriter.begin(tmp_path / "file", HEAD)
    with pytest.raises(LogError, match="no log can be written there"):
        LogWriter.begin(Path("/proc/nowhere/log"), HEAD)


def test_a_path_without_a_log_is_refused_with_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"there is no events\.jsonl in this folder"):
        read_log(tmp_path)
    with pytest.raises(LogError, match="there is no such file or folder"):
        read_log(tmp_path / "none")
    (tmp_path / "noise.zip").write_bytes(b"\0" * 500)
    with pytest.raises(LogError, match="this is no bundle that can be read"):
        read_log(tmp_path / "noise.zip")


def test_a_rule_that_this_version_lacks_is_named(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log")
    rewrite(folder, 1, "tiny.window_s", "tiny.pause_s")
    with pytest.raises(LogError, match=r"unknown house rule 'tiny.pause_s': .* replay with the version"):
        setup_of(read_log(folder).head, TINY)


def test_the_sound_is_kept_in_short_files_whose_hashes_are_in_the_chain(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log", audio_s=2.5)
    log = read_log(folder)
    assert [(s.file, s.start_ms, s.frames, s.channels) for s in log.audio] == [
        ("audio-0001.flac", 0, 16_000, 2),
        ("audio-0002.flac", 1000, 16_000, 2),
        ("audio-0003.flac", 2000, 8_000, 2),
    ]
    noise = np.random.default_rng(1).uniform(-0.1, 0.1, (40_000, 2)).astype(np.float32)
    join_audio(log.audio, log.files, tmp_path / "all.flac")
    joined, _ = soundfile.read(tmp_path / "all.flac", dtype="float32")
    assert np.max(np.abs(joined - noise)) < 2 / 32768
    (folder / "audio-0002.flac").unlink()
    with pytest.raises(LogLossError, match=r"audio-0002\.flac: is missing or damaged"):
        join_audio(log.audio, log.files, tmp_path / "all.flac")


def test_sound_beyond_full_scale_is_clipped_not_wrapped(tmp_path: Path) -> None:
    with LogWriter.begin(tmp_path / "log", HEAD) as writer, AudioLog(writer, channels=1) as sound:
        sound.write(np.array([[1.5], [-1.5], [0.5]], dtype=np.float32))
    pcm, rate_hz = soundfile.read(tmp_path / "log" / "audio-0001.flac", dtype="int16")
    assert pcm.tolist() == [32767, -32767, 16384]
    assert rate_hz == 16_000


def test_what_goes_wrong_while_sound_is_written_is_what_is_told(tmp_path: Path) -> None:
    writer = LogWriter.begin(tmp_path / "log", HEAD)

    def fail() -> None:
        with AudioLog(writer, channels=1) as sound:
            sound.write(np.zeros((100, 1), dtype=np.float32))
            writer.abandon()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with pytest.raises(LogLossError, match="the log is closed already"):
        writer.step(referee.step(referee.start(MATCH), grab("Ann", 1000)))


def test_players_of_the_head_are_those_of_the_table() -> None:
    assert setup_of(HEAD, TINY).table.players == PLAYERS


def test_a_log_has_one_writer_and_a_dead_one_holds_nothing(tmp_path: Path) -> None:
    writer = LogWriter.begin(tmp_path / "log", HEAD)
    with pytest.raises(LogError, match="this match is still being written: wait until the other referee"):
        reopen(tmp_path / "log")
    writer.abandon()
    _, again = reopen(tmp_path / "log")
    with pytest.raises(LogError, match="still being written"):
        reopen(tmp_path / "log")
    again.close()
    assert read_log(tmp_path / "log").closed


def test_a_library_that_only_says_system_error_on_a_full_disk_is_told_as_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, said = tmp_path / "audio-0001.flac", soundfile.LibsndfileError(2, "Error : ")
    assert "System error" in str(said)
    elsewhere = str(unwritten(path, "the sound", said))
    assert elsewhere.startswith(f"{path}: the sound cannot be written on (Error : System error): see that the disk")
    free = shutil.disk_usage(tmp_path)._replace(free=LEAST_FREE_BYTES - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: free)
    assert str(unwritten(path, "the sound", said)) == f"{path}: the disk is full: {FULL_DISK}"
    denied = PermissionError(errno.EACCES, "Permission denied")
    assert "cannot be written on (Permission denied)" in str(unwritten(path, "the sound", denied))
