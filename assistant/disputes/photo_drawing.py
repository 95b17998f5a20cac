"""Draws a photo finish with matplotlib: for a phone's width, and so that it reads the same in black and white."""

import io
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from assistant.core.observations import Verdict
from assistant.disputes.photo_layout import Band, Photo
from assistant.disputes.photo_sound import outline, scales, spectrograms
from assistant.disputes.photo_words import TextSizes, band_texts
from engines.base import Samples

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH_IN = 5.0
"""A phone shows it a fifth smaller, so that 10 points stay readable."""
DPI = 220
"""1100 pixels wide: the sharpest phone screen."""
LEFT_IN, RIGHT_IN = 0.62, 0.12
"""The margins beside the lanes: names stand in the left one."""
NAME_FITS = 5
"""So many characters of a name fit there at full size; longer names are written smaller."""
BAND_IN, WAVE_IN, PITCH_IN, SPACE_IN = 0.26, 0.42, 0.34, 0.12
"""Heights of a lane's words, waveform, spectrogram, and of the space below it."""
MARGIN_IN = 0.42
"""Height of the strip that shows the margin."""
COLUMNS, ROWS = 700, 48
"""Points of a spectrogram in time and pitch."""
TITLE_CHARACTERS, NOTE_CHARACTERS = 42, 66
"""Where lines of 13 and of 8.5 points are broken, in WIDTH_IN."""
INK, PALE, PAPER = "#111111", "#8a8a8a", "#ffffff"
MOST_FINISHES = 2
"""So many finish lines are written out below the lanes: more would not fit on one line."""
TEXT_SIZES = TextSizes((8.5, 7.5, 6.5), (6.2, 5.4))
"""In points; two lines of the small ones fit into a band."""
FILLS = {Verdict.EXACT: "#d6e8f7", Verdict.INEXACT: "#f6c9a8", Verdict.UNSURE: "#f0f0f0"}
"""Light fills that stay apart as greys; the hatch and the mark say the same."""
HATCHES = {Verdict.EXACT: "", Verdict.INEXACT: "////", Verdict.UNSURE: "...."}


class Format(StrEnum):
    """What a picture is written as."""

    PNG = "png"
    """Pixels, for any screen."""
    SVG = "svg"
    """Lines and text, for print."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where things lie on the page, in inches from its top."""

    height: float
    title: float
    headline: float
    margin: float
    lanes: tuple[float, ...]
    notes: float


def picture(photo: Photo, sounds: Sequence[Samples], rate_hz: int, form: Format = Format.PNG) -> bytes:
    """Return a photo finish as a picture; the same values give the same bytes.

    Args:
        photo: what it shows.
        sounds: the sound of each lane from `photo.from_ms` to `photo.to_ms`, mono; an empty one where there is none.
        rate_hz: samples a second.
        form: PNG or SVG.
    """
    import matplotlib

    figure = draw(photo, sounds, rate_hz)
    out = io.BytesIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "party-referee"}):
        metadata = {"Date": None} if form is Format.SVG else {"Software": None}
        figure.savefig(out, format=form.value, dpi=DPI, metadata=metadata)
    return out.getvalue()


