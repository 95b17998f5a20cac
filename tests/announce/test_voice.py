"""The voice for real, in its process: without a system package, and with an engine that hangs, dies or falls silent."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant.announce.pyttsx3_voice import fits
from assistant.announce.voice import CACHED_SENTENCES, Patience, SilentFileError, Voice, VoiceError, read_speech
from assistant.announce.voice_settings import VoiceSettings, VoiceSettingsError

BRISK = Patience(start_s=20.0, render_s=0.4, per_character_s=0.01, attempts=3)
FAKE = "tests.announce.fake_voice"
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which libraries a process holds")


@pytest.fixture
def voice() -> Iterator[Voice]:
    with Voice() as voice:
        yield voice


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Voice]:
    monkeypatch.setenv("FAKE_VOICE_COUNT", str(tmp_path / "count"))
    with Voice(patience=BRISK, driver=FAKE) as voice:
        yield voice


def attempts(tmp_path: Path) -> int:
    return int((tmp_path / "count").read_text())


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_sentences_in_a_row_are_speech_and_a_longer_one_lasts_longer(voice: Voice) -> None:
    short = voice.render("Blocked, Ann.")
    long = voice.render("Ben steals the family with its zombie from Ann, and she was late by a second.")
    assert float(np.abs(short.samples).max()) > 0.05
    assert 300 < short.duration_ms < 2000 < long.duration_ms < 9000
    assert short.samples.dtype == np.float32
    assert short.samples.ndim == 1
    assert voice.restarts == 0


def test_a_sentence_that_was_rendered_lately_is_not_rendered_again(fake: Voice, tmp_path: Path) -> None:
    first = fake.render("Paused.")
    assert fake.render("  Paused.\n") is first
    assert attempts(tmp_path) == 1
    fake.render("We go on.")
    assert attempts(tmp_path) == 2


def test_the_sentences_kept_are_limited(fake: Voice, tmp_path: Path) -> None:
    for number in range(CACHED_SENTENCES + 1):
        fake.render(f"number {number}")
    fake.render(f"number {CACHED_SENTENCES}")
    assert attempts(tmp_path) == CACHED_SENTENCES + 1
    fake.render("number 0")
    assert attempts(tmp_path) == CACHED_SENTENCES + 2


def test_rate_changes_the_speech() -> None:
    sentence = "Ann scores five. Total: nine."
    with Voice(VoiceSettings(rate_wpm=120)) as slow, Voice(VoiceSettings(rate_wpm=300)) as fast:
        assert slow.render(sentence).duration_ms > 1.5 * fast.render(sentence).duration_ms


def test_volume_changes_the_speech() -> None:
    with Voice() as loud, Voice(VoiceSettings(volume=0.3)) as quiet:
        peaks = [float(np.abs(voice.render("Too close to call.").samples).max()) for voice in (loud, quiet)]
    assert 0 < peaks[1] < 0.6 * peaks[0]


@ON_LINUX
def test_a_voice_is_asked_for_by_the_last_part_of_its_id() -> None:
    with Voice() as british, Voice(VoiceSettings(voice="en-us")) as american:
        assert "gmw/en-us" in american.voices()
        assert len(british.render("Can't pass.").samples) != len(american.render("Can't pass.").samples)


@ON_LINUX
def test_the_packaged_espeak_speaks_and_no_system_library(voice: Voice) -> None:
    voice.render("Stop.")
    maps = Path(f"/proc/{voice.pid}/maps").read_text(encoding="utf-8")
    libraries = {line.split()[-1] for line in maps.splitlines() if "espeak" in line and ".so" in line}
    assert len(libraries) == 1
    assert "espeakng_loader" in libraries.pop()


@ON_LINUX
def test_a_program_in_a_deep_folder_speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import espeakng_loader

    package = tmp_path / ("deep" * 40) / "espeakng_loader"
    assert not fits(package)
    package.parent.mkdir()
    package.symlink_to(Path(espeakng_loader.__file__).parent, target_is_directory=True)
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    with Voice() as voice:
        assert voice.render("Stop.").duration_ms > 100


def test_a_voice_that_does_not_exist_is_named_at_once() -> None:
    with Voice(VoiceSettings(voice="klingon-x")) as voice, pytest.raises(VoiceError, match="no voice 'klingon-x'"):
        voice.render("Stop.")
    assert voice.restarts == 0


@pytest.mark.parametrize(
    ("rate_wpm", "volume", "says"), [(20, 1.0, "80 to 450"), (900, 1.0, "450"), (200, 0.0, "mute"), (200, 1.1, "to 1")]
)
def test_settings_that_cannot_be_are_refused(rate_wpm: int, volume: float, says: str) -> None:
    with pytest.raises(VoiceSettingsError, match=says):
        VoiceSettings(rate_wpm=rate_wpm, volume=volume)


@pytest.mark.parametrize("fault", ["hang", "crash", "raise", "nothing", "empty", "silent", "cut"])
def test_after_a_fault_a_new_process_says_the_sentence(
    fault: str, fake: Voice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FAKE_VOICE", f"tone {fault} tone")
    fake.render("One.")
    first = fake.pid
    rendered = fake.render("Ann scores five.")
    assert attempts(tmp_path) == 3
    assert fake.restarts == 1
    assert fake.pid != first
    assert 150 <= rendered.duration_ms <= 200
    assert first is not None
    assert not running(first)


def test_a_hang_is_noticed_by_the_length_of_the_text(fake: Voice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_VOICE", "tone hang tone")
    fake.render("One.")
    text = "word " * 20
    start = time.monotonic()
    fake.render(text)
    waited = time.monotonic() - start
    assert BRISK.for_text(text.strip()) == pytest.approx(0.4 + 0.99)
    assert waited > BRISK.for_text(text.strip())
    assert waited < BRISK.for_text(text.strip()) + 5.0


def test_after_three_faults_the_voice_rests_with_one_line_of_advice_until_it_is_revived(
    fake: Voice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FAKE_VOICE", "tone silent crash raise tone")
    kept = fake.render("One.")
    with pytest.raises(VoiceError) as fault:
        fake.render("Two.")
    assert "\n" not in str(fault.value)
    assert "text only (RuntimeError: run loop already started, 3 times in a row)" in str(fault.value)
    assert attempts(tmp_path) == 4
    assert fake.pid is None
    with pytest.raises(VoiceError, match="3 times"):
        fake.render("Three.")
    assert attempts(tmp_path) == 4
    assert fake.render("One.") is kept
    fake.revive()
    assert fake.render("Three.").duration_ms >= 60


def test_what_can_never_speak_is_not_tried_again(fake: Voice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_VOICE", "cannot")
    with pytest.raises(VoiceError, match="klingon"):
        fake.render("Stop.")
    assert fake.restarts == 0


def test_a_process_that_never_gets_ready_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_VOICE", "never-ready")
    with Voice(patience=Patience(start_s=0.5, attempts=1), driver=FAKE) as voice:
        voice.start()
        pid = voice.pid
        with pytest.raises(VoiceError, match=r"no sign for 0\.5 s"):
            voice.render("Stop.")
    assert pid is not None
    assert not running(pid)


def test_a_hanging_process_ends_itself_when_its_asker_is_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FAKE_VOICE_COUNT", str(tmp_path / "count"))
    monkeypatch.setenv("FAKE_VOICE", "hang")
    from assistant.announce.voice import _environment
    from assistant.announce.voice_process import Lost, VoiceProcess

    process = VoiceProcess(FAKE, VoiceSettings(), 20.0, _environment(tmp_path))
    with pytest.raises(Lost):
        process.render("Stop.", tmp_path / "a.wav", 0.5)
    deadline = time.monotonic() + 5
    while process._process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert process._process.poll() == 1
    process.close()


def test_a_process_that_dies_between_two_sentences_is_replaced(voice: Voice) -> None:
    voice.render("One.")
    assert voice.pid is not None
    os.kill(voice.pid, signal.SIGTERM)
    assert voice.render("Two.").duration_ms > 100
    assert voice.restarts == 1


def test_one_process_a_sentence_where_the_platform_needs_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FAKE_VOICE_COUNT", str(tmp_path / "count"))
    with Voice(patience=BRISK, driver=FAKE, renders_per_process=1) as voice:
        voice.start()
        pids = {voice.pid}
        for number in range(2):
            voice.render(f"number {number}")
            pids.add(voice.pid)
        assert len(pids) == 3
        assert voice.restarts == 0


def test_closing_ends_the_process_and_removes_its_files(fake: Voice) -> None:
    fake.render("One.")
    pid = fake.pid
    folder = fake._place()
    assert folder.is_dir()
    fake.close()
    fake.close()
    assert pid is not None
    assert not running(pid)
    assert not folder.exists()


@pytest.mark.parametrize("text", ["", " \n", "...", "\x00"])
def test_a_text_without_words_is_refused_and_harms_nothing(text: str, fake: Voice) -> None:
    with pytest.raises(VoiceError, match="nothing to speak"):
        fake.render(text)
    assert fake.render("One.").duration_ms >= 60


def test_silence_around_the_speech_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    quiet = np.zeros(8000)
    soundfile.write(path, np.concatenate([quiet, np.full(4000, 0.4), quiet]), 8000)
    assert read_speech(path, "five words said in time").duration_ms == 500 + 2 * 30


def test_a_stereo_file_becomes_mono_and_what_is_no_number_is_silence(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    sound = np.tile([[0.2, 0.4]], (800, 1))
    sound[400] = np.nan
    soundfile.write(path, sound, 8000, subtype="FLOAT")
    rendered = read_speech(path, "a")
    assert rendered.samples.shape == (800,)
    assert rendered.samples[0] == pytest.approx(0.3)
    assert rendered.samples[400] == 0.0


def test_what_is_no_sound_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"RIFF")
    with pytest.raises(SilentFileError, match="no sound file"):
        read_speech(path, "a")
