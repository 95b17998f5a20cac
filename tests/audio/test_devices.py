"""Microphones are found by their names, and never guessed."""

import pytest

from assistant.audio.devices import DeviceName, InputDevice, MicrophoneError, find_device


def device(name: str, host_api: str = "ALSA", index: int = 0) -> InputDevice:
    return InputDevice(DeviceName(name, host_api), channels=2, rate_hz=48_000, index=index)


LAPTOP = device("Built-in Microphone", index=0)
HEADSET = device("Headset: USB Audio (hw:1,0)", index=1)
SPARE = device("Headset: USB Audio (hw:2,0)", index=2)
LAPTOP_JACK = device("Built-in Microphone", "JACK", index=3)
ALL = (LAPTOP, HEADSET, SPARE, LAPTOP_JACK)


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("Built-in Microphone [ALSA]", LAPTOP),
        ("Built-in Microphone [JACK]", LAPTOP_JACK),
        ("built-in microphone [jack]", LAPTOP_JACK),
        ("Headset: USB Audio (hw:1,0)", HEADSET),
        ("hw:2", SPARE),
        ("  hw:2,0 [ALSA] ", SPARE),
    ],
)
def test_a_device_is_found_by_name_and_host_api(wish: str, found: InputDevice) -> None:
    assert find_device(ALL, DeviceName.parse(wish)) == found


def test_a_whole_name_wins_over_a_part_of_another() -> None:
    short, long = device("Mic"), device("Mic (2)", index=1)
    assert find_device((long, short), DeviceName("Mic")) == short


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("Built-in Microphone", 'one of "Built-in Microphone [ALSA]", "Built-in Microphone [JACK]"'),
        ("Headset", 'one of "Headset: USB Audio (hw:1,0) [ALSA]", "Headset: USB Audio (hw:2,0) [ALSA]"'),
        ("Studio", 'no microphone is called "Studio": there are "Built-in Microphone [ALSA]", '),
        ("Headset [JACK]", 'no microphone is called "Headset [JACK]"'),
        ("", "no microphone is called"),
        ("3", "no microphone is called"),
    ],
)
def test_what_is_missing_or_ambiguous_is_refused_with_a_list(wish: str, said: str) -> None:
    devices = ALL if wish != "3" else (LAPTOP, LAPTOP_JACK)
    with pytest.raises(MicrophoneError) as caught:
        find_device(devices, DeviceName.parse(wish))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_twins_are_refused_because_nobody_could_tell_which_is_meant() -> None:
    with pytest.raises(MicrophoneError, match="unplug or rename all but one"):
        find_device((device("USB Mic", index=1), device("USB Mic", index=2)), DeviceName("USB Mic"))


def test_without_any_device_the_doctor_is_named() -> None:
    with pytest.raises(MicrophoneError, match="referee doctor"):
        find_device((), DeviceName("Mic"))


@pytest.mark.parametrize("text", ["Mic", "Mic [ALSA]", "Mic (2- USB [x]) [Windows WASAPI]", "Mic []"])
def test_a_name_is_read_as_it_is_written(text: str) -> None:
    assert str(DeviceName.parse(text)) == text