def draw(photo: Photo, sounds: Sequence[Samples], rate_hz: int) -> "Figure":
    """Return a photo finish as a figure of its own; see `picture`."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    title = textwrap.wrap(photo.title, TITLE_CHARACTERS)
    notes = [line for note in _footer(photo) for line in textwrap.wrap(note, NOTE_CHARACTERS)]
    frame = _frame(photo, len(title), len(notes))
    figure = Figure(figsize=(WIDTH_IN, frame.height), facecolor=PAPER)
    FigureCanvasAgg(figure)
    _text(figure, frame, frame.title, "\n".join(title), size=13, weight="bold")
    size = 25 if len(photo.headline) <= 16 else 15
    _text(figure, frame, frame.headline, "\n".join(textwrap.wrap(photo.headline, 36)), size=size, weight="bold")
    _text(figure, frame, frame.notes, "\n".join(notes), size=8.5)
    heard = [*sounds, *[np.zeros(0, np.float32)] * (len(photo.lanes) - len(sounds))]
    pitches = spectrograms(heard, COLUMNS, ROWS, rate_hz or 1)
    if photo.margin is not None:
        _draw_margin(_axes(figure, frame, frame.margin, MARGIN_IN, photo), photo)
    for lane, scale in enumerate(scales(heard)):
        top, words_in = frame.lanes[lane], _words_in(photo, lane)
        wave = _axes(figure, frame, top + words_in, WAVE_IN, photo)
        pitch = _axes(figure, frame, top + words_in + WAVE_IN, PITCH_IN, photo)
        strips = [wave, pitch]
        if words_in:
            strips.append(_axes(figure, frame, top, words_in, photo))
            _draw_words(strips[-1], photo, lane)
        _draw_wave(wave, photo, heard[lane], scale)
        edges = (photo.from_ms, photo.to_ms, 0.0, 1.0)
        pitch.imshow(
            pitches[lane], cmap="gray_r", aspect="auto", origin="lower", extent=edges, vmin=0, vmax=1,
            interpolation="bilinear",
        )  # fmt: skip
        for axes in strips:
            _draw_lines(axes, photo, lane)
        _name(wave, photo.lanes[lane])
        if lane == len(photo.lanes) - 1:
            _draw_seconds(pitch, photo)
    return figure


def _footer(photo: Photo) -> list[str]:
    silent = not any(band.words for band in photo.bands) and photo.bands
    more = ["The words were not aligned: a band shows a whole call."] if silent else []
    return [*photo.notes, f"[{photo.code}] {photo.rule}", *more]


def _frame(photo: Photo, title_lines: int, note_lines: int) -> _Frame:
    title = 0.12
    headline = title + 0.23 * title_lines + 0.05
    size = 0.42 if len(photo.headline) <= 16 else 0.26 * (1 + len(photo.headline) // 36)
    margin = headline + (size + 0.06 if photo.headline else 0.0)
    tops = [margin + (MARGIN_IN if photo.margin is not None else 0.12)]
    for lane in range(len(photo.lanes)):
        tops.append(tops[-1] + _words_in(photo, lane) + WAVE_IN + PITCH_IN + SPACE_IN)
    *lanes, end = tops
    notes = end + 0.42
    return _Frame(notes + 0.155 * note_lines + 0.1, title, headline, margin, tuple(lanes), notes)


def _words_in(photo: Photo, lane: int) -> float:
    """Return the height of a lane's strip of words: none where nothing was said."""
    return BAND_IN if any(band.lane == lane for band in photo.bands) else 0.0


def _text(figure: "Figure", frame: _Frame, top: float, text: str, size: float, weight: str = "normal") -> None:
    if text:
        figure.text(
            0.12 / WIDTH_IN, 1 - top / frame.height, text, size=size, weight=weight, color=INK, va="top", ha="left"
        )


def _axes(figure: "Figure", frame: _Frame, top: float, height: float, photo: Photo) -> "Axes":
    box = (
        LEFT_IN / WIDTH_IN,
        1 - (top + height) / frame.height,
        (WIDTH_IN - LEFT_IN - RIGHT_IN) / WIDTH_IN,
        height / frame.height,
    )
    axes = figure.add_axes(box)
    axes.set_xlim(photo.from_ms, photo.to_ms)
    axes.set_ylim(0, 1)
    axes.set_xticks([])
    axes.set_yticks([])
    for side in axes.spines.values():
        side.set_color(PALE)
        side.set_linewidth(0.5)
    return axes


def _name(axes: "Axes", name: str) -> None:
    short = name if len(name) <= 8 else name[:7] + "…"
    size = 10.5 * min(1.0, NAME_FITS / len(short))
    axes.text(
        -0.015, 0.35, short, transform=axes.transAxes, size=size, weight="bold", ha="right", va="center", color=INK,
        parse_math=False,
    )  # fmt: skip


def _draw_words(axes: "Axes", photo: Photo, lane: int) -> None:
    for side in axes.spines.values():
        side.set_visible(False)
    for band in photo.bands:
        if band.lane == lane:
            _draw_band(axes, photo, band)


