"""`referee export`: a match in the formats of other programs."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant import app
from assistant.disputes.exports.entries import ClipFormat

if TYPE_CHECKING:
    from assistant.disputes.exports.entries import Export
    from assistant.disputes.sound import LogSound


class Format(StrEnum):
    """What a match is exported as."""

    TEXTGRID = "textgrid"
    """Praat: a tier a player, and the rulings as points."""
    AUDACITY = "audacity"
    """A label track."""
    VTT = "vtt"
    """WebVTT captions, for browsers."""
    SRT = "srt"
    """SubRip captions, for players."""
    CSV = "csv"
    """For spreadsheets."""
    JSON = "json"
    """One document, for programs."""
    ALL = "all"
    """All of these, and the clips."""


def export(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The folder of a log, or a bundle.")],
    form: Annotated[list[Format] | None, typer.Option("--format", help="May be given several times.")] = None,
    clips: Annotated[ClipFormat | None, typer.Option(help="Every call as a sound file of its own, too.")] = None,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Where the files go.")] = Path(),
) -> None:
    """Write the calls and rulings of a match for Praat, Audacity, captions, spreadsheets or programs."""
    from assistant.disputes.cases import case_file
    from assistant.disputes.exports.entries import export_of
    from assistant.disputes.sound import LogSound
    from assistant.errors import LossError
    from assistant.eventlog.reader import read_log
    from assistant.eventlog.replay import setup_of
    from assistant.eventlog.sound_left import NEVER_ANY, without_gone_sound

    if not form and clips is None:
        raise app.SettingsError(f"what is to be exported? give --format ({', '.join(Format)}) or --clips, or both")
    read, gone = without_gone_sound(read_log(log))
    sound = LogSound(read.audio, read.files)
    file = case_file(read, setup_of(read.head, app.game_named(read.head.game)))
    where = read.files.where.resolve()
    what = export_of(where.name if where.is_dir() else where.stem, read.head, file, sound.end_ms)
    for name, text in _texts(what, form or []):
        _write(out / name, text.encode("utf-8"))
        typer.echo(str(out / name))
    wanted = clips or (ClipFormat.FLAC if form and Format.ALL in form and read.audio else None)
    if wanted is not None:
        if not sound.channels:
            raise app.SettingsError(f"{log}: {gone or NEVER_ANY}: so there are no clips; --format still works")
        _write_clips(what, sound, wanted, out / f"{what.name}-clips")
    without = f"{gone}: there are no clips" if gone and Format.ALL in (form or []) else ""
    if lost := "; ".join(part for part in (read.lost, without) if part):
        raise LossError(f"{log}: {lost}")


def _texts(what: "Export", forms: list[Format]) -> Iterator[tuple[str, str]]:
    from assistant.disputes.exports.captions import subrip, webvtt
    from assistant.disputes.exports.tables import as_csv, as_json, audacity
    from assistant.disputes.exports.textgrid import textgrid

    makers = {
        Format.TEXTGRID: (".TextGrid", textgrid),
        Format.AUDACITY: (".labels.txt", audacity),
        Format.VTT: (".vtt", webvtt),
        Format.SRT: (".srt", subrip),
        Format.CSV: (".csv", as_csv),
        Format.JSON: (".json", as_json),
    }
    for form, (ending, make) in makers.items():
        if form in forms or Format.ALL in forms:
            yield what.name + ending, make(what)


def _write_clips(what: "Export", sound: "LogSound", form: ClipFormat, folder: Path) -> None:
    from assistant.announce.console import tracked
    from assistant.disputes.exports.clips import clip, clip_name

    for each in tracked(what.calls, "Cutting"):
        _write(folder / f"{clip_name(each)}.{form.value}", clip(each, sound, form))
    typer.echo(f"{folder}: {len(what.calls)} clips")


def _write(target: Path, data: bytes) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    except OSError as error:
        raise app.SettingsError(
            f"{target}: cannot be written ({error.strerror}): name another place with -o"
        ) from error
