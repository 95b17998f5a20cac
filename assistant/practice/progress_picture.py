"""Progress as a picture: a row a phrase, on the left how often it was exact, on the right how fast."""

from collections.abc import Sequence
from io import BytesIO

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from assistant.practice.attempts import Attempt, Outcome
from assistant.practice.progress import RECENT, rolling_shares

WIDTH_IN = 10.0
ROW_IN = 1.9
HEAD_IN = 0.75
FOOT_IN = 0.5
DPI = 120
MARKS = {
    Outcome.EXACT: ("o", "#1b7837", "exact"),
    Outcome.INEXACT: ("X", "#c0392b", "inexact"),
    Outcome.OTHER: ("s", "#8e5ea2", "something else"),
    Outcome.SILENCE: ("_", "#777777", "nothing said"),
    Outcome.UNSURE: ("d", "#e0a100", "unsure, does not count"),
}
"""Shape, colour and title of each outcome: shapes, because not everybody sees the colours."""
LATEST = 60
"""So many attempts at a phrase are drawn: more marks would hide each other."""
BLUE = "#1f5a96"


def progress_picture(player: str, attempts: Sequence[Attempt]) -> bytes:
    """Return the progress of one player as PNG.

    Args:
        player: the name.
        attempts: at least one, in the order in which they were made.
    """
    phrases = sorted({attempt.phrase for attempt in attempts})
    height_in = HEAD_IN + ROW_IN * len(phrases) + FOOT_IN
    figure = Figure(figsize=(WIDTH_IN, height_in), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    grid = figure.subplots(len(phrases), 2, squeeze=False)
    for (left, right), phrase in zip(grid, phrases, strict=True):
        ours = [attempt for attempt in attempts if attempt.phrase == phrase]
        first = max(0, len(ours) - LATEST)
        _draw_shares(left, phrase, ours, first)
        _draw_times(right, ours, first)
    grid[0][0].set_title(f"exact, of the last {RECENT} (%)", fontsize=9, color="#444444")
    grid[0][1].set_title("from first sound to end (s)", fontsize=9, color="#444444")
    for axes in grid[-1]:
        axes.set_xlabel("attempt", fontsize=8)
    shown = [outcome for outcome in MARKS if any(attempt.outcome is outcome for attempt in attempts)]
    handles = [
        grid[0][0].plot([], [], MARKS[outcome][0], color=MARKS[outcome][1], label=MARKS[outcome][2])[0]
        for outcome in shown
    ]
    figure.suptitle(
        f"{player}: {len(attempts)} attempts", fontsize=13, x=0.01, ha="left", y=1 - 0.12 / height_in, va="top"
    )
    figure.legend(
        handles=handles,
        ncols=len(shown),
        fontsize=8,
        frameon=False,
        loc="upper right",
        bbox_to_anchor=(1, 1 - 0.08 / height_in),
    )
    figure.subplots_adjust(
        left=1.4 / WIDTH_IN,
        right=1 - 0.25 / WIDTH_IN,
        top=1 - HEAD_IN / height_in,
        bottom=FOOT_IN / height_in,
        wspace=0.13,
        hspace=0.28,
    )
    data = BytesIO()
    figure.savefig(data, format="png")
    return data.getvalue()


def _draw_shares(axes: Axes, phrase: str, attempts: Sequence[Attempt], first: int) -> None:
    numbers = range(1 + first, len(attempts) + 1)
    shares = [float("nan") if share is None else 100 * share for share in rolling_shares(attempts)[first:]]
    edges = [number - 0.5 for number in (*numbers, len(attempts) + 1)]  # a step is as wide as its attempt
    axes.plot(edges, [*shares, *shares[-1:]], color=BLUE, linewidth=1.5, drawstyle="steps-post", zorder=1)
    for outcome, (mark, colour, _) in MARKS.items():
        at = [number for number, attempt in zip(numbers, attempts[first:], strict=True) if attempt.outcome is outcome]
        axes.plot(at, [-14] * len(at), mark, color=colour, markersize=5, clip_on=False, zorder=2)
    axes.set_ylim(-24, 106)
    axes.set_yticks([0, 50, 100])
    axes.set_ylabel(phrase.partition(".")[2], fontsize=11, rotation=0, ha="right", va="center", labelpad=12)
    _tidy(axes, first, len(attempts))


def _draw_times(axes: Axes, attempts: Sequence[Attempt], first: int) -> None:
    timed = [
        (number, attempt.duration_ms / 1000)
        for number, attempt in enumerate(attempts[first:], 1 + first)
        if attempt.is_exact and attempt.duration_ms is not None
    ]
    if timed:
        numbers, seconds = zip(*timed, strict=True)
        axes.plot(numbers, seconds, "o", color=MARKS[Outcome.EXACT][1], markersize=4)
        best = min(seconds)
        axes.axhline(best, color=BLUE, linewidth=1, linestyle="--")
        axes.annotate(
            f"best {best:.2f}", (1, best), xycoords=("axes fraction", "data"), xytext=(-2, -11),
            textcoords="offset points", ha="right", fontsize=8, color=BLUE,
        )  # fmt: skip
        axes.set_ylim(0, 1.25 * max(seconds))
    else:
        axes.text(0.5, 0.5, "never exact yet", transform=axes.transAxes, ha="center", va="center", fontsize=9)
        axes.set_yticks([])
    _tidy(axes, first, len(attempts))


def _tidy(axes: Axes, first: int, attempts: int) -> None:
    axes.set_xlim(first + 0.5, max(attempts, 5) + 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.tick_params(labelsize=8, length=2)
    axes.grid(axis="y", color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
