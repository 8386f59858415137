"""Section on what is assumed, traits of the player too: effects of other values, as a tornado."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis.assumption import ASSUMED, METHOD, TRAIT, variation_tables
from simlab.analysis.tables import Tables
from simlab.report.answers.assumptions import (
    Headline,
    change_of,
    effects,
    headlines,
    label_of,
    length_effects,
    margin_in_words,
    scale_of,
)
from simlab.report.answers.effect import VERDICTS
from simlab.report.answers.favoured_seat import Line
from simlab.report.answers.player_traits import choice_of_traits
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import tornado
from simlab.report.figures.tornado import Change, Tornado
from simlab.report.page_table import Cell, PageTable
from simlab.report.section import Section
from simlab.report.wording import PERCENTAGE_POINTS, group_by_key, join_list, join_with_commas, n_of

MOST_DRAWN, MOST_OF_A_STUDY = 14, 8
"""Changes in the figure, all numbers of players together: the largest; the table has all.

Pages on rule changes have further figures of this kind."""


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the tornado of other values of what is assumed, if they were played."""
    rows = effects(tables)
    if rows:
        plot = _tornado(tables, rows)
        yield FigureBlock(
            title=f"What other values of {_subjects(rows)} change",
            lead=" ".join(_lead(tables, rows)),
            alt=tornado.describe(plot),
            figure=tornado.draw(plot),
            narrow=tornado.draw_narrow(plot),
            table=_table(tables, rows),
        )


def _tornado(tables: Tables, rows: Sequence[Line]) -> Tornado:
    drawn = [headline for headline in headlines(tables) if _of(rows, headline)]
    most = (MOST_OF_A_STUDY if tables.study else MOST_DRAWN) // len(drawn)
    groups = [
        (_heading(headline, drawn), [_change(row) for row in _of(rows, headline)[:most]])
        for headline in drawn
    ]
    return Tornado(groups, _axis(drawn), rows[0]["margin"], scale_of(rows[0]))


def _of(rows: Sequence[Line], headline: Headline) -> list[Line]:
    return [row for row in rows if row["players"] == headline.scenario.players]


def _heading(headline: Headline, drawn: Sequence[Headline]) -> str:
    """Return what tells a number of players from the others: the number, and its metric."""
    players = n_of(headline.scenario.players, "player") if len(drawn) > 1 else ""
    return join_with_commas(players, headline.label if headline.is_share else "")


def _axis(drawn: Sequence[Headline]) -> str:
    labels = {headline.label for headline in drawn}
    quantity = f"the {drawn[0].label}" if len(labels) == 1 else f"the {drawn[0].unit or 'wins'}"
    return f"change of {quantity} ({drawn[0].unit or PERCENTAGE_POINTS})"


def _change(row: Line) -> Change:
    verdict = VERDICTS[row["verdict"]].format(margin_in_words(row))
    return Change(label_of(row), row, change_of(row), row["verdict"], verdict)


def _subjects(rows: Sequence[Line]) -> str:
    """Return what has other values: assumed rules and tables, traits of the player, or both."""
    kinds = {row["kind"] for row in rows}
    if len(kinds) > 1:
        return "rules, tables and traits"
    return "assumed rules and tables" if ASSUMED in kinds else "traits of the player"


def _lead(tables: Tables, rows: Sequence[Line]) -> Iterator[str]:
    """Yield who played what, what the figure leaves out, and what was not varied."""
    kinds = {row["kind"] for row in rows}
    one = {
        frozenset({ASSUMED}): "One assumed rule or table",
        frozenset({TRAIT}): "One trait of the player",
    }.get(frozenset(kinds), "One assumed rule, table or trait of the player")
    yield (
        f"{one} at a time has another value;"
        f" {n_of(rows[0]['n'], 'deal')} of each change are played by {_players(tables)}, the same"
        " as by the unchanged rules."
    )
    if sentence := choice_of_traits(tables):
        yield sentence
    if len(rows) > len(_tornado(tables, rows).changes):
        yield f"The largest of {n_of(len(rows), 'change')} are drawn; the table has all."
    idle = _not_varied(tables)
    if idle:
        yield f"Without another value to try: {join_list(idle)}."


def _players(tables: Tables) -> str:
    varied = variation_tables(tables)
    return join_list(varied.main[0].policies) if varied else ""


def _not_varied(tables: Tables) -> list[str]:
    """Return what is assumed and has no other value that a game would notice."""
    varied = variation_tables(tables)
    assumptions = varied.study["assumptions"] if varied else []
    return [
        assumption["title"].lower() for assumption in assumptions if not assumption["variations"]
    ]


def _table(tables: Tables, rows: Sequence[Line]) -> PageTable:
    """Return a row for each change, the largest first, with a column for each number of players.

    Columns for the length of the game follow, unless that is the metric.
    """
    lengths = length_effects(tables)
    by_entry = group_by_key((row["entry"], row) for row in sorted(rows, key=_size))
    heads = list(dict.fromkeys(map(_head, [*rows, *lengths])))
    cells: list[list[Cell]] = []
    for entry, entry_rows in by_entry.items():
        of_length = [row for row in lengths if row["entry"] == entry]
        effect_of = {_head(row): change_of(row) for row in [*entry_rows, *of_length]}
        cells.append([_in_full(entry_rows[0]), *(effect_of.get(head, "") for head in heads)])
    frame = pd.DataFrame([*rows, *lengths])
    return PageTable("assumptions", ["other value", *heads], cells, METHOD, frame)


def _head(row: Line) -> str:
    """Return the head of the column of an effect: that on the length names its clock."""
    is_length = row["metric"] == row["unit"]
    return join_with_commas(row["unit"] if is_length else "", n_of(row["players"], "player"))


def _in_full(row: Line) -> str:
    """Return what is changed, with the title of its patch."""
    return f"{row['title']}: {row['changes']}" if row["title"] else str(row["changes"])


def _size(row: Line) -> float:
    """Return a number by which the largest effects come first."""
    return -abs(float(row["estimate"]))


PAGES = {"competitive": 45, "points": 45, "cooperative": 25, "houserule": 35, "sweep": 48}
SECTION = Section(PAGES, "How much the assumptions weigh", _blocks, in_short=True)
