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
from simlab.report.wording import begin_sentence, join_with_commas

MOST_PAIRS = 10
"""Heat maps on a page: beyond, nobody would look at them."""


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield a heat map for every two factors of a full grid."""
    pairs = sweep.joint_effects(tables)
    if pairs.empty:
        return
    factor_pairs = pairs.groupby(["first", "second"], sort=False)
    for number, (_, rows) in zip(range(MOST_PAIRS), factor_pairs, strict=False):
        yield _pair_block(tables, rows, f"pair_{number + 1}")


def _pair_block(tables: Tables, rows: pd.DataFrame, slug: str) -> FigureBlock:
    effects = sweep_effects(tables)[0]
    factors = {factor.name: factor for factor in effects.factors}
    row_factor, column_factor = (factors[rows[key].iloc[0]] for key in ("first", "second"))
    plot = _pair_matrix(tables, rows, row_factor, column_factor)
    return FigureBlock(
        title=f"{begin_sentence(row_factor.label)} and {column_factor.label}",
        lead=f"{begin_sentence(effects.metric.label)} by {row_factor.label} in rows and"
        f" {column_factor.label} in columns{_sentence_on_averaging(effects)};"
        f" {_sentence_on_unchanged(row_factor, column_factor)}."
        " Orange: higher than the unchanged pair beyond doubt; purple: lower.",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_pair_table(tables, rows, slug, row_factor, column_factor),
    )


def _sentence_on_averaging(effects: SweepEffects) -> str:
    """Return that other rules were averaged over, if there were any."""
    return ", averaged over the other rules" if len(effects.factors) > 2 else ""


def _sentence_on_unchanged(row_factor: Factor, column_factor: Factor) -> str:
    titles = (factor.title(factor.base) for factor in (row_factor, column_factor))
    return f"unchanged are {' and '.join(titles)}"


def _titles(factor: Factor) -> list[str]:
    return [factor.title(level) for level in range(len(factor.levels))]


def _pair_of(row: dict[str, Any], row_factor: Factor, column_factor: Factor) -> tuple[str, str]:
    """Return what the page calls the two levels of a row."""
    return row_factor.title_of(row["first_level"]), column_factor.title_of(row["second_level"])


def _pair_matrix(
    tables: Tables, rows: pd.DataFrame, row_factor: Factor, column_factor: Factor
) -> Matrix:
    panels = [
        matrix.Panel(
            join_with_commas(column_factor.label, players_of(tables, effects)),
            _titles(column_factor),
            {
                _pair_of(row, row_factor, column_factor): matrix.Cell(row, 0.0)
                for row in rows_of(rows, effects)
            },
        )
        for effects in sweep_effects(tables)
    ]
    third = float(rows["estimate"].abs().max()) / 3
    say = partial(value_of, sweep_effects(tables)[0].metric)
    return Matrix(_titles(row_factor), panels, say, (third, 2 * third))


def _pair_table(
    tables: Tables, rows: pd.DataFrame, slug: str, row_factor: Factor, column_factor: Factor
) -> PageTable:
    lines = [
        [str(effects.players), *_pair_of(row, row_factor, column_factor), *numbers(effects, row)]
        for effects in sweep_effects(tables)
        for row in rows_of(rows, effects)
    ]
    heads = [
        "players",
        row_factor.label,
        column_factor.label,
        *number_heads(sweep_effects(tables)[0]),
    ]
    return PageTable(slug, heads, lines, PAIR_METHOD, rows, labels=3)


SECTION = Section({"sweep": 30}, "Two rules together", _blocks, applies=has_design)
