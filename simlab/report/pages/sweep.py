"""Page on a sweep: effect of each set of rules on one metric."""

from __future__ import annotations

from simlab.analysis.sweep import sweep_effects
from simlab.analysis.tables import Tables
from simlab.report.answers.effect import amount, by_change, players_of
from simlab.report.blocks.sweep_cells import MOST_ROWS, cell_table
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import tornado
from simlab.report.figures.from_rows import changes, tornado_of


def main_blocks(tables: Tables) -> list[FigureBlock]:
    """Return the picture that answers the question: the largest changes."""
    first = sweep_effects(tables)[0]
    largest = {effects: by_change(tables, effects)[:MOST_ROWS] for effects in sweep_effects(tables)}
    groups = [
        (players_of(tables, effects), changes(effects, rows, "title"))
        for effects, rows in largest.items()
    ]
    plot = tornado_of(tables, groups)
    return [
        FigureBlock(
            title=f"What {_so_many(tables)} of rules does to the {first.metric.label}",
            lead="Change from the unchanged rules on the same deals, the largest first; the stripe"
            f" is the margin of {amount(first)}.",
            alt=tornado.describe(plot),
            figure=tornado.draw(plot),
            narrow=tornado.draw_narrow(plot),
            table=cell_table(tables, "changes", largest),
        )
    ]


def _so_many(tables: Tables) -> str:
    n_changes = len(sweep_effects(tables)[0].cells) - 1
    return "each set" if n_changes <= MOST_ROWS else f"each of the {MOST_ROWS} strongest sets"
