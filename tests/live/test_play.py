"""A match on software microphones: the same rulings as from its recording, a pulled plug, the referee's own voice."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, sleep

import pytest
import soundfile
import soxr
from textual.widgets import Static

from assistant.core.observations import Call, Gap
from assistant.core.rulings import Ruling
from assistant.eventlog.reader import Log, read_log
from assistant.eventlog.verify import verify
from assistant.live.manner import Manner
from assistant.live.opening import Wanted, open_table
from assistant.screen.app import RefereeApp
from tests.live.pulse import RATE_HZ, Pulse
from tests.live.throttle import throttled
from tests.play.scripted_table import ReadyPool

pytestmark = pytest.mark.usefixtures("heeding_ctrl_c")

MATCH = Path(__file__).resolve().parents[2] / "examples" / "grave-feast-match.flac"
PLAY = (sys.executable, "-m", "assistant", "play", "--no-screen", "--game", "grave-feast", "--players", "Ann,Ben,Cid")
PLAYED_S = 17
"""A race, a wrong prayer and a right one lie in the first seconds of the match."""
LONG_GAP_MS = 1_500
"""A busy machine may lose less than that by itself."""
SLOW_SHARE = 0.08
"""Of a core; the ears then need seconds for a call."""
TOLD_S = 2.0
"""A pulled plug is told within a second; a busy machine needs another one to print it and to look."""
READY_S = 90.0
"""Loading both ears takes seconds, on a busy machine many."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A referee that listens."""

    process: "subprocess.Popen[str]"
    log: Path
    said: Path

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(timeout=60) == 0, self.said.read_text()

    def until(self, true: Callable[[], bool], timeout_s: float = 60.0) -> None:
        deadline_s = monotonic() + timeout_s
        while not true():
            assert self.process.poll() is None, self.said.read_text()
            assert monotonic() < deadline_s, self.said.read_text()
            sleep(0.1)

    @property
    def account(self) -> str:
        return self.said.read_text()


