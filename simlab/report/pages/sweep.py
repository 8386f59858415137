"""The report on a sweep: what each set of rules does to one metric."""

from __future__ import annotations

from simlab.analysis import sweep
from simlab.analysis.sweep import sweep_effects
from simlab.analysis.tables import Tables
from simlab.report.answers.effect import amount, players_of, rows_of
from simlab.report.figure_block import FigureBlock, Section
from simlab.report.figures import tornado
from simlab.report.figures.from_rows import changes, tornado_of
from simlab.report.sections.rule_effects import curve_plates, pair_plates, step_plates
from simlab.report.sections.slider import slider_of
from simlab.report.sections.sweep_cells import (
    MOST_ROWS,
    band_plates,
    by_change,
    cell_sheet,
    seat_plates,
)


def main_plates(tables: Tables) -> list[FigureBlock]:
    """Return the picture that answers the question: the largest changes."""
    first = sweep_effects(tables)[0]
    largest = {own: by_change(tables, own)[:MOST_ROWS] for own in sweep_effects(tables)}
    groups = [
        (players_of(tables, own), changes(own, rows, "cell")) for own, rows in largest.items()
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
            sheet=cell_sheet(tables, "changes", largest),
        )
    ]


def sections(tables: Tables) -> list[Section]:
    """Return what follows the main picture and the rules."""
    every = {own: rows_of(sweep.cells(tables), own) for own in sweep_effects(tables)}
    found = [
        Section("Try it", slider=slider_of(tables)),
        Section("Rule by rule", plates=[*step_plates(tables), *curve_plates(tables)]),
        Section("Two rules together", plates=[*pair_plates(tables)]),
        Section("What else changes", plates=[*band_plates(tables), *seat_plates(tables)]),
        Section("All scenarios", sheets=[cell_sheet(tables, "cells", every)]),
    ]
    return [section for section in found if section.plates or section.sheets or section.slider]


def _so_many(tables: Tables) -> str:
    n_changes = len(sweep_effects(tables)[0].cells) - 1
    return "each set" if n_changes <= MOST_ROWS else f"each of the {MOST_ROWS} strongest sets"
