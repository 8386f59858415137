"""Section on where the differences between the sets of rules of a sweep come from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from simlab.analysis.sweep import SweepEffects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.analysis.variation import METHOD, PAIR, REST, SINGLE, variation
from simlab.report.answers.certificate import has_design
from simlab.report.answers.effect import players_of, rows_of, scale_of, unit_of
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.page_table import Cell, PageTable
from simlab.report.section import Section
from simlab.report.wording import join_with_commas, number

Line = dict[str, Any]

SURE = 0.05
"""Largest adjusted p value at which a source surely varies the metric."""
MOST_DRAWN = 12
"""Sources in the picture; the table has all."""
WORDS = {SINGLE: "alone", PAIR: "beyond the sum of both", REST: ""}


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield a block for each number of players, the largest source first."""
    rows = variation(tables)
    if rows.empty:
        return
    for effects in sweep_effects(tables):
        lines = sorted(rows_of(rows, effects), key=lambda row: -row["estimate"])
        yield from [_block(tables, effects, lines)] if lines else []


def _block(tables: Tables, effects: SweepEffects, lines: list[Line]) -> FigureBlock:
    scaled = [_in_unit(effects, row) for row in lines]
    groups = [Group(row["source"], [Dot(row)]) for row in scaled[:MOST_DRAWN]]
    plot = Dots(groups, f"standard deviation over sets of rules ({unit_of(effects)})")
    suffix = f"_{effects.players}p" if len(sweep_effects(tables)) > 1 else ""
    return FigureBlock(
        title=join_with_commas("How much each rule varies it", players_of(tables, effects)),
        lead=_lead(effects, lines),
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_table(f"variation{suffix}", effects, scaled),
        players=effects.players,
    )


def _lead(effects: SweepEffects, lines: list[Line]) -> str:
    """Say how much of the variation single effects explain."""
    rest = sum(row["share"] for row in lines if row["kind"] != SINGLE)
    is_sure = any(row["adjusted"] < SURE for row in lines if row["kind"] != SINGLE)
    beyond = (
        f"About {100 * rest:.0f} % of the variation is more than the sum of single effects: rules"
        " act differently together."
        if is_sure and not pd.isna(rest)
        else "Nothing shows that rules act differently together than in sum."
    )
    return (
        f"How much the {effects.metric.label} varies from one set of rules to another because of"
        f" each rule, with the luck of deals subtracted. {beyond}"
    )


def _in_unit(effects: SweepEffects, row: Line) -> Line:
    return {**row, **{end: scale_of(effects) * row[end] for end in ("estimate", "low", "high")}}


def _table(slug: str, effects: SweepEffects, lines: list[Line]) -> PageTable:
    rows: list[list[Cell]] = [
        [
            join_with_commas(row["source"], WORDS[row["kind"]]),
            number(row),
            "–" if pd.isna(row["share"]) else f"{100 * row['share']:.0f} %",
            _surely(row["adjusted"]),
        ]
        for row in lines
    ]
    heads = ["source", f"deviation ({unit_of(effects)})", "part of the whole", "there at all"]
    return PageTable(slug, heads, rows, METHOD, pd.DataFrame(lines), labels=1)


def _surely(p_value: float) -> str:
    if pd.isna(p_value):
        return "too few deals to test"
    certainty = "surely" if p_value < SURE else "not shown"
    return f"{certainty} (p {'< 0.001' if p_value < 0.001 else f'= {p_value:.2g}'})"


SECTION = Section({"sweep": 25}, "Where the differences come from", _blocks, applies=has_design)