def _draw_band(axes: "Axes", photo: Photo, band: Band) -> None:
    from matplotlib.patches import Rectangle

    width = band.end_ms - band.start_ms
    box = Rectangle(
        (band.start_ms, 0.0), width, 1.0, facecolor=FILLS[band.verdict], hatch=HATCHES[band.verdict],
        edgecolor=INK if band.counts else PALE, linewidth=1.0 if band.counts else 0.5,
    )  # fmt: skip
    axes.add_patch(box)
    for word in band.words[1:]:
        axes.axvline(word.start_ms, color=INK, linewidth=0.6)
    width_pt = (WIDTH_IN - LEFT_IN - RIGHT_IN) * 72
    for text in band_texts(band, photo.from_ms, photo.to_ms, width_pt, TEXT_SIZES):
        axes.text(
            text.at_ms, 0.47, "\n".join(text.lines), size=text.size, ha="center", va="center", color=INK,
            clip_on=True, parse_math=False, bbox={"facecolor": FILLS[band.verdict], "edgecolor": "none", "pad": 0.6},
        )  # fmt: skip


def _draw_wave(axes: "Axes", photo: Photo, samples: Samples, scale: float) -> None:
    if not len(samples):
        axes.text(0.5, 0.5, "no sound", transform=axes.transAxes, size=8, color=PALE, ha="center", va="center")
        return
    low, high = outline(samples, COLUMNS)
    at_ms = np.linspace(photo.from_ms, photo.to_ms, COLUMNS)
    axes.fill_between(at_ms, 0.5 + 0.48 * low / scale, 0.5 + 0.48 * high / scale, color="#3c3c3c", linewidth=0.3)


def _draw_lines(axes: "Axes", photo: Photo, lane: int) -> None:
    """Draw every finish line through all lanes, thick in its own, with its error as a shaded bar."""
    for line in photo.lines:
        own = line.lane == lane
        axes.axvline(line.at_ms, color=INK, linewidth=1.8 if own else 0.6, linestyle="-" if own else (0, (1, 3)))
        if own and line.error_ms:
            axes.axvspan(line.at_ms - line.error_ms, line.at_ms + line.error_ms, color="#5b8fc0", alpha=0.3, lw=0)
    if photo.deadline_ms is not None:
        axes.axvline(photo.deadline_ms, color=INK, linewidth=1.2, linestyle=(0, (6, 2)))


def _draw_margin(axes: "Axes", photo: Photo) -> None:
    margin = photo.margin
    if margin is None:
        return
    for side in axes.spines.values():
        side.set_visible(False)
    if margin.tie_band_ms:
        axes.axvspan(margin.first_ms, margin.first_ms + margin.tie_band_ms, ymin=0.0, ymax=0.42, color="#d0d0d0", lw=0)
    arrow = {"arrowstyle": "<|-|>", "color": INK, "lw": 1.4, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", (margin.second_ms, 0.2), (margin.first_ms, 0.2), arrowprops=arrow)
    middle = (margin.first_ms + margin.second_ms) / 2
    right = middle > (photo.from_ms + photo.to_ms) / 2
    close = f"too close below {margin.tie_band_ms / 1000:.3g} s" if margin.tie_band_ms else ""
    at = margin.second_ms if right else margin.first_ms
    axes.text(at, 0.5, close, size=8.5, ha="right" if right else "left", va="bottom", color=INK)


def _draw_seconds(axes: "Axes", photo: Photo) -> None:
    """Draw the time axis, and the moment of every finish line below it."""
    step_ms = next(step for step in (200, 500, 1000, 2000, 5000) if (photo.to_ms - photo.from_ms) / step <= 8)
    ticks = range(-(-photo.from_ms // step_ms) * step_ms, photo.to_ms + 1, step_ms)
    axes.set_xticks(list(ticks), [f"{tick / 1000:g}" for tick in ticks], size=8, color=INK)
    axes.tick_params(axis="x", length=2.5, pad=1.5, color=PALE)
    ends = [f"{line.who} complete at {line.text}" for line in photo.lines[-MOST_FINISHES:]]
    if photo.deadline_ms is not None:
        ends = [*ends[-1:], f"window closed at {photo.deadline_ms / 1000:g} s (dashed)"]
    axes.set_xlabel("; ".join(ends), size=8.5, labelpad=1.5, color=INK)
