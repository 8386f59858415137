"""Figure block on the convergence of the headline metric as games are added."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from simlab.analysis import convergence
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import convergence as figure
from simlab.report.figures.lines import lines_of
from simlab.report.page_table import across
from simlab.report.scenario import called
from simlab.report.wording import FormattedEstimate, Row, number, share, whole


def convergence_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the convergence of the headline metric, unless games are few."""
    running = convergence.convergence(tables, tables.main)
    lines = lines_of(running[running["n"] > 1], called(tables.main))
    if not lines:
        return
    what = running["number"].iloc[-1]
    say: Callable[[Row], FormattedEstimate] = number if tables.is_cooperative else share
    scale = 1 if tables.is_cooperative else 100
    unit = tables.facts.score.unit if tables.is_cooperative else "percentage points"
    last = lines[-1].table.iloc[-1]
    yield FigureBlock(
        title=f"How the result settles: {what}",
        lead="How far the result of the first games lies from that of all of them. With"
        f" {lines[-1].name}, {whole(last['games'])} games: {say(last).full}; four times as many"
        " would halve the interval.",
        alt=figure.describe(lines, say),
        figure=figure.draw(lines, f"difference to the last value ({unit})", scale),
        table=across("convergence", running, "games", tables.main, say, convergence.METHOD),
    )
