"""Section on two rules of a sweep together: heat maps of a full grid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

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
        f"{_averaged(own)}; {_unchanged(one, other)}."
        " Orange: higher than the unchanged pair beyond doubt; purple: lower.",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_pair_table(tables, rows, slug, one, other),
    )


def _averaged(own: SweepEffects) -> str:
    """Return that other rules were averaged over, if there were any."""
    return ", averaged over the other rules" if len(own.factors) > 2 else ""


def _unchanged(one: Factor, other: Factor) -> str:
    return f"unchanged are {one.title(one.base)} and {other.title(other.base)}"


def _titles(factor: Factor) -> list[str]:
    return [factor.title(place) for place in range(len(factor.levels))]


def _pair_of(row: dict[str, Any], one: Factor, other: Factor) -> tuple[str, str]:
    """Return what the page calls the two levels of a row."""
    return one.title_of(row["first_level"]), other.title_of(row["second_level"])


def _pair_matrix(tables: Tables, rows: pd.DataFrame, one: Factor, other: Factor) -> Matrix:
    panels = [
        matrix.Panel(
            joined(other.label, players_of(tables, own)),
            _titles(other),
            {_pair_of(row, one, other): matrix.Cell(row, 0.0) for row in rows_of(rows, own)},
        )
        for own in sweep_effects(tables)
    ]
    third = float(rows["estimate"].abs().max()) / 3
    say = partial(value_of, sweep_effects(tables)[0].metric)
    return Matrix(_titles(one), panels, say, (third, 2 * third))


def _pair_table(
    tables: Tables, rows: pd.DataFrame, slug: str, one: Factor, other: Factor
) -> PageTable:
    lines = [
        [str(own.players), *_pair_of(row, one, other), *numbers(own, row)]
        for own in sweep_effects(tables)
        for row in rows_of(rows, own)
    ]
    heads = ["players", one.label, other.label, *number_heads(sweep_effects(tables)[0])]
    return PageTable(slug, heads, lines, PAIR_METHOD, rows, labels=3)


SECTION = Section({"sweep": 30}, "Two rules together", _blocks, applies=has_design)
