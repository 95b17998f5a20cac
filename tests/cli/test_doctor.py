"""The doctor's checks against facts of machines that are fit, poor and ill; the commands against a machine made up."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.audio.devices import DeviceName, InputDevice, Microphone, MicrophoneError
from assistant.audio.portaudio import PortAudio
from assistant.cli import probes
from assistant.cli.checks import (
    Check,
    ClockFacts,
    DiskFacts,
    EngineFacts,
    Listening,
    ModelFacts,
    PortAudioFacts,
    State,
    TableFacts,
    VoiceFacts,
    can_play,
    check_clock,
    check_disk,
    check_engines,
    check_listening,
    check_microphones,
    check_models,
    check_portaudio,
    check_table,
    check_voice,
)
from assistant.table import Measured, PlayerSeat, TableProfile
from assistant.table_files import Tables
from tests.cli.conftest import Command

MIXER = InputDevice(DeviceName("Mixer", "ALSA"), channels=4, rate_hz=48_000, default=True, index=0)
HEADSET = InputDevice(DeviceName("Headset", "ALSA"), channels=1, rate_hz=44_100, index=1)
SILENT = float("-inf")


def listening(peak_db: float = -20.0, jitter_ms: float = 2.0, gaps: int = 0, error: str = "") -> Listening:
    return Listening("Mixer [ALSA]", peak_db, 300, jitter_ms, gaps, error)


def model(name: str, engine: str, here: bool, *faults: str) -> ModelFacts:
    return ModelFacts(name, engine, here, faults, f"get {name}")


def state_of(checks: list[Check]) -> list[State]:
    return [check.state for check in checks]


def test_portaudio_is_needed() -> None:
    good = check_portaudio(PortAudioFacts("PortAudio V19.7, revision 1"))
    assert (good.state, good.found) == (State.GOOD, "PortAudio V19.7")
    bad = check_portaudio(PortAudioFacts(error="PortAudio is missing: sudo apt install libportaudio2"))
    assert (bad.state, bad.remedy) == (State.BAD, "sudo apt install libportaudio2")


@pytest.mark.parametrize(
    ("devices", "state"),
    [([MIXER], State.GOOD), ([HEADSET, MIXER], State.GOOD), ([HEADSET], State.ADVICE), ([], State.BAD)],
)
def test_a_microphone_is_needed_and_one_for_all_is_poor(devices: list[InputDevice], state: State) -> None:
    assert check_microphones(devices).state is state


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        (listening(), State.GOOD),
        (listening(peak_db=-60.0), State.GOOD),
        (listening(peak_db=-80.0), State.BAD),
        (listening(peak_db=SILENT), State.BAD),
        (listening(gaps=1), State.ADVICE),
        (listening(jitter_ms=190.0), State.GOOD),
        (listening(jitter_ms=210.0), State.ADVICE),
        (listening(error='"Mixer" cannot be opened'), State.BAD),
        (None, State.BAD),
    ],
)
def test_the_default_microphone_must_be_heard(facts: Listening | None, state: State) -> None:
    assert check_listening(facts).state is state


def test_without_a_voice_or_a_loudspeaker_one_can_play() -> None:
    assert check_voice(VoiceFacts(400, can_play=True)).state is State.GOOD
    assert check_voice(VoiceFacts(400, can_play=False)).state is State.ADVICE
    assert check_voice(VoiceFacts(error="the voice hangs", can_play=True)).state is State.ADVICE


def test_one_ear_is_enough_and_none_is_not() -> None:
    works, broken = EngineFacts("pocketsphinx"), EngineFacts("whisper", "ctranslate2 cannot be loaded")
    assert state_of(check_engines([works, broken])) == [State.GOOD, State.ADVICE]
    assert state_of(check_engines([broken, broken])) == [State.BAD, State.BAD]


def test_a_damaged_model_must_be_mended_and_a_missing_one_need_not() -> None:
    here = model("tiny", "whisper", True)
    assert state_of(check_models([here, model("small", "vosk", False)])) == [State.GOOD, State.GOOD]
    assert state_of(check_models([here, model("base", "whisper", False)])) == [State.GOOD, State.GOOD]
    [missing] = check_models([model("tiny", "whisper", False)])
    assert (missing.state, missing.remedy) == (State.ADVICE, "run: get tiny")
    [damaged] = check_models([model("tiny", "whisper", True, "model.bin: checksum differs")])
    assert (damaged.state, damaged.found) == (State.BAD, "model.bin: checksum differs")


@pytest.mark.parametrize(
    ("free_bytes", "error", "state"),
    [
        (50_000_000_000, "", State.GOOD),
        (901_000_000, "", State.GOOD),
        (899_000_000, "", State.ADVICE),
        (199_000_000, "", State.BAD),
        (50_000_000_000, "Read-only file system", State.BAD),
    ],
)
def test_an_evening_of_three_microphones_must_find_room(free_bytes: int, error: str, state: State) -> None:
    assert check_disk(DiskFacts("/home/ann", free_bytes, error)).state is state


def test_the_clock_must_be_fine_and_never_go_back() -> None:
    assert check_clock(ClockFacts(True, 15.6)).state is State.GOOD
    assert check_clock(ClockFacts(True, 55.0)).state is State.ADVICE
    assert check_clock(ClockFacts(False, 0.001)).state is State.ADVICE


def test_every_check_that_is_not_good_names_a_remedy() -> None:
    checks = [
        check_portaudio(PortAudioFacts(error="PortAudio is missing: install it")),
        check_microphones([]),
        check_microphones([HEADSET]),
        *map(
            check_listening,
            (None, listening(SILENT), listening(gaps=1), listening(jitter_ms=300), listening(error="x")),
        ),
        check_voice(VoiceFacts(400)),
        check_voice(VoiceFacts(error="hangs")),
        *check_engines([EngineFacts("vosk", "broken")]),
        *check_models([model("tiny", "whisper", False), model("small", "vosk", True, "missing")]),
        check_table(TableFacts("den", missing=("Mixer [ALSA]",))),
        check_table(TableFacts("den", poor=("Ann",))),
        check_table(TableFacts(error="x.toml: this is no TOML: mend it there")),
        check_disk(DiskFacts("/", 0)),
        check_disk(DiskFacts("/", 10**9, "full")),
        check_disk(DiskFacts("/", 300_000_000)),
        check_clock(ClockFacts(True, 100.0)),
    ]
    assert [check for check in checks if check.state is State.GOOD or not check.remedy] == []


def test_advice_does_not_stand_in_the_way_of_play() -> None:
    good, advice = Check("a", State.GOOD, "x"), Check("b", State.ADVICE, "x", "do")
    assert can_play([good, advice])
    assert not can_play([good, advice, Check("c", State.BAD, "x", "do")])


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """No test looks at the tables of whoever runs it."""
    monkeypatch.setattr("assistant.table_files.user_config_path", lambda _: tmp_path)
    return Tables()


def test_the_table_that_play_takes_up_must_have_its_microphones(tables: Tables) -> None:
    found = check_table(probes.probe_table((MIXER,)))
    assert (found.state, found.found) == (State.GOOD, "none is saved; `referee setup` makes one")
    ann = PlayerSeat("Ann", Microphone(MIXER.name, (0,)), Measured(-20, -60, -6, 0.0, -20, 5, 5))
    ben = PlayerSeat("Ben", Microphone(HEADSET.name), Measured(-20, -60, -6, 0.0, -2, 5, 5))
    tables.save(TableProfile("den", "grave-feast", (ann, replace(ben, microphone=ann.microphone, measured=None))))
    assert probes.probe_table((MIXER, HEADSET)) == TableFacts("den")
    assert check_table(TableFacts("den")).state is State.GOOD
    assert probes.probe_table((HEADSET,)) == TableFacts("den", missing=("Mixer [ALSA]",))
    path = tables.save(TableProfile("den", "grave-feast", (ann, ben)))
    both = check_table(probes.probe_table((MIXER, HEADSET)))
    assert (both.state, both.found) == (State.ADVICE, "den: Ben could not be heard well in the warm-up")
    assert both.remedy == "run: referee setup --name 'den'"
    path.write_text("x")
    damaged = check_table(probes.probe_table((MIXER,)))
    assert (damaged.state, damaged.remedy) == (State.ADVICE, "mend it there, or run `referee setup` anew")


def fit_machine(monkeypatch: pytest.MonkeyPatch, *devices: InputDevice) -> None:
    monkeypatch.setattr(probes, "probe_portaudio", lambda: (PortAudioFacts("PortAudio V19"), devices, True))
    monkeypatch.setattr(probes, "probe_listening", lambda _: listening())
    monkeypatch.setattr(probes, "probe_voice", lambda can_play: VoiceFacts(400, can_play))


def test_the_doctor_of_a_fit_machine_says_so(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    fit_machine(monkeypatch, MIXER)
    ran = referee("doctor")
    assert ran.code == 0
    assert "Play is possible." in ran.out
    assert "Mixer [ALSA]" in ran.out
    assert "engine pocketsphinx" in ran.out


def test_the_doctor_of_a_machine_without_a_microphone_leaves_with_1(
    referee: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit_machine(monkeypatch)
    ran = referee("doctor")
    assert ran.code == 1
    assert "none is connected" in ran.out
    assert "plug one in" in ran.out


def test_the_doctor_survives_a_machine_without_portaudio(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MicrophoneError("PortAudio is missing, so nothing can be recorded: sudo apt install libportaudio2")

    monkeypatch.setattr("assistant.audio.portaudio._load", missing)
    monkeypatch.setattr(probes, "probe_voice", lambda can_play: VoiceFacts(400, can_play))
    ran = referee("doctor")
    assert ran.code == 1
    assert "sudo apt install libportaudio2" in ran.out
    assert ran.err == ""


def test_devices_without_portaudio_is_one_line_and_2(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: PortAudio) -> None:
        raise MicrophoneError("PortAudio is missing: sudo apt install libportaudio2")

    monkeypatch.setattr(PortAudio, "__init__", missing)
    ran = referee("devices")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "referee: PortAudio is missing: sudo apt install libportaudio2\n"


@pytest.fixture
def two_devices(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine with two devices; the list says what was asked of PortAudio."""
    asked: list[str] = []
    monkeypatch.setattr(PortAudio, "__init__", lambda _: asked.append("loaded"))
    monkeypatch.setattr(PortAudio, "inputs", lambda _: (MIXER, HEADSET))
    monkeypatch.setattr(PortAudio, "reinitialise", lambda _: asked.append("restarted"))
    return asked


def test_devices_are_listed_by_name_and_host_api(referee: Command, two_devices: list[str]) -> None:
    ran = referee("devices")
    assert ran.code == 0
    assert "Mixer [ALSA]" in ran.out
    assert "44.1 kHz" in ran.out
    assert two_devices == ["loaded"]


def test_devices_as_json_are_lines_and_nothing_else(referee: Command, two_devices: list[str]) -> None:
    ran = referee("devices", "--json", "--rescan")
    assert [json.loads(line) for line in ran.out.splitlines()] == [
        {"type": "device", "name": "Mixer", "host_api": "ALSA", "channels": 4, "rate_hz": 48_000, "default": True},
        {"type": "device", "name": "Headset", "host_api": "ALSA", "channels": 1, "rate_hz": 44_100, "default": False},
    ]
    assert two_devices == ["loaded", "restarted"]
