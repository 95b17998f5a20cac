"""`referee setup` from a recording: microphones found, calls understood, rules read back, a table saved; bad wishes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from rich.console import Console

from assistant.__main__ import run
from assistant.announce.voice_settings import VoiceSettings
from assistant.audio.devices import DeviceName, InputDevice, Microphone
from assistant.audio.files import open_recording
from assistant.cli import setup as command
from assistant.cli.setup_questions import choose
from assistant.cli.setup_screen import Screen, meter_text
from assistant.cli.setup_seats import devices_of
from assistant.table import TableError, TableProfile
from assistant.table_capture import (
    LiveHearing,
    LostSoundError,
    RecordedHearing,
    Sound,
    chosen_devices,
    heard_whole,
    microphones_of,
    parse_seat,
)
from assistant.table_files import Tables
from tests.audio.fake_audio import FakeAudio
from tests.cli.conftest import Ran
from tests.table_sounds import set_up

Setup = Callable[..., Ran]


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tables:
    folder = tmp_path / "config"
    monkeypatch.setattr("assistant.table_files.user_config_path", lambda _: folder)
    return Tables(folder / "tables")


@pytest.fixture
def setup(tables: Tables, capsys: pytest.CaptureFixture[str]) -> Setup:
    def ran(*arguments: str | Path) -> Ran:
        code = run(["setup", *map(str, arguments)])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return ran


@pytest.fixture(scope="module")
def first_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return set_up(tmp_path_factory.mktemp("setup") / "words.flac", 4_000, 0)


GAME = ["--game", "grave-feast", "--players", "Ann,Ben", "--yes"]


def test_a_table_is_set_up_from_a_recording_with_its_warm_up(setup: Setup, tables: Tables, tmp_path: Path) -> None:
    sound = set_up(tmp_path / "setup.flac", 4_000, 12_000)
    ran = setup("--input", sound, *GAME, "--warm-up", "12", "--name", "den", "--rule", "gf.set_games=3")
    assert (ran.code, ran.err) == (0, "")
    profile = tables.load("den")
    device = DeviceName("setup.flac", "recording")
    assert [seat.microphone for seat in profile.seats] == [Microphone(device, (1,)), Microphone(device, (0,))]
    assert profile.house_rules == (("gf.set_games", 3),)
    ann, ben = (seat.measured for seat in profile.seats)
    assert ann is not None
    assert ben is not None
    assert (ann.calls_heard, ann.calls_asked) == (4, 5)
    assert (ben.calls_heard, ben.calls_asked) == (5, 5)
    assert ann.bleed_db == pytest.approx(-14, abs=1)
    assert ann.noise_db == pytest.approx(-66, abs=1.5)
    assert "Ann: understood 4 of 5 calls (missed: Blood!)" in ran.out
    assert "House rules that differ: set games: 3." in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines() if "Saved" not in line)


def test_microphones_are_found_without_a_warm_up(setup: Setup, tables: Tables, first_words: Path) -> None:
    ran = setup("--input", first_words, *GAME, "--warm-up", "0", "--mute", "--rate", "150")
    assert ran.code == 0
    profile = tables.load("table")
    assert profile.channel_players == ("Ann", "Ben")
    assert [seat.microphone.channels for seat in profile.seats if seat.microphone] == [(1,), (0,)]
    assert (profile.muted, profile.voice.rate_wpm) == (True, 150)
    assert "Ann: words.flac [recording]:2" in ran.out


def test_what_the_flags_leave_out_is_as_it_was_saved(setup: Setup, tables: Tables, first_words: Path) -> None:
    setup("--input", first_words, *GAME, "--warm-up", "0", "--rule", "gf.set_games=5", "--mute")
    before = tables.load("table")
    assert setup("--yes", "--no-listen", "--volume", "0.5").code == 0
    after = tables.load("table")
    assert (after.seats, after.house_rules, after.muted) == (before.seats, before.house_rules, True)
    assert after.voice.volume == 0.5
    assert setup("--yes", "--no-listen", "--game", "in-cahoots", "--players", "Ann,Ben", "--speak").code == 0
    other = tables.load("table")
    assert (other.game, other.house_rules, other.muted) == ("in-cahoots", (), False)


def test_new_players_lose_the_microphones_of_the_old_ones(setup: Setup, tables: Tables, first_words: Path) -> None:
    setup("--input", first_words, *GAME, "--warm-up", "0")
    setup("--yes", "--no-listen", "--players", "Ann,Cid")
    assert tables.load("table").microphones == ()


def test_one_microphone_is_shared_without_anybody_speaking(setup: Setup, tables: Tables, tmp_path: Path) -> None:
    mono = tmp_path / "mono.wav"
    soundfile.write(mono, np.zeros(16_000), 16_000)
    ran = setup("--input", mono, *GAME, "--warm-up", "0")
    assert "Ben: mono.wav [recording]:1, shared with Ann" in ran.out
    assert tables.load("table").shared_microphone


def test_microphones_can_be_named_instead(setup: Setup, tables: Tables, first_words: Path) -> None:
    named = ["--microphone", "Ann=words.flac:1", "--microphone", "Ben=words:2"]
    assert setup("--input", first_words, *GAME, "--warm-up", "0", *named).code == 0
    assert [seat.microphone.channels for seat in tables.load("table").seats if seat.microphone] == [(0,), (1,)]


def test_tables_are_listed_and_deleted(setup: Setup, tables: Tables) -> None:
    assert "No table is saved" in setup("--list").out
    setup("--yes", "--no-listen", *GAME, "--name", "den")
    (tables.folder / "table-broken.toml").write_text("x")
    listed = setup("--list").out
    assert "den" in listed
    assert "Ann, Ben" in listed
    assert "damaged" in listed
    assert setup("--delete", "den").out == "den: deleted\n"
    assert setup("--delete", "den").code == 2
    assert not tables.path_of("den").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--yes"], "Which game: nobody to ask here: give --game"),
        (["--yes", "--game", "grave-feast"], "nobody to ask here: give --players"),
        (["--yes", "--game", "grave-fest"], "did you mean grave-feast?"),
        ([*GAME, "--players", "Ann"], "Grave Feast takes 2 to 8 players, not 1"),
        ([*GAME, "--name", "a/b"], "'a/b' cannot name a table"),
        ([*GAME, "--no-listen", "--rule", "gf.set_game=3"], "did you mean gf.set_games?"),
        ([*GAME, "--no-listen", "--rule", "gf.set_games"], "'gf.set_games': write a house rule as KEY=VALUE"),
        ([*GAME, "--no-listen", "--rule", "gf.set_games=4"], "expected 1 or 3 or 5, found 4"),
        ([*GAME, "--no-listen", "--rule", "gf.set_games=["], "'[' is no value"),
        ([*GAME, "--no-listen", "--house-rules", "{none}"], "No such file"),
        ([*GAME, "--no-listen", "--rate", "9"], "voice rate 9: give 80 to 450"),
        ([*GAME, "--input", "{none}"], "no such file"),
        ([*GAME, "--input", "{words}", "--first-words", "5", "--warm-up", "0"], "is over 2.0 s too early"),
        ([*GAME, "--input", "{words}", "--engine", "hearsay"], "unknown engine"),
        ([*GAME, "--input", "{words}", "--microphone", "Ann=words:1"], "Ben: no microphone"),
        ([*GAME, "--input", "{words}", "--microphone", "Zoe=words:1"], "the players are Ann, Ben"),
        ([*GAME, "--input", "{words}", "--microphone", "Ann=words:3"], "it has the channels 1 to 2"),
        ([*GAME, "--input", "{words}", "--microphone", "Ann=mixer:1"], "there is no such device"),
        ([*GAME, "--input", "{words}", "--microphone", "Ann"], "write PLAYER=DEVICE:CHANNEL"),
        (["--delete", "nobody"], "no table is called 'nobody'"),
    ],
)
def test_a_wrong_wish_ends_with_2_and_one_line_and_saves_nothing(
    setup: Setup, tables: Tables, first_words: Path, tmp_path: Path, arguments: list[str], complaint: str
) -> None:
    places = {"none": str(tmp_path / "none"), "words": str(first_words)}
    ran = setup(*[argument.format(**places) for argument in arguments])
    assert ran.code == 2
    assert complaint in ran.err
    assert ran.err.count("\n") == 1
    assert not tables.folder.exists()


def test_silence_and_equal_microphones_are_told(setup: Setup, tmp_path: Path) -> None:
    silent, equal = tmp_path / "silent.wav", tmp_path / "equal.wav"
    noise = np.random.default_rng(1).normal(0, 1e-3, (16_000 * 4, 2))
    soundfile.write(silent, noise, 16_000)
    tone = 0.1 * np.sin(2 * np.pi * 500 * np.arange(16_000) / 16_000)
    noise[16_000:32_000] += tone[:, np.newaxis] * (1.0, 0.9)
    soundfile.write(equal, noise, 16_000)
    for sound, complaint in ((silent, "nothing was heard from Ann"), (equal, "Ann is equally loud on")):
        ran = setup("--input", sound, *GAME, "--warm-up", "0")
        assert ran.code == 2
        assert complaint in ran.err


class Scripted:
    """Somebody who answers as written down."""

    asked = True

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.notes: list[str] = []

    def text(self, question: str, default: str | None, flag: str) -> str:
        return self.answers.pop(0) or default or ""

    def yes(self, question: str, default: bool) -> bool:
        return {"y": True, "n": False, "": default}[self.answers.pop(0)]

    def ready(self, who: str) -> None:
        return

    def note(self, text: str, wrong: bool = False) -> None:
        self.notes.append(text)


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Scripted]:
    def by(*answers: str) -> Scripted:
        somebody = Scripted(*answers)
        monkeypatch.setattr(command, "_questions", lambda yes: somebody)
        return somebody

    return by


def test_a_newcomer_is_led_through_every_question_and_corrected(
    setup: Setup, tables: Tables, first_words: Path, answered: Callable[..., Scripted]
) -> None:
    rules = ["n", "gf.set_game=3", "gf.set_games=3", "race.tie=coin", "none"]
    somebody = answered("den", "9", "1", "Ann", "Ann,Ben", *rules, "n")
    assert setup("--input", first_words, "--warm-up", "0").code == 0
    profile = tables.load("den")
    assert (profile.game, profile.players, profile.muted) == ("grave-feast", ("Ann", "Ben"), True)
    assert profile.house_rules == (("gf.set_games", 3), ("race.tie", "coin"))
    assert somebody.answers == []
    wrong = [note for note in somebody.notes if "none of them" in note or "takes 2" in note or "did you mean" in note]
    assert len(wrong) == 3


@pytest.mark.parametrize(
    ("heard", "answers", "muted"), [(True, ["y"], False), (False, ["y", "n"], True), (False, ["y", "y"], False)]
)
def test_the_referee_reads_the_house_rules_out_to_try_its_voice(
    setup: Setup,
    tables: Tables,
    answered: Callable[..., Scripted],
    monkeypatch: pytest.MonkeyPatch,
    heard: bool,
    answers: list[str],
    muted: bool,
) -> None:
    said: list[tuple[int, str]] = []

    def speaks(screen: Screen, voice: VoiceSettings, text: str) -> bool:
        said.append((voice.rate_wpm, text))
        return heard

    monkeypatch.setattr("assistant.cli.setup_rules._speaks", speaks)
    somebody = answered("y", *answers)
    rules = ["--rule", "gf.set_games=3", "--rate", "150"]
    assert setup("--no-listen", *GAME[:4], "--name", "den", *rules).code == 0
    assert said == [(150, "I am your referee. House rules that differ: set games: 3.")]
    assert (tables.load("den").muted, somebody.answers) == (muted, [])


def test_a_second_visit_offers_what_was_saved(setup: Setup, tables: Tables, answered: Callable[..., Scripted]) -> None:
    setup("--yes", "--no-listen", *GAME, "--name", "den", "--rule", "gf.set_games=3", "--mute")
    before = tables.load("den")
    answered("den", "", "", "y", "n")
    assert setup("--no-listen").code == 0
    assert tables.load("den") == before


def test_who_was_not_heard_is_asked_again(
    setup: Setup, tables: Tables, tmp_path: Path, first_words: Path, answered: Callable[..., Scripted]
) -> None:
    quiet = tmp_path / "again.flac"
    words, _ = soundfile.read(first_words, always_2d=True)
    soundfile.write(quiet, np.concatenate((np.zeros((64_000, 2)), words)), 16_000)
    somebody = answered("y", "n")
    assert setup("--input", quiet, *GAME[:4], "--name", "den", "--warm-up", "0").code == 0
    assert somebody.notes == ["nothing was heard from Ann: speak up, unmute the microphone"]
    assert tables.load("den").channel_players == ("Ann", "Ben")


DEVICES = (
    InputDevice(DeviceName("Mixer", "ALSA"), 4, 48_000),
    InputDevice(DeviceName("Server", "ALSA"), 32, 48_000, default=True),
    InputDevice(DeviceName("Headset", "JACK"), 1, 44_100),
)


def test_the_usual_device_is_the_systems_unless_others_are_named_or_chosen() -> None:
    assert [device.name.name for device in chosen_devices(DEVICES, ())] == ["Server"]
    assert [device.name.name for device in chosen_devices(DEVICES, ("mix", "Headset [JACK]"))] == ["Mixer", "Headset"]
    assert devices_of(Scripted("1, 3"), DEVICES, ()) == (DEVICES[0], DEVICES[2])
    corrected = Scripted("4", "2")
    assert devices_of(corrected, DEVICES, ()) == (DEVICES[1],)
    assert corrected.notes[-1] == "'4': write numbers of the list, such as 1,3"


def test_a_sound_server_is_asked_for_one_channel_a_player() -> None:
    found = microphones_of(DEVICES, players=3)
    assert [(each.device.name, each.channels) for each in found] == [
        *[("Mixer", (channel,)) for channel in range(4)],
        *[("Server", (channel,)) for channel in range(3)],
        ("Headset", (0,)),
    ]
    assert len(microphones_of(DEVICES[:1], 3, channels=2)) == 2
    with pytest.raises(TableError, match="18 channels are too many"):
        microphones_of(DEVICES, 3, channels=6)


def test_a_seat_is_named_by_device_and_channel() -> None:
    offered = microphones_of(DEVICES, 3)
    assert parse_seat("Ann=Mixer [ALSA]:4", offered) == ("Ann", Microphone(DEVICES[0].name, (3,)))
    assert parse_seat(" Ben = head:1", offered) == ("Ben", Microphone(DEVICES[2].name))


def test_a_recording_stands_in_for_microphones_stretch_by_stretch(tmp_path: Path) -> None:
    path = tmp_path / "count.wav"
    count = np.stack([np.arange(32_000), np.arange(32_000) + 100], axis=1)
    soundfile.write(path, count.astype(np.int16), 16_000, subtype="PCM_16")
    hearing = RecordedHearing(open_recording(path))

    def samples(stretches: Iterator[Sound]) -> list[list[int]]:
        return [[round(float(each) * 32768) for each in row] for row in np.concatenate(list(stretches))]

    assert samples(hearing.listen(10)) == [[at, at + 100] for at in range(160)]
    assert samples(hearing.listen(125))[0] == [160, 260]
    other = hearing.narrowed(hearing.microphones[1:])
    assert samples(other.listen(10))[:2] == [[2260], [2261]]
    with pytest.raises(TableError, match=r"count.wav: is over 0\.1 s too early"):
        list(other.listen(2_000))


def test_a_stretch_in_which_a_microphone_stopped_is_heard_again() -> None:
    told: list[str] = []
    left = [LostSoundError('"Mixer" stopped (unplugged)'), LostSoundError('"Mixer" stopped (overflow)')]

    def listen() -> str:
        if left:
            raise left.pop(0)
        return "sound"

    assert heard_whole(listen, told.append) == "sound"
    assert told == ['"Mixer" stopped (unplugged): once more', '"Mixer" stopped (overflow): once more']
    left += [LostSoundError('"Mixer" stopped (no sound)')] * 3
    with pytest.raises(LostSoundError, match=r"stopped \(no sound\): plug it in and run the setup again"):
        heard_whole(listen, told.append)


def test_microphones_that_fall_silent_are_told() -> None:
    audio = FakeAudio({"mixer": 0.25})
    hearing = LiveHearing([Microphone(DeviceName("mixer"))], audio)
    assert sum(len(block) for block in hearing.listen(500)) == 8_000
    blocks = hearing.listen(5_000)
    next(blocks)
    audio.pull("mixer")
    with pytest.raises(LostSoundError, match='"mixer" stopped'):
        list(blocks)


def test_an_answer_is_a_number_or_a_name() -> None:
    options = ["one  The first", "two  The second"]
    assert choose(Scripted("2"), "Which?", options, None, "--x") == "two"
    assert choose(Scripted("one"), "Which?", options, None, "--x") == "one"
    assert choose(Scripted("0", "3", "three", "1"), "Which?", options, None, "--x") == "one"


def test_the_meter_runs_from_its_floor_to_full_scale() -> None:
    assert meter_text(-100) == " " * 20 + "  -60 dB"
    assert meter_text(-30) == "#" * 10 + " " * 10 + "  -30 dB"
    assert meter_text(3) == "#" * 20 + "    3 dB"


def test_long_names_fit_into_80_columns() -> None:
    console = Console(width=80, record=True, force_terminal=False, highlight=False)
    profile = TableProfile("den", "grave-feast", ())
    from assistant.table import Measured, PlayerSeat

    device = DeviceName("USB Audio CODEC: an interface with a very long name (hw:1,0)", "ALSA")
    seat = PlayerSeat("Bartholomew the Elder", Microphone(device, (0, 1)), Measured(-20, -100, -3, 0, -10, 5, 5))
    assert profile.seats == ()
    Screen(console).seats([seat], [()])
    lines = console.export_text().splitlines()
    assert max(map(len, lines)) <= 80
    assert "5 of 5" in lines[1]
