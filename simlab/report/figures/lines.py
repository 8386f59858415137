"""Lines of several scenarios in one plot: names, colours, dashes and legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from simlab.report.style import DASHES, HALF, STEPS, legend_height, write_legend


@dataclass(frozen=True, eq=False)
class Line:
    """One scenario's rows of a table, with the name and the place that give it its looks."""

    name: str
    table: pd.DataFrame
    place: int

    @property
    def colour(self) -> str:
        """Return the colour of the line."""
        return STEPS[self.place % len(STEPS)]

    @property
    def dash(self) -> str | tuple[int, tuple[float, ...]]:
        """Return the dash of the line."""
        return DASHES[self.place % len(DASHES)]


def lines_of(frame: pd.DataFrame, names: Mapping[str, str]) -> list[Line]:
    """Return a line per scenario that has rows, in the order of `names`: what each is called."""
    tables = [frame[frame["scenario"] == scenario] for scenario in names]
    return [
        Line(called, table, place)
        for place, (called, table) in enumerate(zip(names.values(), tables, strict=True))
        if len(table)
    ]


def top_of(lines: Sequence[Line]) -> int:
    """Return the margin that a legend needs at the top of a half-wide figure."""
    return 8 + legend_height([line.name for line in lines], HALF) if len(lines) > 1 else 12


def legend(figure: Figure, lines: Sequence[Line]) -> None:
    """Write the name of each line after a piece of it, where there are several."""
    if len(lines) > 1:
        keys = [{"color": line.colour, "linestyle": line.dash, "linewidth": 1.9} for line in lines]
        write_legend(figure, [line.name for line in lines], keys)
