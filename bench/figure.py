"""The trade-off as a picture: accepted calls against passed near misses, a mark for each condition."""

from pathlib import Path

from bench.items import Kind
from bench.measure import Result, share
from bench.report import conditions_in, outcomes_of
from bench.run import Results

MARKS = "os^vD<>pPX*hd8"
"""One for each condition, so that no colour is needed."""
FILLS = {"fused": "black", "pocketsphinx": "white", "whisper": "lightgrey"}
SIZE_INCHES = (9.0, 5.5)
DPI = 120


def draw(results: Results, path: Path) -> None:
    """Write the figure as PNG: right means fewer near misses passed, up means more calls accepted."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE_INCHES, dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    for engine in results.wanted.engines:
        for mark, name in zip(MARKS, conditions_in(results, "fused"), strict=False):
            outcomes = outcomes_of(results.reports, engine, name)
            accepted = share((one.result for one in outcomes if one.kind is Kind.CALL), Result.ACCEPTED)
            passed = share((one.result for one in outcomes if one.kind is Kind.NEAR), Result.PASSED)
            if accepted is None or passed is None:
                continue
            label = f"{name}" if engine == "fused" else f"{name}, {engine} alone"
            point = (100 * passed, 100 * accepted)
            axes.plot(*point, mark, ms=9, mfc=FILLS[engine], mec="black", ls="none", label=label, clip_on=False)
    axes.set_xlabel("near misses passed as exact, %  (right: fewer)")
    axes.set_ylabel("calls accepted, %")
    axes.set_ylim(top=101)
    axes.set_xlim(left=0)
    axes.invert_xaxis()
    axes.grid(alpha=0.4, linestyle=":")
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    axes.set_title("Calls accepted and near misses passed, voices that nothing was fitted on")
    figure.savefig(path)
