"""Table of all sets of rules of a sweep, and figure blocks on bands and seats by set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd

from simlab.analysis import band, end_reason, seat_result, sweep
from simlab.analysis.sweep import METHOD, SweepEffects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.report.answers.effect import (
    by_change,
    number_heads,
    numbers,
    players_of,
    rows_of,
    value_of,
)
from simlab.report.band_colours import band_colours, bands_reached
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import matrix, stack
from simlab.report.figures.from_rows import panels_of
from simlab.report.figures.matrix import Matrix
from simlab.report.figures.stack import Bar, Stack
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.seat_result import in_cell, tint
from simlab.report.style import NARROW, WIDE
from simlab.report.wording import n_of, share

Line = dict[str, Any]

MOST_ROWS = 16
"""Sets of rules in a figure: those with the largest changes."""


def cell_table(
    tables: Tables, slug: str, cell_rows: Mapping[SweepEffects, Sequence[Line]]
) -> PageTable:
    """Return a table of cells: the level of each factor, mean, change and verdict."""
    first, capped = sweep_effects(tables)[0], _cap_cells(tables)
    lines = [
        (effects, effects.levels(row["scenario"]), row)
        for effects, rows in cell_rows.items()
        for row in rows
    ]
    rows = [
        [
            str(effects.players),
            *(factor.title_of(levels[factor.name]) for factor in effects.factors),
            *numbers(effects, row),
            *capped.get(row["scenario"], ()),
            row["scenario"].partition("-")[2],
        ]
        for effects, levels, row in lines
    ]
    heads = ["players", *(factor.label for factor in first.factors), *number_heads(first)]
    heads += [*(["capped games"] if capped else []), "name"]
    frame = pd.DataFrame([{**levels, **row} for _, levels, row in lines])
    return PageTable(slug, heads, rows, METHOD, frame, labels=1 + len(first.factors))


def _cap_cells(tables: Tables) -> dict[str, list[Cell]]:
    """Return the share of capped games of each scenario as a cell, if any game was capped."""
    capped = end_reason.cap_rate(tables)
    return {row["scenario"]: [share(row)] for row in records(capped) if capped["capped"].any()}


def band_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield how often each band of the victory table is reached by each set of rules."""
    if not tables.is_cooperative or not tables.facts.bands.tiers:
        return
    plot = _band_stack(tables)
    yield FigureBlock(
        title="How often each band is reached",
        lead="Share of the games that end in each band of the"
        f" {tables.facts.bands.label}; at the right the"
        f" {sweep_effects(tables)[0].metric.label}.",
        alt=stack.describe(plot),
        figure=stack.draw(plot, WIDE),
        narrow=stack.draw(plot, NARROW),
        table=_band_table(tables),
    )


def seat_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield who wins by each set of rules."""
    if tables.is_cooperative:
        return
    called = _changes_by_scenario(tables)
    results = seat_result.by_seat(tables)
    results = results[results["scenario"].isin(called)]
    results = results.assign(rules=results["scenario"].map(called))
    plot, tinted = _seat_matrix(tables, results[results["scenario"].isin(_cell_names(tables))])
    seat_noun = tables.facts.seats.one
    title, quantity = (
        (f"What each {seat_noun} scores", f"{tables.facts.score.unit.capitalize()} per game of")
        if tables.is_for_points
        else (f"Which {seat_noun} wins", "Share of the wins of")
    )
    yield FigureBlock(
        title=title,
        lead=f"{quantity} each {seat_noun} by each set of rules. {tinted}",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_seat_table(tables, results),
    )


def _cell_names(tables: Tables) -> dict[str, str]:
    """Return what to call the cells in a picture: the unchanged rules and the largest changes."""
    names: dict[str, str] = {}
    for effects in sweep_effects(tables):
        base, *_ = rows_of(sweep.cells(tables), effects)
        for row in [base, *by_change(tables, effects)[:MOST_ROWS]]:
            name_parts = [row["title"], players_of(tables, effects)]
            names[row["scenario"]] = ", ".join(filter(None, name_parts))
    return names


def _changes_by_scenario(tables: Tables) -> dict[str, str]:
    """Return the changes of each cell, by its scenario."""
    return {row["scenario"]: row["title"] for row in records(sweep.cells(tables))}


def _band_stack(tables: Tables) -> Stack:
    effects, bands = sweep_effects(tables)[0], band.band(tables)
    values = {row["scenario"]: row for row in records(sweep.cells(tables))}
    order = bands_reached(bands[bands["scenario"].isin(_cell_names(tables))])
    bars = []
    for name, called in _cell_names(tables).items():
        pieces = {row["label"]: row for row in records(bands[bands["scenario"] == name])}
        bars.append((called, [Bar("", {label: pieces[label] for label in order}, values[name])]))
    colours = band_colours(bands, order)
    return Stack(bars, order, "games (%)", colours, share, partial(value_of, effects.metric), 100)


def _band_table(tables: Tables) -> PageTable:
    bands, called = band.band(tables), _changes_by_scenario(tables)
    whole = bands[bands["scenario"].isin(called)]
    cells = {(row["scenario"], row["label"]): share(row) for row in records(whole)}
    labels = whole["label"].unique().tolist()
    rows: list[list[Cell]] = [
        [str(effects.players), called[s.name], *(cells[s.name, label] for label in labels)]
        for effects in sweep_effects(tables)
        for s in effects.scenarios
    ]
    return PageTable("bands", ["players", "rules", *labels], rows, band.METHOD, whole, labels=2)


def _seat_matrix(tables: Tables, results: pd.DataFrame) -> tuple[Matrix, str]:
    """Return the results of the seats by each set of rules, and what their tint says."""
    players = {
        str(effects.players): n_of(effects.players, "player") for effects in sweep_effects(tables)
    }
    by_players = results.assign(scenario=results["players"].map(str))
    panels = panels_of(players, by_players, "rules", "who", "fair")
    steps, tinted = tint(tables, max(records(results), key=lambda row: row.get("margin", 0)))
    rules = results["rules"].unique().tolist()
    return Matrix(rules, panels, in_cell(tables), steps), tinted


def _seat_table(tables: Tables, results: pd.DataFrame) -> PageTable:
    names = results["who"].unique().tolist()
    rows, say = [], in_cell(tables)
    for (players, rules), seat_rows in results.groupby(["players", "rules"], sort=False):
        cells = {row["who"]: say(row) for row in records(seat_rows)}
        rows.append([str(players), str(rules), *(cells.get(name, "") for name in names)])
    return PageTable(
        "seats",
        ["players", "rules", *names],
        rows,
        seat_result.method(tables),
        results,
        labels=2,
    )
