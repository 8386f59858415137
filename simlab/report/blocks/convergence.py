"""Figure block on the convergence of the headline metric as games are added."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from simlab.analysis import convergence
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import convergence as figure
from simlab.report.figures.lines import lines_of
from simlab.report.figures.small_multiples import layout_of, narrow_layout_of
from simlab.report.page_table import across
from simlab.report.scenario import labels_by_name
from simlab.report.wording import ABBREVIATION, FormattedEstimate, Row, number, share


def convergence_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the convergence of the headline metric.

    A scenario of 20 blocks or fewer has one estimate only and is left out.
    """
    running = convergence.convergence(tables, tables.main)
    known = lines_of(running[running["n"] > 1], labels_by_name(tables.main))
    lines = [line for line in known if len(line.table) > 1]
    if not lines:
        return
    quantity = running["number"].iloc[-1]
    say: Callable[[Row], FormattedEstimate] = number if tables.is_for_points else share
    scale = 1 if tables.is_for_points else 100
    axis = f"minus final ({tables.facts.score.unit if tables.is_for_points else ABBREVIATION})"
    narrow = narrow_layout_of(len(lines))
    yield FigureBlock(
        title=f"How the result settles: {quantity}",
        lead="The estimate after the first 20, 50, 100 … games, minus the final one. The band is"
        " the interval of each number of games by itself; four times as many would halve it.",
        alt=figure.describe(lines),
        figure=figure.draw(lines, axis, scale, layout_of(len(lines))),
        narrow=figure.draw(lines, axis, scale, narrow) if narrow else None,
        table=across("convergence", running, "games", tables.main, say, convergence.METHOD),
    )
