"""Lines of several scenarios in one picture, told apart by colour and dash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from simlab.report.style import DASHES, STEPS, write


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


def legend(figure: Figure, lines: Sequence[Line], left: int = 10, top: int = 16) -> None:
    """Write the name of each line after a piece of it, at the top of a figure."""
    if len(lines) < 2:
        return
    width, height = figure.get_size_inches() * 72
    axes = figure.add_axes((0, 0, 1, 1))
    axes.axis("off")
    axes.set(xlim=(0, width), ylim=(height, 0))
    x: float = left
    for line in lines:
        axes.plot([x, x + 22], [top, top], color=line.colour, linestyle=line.dash, linewidth=1.9)
        write(axes, line.name, (x + 27, top), size=10.5, va="center")
        x += 44 + 6.6 * len(line.name)
