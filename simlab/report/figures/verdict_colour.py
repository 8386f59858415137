"""Marker and colour of a change by its verdict: beyond the margin in colour, else grey."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from simlab.analysis.verdict import Verdict
from simlab.report.style import MUTED, SERIES, legend_height, write_legend

BEYOND = {"color": SERIES[0], "marker": "o", "markersize": 7, "linestyle": "none"}
WITHIN = {"color": MUTED, "marker": "s", "markersize": 5, "linestyle": "none"}
DOUBTFUL = {"color": MUTED, "marker": "^", "markersize": 6.5, "linestyle": "none"}
LOOKS: dict[Verdict, dict[str, Any]] = {
    Verdict.MORE: BEYOND,
    Verdict.LESS: BEYOND,
    Verdict.SAME: WITHIN,
    Verdict.UNDECIDED: DOUBTFUL,
    Verdict.DEPENDS: DOUBTFUL,
}
LEGEND = {
    "beyond the margin": BEYOND,
    "the same within it": WITHIN,
    "not decided yet": DOUBTFUL,
}


def height_of_verdicts(width: int) -> int:
    """Return the room that the legend takes, in pixels."""
    return legend_height([*LEGEND], width)


def write_verdicts(figure: Figure) -> None:
    """Write the legend."""
    write_legend(figure, [*LEGEND], [*LEGEND.values()])
