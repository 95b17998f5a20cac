"""`referee devices`: which microphones are there, by the names that settings take."""

import json as json_lines
from collections.abc import Sequence
from typing import Annotated

import typer

from assistant.audio.devices import InputDevice


def devices(
    rescan: Annotated[bool, typer.Option("--rescan", help="Look for devices that were plugged in just now.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines and nothing else.")] = False,
) -> None:
    """List the microphones."""
    from assistant.audio.portaudio import PortAudio

    audio = PortAudio()
    if rescan:
        audio.reinitialise()
    found = audio.inputs()
    if json:
        for device in found:
            typer.echo(json_lines.dumps(as_record(device), ensure_ascii=False))
    elif found:
        _show(found)
    else:
        typer.echo("no microphone is connected: plug one in and run `referee devices --rescan`, or `referee doctor`")


def as_record(device: InputDevice) -> dict[str, str | int | bool]:
    """Return a device as its line of JSON."""
    return {
        "type": "device",
        "name": device.name.name,
        "host_api": device.name.host_api,
        "channels": device.channels,
        "rate_hz": device.rate_hz,
        "default": device.default,
    }


def _show(found: Sequence[InputDevice]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("microphone", "channels", "rate", "")
    for device in found:
        mark = "default" if device.default else ""
        table.add_row(Text(str(device.name)), str(device.channels), f"{device.rate_hz / 1000:g} kHz", mark)
    Console().print(table)
