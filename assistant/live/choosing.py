"""Whose microphone is which: from the devices that are named, or from a table profile."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.audio.devices import DeviceName, InputDevice, Microphone, MicrophoneError, find_device
from assistant.hearing.listener import Seat
from assistant.table import TableProfile

SERVER_CHANNELS = 16
"""A device that offers more is a sound server, which promises as many channels as anybody asks for."""


@dataclass(frozen=True, slots=True)
class Places:
    """The microphones of a match."""

    microphones: tuple[Microphone, ...]
    """One a channel of the session."""
    seats: tuple[Seat, ...]
    """Whose microphone each channel is."""

    @property
    def shared(self) -> bool:
        """Whether several players share a microphone."""
        return any(seat.player is None for seat in self.seats)


def places_on(
    devices: Sequence[InputDevice], wanted: Sequence[str], players: tuple[str, ...], shared: bool | None
) -> Places:
    """Return the microphones of a match from the names of devices.

    Args:
        devices: what is connected.
        wanted: no name for the system's default microphone, one for all players, or one a player.
        players: who plays, in clockwise order.
        shared: whether one device is one microphone for all, or a channel a player; None: by what it offers.

    Raises:
        MicrophoneError: a device is missing, or the names do not fit the players.
    """
    if len(wanted) > 1:
        if len(wanted) != len(players):
            raise MicrophoneError(
                f"{len(wanted)} microphones for {len(players)} players: name one for all, or one for each of "
                f"{', '.join(players)}"
            )
        each = tuple(Microphone(find_device(devices, DeviceName.parse(name)).name) for name in wanted)
        return _checked(Places(each, tuple(Seat(player) for player in players)))
    device = find_device(devices, DeviceName.parse(wanted[0])) if wanted else default_device(devices)
    separate = len(players) <= device.channels <= SERVER_CHANNELS if shared is None else not shared
    if len(players) == 1:
        separate = True
    if not separate:
        return Places((Microphone(device.name),), (Seat(None),))
    if device.channels < len(players):
        raise MicrophoneError(
            f'"{device.name}" has {device.channels} channels for {len(players)} players: name a microphone for each, '
            "or let all share one"
        )
    channels = tuple(Microphone(device.name, (number,)) for number in range(len(players)))
    return Places(channels, tuple(Seat(player) for player in players))


def places_of(profile: TableProfile) -> Places:
    """Return the microphones of a table profile.

    Raises:
        MicrophoneError: the profile has none.
    """
    if not profile.microphones:
        raise MicrophoneError(f"the table {profile.name!r} has no microphones: run `referee setup`, or name a --device")
    return Places(profile.microphones, tuple(Seat(player) for player in profile.channel_players))


def default_device(devices: Sequence[InputDevice]) -> InputDevice:
    """Return the system's default microphone.

    Raises:
        MicrophoneError: nothing is connected.
    """
    if not devices:
        raise MicrophoneError("no microphone is connected: plug one in, or run `referee doctor`")
    return next((device for device in devices if device.default), devices[0])


def _checked(places: Places) -> Places:
    names = [microphone.device for microphone in places.microphones]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise MicrophoneError(f'"{double}" is named for two players: name another, or name it once for all')
    return places
