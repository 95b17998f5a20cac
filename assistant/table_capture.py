"""Where the setup of a table hears its players: microphones, or a recording that stands in for them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from assistant.audio.devices import DeviceName, InputDevice, Microphone, find_device
from assistant.audio.files import MOST_CHANNELS, Recording
from assistant.audio.microphones import Microphones
from assistant.audio.portaudio import Audio
from assistant.table import TableError
from engines.base import SAMPLE_RATE_HZ

MOST_MICROPHONES = 16
"""So many channels are listened to at once; more would be a studio's console, where one names the channels."""

TRIES = 3
"""So often a stretch is heard again before the setup gives up."""

HeardT = TypeVar("HeardT")

Sound = NDArray[np.float32]
"""Shape (n, channels), 16 kHz."""


class LostSoundError(TableError):
    """A microphone stopped while somebody spoke: the stretch is to be heard again."""

    def __init__(self, lost: str) -> None:
        """Say which microphone stopped, and how."""
        super().__init__(f"{lost}: plug it in and run the setup again")
        self.lost = lost
        """Which microphone stopped, and how."""


class Hearing(Protocol):
    """Something that hears a table, one stretch after another."""

    @property
    def microphones(self) -> tuple[Microphone, ...]:
        """The microphone of each channel."""

    def listen(self, duration_ms: int) -> Iterator[Sound]:
        """Yield the next stretch of sound in blocks; the first block comes when everything is open.

        Raises:
            LostSoundError: a microphone stopped.
            RefereeError: a microphone cannot be opened, or a recording is over.
        """

    def narrowed(self, microphones: Sequence[Microphone]) -> "Hearing":
        """Return the same with some of its microphones only, in this order."""


class LiveHearing:
    """Microphones; opened for each stretch, and closed while nobody is asked to speak."""

    def __init__(self, microphones: Sequence[Microphone], audio: Audio | None = None) -> None:
        """Listen to these microphones, through PortAudio unless given."""
        self.microphones = tuple(microphones)
        """The microphone of each channel."""
        self._audio = audio

    def listen(self, duration_ms: int) -> Iterator[Sound]:
        """See `Hearing.listen`."""
        left = duration_ms * SAMPLE_RATE_HZ // 1000
        with Microphones(self.microphones, self._audio) as table:
            for block in table.blocks():
                if block.outages:
                    lost = self.microphones[block.outages[0].channel].device
                    raise LostSoundError(f'"{lost}" stopped ({block.outages[0].reason})')
                yield block.samples[:left]
                left -= len(block.samples)
                if left <= 0:
                    return

    def narrowed(self, microphones: Sequence[Microphone]) -> "LiveHearing":
        """See `Hearing.narrowed`."""
        return LiveHearing(microphones, self._audio)


class RecordedHearing:
    """A recording: every stretch that is asked for follows on the one before."""

    def __init__(
        self, recording: Recording, columns: Sequence[int] = (), blocks: Iterator[Sound] | None = None
    ) -> None:
        """Begin at the recording's begin, with all its channels unless some are chosen."""
        self._recording = recording
        self._columns = tuple(columns) or tuple(range(recording.channels))
        self._blocks = recording.blocks() if blocks is None else blocks

    @property
    def microphones(self) -> tuple[Microphone, ...]:
        """The recording's channels, as if they were a device's."""
        device = DeviceName(self._recording.path.name, "recording")
        return tuple(Microphone(device, (column,)) for column in self._columns)

    def listen(self, duration_ms: int) -> Iterator[Sound]:
        """See `Hearing.listen`."""
        left = duration_ms * SAMPLE_RATE_HZ // 1000
        for block in self._blocks:
            here, rest = block[:left], block[left:]
            left -= len(here)
            if len(rest):
                self._blocks = chain([rest], self._blocks)
            yield here[:, self._columns]
            if not left:
                return
        raise TableError(
            f"{self._recording.path}: is over {left / SAMPLE_RATE_HZ:.1f} s too early: "
            "it must hold every player's first words, then every player's warm-up, one after another"
        )

    def narrowed(self, microphones: Sequence[Microphone]) -> "RecordedHearing":
        """See `Hearing.narrowed`; the recording goes on where it is."""
        hearing = RecordedHearing(self._recording, [microphone.channels[0] for microphone in microphones])
        hearing._blocks = self._blocks
        return hearing


def heard_whole(listen: Callable[[], HeardT], tell: Callable[[str], None], tries: int = TRIES) -> HeardT:
    """Return what is heard in a stretch without a loss; after one the stretch is heard again.

    Args:
        listen: hears one stretch.
        tell: takes why it is heard again.
        tries: how often, before the setup gives up.

    Raises:
        LostSoundError: each time a microphone stopped.
    """
    for _ in range(tries - 1):
        try:
            return listen()
        except LostSoundError as error:
            tell(f"{error.lost}: once more")
    return listen()


def microphones_of(devices: Sequence[InputDevice], players: int, channels: int = 0) -> tuple[Microphone, ...]:
    """Return every channel of some devices, each as a microphone.

    A device that offers more channels than a recording can hold is a sound server, which makes up as many as are asked
    for, each time in another order: it is asked for one a player.

    Args:
        devices: the devices that stand on the table.
        players: how many play.
        channels: how many channels each device is asked for; 0: as many as it has.

    Raises:
        TableError: they are too many.
    """
    found = [
        Microphone(device.name, (channel,))
        for device in devices
        for channel in range(channels or (device.channels if device.channels <= MOST_CHANNELS else players))
    ]
    if len(found) > MOST_MICROPHONES:
        raise TableError(f"{len(found)} channels are too many to listen to at once: choose devices with --device")
    return tuple(found)


def chosen_devices(offered: Sequence[InputDevice], wanted: Sequence[str]) -> tuple[InputDevice, ...]:
    """Return the devices that stand on the table: those named, or else the one that the system records from.

    Raises:
        MicrophoneError: one is missing, or its name fits several.
    """
    if wanted:
        return tuple(dict.fromkeys(find_device(offered, DeviceName.parse(name)) for name in wanted))
    usual = [device for device in offered if device.default] or list(offered[:1])
    return (find_device(offered, usual[0].name if usual else DeviceName("")),)


def parse_seat(text: str, microphones: Sequence[Microphone]) -> tuple[str, Microphone]:
    """Return the player and the microphone of a flag such as "Ann=Mixer [ALSA]:1"; channels count from 1 there.

    Raises:
        TableError: it has another form, or there is no such microphone.
    """
    player, equals, rest = text.partition("=")
    name, colon, number = rest.rpartition(":")
    if not equals or not player.strip() or not colon or not name.strip() or not number.strip().isdecimal():
        raise TableError(f"--microphone {text!r}: write PLAYER=DEVICE:CHANNEL, such as Ann=Mixer:1")
    wanted = DeviceName.parse(name)
    named = [
        each
        for each in microphones
        if wanted.name.casefold() in each.device.name.casefold()
        and wanted.host_api.casefold() in ("", each.device.host_api.casefold())
    ]
    found = [each for each in named if each.channels == (int(number) - 1,)]
    if not found:
        there = f"it has the channels 1 to {len(named)}" if named else "there is no such device: see `referee devices`"
        raise TableError(f"--microphone {text!r}: {there}")
    return player.strip(), found[0]
