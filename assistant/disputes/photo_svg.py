"""A photo finish as a small piece of SVG for a web page: its colours are the page's, so it suits light and dark.

The same layout as the picture of `photo_drawing`, in some 15 kB and a few milliseconds: a long match has hundreds.
"""

import base64
import io
from collections.abc import Iterator, Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from assistant.disputes.photo_layout import Band, Photo
from assistant.disputes.photo_sound import outline, scales, spectrograms
from assistant.disputes.photo_words import TextSizes, band_texts
from engines.base import Samples

WIDTH, LEFT, RIGHT = 400, 52, 6
"""The page shows 400 units on a phone's width, and at most half as large again."""
BAND, WAVE, PITCH, SPACE = 24, 34, 26, 10
"""Heights of a lane's words, waveform, spectrogram, and of the space below it."""
MARGIN, AXIS = 30, 34
"""Heights of the strip that shows the margin, and of the time axis with what is written below it."""
COLUMNS, PITCH_COLUMNS, ROWS = 170, 150, 24
"""Points of a waveform, and of a spectrogram in time and pitch."""
GREYS = 16
"""Shades of a spectrogram: four bits a point."""
SIZES = TextSizes((11.0, 9.5), (8.5, 7.0))
"""Of the words, in units."""


def photo_svg(photo: Photo, sounds: Sequence[Samples], rate_hz: int) -> str:
    """Return a photo finish as an SVG element.

    It expects the page to define the patterns `hatch` and `dots` and the classes of `report.css`.

    Args:
        photo: what it shows.
        sounds: the sound of each lane from `photo.from_ms` to `photo.to_ms`, mono; an empty one where there is none.
        rate_hz: samples a second.
    """
    heard = [*sounds, *[np.zeros(0, np.float32)] * (len(photo.lanes) - len(sounds))]
    pitches = spectrograms(heard, PITCH_COLUMNS, ROWS, rate_hz)
    top, parts = 4.0, list[str]()
    if photo.margin is not None:
        parts.extend(_margin(photo))
        top += MARGIN
    tops = []
    for lane, scale in enumerate(scales(heard)):
        tops.append(top)
        words = BAND if any(band.lane == lane for band in photo.bands) else 0
        parts.extend(_lane(photo, lane, top + words, heard[lane], pitches[lane], scale))
        for band in photo.bands:
            if band.lane == lane:
                parts.extend(_band(photo, band, top))
        top += words + WAVE + PITCH + SPACE
    parts.extend(_lines(photo, tops, top - SPACE))
    parts.extend(_axis(photo, top - SPACE))
    height = top - SPACE + AXIS
    label = escape(spoken_description(photo), quote=True)
    return f'<svg class="photo" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def spoken_description(photo: Photo) -> str:
    """Return in words what a photo finish shows, for those who cannot see it."""
    said = [f"{photo.lanes[band.lane]}: {band.text[2:]}, {band.verdict.value}" for band in photo.bands if band.counts]
    ends = [f"{line.who} complete at {line.text}" for line in photo.lines]
    return ". ".join(["Photo finish", *filter(None, [photo.headline]), *said, *ends]) + "."


def _x(photo: Photo, at_ms: float) -> float:
    return LEFT + (at_ms - photo.from_ms) / (photo.to_ms - photo.from_ms) * (WIDTH - LEFT - RIGHT)


def _lane(
    photo: Photo, lane: int, top: float, samples: Samples, pitch: NDArray[np.float32], scale: float
) -> Iterator[str]:
    width = WIDTH - LEFT - RIGHT
    name = photo.lanes[lane]
    short = escape(name if len(name) <= 8 else name[:7] + "…")
    yield f'<text class="name" x="{LEFT - 5}" y="{top + WAVE / 2 + 4:g}" text-anchor="end">{short}</text>'
    yield f'<rect class="box" x="{LEFT}" y="{top:g}" width="{width}" height="{WAVE + PITCH}"/>'
    if not len(samples):
        yield f'<text class="small" x="{LEFT + width / 2}" y="{top + WAVE:g}" text-anchor="middle">no sound</text>'
        return
    low, high = outline(samples, COLUMNS)
    middle, half = top + WAVE / 2, WAVE / 2 - 1
    upper = [f"{LEFT + k * width / (COLUMNS - 1):.0f},{middle - half * high[k] / scale:.1f}" for k in range(COLUMNS)]
    lower = [f"{LEFT + k * width / (COLUMNS - 1):.0f},{middle - half * low[k] / scale:.1f}" for k in range(COLUMNS)]
    yield f'<polygon class="wave" points="{" ".join([*upper, *reversed(lower)])}"/>'
    yield (
        f'<image class="pitch" x="{LEFT}" y="{top + WAVE:g}" width="{width}" height="{PITCH}" '
        f'preserveAspectRatio="none" href="data:image/png;base64,{_png(pitch)}"/>'
    )


