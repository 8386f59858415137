"""Figure blocks on how often each option of a game is used, and sentences on what never varies."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis import usage
from simlab.analysis.tables import Tables
from simlab.game.facts import GameGroup
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.from_rows import by_players
from simlab.report.page_table import across, records
from simlab.report.scenario import order_scenarios
from simlab.report.wording import begin_sentence, join_list, number

ALIKE = 0.02
"""Means that differ by no more than this part of the largest say one number, not several."""


def use_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield a block for each group of columns whose means differ."""
    for group in tables.facts.groups:
        uses = usage.usage(tables, group.name)
        if not _is_sentence(tables, uses) and (uses["estimate"] > 0).any():
            yield _use_block(tables, group, uses)


def use_sentences(tables: Tables) -> str:
    """Say how often the options of a group are used whose means are all the same."""
    answers = ((group, usage.usage(tables, group.name)) for group in tables.facts.groups)
    return " ".join(
        _sentence(tables, group, uses) for group, uses in answers if _is_sentence(tables, uses)
    )


def _use_block(tables: Tables, group: GameGroup, uses: pd.DataFrame) -> FigureBlock:
    met = uses[uses["option"].isin(uses[uses["estimate"] > 0]["option"])]
    plot = by_players(tables, met, "option", group.unit, from_zero=True)
    never = [name for name in group.columns.values() if name not in set(met["option"])]
    never_sentence = f" Never in any game: {join_list(never)}." if never else ""
    table = across(
        f"use_{group.name}", met, "option", order_scenarios(tables), number, usage.METHOD
    )
    return FigureBlock(
        title=group.title,
        lead=f"Mean number per game with {tables.main[0].entry}, by number of players."
        f"{never_sentence}",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=table.with_frame(uses),
    )


def _is_sentence(tables: Tables, uses: pd.DataFrame) -> bool:
    """Whether all means of the main scenarios are the same within a small part of them."""
    means = _main(tables, uses)["estimate"]
    return len(means) > 0 and bool(means.max() - means.min() <= ALIKE * means.abs().max())


def _sentence(tables: Tables, group: GameGroup, uses: pd.DataFrame) -> str:
    rows = records(_main(tables, uses))
    names = join_list(list(dict.fromkeys(row["option"] for row in rows)))
    if not any(row["estimate"] for row in rows):
        return f"{group.title}, {group.unit}: {names} never, in any game."
    ends = [choose(rows, key=lambda row: float(row["estimate"])) for choose in (min, max)]
    values = " to ".join(dict.fromkeys(number(row).full for row in ends))
    title = begin_sentence(group.title)
    return f"{title}, {group.unit}: {names} {values} with {tables.main[0].entry}."


def _main(tables: Tables, uses: pd.DataFrame) -> pd.DataFrame:
    return uses[uses["scenario"].isin([scenario.name for scenario in tables.main])].dropna(
        subset="estimate"
    )
