"""Scores over time as a small SVG: a stepped line a player, told apart by dash and label as well as by colour."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from assistant.disputes.cases import Case

WIDTH, HEIGHT = 400, 190
LEFT, RIGHT, TOP, BOTTOM = 30, 78, 10, 24
"""Margins: numbers stand in the left and lower one, the players' names in the right one."""
LABEL_STEP = 13
"""Names at the right edge are so far apart, whatever the scores."""
DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2", "1 2", "12 4", "6 2 1 2")
"""One dash a player, in the order of the table; more players begin anew."""
MOST_TICKS = 6
"""So many numbers stand on an axis."""


@dataclass(frozen=True, slots=True)
class ScoreStep:
    """The scores from a moment on."""

    at_ms: int
    """The moment."""
    scores: tuple[tuple[str, int], ...]
    """Every player's score."""


def score_steps(cases: Sequence[Case]) -> tuple[ScoreStep, ...]:
    """Return where the scores changed, in the order in which they did; a correction stands where it was made."""
    steps: list[ScoreStep] = []
    last = tuple((player, 0) for player, _ in cases[0].scores) if cases else ()
    now_ms = 0
    for case in cases:
        now_ms = max(now_ms, case.ruling.at_ms)
        if case.scores != last:
            steps.append(ScoreStep(now_ms, case.scores))
            last = case.scores
    return tuple(steps)


def score_plot(steps: Sequence[ScoreStep], players: Sequence[str], end_ms: int) -> str:
    """Return the plot as an SVG element; it expects the classes of `report.css`.

    Args:
        steps: where the scores changed.
        players: in the order of the table.
        end_ms: the right edge.
    """
    values = [points for step in steps for _, points in step.scores]
    low, high = min([0, *values]), max([1, *values])
    final = dict(steps[-1].scores) if steps else dict.fromkeys(players, 0)
    told = ", ".join(f"{player} {final.get(player, 0)}" for player in players)
    plot = _Plot(max(1, end_ms), low, high)
    parts = [*plot.axes(), *plot.lines(steps, players, final)]
    label = escape(f"Scores over time. At the end: {told}.", quote=True)
    return f'<svg class="scores" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


@dataclass(frozen=True, slots=True)
class _Plot:
    """The scales of one plot."""

    end_ms: int
    low: int
    high: int

    def x(self, at_ms: int) -> float:
        return LEFT + min(1.0, at_ms / self.end_ms) * (WIDTH - LEFT - RIGHT)

    def y(self, points: int) -> float:
        return HEIGHT - BOTTOM - (points - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)

    def axes(self) -> Iterator[str]:
        for points in range(self.low, self.high + 1, -(-(self.high - self.low) // MOST_TICKS)):
            y = self.y(points)
            yield f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
            yield f'<text class="small" x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{points}</text>'
        step_ms = _round_step(self.end_ms)
        for at_ms in range(0, self.end_ms + 1, step_ms):
            at = f'x="{self.x(at_ms):.1f}" y="{HEIGHT - BOTTOM + 15}"'
            yield f'<text class="small" {at} text-anchor="middle">{at_ms // 60_000}:{at_ms // 1000 % 60:02}</text>'

    def lines(self, steps: Sequence[ScoreStep], players: Sequence[str], final: dict[str, int]) -> Iterator[str]:
        names = self._label_heights(players, final)
        for index, player in enumerate(players):
            points = [(step.at_ms, dict(step.scores).get(player, 0)) for step in steps]
            path = f"M{LEFT} {self.y(0):.1f}"
            path += "".join(f"H{self.x(at_ms):.1f}V{self.y(value):.1f}" for at_ms, value in points)
            dash = DASHES[index % len(DASHES)]
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            yield f'<path class="line p{index % len(DASHES)}" d="{path}H{WIDTH - RIGHT}"{dashed}/>'
            name = player if len(player) <= 7 else player[:6] + "…"
            at = f'x="{WIDTH - RIGHT + 5}" y="{names[player] + 4:.1f}"'
            yield f'<text class="label" {at}>{escape(name)} {final.get(player, 0)}</text>'

    def _label_heights(self, players: Sequence[str], final: dict[str, int]) -> dict[str, float]:
        """Return where each name stands: at its line's end, pushed up where another is there."""
        heights: dict[str, float] = {}
        next_y = float(HEIGHT - BOTTOM)
        for player in sorted(players, key=lambda player: final.get(player, 0)):
            heights[player] = min(self.y(final.get(player, 0)), next_y)
            next_y = heights[player] - LABEL_STEP
        return heights


def _round_step(end_ms: int) -> int:
    """Return a round distance between the times of an axis."""
    steps = (5_000, 10_000, 30_000, 60_000, 300_000, 600_000, 1_800_000)
    return next((step for step in steps if end_ms / step <= MOST_TICKS), 3_600_000)
