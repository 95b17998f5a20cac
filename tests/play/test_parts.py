"""The small parts of live play: who pressed a key, what typed words mean, whose microphone is which, real time."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.app import phrase_book
from assistant.audio.devices import DeviceName, InputDevice, Microphone, MicrophoneError
from assistant.audio.files import open_recording
from assistant.core import referee
from assistant.core.observations import Call, Command, CommandName, Fact, Gap, Tick, Verdict
from assistant.eventlog.records import LogError
from assistant.eventlog.shelf import latest_log, new_folder
from assistant.live.asked import Asked, Key, asked
from assistant.live.buzzes import AFTER_MS, BEFORE_MS, Buzz, Buzzes
from assistant.live.choosing import places_on
from assistant.live.figures import Figures
from assistant.live.order import shifted
from assistant.live.sound import PlayedRecording
from tests.play.table import call, new_match

PLAYERS = ("Ann", "Ben", "Cid")
BOOK = phrase_book("grave-feast").at_table(PLAYERS)
SAID = Call(None, "grave-feast.brains", Verdict.EXACT, "brains", 5_000, 5_500)


@pytest.mark.parametrize(
    ("presses", "player"),
    [
        ([Buzz("Ben", 5_000 - BEFORE_MS)], "Ben"),
        ([Buzz("Ben", 5_000 - BEFORE_MS - 1)], None),
        ([Buzz("Ben", 5_500 + AFTER_MS)], "Ben"),
        ([Buzz("Ben", 5_500 + AFTER_MS + 1)], None),
        ([Buzz("Ben", 5_000), Buzz("Ben", 5_200)], "Ben"),
        ([Buzz("Ben", 5_000), Buzz("Cid", 5_200)], None),
        ([], None),
    ],
)
def test_who_pressed_while_somebody_called(presses: list[Buzz], player: str | None) -> None:
    buzzes = Buzzes()
    for press in presses:
        buzzes.press(press)
    called = buzzes.attribute(SAID)
    assert isinstance(called, Call)
    assert called.player == player


def test_a_press_never_overrules_a_microphone_of_ones_own() -> None:
    buzzes = Buzzes()
    buzzes.press(Buzz("Ben", 5_200))
    of_ann = Call("Ann", "grave-feast.brains", Verdict.EXACT, "brains", 5_000, 5_500)
    assert buzzes.attribute(of_ann) is of_ann


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("undo", Command(900, CommandName.UNDO)),
        ("Referee, undo!", Command(900, CommandName.UNDO)),
        ("undo 7", Command(900, CommandName.UNDO, target=7)),
        ("ann: appeal 6", Command(900, CommandName.APPEAL, "Ann", 6)),
        ("deny #12", Command(900, CommandName.DENY, target=12)),
        ("I call it", Command(900, CommandName.CHALLENGE)),
        ("ben: I challenge", Command(900, CommandName.CHALLENGE, "Ben")),
        ("end of turn", Command(900, CommandName.END_TURN)),
        ("score", Command(900, CommandName.SCORE)),
        ("referee, say again", Command(900, CommandName.SAY_AGAIN)),
        ("2", Key("Ben")),
        ("4", None),
        ("cid has five", Fact(900, "grave-feast.has", (("player", "Cid"), ("size", 5)), "cid has five")),
        ("cid has", None),
        ("undo seven", None),
    ],
)
def test_what_typed_words_mean(line: str, meant: Asked | None) -> None:
    found = asked(line, BOOK, PLAYERS, 900)
    if isinstance(meant, Fact):
        assert isinstance(found, Fact)
        assert (found.name, found.text, found.slots) == (meant.name, meant.text, meant.slots)
    else:
        assert found == meant


def device(name: str, channels: int, default: bool = False) -> InputDevice:
    return InputDevice(DeviceName(name, "ALSA"), channels, 48_000, default)


DEVICES = (device("Mixer", 4), device("Headset", 1), device("Server", 32, default=True), device("Laptop", 2))


def test_one_device_gives_each_player_a_channel_where_it_has_enough() -> None:
    places = places_on(DEVICES, ["mixer"], PLAYERS, None)
    assert [microphone.channels for microphone in places.microphones] == [(0,), (1,), (2,)]
    assert [seat.player for seat in places.seats] == list(PLAYERS)
    assert not places.shared


@pytest.mark.parametrize("wanted", [["Laptop"], ["Headset"], []])
def test_too_few_channels_or_a_sound_server_are_one_microphone_for_all(wanted: list[str]) -> None:
    places = places_on(DEVICES, wanted, PLAYERS, None)
    assert (len(places.microphones), places.shared) == (1, True)


def test_who_says_how_it_is_is_believed_as_far_as_it_can_be() -> None:
    assert len(places_on(DEVICES, [], PLAYERS, False).microphones) == 3
    assert places_on(DEVICES, ["Mixer"], PLAYERS, True).shared
    with pytest.raises(MicrophoneError, match="2 channels for 3 players"):
        places_on(DEVICES, ["Laptop"], PLAYERS, False)


def test_one_device_a_player_must_be_as_many_and_all_different() -> None:
    places = places_on(DEVICES, ["Headset", "Laptop"], PLAYERS[:2], None)
    assert places.microphones == (
        Microphone(DeviceName("Headset", "ALSA")),
        Microphone(DeviceName("Laptop", "ALSA")),
    )
    with pytest.raises(MicrophoneError, match="2 microphones for 3 players"):
        places_on(DEVICES, ["Headset", "Laptop"], PLAYERS, None)
    with pytest.raises(MicrophoneError, match="named for two players"):
        places_on(DEVICES, ["Headset", "headset"], PLAYERS[:2], None)


def test_what_was_observed_is_put_on_the_clock_of_the_match() -> None:
    assert shifted(Tick(5), 100) == Tick(105)
    assert shifted(Gap(1, 5, 9, "overflow"), 100) == Gap(1, 105, 109, "overflow")
    later = shifted(SAID, 100)
    assert isinstance(later, Call)
    assert (later.start_ms, later.end_ms) == (5_100, 5_600)


def test_a_recording_comes_in_as_fast_as_it_was_spoken(tmp_path: Path) -> None:
    ramp = np.arange(16_000, dtype=np.float32)[:, np.newaxis] * np.array([[1.0, 0.5]], dtype=np.float32) / 16_000
    soundfile.write(tmp_path / "ramp.wav", ramp, 16_000, "FLOAT")
    now_ns = 5_000_000_000

    def wait(seconds: float) -> bool:
        nonlocal now_ns
        now_ns += round(seconds * 1e9)
        return False

    sound = PlayedRecording(open_recording(tmp_path / "ramp.wav"), 1, lambda: now_ns, wait)
    assert sound.session_ms() is None
    blocks = []
    for block in sound.blocks():
        assert sound.session_ms() == block.end_ms
        blocks.append(block)
    heard = np.concatenate([block.samples for block in blocks])
    assert np.allclose(heard[:, 0], ramp[:, 0], atol=1e-4)
    assert heard.shape == (16_000, 1)
    assert now_ns == 6_000_000_000


def test_a_recording_that_is_stopped_ends(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "long.wav", np.zeros(160_000), 16_000)
    sound = PlayedRecording(open_recording(tmp_path / "long.wav"), 1, wait=lambda seconds: False)
    for block in sound.blocks():
        assert block.start_sample == 0
        sound.stop()


def test_a_call_that_waited_for_another_player_is_told_apart_from_those_that_show_how_quick_the_referee_is() -> None:
    shown_ms = iter((1_400, 5_600, 10_900))
    figures = Figures(lambda: next(shown_ms), lambda call: call.player == "Ben")
    state = new_match()
    for player, end_ms in (("Ann", 1_000), ("Cid", 5_000), ("Ben", 9_000)):
        step = referee.step(state, call(player, "brains", end_ms))
        figures.take(state, step)
        state = step.state
    assert figures.text == (
        "from the end of a call until it is shown: median 0.50 s, p95 0.59 s (2); "
        "its ruling: median 0.50 s, p95 0.59 s (2); "
        "calls that waited for somebody who was still speaking: 1.90 s"
    )


def test_a_new_log_gets_a_folder_of_its_own_and_the_latest_is_found(tmp_path: Path) -> None:
    from datetime import datetime

    now = datetime(2026, 5, 1, 20, 15, 3)
    first = new_folder("grave-feast", now, tmp_path)
    assert first.name == "2026-05-01-201503-grave-feast"
    first.mkdir()
    assert new_folder("grave-feast", now, tmp_path).name == "2026-05-01-201503-grave-feast-2"
    with pytest.raises(LogError, match="no log to resume"):
        latest_log(tmp_path)
    (first / "events.jsonl").write_text("{}\n")
    assert latest_log(tmp_path) == first