@contextmanager
def playing(pulse: Pulse, folder: Path, *options: str) -> Iterator[Playing]:
    log, said = folder / "log", folder / "said.txt"
    command = [*PLAY, "--separate", "--log", str(log), *options]
    environment = pulse.environment | {"PYTHONUNBUFFERED": "1", "XDG_CONFIG_HOME": str(folder)}
    with said.open("w") as out:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            text=True,
            start_new_session=True,
        )
    table = Playing(process, log, said)
    try:
        table.until(lambda: "Listening on 3 microphones" in table.account, READY_S)
        yield table
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(timeout=10)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the beginning of the sample match at the rate of the sink."""
    sound, rate_hz = soundfile.read(MATCH, frames=PLAYED_S * 16_000, dtype="float32", always_2d=True)
    path = tmp_path_factory.mktemp("match") / "match.wav"
    soundfile.write(path, soxr.resample(sound, rate_hz, RATE_HZ), RATE_HZ)
    return path


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory, played: Path) -> Log:
    """Return what `referee judge` makes of what is played."""
    log = tmp_path_factory.mktemp("judged") / "log"
    command = ["judge", str(played), "--game", "grave-feast", "--players", "Ann,Ben,Cid", "--json", "--log", str(log)]
    subprocess.run([sys.executable, "-m", "assistant", *command], check=True, stdout=subprocess.DEVNULL, timeout=120)
    return read_log(log)


def ruled(log: Log) -> list[tuple[str, str | None]]:
    return [(ruling.code, ruling.player) for ruling in log.standing if not ruling.code.startswith("pause/")]


def rulings(log: Log) -> list[Ruling]:
    return [ruling for ruling in log.standing if not ruling.code.startswith("pause/")]


def test_a_match_played_at_the_table_brings_the_rulings_of_its_recording(
    pulse: Pulse, tmp_path: Path, played: Path, judged: Log
) -> None:
    with playing(pulse, tmp_path, "--no-speak", "--audio-log") as table:
        with pulse.playing(played) as player:
            player.wait(timeout=90)
        table.until(lambda: "preach/destroyed" in table.account, 20)
        table.stop()
    live = read_log(table.log)
    assert verify(table.log).faults == ()
    assert ruled(live) == ruled(judged)
    begun_ms = rulings(live)[0].at_ms - rulings(judged)[0].at_ms
    for now, then in zip(rulings(live), rulings(judged), strict=True):
        assert abs(now.at_ms - begun_ms - then.at_ms) <= 60
        assert (now.margin_ms is None) == (then.margin_ms is None)
        if now.margin_ms is not None and then.margin_ms is not None:
            assert abs(now.margin_ms - then.margin_ms) <= 60
    assert not any(isinstance(each, Gap) for each in live.observations)


def test_a_machine_that_is_too_slow_rules_late_but_all_of_it_in_order_and_says_so(
    pulse: Pulse, tmp_path: Path, played: Path, judged: Log
) -> None:
    with playing(pulse, tmp_path, "--no-speak") as table:
        with throttled(table.process.pid, SLOW_SHARE), pulse.playing(played) as player:
            player.wait(timeout=90)
            table.until(lambda: "this computer is too slow: rulings come" in table.account, 30)
            table.until(lambda: "preach/destroyed" in table.account, 240)
        table.until(lambda: "this computer has caught up" in table.account, 30)
        table.stop()
    live = read_log(table.log)
    assert verify(table.log).faults == ()
    assert ruled(live) == ruled(judged)
    assert [ruling.id for ruling in live.standing] == sorted(ruling.id for ruling in live.standing)
    assert not any(isinstance(each, Gap) for each in live.observations)


def test_a_device_that_is_unloaded_in_mid_match_pauses_it_and_it_goes_on(
    pulse: Pulse, tmp_path: Path, played: Path
) -> None:
    with playing(pulse, tmp_path, "--no-speak") as table:
        with pulse.playing(played):
            table.until(lambda: "eater/feeding" in table.account)
            pulse.unplug()
            unplugged_s = monotonic()
            table.until(lambda: "The match waits." in table.account, 10)
            assert monotonic() - unplugged_s < TOLD_S
            table.until(lambda: "pause/on" in table.account, 30)
            sleep(1.0)
            pulse.plug_in()
        table.until(lambda: "pause/off" in table.account, 30)
        with pulse.playing(played):
            table.until(lambda: table.account.count("eater/feeding") == 2, 30)
        table.stop()
    live = read_log(table.log)
    lost = [each for each in live.observations if isinstance(each, Gap) and each.end_ms - each.start_ms > LONG_GAP_MS]
    assert [gap.channel for gap in lost] == [0, 1, 2]
    from_ms, to_ms = lost[0].start_ms, lost[0].end_ms
    paused = [ruling.at_ms for ruling in live.standing if ruling.code == "pause/on"]
    went_on = [ruling.at_ms for ruling in live.standing if ruling.code == "pause/off"]
    assert any(abs(at_ms - from_ms) <= 100 for at_ms in paused)
    assert any(to_ms <= at_ms <= to_ms + 1_000 for at_ms in went_on)
    own = ("gap/lost", "pause/on", "pause/off", "pause/ignored")
    assert [each for each in live.standing if from_ms < each.at_ms < to_ms and each.code not in own] == []


async def test_a_pulled_plug_is_seen_on_the_screen_and_the_match_goes_on_by_itself(
    pulse: Pulse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The microphones and the screen are real; nobody speaks, so no ears are needed."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    wanted = Wanted("grave-feast", "Ann,Ben,Cid", devices=("default",), shared=False, engine="pocketsphinx")
    table = open_table(replace(wanted, log=tmp_path / "log"))
    app = RefereeApp(table, Manner(keep_sound=False), ReadyPool())
    async with app.run_test(size=(80, 24)) as pilot:

        async def until(true: Callable[[], bool], timeout_s: float) -> float:
            begun_s = monotonic()
            while not true():
                assert monotonic() < begun_s + timeout_s
                await pilot.pause(0.02)
            return monotonic() - begun_s

        def line(name: str) -> str:
            return str(app.table.query_one(name, Static).render()) if app.drawable else ""

        await until(lambda: app.now_ms > 500, 30)
        pulse.unplug()
        seen_s = await until(lambda: "The match waits." in line("#notice"), 10)
        assert seen_s < TOLD_S
        assert "Ann's microphone: " in line("#notice")
        await until(lambda: "PAUSED" in line("#status"), 10)
        pulse.plug_in()
        await until(lambda: "PAUSED" not in line("#status"), 30)
        assert "The match waits." not in line("#notice")
        table.sound.stop()
        await until(lambda: app.ended, 30)
    assert app.fault is None
    codes = [ruling.code for ruling in read_log(tmp_path / "log").standing]
    assert codes[0] == "pause/on"
    assert "pause/off" in codes


def test_the_referees_own_voice_brings_no_call(pulse: Pulse, tmp_path: Path) -> None:
    """Whatever the referee says goes into the sink that is its microphone: as loud as a voice right before it."""
    lines = ["score", "say again", "what does the preacher do", "what does the succubus do", "score"]
    command = [*PLAY, "--separate", "--log", str(tmp_path / "log"), "--audio-log"]
    said = tmp_path / "said.txt"
    environment = pulse.environment | {"PYTHONUNBUFFERED": "1", "XDG_CONFIG_HOME": str(tmp_path)}
    with said.open("w") as out:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=out, stderr=out, text=True)
    table = Playing(process, tmp_path / "log", said)
    try:
        table.until(lambda: "Listening on 3 microphones" in table.account, READY_S)
        assert process.stdin is not None
        for line in lines:
            sleep(1.0)
            process.stdin.write(line + "\n")
            process.stdin.flush()
        sleep(12.0)
        table.stop()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(timeout=10)
    live = read_log(tmp_path / "log")
    assert [each for each in live.observations if isinstance(each, Call)] == []
    assert "rulings come as text only" not in table.account
    assert "leaked" not in table.account
    assert len([ruling for ruling in live.standing if ruling.code in ("score/told", "rule/told")]) == 4
    sentences = [each for each in live.spoken.times if each.text]
    assert len(sentences) >= len(lines)
    whole = [each for each in sentences if each.end_ms is not None]
    assert whole == sentences[: len(whole)], "only the sentence in which the match ended may have no end"
    assert len(whole) >= len(sentences) - 1
    assert all(each.end_ms is not None and each.start_ms < each.end_ms < each.open_ms for each in whole)