def _png(shades: NDArray[np.float32]) -> str:
    """Return a spectrogram as a base64 PNG of four bits a point, high pitches on top."""
    steps = np.round(shades[::-1] * (GREYS - 1)).astype(np.uint8)
    image = Image.fromarray(steps).convert("P")
    image.putpalette([255 - step * 255 // (GREYS - 1) for step in range(GREYS) for _ in range(3)])
    out = io.BytesIO()
    image.save(out, "PNG", bits=4, optimize=True)
    return base64.b64encode(out.getvalue()).decode("ascii")


def _band(photo: Photo, band: Band, top: float) -> Iterator[str]:
    left, right = _x(photo, max(band.start_ms, photo.from_ms)), _x(photo, min(band.end_ms, photo.to_ms))
    kind = band.verdict.value if band.counts else f"{band.verdict.value} beside"
    box = f'x="{left:.1f}" y="{top:g}" width="{right - left:.1f}" height="{BAND}"'
    yield f'<rect class="band {kind}" {box}/>'
    pattern = {"inexact": "hatch", "unsure": "dots"}.get(band.verdict.value)
    if pattern is not None:
        yield f'<rect {box} fill="url(#{pattern})"/>'
    for word in band.words[1:]:
        yield f'<path class="tick" d="M{_x(photo, word.start_ms):.1f} {top:g}v{BAND}"/>'
    for text in band_texts(band, photo.from_ms, photo.to_ms, WIDTH - LEFT - RIGHT, SIZES):
        first = top + BAND / 2 + text.size * (0.35 if len(text.lines) == 1 else -0.15)
        for row, line in enumerate(text.lines):
            at = f'x="{_x(photo, text.at_ms):.1f}" y="{first + row * text.size * 1.05:.1f}"'
            yield f'<text class="said" {at} font-size="{text.size:g}" text-anchor="middle">{escape(line)}</text>'


def _margin(photo: Photo) -> Iterator[str]:
    margin = photo.margin
    if margin is None:
        return
    first, second = _x(photo, margin.first_ms), _x(photo, margin.second_ms)
    if margin.tie_band_ms:
        width = _x(photo, photo.from_ms + margin.tie_band_ms) - LEFT
        yield f'<rect class="tie" x="{first:.1f}" y="18" width="{width:.1f}" height="12"/>'
        side = ("end", second) if first > WIDTH / 2 else ("start", first)
        close = f"too close below {margin.tie_band_ms / 1000:.3g} s"
        yield f'<text class="small" x="{side[1]:.1f}" y="13" text-anchor="{side[0]}">{close}</text>'
    yield f'<path class="arrow" d="M{first:.1f} 24H{second:.1f}"/>'
    for at, out in ((first, 5), (second, -5)):
        yield f'<path class="head" d="M{at:.1f} 24l{out} -3.5v7z"/>'


def _lines(photo: Photo, tops: Sequence[float], bottom: float) -> Iterator[str]:
    """Draw every finish line through all lanes, thick in its own, with its error as a shaded bar."""
    for line in photo.lines:
        at = _x(photo, line.at_ms)
        begin = tops[line.lane]
        end = tops[line.lane + 1] - SPACE if line.lane + 1 < len(tops) else bottom
        yield f'<path class="far" d="M{at:.1f} 4V{bottom:g}"/>'
        if line.error_ms:
            low, high = _x(photo, line.at_ms - line.error_ms), _x(photo, line.at_ms + line.error_ms)
            box = f'x="{low:.1f}" y="{begin:g}" width="{high - low:.1f}" height="{end - begin:g}"'
            yield f'<rect class="error" {box}/>'
        yield f'<path class="finish" d="M{at:.1f} {begin:g}V{end:g}"/>'
    if photo.deadline_ms is not None:
        yield f'<path class="deadline" d="M{_x(photo, photo.deadline_ms):.1f} 4V{bottom:g}"/>'


def _axis(photo: Photo, top: float) -> Iterator[str]:
    step_ms = next(step for step in (200, 500, 1000, 2000, 5000) if (photo.to_ms - photo.from_ms) / step <= 8)
    for tick in range(-(-photo.from_ms // step_ms) * step_ms, photo.to_ms + 1, step_ms):
        at = _x(photo, tick)
        yield f'<path class="tick" d="M{at:.1f} {top:g}v3"/>'
        yield f'<text class="small" x="{at:.1f}" y="{top + 14:g}" text-anchor="middle">{tick / 1000:g}</text>'
    ends = [f"{line.who} {line.text}" for line in photo.lines[-3:]]
    if photo.deadline_ms is not None:
        ends = [*ends[-1:], f"window closed at {photo.deadline_ms / 1000:g} s"]
    text = escape(" · ".join(ends))
    yield f'<text class="small" x="{(LEFT + WIDTH) / 2}" y="{top + 29:g}" text-anchor="middle">{text}</text>'
