"""Section on two rules of a sweep together: heat maps of a full grid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pandas as pd

from simlab.analysis import sweep
from simlab.analysis.sweep import (
    PAIR_METHOD,
    Factor,
    SweepEffects,
    sweep_effects,
)
from simlab.analysis.tables import Tables
from simlab.report.answers.certificate import has_design
from simlab.report.answers.effect import (
    number_heads,
    numbers,
    players_of,
    rows_of,
    value_of,
)
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import matrix
from simlab.report.figures.matrix import Matrix
from simlab.report.page_table import PageTable
from simlab.report.section import Section
from simlab.report.wording import begun, joined

MOST_PAIRS = 10
"""Heat maps on a page: beyond, nobody would look at them."""


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield a heat map for every two factors of a full grid."""
    pairs = sweep.joint_effects(tables)
    if pairs.empty:
        return
    together = pairs.groupby(["first", "second"], sort=False)
    for number, (_, rows) in zip(range(MOST_PAIRS), together, strict=False):
        yield _pair_block(tables, rows, f"pair_{number + 1}")


def _pair_block(tables: Tables, rows: pd.DataFrame, slug: str) -> FigureBlock:
    own = sweep_effects(tables)[0]
    factors = {factor.name: factor for factor in own.factors}
    one, other = (factors[rows[key].iloc[0]] for key in ("first", "second"))
    plot = _pair_matrix(tables, rows, one, other)
    return FigureBlock(
        title=f"{begun(one.label)} and {other.label}",
        lead=f"{begun(own.metric.label)} by {one.label} in rows and {other.label} in columns"
        f"{_averaged(own)}; unchanged are {one.levels[one.base]} and {other.levels[other.base]}."
        " Orange: higher than the unchanged pair beyond doubt; purple: lower.",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_pair_table(tables, rows, slug),
    )


def _averaged(own: SweepEffects) -> str:
    """Return that other rules were averaged over, if there were any."""
    return ", averaged over the other rules" if len(own.factors) > 2 else ""


def _pair_matrix(tables: Tables, rows: pd.DataFrame, one: Factor, other: Factor) -> Matrix:
    panels = [
        matrix.Panel(
            joined(other.label, players_of(tables, own)),
            other.levels,
            {
                (row["first_level"], row["second_level"]): matrix.Cell(row, 0.0)
                for row in rows_of(rows, own)
            },
        )
        for own in sweep_effects(tables)
    ]
    third = float(rows["estimate"].abs().max()) / 3
    say = partial(value_of, sweep_effects(tables)[0].metric)
    return Matrix(one.levels, panels, say, (third, 2 * third))


def _pair_table(tables: Tables, rows: pd.DataFrame, slug: str) -> PageTable:
    lines = [
        [str(own.players), row["first_level"], row["second_level"], *numbers(own, row)]
        for own in sweep_effects(tables)
        for row in rows_of(rows, own)
    ]
    names = [str(rows[key].iloc[0]) for key in ("first", "second")]
    heads = ["players", *names, *number_heads(sweep_effects(tables)[0])]
    return PageTable(slug, heads, lines, PAIR_METHOD, rows, labels=3)


SECTION = Section({"sweep": 30}, "Two rules together", _blocks, applies=has_design)
