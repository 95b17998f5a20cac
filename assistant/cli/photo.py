"""`referee photo`: the photo finish of a ruling, as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from assistant import app
from assistant.cli.advice import advise
from assistant.disputes.photo_drawing import Format


def photo(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The folder of a log, or a bundle.")],
    ruling: Annotated[
        int | None, typer.Option(help="Which ruling, by its number; the latest race if left out.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every ruling that rests on a call.")] = False,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Where the pictures go.")] = Path(),
    form: Annotated[Format, typer.Option("--format", help="What they are written as.")] = Format.PNG,
) -> None:
    """Show who was first: waveform, spectrogram, words and finish lines of every player on one time axis."""
    from assistant.announce.console import tracked
    from assistant.disputes.cases import case_file
    from assistant.disputes.photo import chosen, photo_of, photo_picture
    from assistant.disputes.sound import LogSound
    from assistant.errors import LossError
    from assistant.eventlog.reader import read_log
    from assistant.eventlog.replay import setup_of
    from assistant.eventlog.sound_left import NEVER_ANY, without_gone_sound
    from assistant.listening import build_aligner

    read, gone = without_gone_sound(read_log(log))
    without = f"{log}: {gone or NEVER_ANY}: the pictures show words and finish lines, but no waves"
    if not read.audio and not gone:
        advise(without)
    file = case_file(read, setup_of(read.head, app.game_named(read.head.game)))
    cases = chosen(file, ruling, every)
    sound, aligner = LogSound.of(read), build_aligner()
    _make(out)
    for case in tracked(cases, "Drawing"):
        target = out / f"{case.ruling.id:04}-{case.ruling.code.replace('/', '-')}.{form.value}"
        _write(target, photo_picture(photo_of(case, file, read.head, sound, aligner), sound, form))
        typer.echo(str(target))
    if gone:
        raise LossError(without)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise app.SettingsError(f"{folder}: cannot be made ({error.strerror}): name another folder with -o") from error


def _write(target: Path, data: bytes) -> None:
    try:
        target.write_bytes(data)
    except OSError as error:
        raise app.SettingsError(
            f"{target}: cannot be written ({error.strerror}): name another place with -o"
        ) from error
