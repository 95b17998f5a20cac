"""Microphones by name: an index would point to another device after the next plug is pulled."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.errors import RefereeError

_WITH_HOST_API = re.compile(r"(?P<name>.+?) \[(?P<host_api>[^\[\]]+)\]")


class MicrophoneError(RefereeError):
    """A microphone cannot be used: says which, why, and what to do."""


@dataclass(frozen=True, slots=True)
class DeviceName:
    """What tells one device from all others."""

    name: str
    """As the system calls it."""
    host_api: str = ""
    """The sound system that offers it, such as "ALSA" or "Windows WASAPI"; empty in a wish: any."""

    def __str__(self) -> str:
        """Return it as people write it: `name [host API]`."""
        return f"{self.name} [{self.host_api}]" if self.host_api else self.name

    @classmethod
    def parse(cls, text: str) -> "DeviceName":
        """Return the device that somebody wrote, `name` or `name [host API]`."""
        match = _WITH_HOST_API.fullmatch(text.strip())
        return cls(match["name"], match["host_api"]) if match else cls(text.strip())


@dataclass(frozen=True, slots=True)
class InputDevice:
    """A device that can record."""

    name: DeviceName
    """What it is called."""
    channels: int
    """How many channels it offers, at least 1; a sound server may offer more than there are."""
    rate_hz: int
    """Its own rate."""
    default: bool = False
    """Whether the system records from it unless told otherwise."""
    index: int = -1
    """Where it stands in the list of this moment; never kept."""


@dataclass(frozen=True, slots=True)
class Microphone:
    """One microphone of the table: a channel of a device, or several that are mixed into one."""

    device: DeviceName
    """The device."""
    channels: tuple[int, ...] = (0,)
    """Which of the device's channels are mixed into it, from 0; at least one."""


def find_device(devices: Sequence[InputDevice], wanted: DeviceName) -> InputDevice:
    """Return the one device that is meant: by its whole name, or else by a part of it that no other has.

    Raises:
        MicrophoneError: there is none, or several could be meant.
    """
    if not devices:
        raise MicrophoneError("no microphone is connected: plug one in, or run `referee doctor`")
    offered = [device for device in devices if wanted.host_api.casefold() in ("", device.name.host_api.casefold())]
    name = wanted.name.casefold()
    found = [device for device in offered if device.name.name.casefold() == name] or [
        device for device in offered if name and name in device.name.name.casefold()
    ]
    if len(found) == 1:
        return found[0]
    if not found:
        raise MicrophoneError(f'no microphone is called "{wanted}": there are {_listed(devices)}')
    if len({device.name for device in found}) == 1:
        raise MicrophoneError(f'several microphones are called "{wanted}": unplug or rename all but one of them')
    raise MicrophoneError(f'"{wanted}" may be several microphones: write the whole name, one of {_listed(found)}')


def _listed(devices: Sequence[InputDevice]) -> str:
    return ", ".join(f'"{device.name}"' for device in devices)
